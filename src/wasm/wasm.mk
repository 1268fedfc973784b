# wasm.mk - the engine as WebAssembly: `make wasm` writes web/dist/engine.wasm, which is committed. The same sources with the
# same compiler give the same bytes in any folder.

WASM_VERSION  ?= 19
WASM_CC       ?= clang-$(WASM_VERSION)
WASM_PACKAGES := clang-$(WASM_VERSION) lld-$(WASM_VERSION) libclang-rt-$(WASM_VERSION)-dev-wasm32 wasi-libc binaryen dpkg-dev
W             ?= build/wasm

# What is linked: games, search, players, the jsonl protocol. Stand-ins in src/wasm take the place of what needs files, threads
# and other programs; matches, builders of databases and the other protocols are left out.
WASM_LEFT   := $(addprefix src/,base/file.c base/fold.c base/memory.c base/sha256.c base/stats/% search/plugin.c game/game_check.c \
    $(addprefix play/,engines/% match.c openings.c schedule.c tally.c tune_result.c) \
    $(addprefix protocols/,gtp.c nboard.c othello_words.c uci.c uci_go.c ugi.c xboard.c xboard_think.c)) \
    $(wildcard src/games/*/databases.c src/games/*/pdb*.c src/games/*/edb.c src/games/*/db_board.c src/games/chess/dtm/*.c)
WASM_SRC    := $(filter-out $(WASM_LEFT),\
    $(sort $(shell find src/base src/game src/games src/search src/play src/protocols src/wasm -name '*.c')))
# Where the cycles go, in the games whose speed is claimed; other games smaller, and the rest as small as can be: with all
# games at -O3 and without wasm-opt the engine has 476 KB compressed, so 395.
WASM_FAST   := $(filter src/games/othello.c src/games/abalone/% src/games/checkers/%,$(SRC_GAMES)) $(wildcard src/search/*.c)
WASM_GAMES  := $(filter-out $(WASM_FAST),$(SRC_GAMES))

# The instructions that browsers have since 2023.
WASM_TARGET  = --target=wasm32-wasi -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint \
    -nostdinc -isystem $(shell $(WASM_CC) -print-resource-dir)/include -isystem /usr/include/wasm32-wasi
WASM_FLAGS  := -std=gnu17 -ffp-contract=off -DNDEBUG -DPOLLARD_NO_THREADS -DPOLLARD_NO_DATABASES -ffunction-sections -fdata-sections
WASM_HOT    ?= -O3
WASM_WARM   ?= -Os
WASM_COLD   ?= -Oz
WASM_CPP    := -Isrc -Isrc/wasm/include -isystem $(W)/jansson/src -D_GNU_SOURCE -DPOLLARD_VERSION='"$(VERSION)"' -DPOLLARD_VARIANT='"wasm"' \
    -DPOLLARD_ARCH='"wasm32"'
# Sizes have 32 bits here: whatever narrows to one was wide for the sake of tables that do not fit in here.
WASM_WARN   := $(WARN) -Werror -Wno-shorten-64-to-32 -Wno-enum-float-conversion -Wno-tautological-constant-out-of-range-compare
# The stack lies below everything else: one that is too small is a fault, not a wrong result.
WASM_LINK   := -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,--wrap=access -Wl,-z,stack-size=8388608 -Wl,--stack-first \
    -Wl,--max-memory=2147483648

wasm_objects = $(patsubst %.c,$(W)/%.o,$(1))
$(call wasm_objects,$(WASM_SRC)): WASM_OPT = $(WASM_COLD)
$(call wasm_objects,$(WASM_FAST)): WASM_OPT = $(WASM_HOT)
$(call wasm_objects,$(WASM_GAMES)): WASM_OPT = $(WASM_WARM)
$(W)/src/%.o: src/%.c src/wasm/wasm.mk $(W)/jansson/src/jansson_private_config.h
	@mkdir -p $(@D)
	@echo "  wasm $<"
	@$(WASM_CC) $(WASM_TARGET) $(WASM_CPP) $(WASM_FLAGS) $(WASM_WARN) $(WASM_OPT) -MMD -MP -c -o $@ $<

# The sources of the library, as the distribution has them.
$(W)/jansson/src/jansson_private_config.h:
	@tools/wasm_jansson $(W)/jansson
JANSSON_SRC := dump error hashtable hashtable_seed load memory pack_unpack strbuffer strconv utf value
$(W)/jansson-%.o: src/wasm/wasm.mk $(W)/jansson/src/jansson_private_config.h
	@$(WASM_CC) $(WASM_TARGET) $(WASM_FLAGS) -I$(W)/jansson/src -DHAVE_STDINT_H -DINITIAL_HASHTABLE_ORDER=3 $(WASM_COLD) \
	    -c -o $@ $(W)/jansson/src/$*.c

# What it was made of. It cannot hold the commit that it is part of: it has the digest of all sources that it is compiled from,
# by which tests/wasm sees whether it is out of date.
.PHONY: wasm-sources
wasm-sources: $(B)/digest
	@echo "sources-$$($< $$(tools/wasm_sources $(WASM_SRC)))"
$(W)/build_info.c: $(B)/digest FORCE
	@mkdir -p $(@D)
	@tools/build_info $< '$(WASM_FLAGS) $(WASM_HOT)' "sources-$$($< $$(tools/wasm_sources $(WASM_SRC)))" >$@.new && { cmp -s $@.new $@ || cp $@.new $@; } && rm $@.new
$(W)/build_info.o: $(W)/build_info.c src/wasm/wasm.mk
	@$(WASM_CC) $(WASM_TARGET) $(WASM_CPP) $(WASM_FLAGS) $(WASM_WARN) -c -o $@ $<

$(W)/engine.wasm: $(call wasm_objects,$(WASM_SRC)) $(JANSSON_SRC:%=$(W)/jansson-%.o) $(W)/build_info.o
	@$(WASM_CC) --target=wasm32-wasi $(WASM_LINK) -o $@.linked $^
	@wasm-opt -O2 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int -o $@ $@.linked

-include $(shell find $(W) -name '*.d' 2>/dev/null)
