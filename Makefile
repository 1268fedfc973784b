# Pollard - `make help` lists the targets.
#
# Variants live in folders of their own: build/<variant>/. `make VARIANT=asan test` builds and tests that one.

VARIANT ?= release
B       := build/$(VARIANT)
CC      ?= gcc
VERSION := 0.1.0

PACKAGES := gcc make pkg-config libjansson-dev check
WARN     := -Wall -Wextra -Wshadow -Wmissing-declarations -Wconversion -Wstrict-prototypes -Wvla
CFLAGS_release  := -O3 -g -DNDEBUG
CFLAGS_debug    := -O0 -g3
CFLAGS_asan     := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_tsan     := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
CFLAGS_coverage := -O0 -g --coverage
ARCH     ?= -march=native
LIBS      = $(shell pkg-config --libs jansson) -lm -lpthread
override CFLAGS   := -std=gnu17 $(WARN) $(CFLAGS_$(VARIANT)) $(ARCH) $(CFLAGS)
override CPPFLAGS := -Isrc -D_GNU_SOURCE -DPOLLARD_VERSION='"$(VERSION)"' -DPOLLARD_VARIANT='"$(VARIANT)"' $(CPPFLAGS)

LIB_SRC := $(wildcard src/base/*.c src/game/*.c src/games/*.c src/play/*.c)
CLI_SRC := $(wildcard src/cli/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o)
CLI_OBJ := $(CLI_SRC:%.c=$(B)/%.o)

.PHONY: all
all: pollard

pollard: $(B)/pollard
	@cp -f $< $@

$(B)/libpollard.a: $(LIB_OBJ)
	@rm -f $@ && $(AR) rcs $@ $^

$(B)/pollard: $(CLI_OBJ) $(B)/libpollard.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(CLI_OBJ) $(B)/libpollard.a $(LIBS)

$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d)

NAIVE_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard tests/naive/*.c) tests/naive_compare.c)
$(B)/tests/%.o: CPPFLAGS += -Itests
$(B)/naive: $(B)/tests/naive_main.o $(NAIVE_OBJ) $(B)/libpollard.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)
