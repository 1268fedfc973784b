# wasm.mk - `make wasm`: the engine as WebAssembly, web/dist/engine.wasm, which is committed. The same sources with the same
# compiler give the same bytes in any folder. `make wasm` says what it needs and installs it where it can.

WASM_VERSION  ?= 19
WASM_CC       ?= clang-$(WASM_VERSION)
WASM_PACKAGES := clang-$(WASM_VERSION) lld-$(WASM_VERSION) libclang-rt-$(WASM_VERSION)-dev-wasm32 wasi-libc dpkg-dev
W             := build/wasm

# What is linked: games, search, players, the jsonl protocol. Stand-ins in src/wasm take the place of what needs files, threads
# and other programs; matches, builders of databases and the other protocols are left out.
WASM_LEFT   := $(addprefix src/,base/file.c base/memory.c base/sha256.c base/stats/% search/plugin.c game/game_check.c \
    games/%/databases.c games/%/pdb.c games/%/pdb_star.c games/%/edb.c games/%/db_board.c games/chess/dtm/% play/engines/% \
    play/match.c play/match_file.c play/openings.c play/schedule.c play/tally.c play/tune_result.c \
    $(addprefix protocols/,gtp.c nboard.c othello_words.c uci.c uci_go.c ugi.c xboard.c xboard_think.c))
WASM_SRC    := $(filter-out $(WASM_LEFT),\
    $(shell find src/base src/game src/games src/search src/play src/protocols src/wasm -name '*.c' | sort))
# Where the cycles go; the rest is compiled to be small.
WASM_FAST   := $(SRC_GAMES) $(wildcard src/search/*.c src/search/order/*.c)

# What browsers have since 2023.
WASM_TARGET := --target=wasm32-wasi -nostdinc -isystem $(shell $(WASM_CC) -print-resource-dir 2>/dev/null)/include -isystem /usr/include/wasm32-wasi \
    -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint
WASM_FLAGS  := -std=gnu17 -ffp-contract=off -DNDEBUG -DPOLLARD_NO_THREADS -ffunction-sections -fdata-sections
WASM_CPP    := -Isrc -Isrc/wasm/include -isystem $(W)/jansson/src -D_GNU_SOURCE -DPOLLARD_VERSION='"$(VERSION)"' -DPOLLARD_VARIANT='"wasm"' -DPOLLARD_ARCH='"wasm32"'
# Sizes have 32 bits here: what is a narrowing there is none of ours.
WASM_WARN   := -Wno-shorten-64-to-32 -Wno-enum-float-conversion
WASM_LINK   := -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,--wrap=access -Wl,-z,stack-size=8388608 -Wl,--stack-first -Wl,--max-memory=2147483648

wasm_objects = $(patsubst %.c,$(W)/%.o,$(1))
$(call wasm_objects,$(WASM_SRC)): WASM_OPT = $(WASM_O_COLD)
$(call wasm_objects,$(WASM_FAST)): WASM_OPT = $(WASM_O_HOT)
WASM_O_COLD ?= -Oz
WASM_O_HOT  ?= -O3

$(W)/%.o: %.c src/wasm/wasm.mk | $(W)/jansson/src/jansson.h
	@mkdir -p $(@D)
	@echo "  wasm $<"
	@$(WASM_CC) $(WASM_TARGET) $(WASM_CPP) $(WASM_FLAGS) $(WARN) $(WASM_WARN) $(WASM_OPT) -MMD -MP -c -o $@ $<

$(W)/jansson/src/jansson.h:
	@tools/wasm_jansson $(W)/jansson
JANSSON_OBJECTS := $(patsubst %,$(W)/jansson-%.o,dump error hashtable hashtable_seed load memory pack_unpack strbuffer strconv utf value)
$(W)/jansson-%.o: $(W)/jansson/src/jansson.h src/wasm/wasm.mk
	@$(WASM_CC) $(WASM_TARGET) $(WASM_FLAGS) -DHAVE_STDINT_H -DINITIAL_HASHTABLE_ORDER=3 -I$(W)/jansson/src -Oz -c -o $@ $(W)/jansson/src/$*.c

$(W)/engine.wasm: $(call wasm_objects,$(WASM_SRC)) $(JANSSON_OBJECTS) $(W)/build_info.o
	@$(WASM_CC) --target=wasm32-wasi $(WASM_LINK) -Wl,-Map=$@.map -o $@ $^
$(W)/build_info.c: $(B)/digest FORCE
	@mkdir -p $(@D)
	@tools/build_info $< '$(WASM_FLAGS)' >$@.new && { cmp -s $@.new $@ || cp $@.new $@; } && rm $@.new
$(W)/build_info.o: $(W)/build_info.c
	@$(WASM_CC) $(WASM_TARGET) $(WASM_CPP) $(WASM_FLAGS) -c -o $@ $<
