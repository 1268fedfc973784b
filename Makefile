# Pollard - `make help` lists the targets.
#
# Variants live in folders of their own, build/<variant>/: release, debug, asan (address and undefined behaviour), tsan,
# coverage; portable, which runs on other machines too and is what `make install` installs: program and library.
# `make VARIANT=asan check` builds and tests one of them.

VARIANT ?= release
B       ?= build/$(VARIANT)
VERSION := 0.4.0
PREFIX  ?= /usr/local
OBJCOPY ?= objcopy
ifeq ($(origin CC),default)
CC := gcc
endif

# Debian packages: to build and run; to test; to fuzz (in make test too, where they can be had).
PACKAGES      := gcc libc6-dev make pkg-config libjansson-dev libsqlite3-dev libzstd-dev libxxhash-dev libmicrohttpd-dev gnuplot-nox
PACKAGES_TEST := check r-mathlib clang libclang-rt-14-dev

WARN            := -Wall -Wextra -Wshadow -Wmissing-declarations -Wconversion -Wstrict-prototypes -Wvla
FLAGS_release   := -O3 -g -DNDEBUG
# One set of objects for the portable program and for the library.
# PORTABLE_OPTIMIZE=-O1: where only whether it builds and works is asked.
FLAGS_portable  := $(patsubst -O3,$(or $(PORTABLE_OPTIMIZE),-O3),$(FLAGS_release)) -fPIC -fvisibility=hidden -fno-semantic-interposition -ffunction-sections -fdata-sections
FLAGS_debug     := -O0 -g3
# Sanitizers: -g1, lines in traces without variables.
FLAGS_sanitized := -O1 -g1 -fno-omit-frame-pointer
FLAGS_asan      := $(FLAGS_sanitized) -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS_tsan      := $(FLAGS_sanitized) -fsanitize=thread
# Threads count lines, too.
FLAGS_coverage  := -O0 -g --coverage -fprofile-update=atomic

# Levels of processor. The games of a portable build are compiled for each (src/game/levels.h), everything else for the lowest.
# LEVELS='v1 v2 v3' makes one that runs on the oldest 64-bit PCs too; other machines than PCs have one level, the compiler's.
MARCH_v1        := x86-64
MARCH_v2        := x86-64-v2
MARCH_v3        := x86-64-v3
LEVELS          ?= $(if $(filter portable,$(VARIANT)),$(if $(filter x86_64-%,$(shell $(CC) -dumpmachine)),v2 v3))
ARCH_portable   := $(if $(LEVELS),-march=$(MARCH_$(firstword $(LEVELS))))
ARCH            ?= $(if $(filter portable,$(VARIANT)),$(ARCH_portable),-march=native)
LEVELS_DEFINED  := $(if $(LEVELS),-DPOLLARD_LEVELS='$(foreach level,$(LEVELS),LEVEL($(level),"$(MARCH_$(level))"))')
# No contraction: a processor with fused multiply-add shall give the same statistics to the last bit.
C_FLAGS          = -std=gnu17 -ffp-contract=off $(WARN) $(FLAGS_$(VARIANT)) $(ARCH) $(CFLAGS)
CPP_FLAGS        = -Isrc -Itests -Iinclude -D_GNU_SOURCE -DPOLLARD_VERSION='"$(VERSION)"' -DPOLLARD_VARIANT='"$(VARIANT)"' \
                   -DPOLLARD_ARCH='"$(or $(patsubst -march=%,%,$(ARCH)),generic)"' $(LEVELS_DEFINED) $(CPPFLAGS)
LIBS             = $(shell pkg-config --libs jansson sqlite3 libzstd libxxhash libmicrohttpd) -lm -lpthread
LIBS_TEST        = $(shell pkg-config --libs check libRmath) $(LIBS)

# Open MPI's compiler, where it is installed: then pollard-mpi is built too (docs/SCALE.md).
MPICC     ?= $(shell command -v mpicc)

SRC_CLI   := $(shell find src/cli -name '*.c' | sort)
SRC_MPI   := $(wildcard src/mpi/*.c)
SRC_LIB   := $(filter-out $(SRC_CLI) $(SRC_MPI) src/wasm/%,$(shell find src -name '*.c' | sort))
SRC_GAMES := $(wildcard src/games/*.c src/games/*/rules.c)
SRC_LEVEL := src/game/games_table.c $(SRC_GAMES)
SRC_NAIVE := $(filter-out tests/naive/naive_main.c,$(wildcard tests/naive/*.c))
SRC_TEST  := $(filter-out tests/naive/% tests/fuzz/% tests/cli/%,$(shell find tests -name '*.c' -not -path '*/node_modules/*' | sort))
FUZZERS   := spec position moves match experiment dbfile tune_result player kept pgn formats vouch protocols campaign ranks split server
# Every C file is laid out by clang-format.
FORMATTED := $(shell find src tests bench tools include examples -name '*.[ch]' -not -path '*/node_modules/*')

objects = $(patsubst %.c,$(B)/%.o,$(1))
# The objects of files that are compiled once per level.
level_objects = $(if $(LEVELS),$(foreach level,$(LEVELS),$(patsubst %.c,$(B)/$(level)/%.o,$(1))),$(call objects,$(1)))

.PHONY: all run databases test test-long lint check check-threads check-portable bench debug sanitize fuzz mutate coverage golden docs-tables pictures format layout portable library install dist wasm web clean help need need-test need-format

# Packages first, then what is compiled with them, under -j too.
all: need                       ## build ./pollard (the default)
	@$(MAKE) --no-print-directory pollard

run: all                        ## install what is missing, build, run the published experiments small, report them beside the printed figures
	./pollard lab run --quick
	./pollard lab report --summary --html report
	@echo
	@echo 'Next: ./pollard lab report                      the tables here'
	@echo '      ./pollard lab run && ./pollard lab report all 50 trials'
	@echo '      ./pollard lab run rivals && ./pollard lab report rivals'
	@echo '      make databases                            all chess endings of three and four men, in half a minute'
	@echo '      ./pollard play othello                    a game against you'
	@echo '      docs/LAB.md                               an experiment of your own'

databases: all                  ## build the 35 databases of chess endings of three and four men (28 MB, half a minute)
	./pollard db build chess-4

test: need need-test            ## install what is missing, build, run all tests (a quarter of an hour)
	@$(MAKE) --no-print-directory -j2 fuzzers
	@$(MAKE) --no-print-directory -j2 check

test-long: need need-test       ## the long suite: 10,000 random games per variant, deep perft (hours)
	POLLARD_LONG=1 POLLARD_FUZZ_SECONDS=600 POLLARD_CROSSCHECK_GAMES=200 CK_TIMEOUT_MULTIPLIER=10 $(MAKE) --no-print-directory -j2 fuzzers check
	sh tests/long/perfect.sh 2000
	sh tests/long/uci.sh 100
	sh tests/long/serve.sh
	tools/need debhelper dh-python dpkg-dev lintian
	sh tests/long/package.sh
	sh tests/long/clients.sh
	sh tests/long/campaign_ssh.sh ./pollard
	GAMES=20 PLIES=300 EVERY=1 POLLARD_ROOT='$(CURDIR)' POLLARD='$(CURDIR)/$(B)/pollard' sh tests/web/web.sh
	sh tests/long/chess_databases.sh ./pollard $(B)/unit databases
	POLLARD_ROOT='$(CURDIR)' POLLARD='$(CURDIR)/$(B)/pollard' POLLARD_BUILD='$(CURDIR)/$(B)' sh tests/long/mpi.sh
	POLLARD_ROOT='$(CURDIR)' POLLARD='$(CURDIR)/$(B)/pollard' POLLARD_BUILD='$(CURDIR)/$(B)' sh tests/long/mpi_hosts.sh
	@tools/need python3
	for folder in base game games search retro symmetry puzzles play tune lab campaign api protocols server cli; do tools/mutate --folder $$folder --count 30 --at-least 90 || exit 1; done

check: $(B)/pollard $(if $(MPICC),$(B)/pollard-mpi) $(B)/game-kit/contract $(B)/pollard_other $(B)/unit $(FUZZERS:%=$(B)/replay_%) $(if $(filter release,$(VARIANT)),library)
	@tools/run_tests $(B)

bench: need pollard portable library $(B)/retro $(B)/bench_dbfile $(B)/probe  ## measure: leaves/s and scaling, nodes/s, History-ADS in nodes and seconds, cost of look-ups, Abalone, cost of the template and of the library, the server, numbering of positions, database files
	bench/perft.sh ./pollard
	bench/chess_perft.sh ./pollard
	./pollard bench
	bench/ads.sh ./pollard
	bench/evaluation.sh ./pollard
	bench/chess_lookups.sh ./pollard 25 $(B)/probe
	bench/chess_nodes.sh
	bench/abalone.sh ./pollard 3 build/portable/pollard
	bench/overhead.sh $(B)
	bench/api.sh $(B)
	@tools/need python3
	bench/jsonl.py ./pollard
	@tools/need wrk
	bench/server.sh ./pollard
	bench/first_board.sh ./pollard
	bench/frames.sh ./pollard
	bench/wasm.sh ./pollard
	$(B)/retro
	$(B)/bench_dbfile

# The portable build on this processor and on older ones.
check-portable: portable
	@POLLARD_ROOT='$(CURDIR)' POLLARD='$(CURDIR)/build/portable/pollard' sh tests/portable/portable.sh

# The suites in which threads meet, for the thread sanitizer.
check-threads: $(B)/unit $(B)/pollard
	@tools/run_tests $(B) cli_serve $(addprefix unit_,engines api_engine api_threads base_threads perft threads match match_file match_part uci ugi gtp nboard \
	    xboard jsonl jsonl_sight server_limits server_work move_values lab_plan lab_matches solve endgame dbfile tune slices)

debug:                          ## build with debugging aids and asserts (build/debug/pollard)
	$(MAKE) VARIANT=debug build/debug/pollard

# Every file through the eyes of both compilers, without making code: a minute or two instead of many. The program's own
# by clang as it is without threads; with them clang compiles it for the fuzzers.
LINTED  = $(SRC_LIB) $(SRC_CLI) $(SRC_TEST) $(SRC_NAIVE) $(if $(MPICC),$(SRC_MPI)) $(wildcard bench/*.c tests/fuzz/*.c) tools/digest.c \
          $(wildcard examples/*.c) $(B)/embedded.c $(B)/web_assets.c $(B)/build_info.c
LINT    = $(CPP_FLAGS) $(if $(MPICC),$(MPI_FLAGS)) $(C_FLAGS) -Werror -fsyntax-only
lint: $(LINTED:%=lint/%)        ## does gcc or clang find anything to warn of?

.PHONY: $(LINTED:%=lint/%)
$(LINTED:%=lint/%): lint/%: $(B)/embedded.c $(B)/web_assets.c $(B)/build_info.c
	@gcc $(LINT) $* && clang $(LINT)$(if $(filter src/%,$(filter-out $(SRC_MPI),$*)), -DPOLLARD_NO_THREADS) $*

sanitize: need need-test        ## run all tests under address, undefined-behaviour and thread sanitizers
	POLLARD_SCRIPTS=all CK_TIMEOUT_MULTIPLIER=10 $(MAKE) --no-print-directory -j2 VARIANT=asan check
	CK_TIMEOUT_MULTIPLIER=10 $(MAKE) --no-print-directory -j2 VARIANT=tsan check-threads

fuzz: need need-test            ## fuzz every parser for ten minutes each (FUZZ_SECONDS=600)
	$(MAKE) --no-print-directory -j2 fuzzers $(FUZZERS:%=$(B)/replay_%)
	POLLARD_FUZZ_SECONDS=$(or $(FUZZ_SECONDS),600) POLLARD_ROOT='$(CURDIR)' POLLARD_BUILD='$(CURDIR)/$(B)' sh tests/fuzz/fuzz.sh

# One fault at a time in src/FOLDER, in a copy of the tree: do its tests notice? A developer's tool, in Python.
mutate: need need-test          ## put COUNT random faults into src/FOLDER, one at a time: do its tests notice?
	@tools/need python3
	@tools/mutate --folder '$(FOLDER)' --seed '$(or $(SEED),1)' --count '$(or $(COUNT),30)' --at-least '$(or $(AT_LEAST),0)'

coverage: need need-test        ## which lines the tests reach (build/coverage/index.html)
	tools/need gcovr
	$(MAKE) --no-print-directory -j2 VARIANT=coverage check
	@tools/coverage build/coverage

golden: $(B)/unit              ## write the golden games anew, after a change of rules that is meant
	@mkdir -p tests/data/golden tests/data/boards
	POLLARD_GOLDEN_WRITE=1 POLLARD_ROOT='$(CURDIR)' $(B)/unit golden boards

docs-tables: $(B)/unit         ## write the tables of docs/SEARCH.md from settings.def, features.def, algorithms.def
	POLLARD_DOCS_WRITE=1 POLLARD_ROOT='$(CURDIR)' $(B)/unit search_docs

pictures: $(B)/pollard          ## draw the boards of docs/images
	tools/pictures $(B)/pollard docs/images

layout: need-format             ## are C files laid out, narrow and small as docs/STYLE.md says?
	@tools/check_layout

format: need-format             ## lay out the C files as .clang-format says
	clang-format -i $(FORMATTED)

portable: need                  ## build a program that runs on other machines too (build/portable/pollard)
	@$(MAKE) --no-print-directory VARIANT=portable build/portable/pollard build/portable/game-kit/contract $(if $(MPICC),build/portable/pollard-mpi)

# The library (docs/API.md): shared, static, and what pkg-config says of it. After the program: both are made of the same
# objects, and two makes would compile them at once.
library: portable                 ## build the library: build/portable/libpollard.so.0, static/libpollard.a
	@$(MAKE) --no-print-directory VARIANT=portable build/portable/libpollard.so.0 build/portable/static/libpollard.a

LIBDIR ?= $(PREFIX)/lib
.PHONY: install-library
install: portable install-library  ## install program, library, manual pages, completion, documents (PREFIX=/usr/local)
	install -D -m 755 build/portable/pollard '$(DESTDIR)$(PREFIX)/bin/pollard'
	if [ -x build/portable/pollard-mpi ]; then install -D -m 755 build/portable/pollard-mpi '$(DESTDIR)$(PREFIX)/bin/pollard-mpi'; fi
	install -D -m 755 tools/pollard-game '$(DESTDIR)$(PREFIX)/bin/pollard-game'
	cd build/portable/game-kit && find . -type f -exec install -D -m 644 {} '$(DESTDIR)$(PREFIX)/include/pollard-game/{}' \;
	tools/manual build/portable/pollard '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -d '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' '$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions' '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d'
	build/portable/pollard completion bash >'$(DESTDIR)$(PREFIX)/share/bash-completion/completions/pollard'
	build/portable/pollard completion zsh >'$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_pollard'
	build/portable/pollard completion fish >'$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/pollard.fish'
	install -d '$(DESTDIR)$(PREFIX)/share/doc/pollard/experiments'
	install -m 644 README.md CHANGELOG.md CITATION.cff docs/*.md '$(DESTDIR)$(PREFIX)/share/doc/pollard'
	install -m 644 src/lab/experiments/*.json '$(DESTDIR)$(PREFIX)/share/doc/pollard/experiments'
install-library: library
	install -D -m 644 build/portable/libpollard.so.0 '$(DESTDIR)$(LIBDIR)/libpollard.so.0'
	ln -sf libpollard.so.0 '$(DESTDIR)$(LIBDIR)/libpollard.so'
	install -D -m 644 build/portable/static/libpollard.a '$(DESTDIR)$(LIBDIR)/libpollard.a'
	install -D -m 644 include/pollard.h '$(DESTDIR)$(PREFIX)/include/pollard.h'
	@mkdir -p '$(DESTDIR)$(LIBDIR)/pkgconfig'
	sed 's,@PREFIX@,$(PREFIX),; s,@LIBDIR@,$(LIBDIR),; s,@VERSION@,$(VERSION),' src/api/pollard.pc.in >'$(DESTDIR)$(LIBDIR)/pkgconfig/pollard.pc'

# What git knows of the last commit; builds without git.
dist:                           ## a release tarball of the last commit (build/pollard-VERSION.tar.gz)
	@mkdir -p build
	git archive --format=tar --prefix=pollard-$(VERSION)/ HEAD | gzip -n9 >build/pollard-$(VERSION).tar.gz

wasm:                           ## build the engine as WebAssembly anew: web/dist/engine.wasm, which is committed
	@tools/need $(WASM_PACKAGES)
	@$(MAKE) --no-print-directory $(W)/engine.wasm
	@mkdir -p web/dist
	@cmp -s $(W)/engine.wasm web/dist/engine.wasm || cp $(W)/engine.wasm web/dist/engine.wasm
	@cat $(W)/jansson/LICENSE /usr/share/doc/wasi-libc/copyright >web/dist/ENGINE_LICENSES.txt
	@tools/page_hash web/dist --write
	@echo "web/dist/engine.wasm: $$(wc -c <web/dist/engine.wasm) bytes, $$(gzip -n9 -c web/dist/engine.wasm | wc -c) compressed"

# The committed files of the page; the same sources give the same bytes. Building Pollard needs no node.
web:                            ## build the page anew from web/src (with node and npm): web/dist, which is committed
	@command -v npm >/dev/null 2>&1 || tools/need nodejs npm
	cd web && npm ci --silent && npx tsc --noEmit && node build.mjs
	@echo "web/dist: $$(cat web/dist/index.html web/dist/app.js web/dist/app.css web/dist/views.js web/dist/worker.js | gzip -n9 | wc -c) bytes compressed, without the engine"

clean:                          ## remove everything that was built
	rm -rf build pollard

help:                           ## this list
	@sed -n 's/^\([a-z-]*\):.*## */  \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

need:
	@tools/need $(PACKAGES)
need-test:
	@tools/need $(PACKAGES_TEST)
need-format:
	@tools/need clang-format

# The program. The copy at the root follows whichever variant was asked for last.
.PHONY: pollard
pollard: $(B)/pollard $(B)/game-kit/contract
	@cmp -s $< $@ || cp -f $< $@

$(B)/libpollard.a: $(call objects,$(filter-out $(SRC_LEVEL),$(SRC_LIB))) $(call level_objects,$(SRC_LEVEL)) $(B)/embedded.o $(B)/web_assets.o $(B)/build_info.o
	@rm -f $@ && $(AR) rcs $@ $^
$(B)/pollard: $(call objects,$(SRC_CLI)) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# The program that builds databases by ranks (docs/SCALE.md), where Open MPI is there: `make mpi`.
MPI_FLAGS  = $(shell $(MPICC) --showme:compile)
MPI_LIBS   = $(shell $(MPICC) --showme:link)
.PHONY: mpi
mpi: $(if $(MPICC),$(B)/pollard-mpi)  ## build pollard-mpi, which builds databases by ranks over Open MPI (libopenmpi-dev)
	@[ -n '$(MPICC)' ] || echo 'mpicc is not here: pollard-mpi is left out (libopenmpi-dev)'
$(call objects,$(SRC_MPI)): CPP_FLAGS += $(MPI_FLAGS)
$(B)/pollard-mpi: $(call objects,$(SRC_MPI) $(filter-out src/cli/main.c,$(SRC_CLI))) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(MPI_LIBS)

# The library for other programs: what the laboratory, the tuner, the puzzles and the command line need is left out. The
# static one is a single object in which everything but pollard_* is local, so that it meets no name of its users.
SRC_API   := $(filter-out src/retro/ranks/%,$(filter src/base/% src/game/% src/games/% src/retro/% src/search/% src/play/% src/api/%,$(SRC_LIB)))
OBJ_API    = $(call objects,$(filter-out $(SRC_LEVEL),$(SRC_API))) $(call level_objects,$(SRC_LEVEL)) $(B)/build_info.o
LIBS_API   = $(shell pkg-config --libs jansson libzstd libxxhash) -lm -lpthread
$(B)/libpollard.so.0: $(OBJ_API) src/api/pollard.map
	@$(CC) $(C_FLAGS) $(LDFLAGS) -shared -Wl,-soname,libpollard.so.0 -Wl,--version-script=src/api/pollard.map -Wl,--gc-sections -Wl,-z,defs -o $@ $(OBJ_API) $(LIBS_API)
$(B)/static/libpollard.a: $(OBJ_API)
	@mkdir -p $(@D)
	@$(LD) -r -o $(@D)/pollard.o $(OBJ_API)
	@$(OBJCOPY) --wildcard --keep-global-symbol='pollard_*' --strip-debug $(@D)/pollard.o
	@rm -f $@ && $(AR) rcs $@ $(@D)/pollard.o

# The texts that the program carries, as C.
EMBEDDED := $(wildcard src/lab/experiments/*.json src/lab/experiments/positions/*.epd src/lab/kinds/*/method.html) src/lab/published.json src/lab/papers.json src/lab/report/page.css
$(B)/embedded.c: tools/embed $(EMBEDDED)
	@mkdir -p $(@D)
	@tools/embed >$@.new && mv $@.new $@
$(B)/embedded.o: $(B)/embedded.c Makefile
	@$(CC) $(CPP_FLAGS) $(C_FLAGS) -Wno-overlength-strings -MMD -MP -c -o $@ $<

# The files of the page (web/dist), as they are and compressed.
$(B)/web_assets.c: tools/embed_web $(wildcard web/dist/*)
	@mkdir -p $(@D)
	@tools/embed_web $(B)/web >$@.new && mv $@.new $@
$(B)/web_assets.o: $(B)/web_assets.c Makefile
	@$(CC) $(CPP_FLAGS) $(C_FLAGS) -MMD -MP -c -o $@ $<

# What this build is: commit, flags, and a digest of the sources of every game. Looked at every time, written when it changed.
.PHONY: FORCE
$(B)/digest: tools/digest.c tools/source_digest.h
	@mkdir -p $(@D)
	@$(CC) -std=gnu17 -O1 $(WARN) -o $@ $<
$(B)/build_info.c: $(B)/digest FORCE
	@CC='$(CC)' tools/build_info $< '$(filter-out -W% -ffile-prefix-map=% -fdebug-prefix-map=%,$(C_FLAGS))' >$@.new && { cmp -s $@.new $@ || cp $@.new $@; } && rm $@.new
$(B)/build_info.o: $(B)/build_info.c Makefile
	@$(CC) $(CPP_FLAGS) $(C_FLAGS) -MMD -MP -c -o $@ $<
# What `tools/pollard-game` compiles a game of somebody else with (docs/PLUGINS.md).
$(B)/game-kit/contract: $(B)/build_info.c $(wildcard src/base/*.[ch] src/game/*.h src/search/*.h src/search/*.def src/search/order/* src/search/ads.c src/game/notes.c tools/game_kit/* examples/*.c)
	@CC='$(CC)' tools/game_kit/stage $(B)/digest $(@D)
# The same program with other digests, as if its games had been changed: results of the two must not mix.
$(B)/other_build_info.c: $(B)/build_info.c
	@sed 's/, "[0-9a-f]\{4\}/, "0000/; s/\(build_common.*\)"[0-9a-f]\{4\}/\1"0000/; s/\(build_commit.*\)".*"/\1"0therc0mmit"/' $< >$@
$(B)/other_build_info.o: $(B)/other_build_info.c Makefile
	@$(CC) $(CPP_FLAGS) $(C_FLAGS) -MMD -MP -c -o $@ $<
$(B)/pollard_other: $(call objects,$(SRC_CLI)) $(B)/other_build_info.o $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Tests.
# The unit tests let threads, allocations and disks fail and clocks go wrong (tests/base/system_faults, io_faults,
# tests/alloc).
UNIT_WRAPS := pthread_create clock_gettime malloc calloc realloc read pread write pwrite fsync fdatasync ftruncate rename
$(B)/unit: $(call objects,$(SRC_TEST) $(SRC_NAIVE) examples/breakthrough.c src/mpi/starter.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) $(UNIT_WRAPS:%=-Wl,--wrap=%) -o $@ $^ $(LIBS_TEST)
$(B)/naive: $(call objects,tests/naive/naive_main.c $(SRC_NAIVE)) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/overhead: $(call objects,bench/overhead.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/retro: $(call objects,bench/retro.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/bench_api: $(call objects,bench/api.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/bench_dbfile: $(call objects,bench/dbfile.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/probe: $(call objects,bench/probe.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
# Mazes of Thief and Police solved whole (docs/results/mazes).
$(B)/mazes: $(call objects,bench/mazes.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/replay_%: $(B)/tests/fuzz/fuzz_%.o $(call objects,tests/fuzz/replay.c tests/fuzz/fuzz.c tests/specs.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Fuzzers: clang with libFuzzer, the whole library instrumented. Left out, with a word, where clang cannot do that.
.PHONY: fuzzers
fuzzers:
	@if echo 'int LLVMFuzzerTestOneInput(const char *d, long n) { return d != 0 && n < 0; }' | clang -x c -fsanitize=fuzzer,address -o /dev/null - 2>/dev/null; \
	then $(MAKE) --no-print-directory VARIANT=fuzz CC=clang FLAGS_fuzz='$(FLAGS_sanitized) -Werror -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' $(FUZZERS:%=build/fuzz/fuzz_%); \
	else echo 'clang has no libFuzzer here: the parsers are tested on the corpus only'; fi
$(B)/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(call objects,tests/fuzz/fuzz.c tests/specs.c) $(B)/libpollard.a
	@$(CC) $(C_FLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

# A rule that gcc has cloned for one of its callers is no longer inlined in the flattened nodes of the search: 1-3 % of a search.
$(call level_objects,$(SRC_GAMES)): C_FLAGS += $(if $(findstring clang,$(CC)),,-fno-ipa-cp -fno-ipa-sra)
# Tests are compiled more often than they take time; the twin of the search takes time.
$(call objects,$(filter-out tests/search/search_twin.c,$(SRC_TEST))): C_FLAGS += $(if $(filter release,$(VARIANT)),-O1)
$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  $(VARIANT) $<"
	@$(CC) $(CPP_FLAGS) $(C_FLAGS) -MMD -MP -c -o $@ $<

# The same for one level.
define level_rule
$$(B)/$(1)/%.o: %.c Makefile
	@mkdir -p $$(@D)
	@echo "  $$(VARIANT) $$< ($(MARCH_$(1)))"
	@$$(CC) $$(CPP_FLAGS) -DGAME_LEVEL=$(1) $$(C_FLAGS) -march=$(MARCH_$(1)) -MMD -MP -c -o $$@ $$<
endef
$(foreach level,$(LEVELS),$(eval $(call level_rule,$(level))))

# The engine as WebAssembly.
include src/wasm/wasm.mk

.SECONDARY:
-include $(shell find $(B) -name '*.d' 2>/dev/null)
