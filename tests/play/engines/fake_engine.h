// fake_engine.h - an engine for any game of this program that behaves as it is told: `unit --fake-engine
// PROTOCOL GAME HOW` is a program of its own for the tests of players that are programs.
#ifndef TESTS_PLAY_ENGINES_FAKE_ENGINE_H
#define TESTS_PLAY_ENGINES_FAKE_ENGINE_H

int fake_engine_run(const char *protocol, const char *game, const char *how);

#endif
