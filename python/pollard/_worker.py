"""Long calls of the library that Ctrl-C can end.

A call through ctypes cannot be interrupted in its own thread, and Python tells its main thread alone of
Ctrl-C. So the main thread gives such calls to another thread and waits, ready for signals; other threads call
themselves. Callbacks run in the thread that asked, whichever thread the library calls them from.

Ctrl-C may come between any two steps of the waiting. So nothing is known by a message alone, which would be
lost with the step: what has happened is kept in members, which the waiting looks at again.
The threads are kept for the next call: a hand-over costs some 20 us, a new thread a hundred.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

_AGAIN_SECONDS = 0.005


class _Worker:
    """A thread that performs what it is given."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[LongCall] = SimpleQueue()
        threading.Thread(target=self._run, name="pollard", daemon=True).start()

    def _run(self) -> None:
        while True:
            self.jobs.get()._perform()


_idle: list[_Worker] = []
os.register_at_fork(after_in_child=_idle.clear)


class _Question:
    """A callback to be called by the thread that asked, and its answer."""

    def __init__(self, function: Callable[[Any], object], value: Any) -> None:
        self.function = function
        self.value = value
        self.answer: SimpleQueue[int] = SimpleQueue()


class LongCall:
    """A call, and stop(), which ends it early from any thread and does nothing before it has begun."""

    def __init__(self, call: Callable[[], int], stop: Callable[[], object]) -> None:
        self._call = call
        self._stop = stop
        self._apart = False
        self._begun = False
        self._done = False
        self._code = 0
        self._error: BaseException | None = None
        self._wake: SimpleQueue[None] = SimpleQueue()
        self._questions: list[_Question] = []
        self._answered = 0

    def run(self, apart: bool) -> int:
        """The call's result. What a callback raised, or Ctrl-C, is raised once the call has ended."""
        self._apart = apart
        if apart:
            self._run_apart()
        else:
            self._perform()
        if self._error is not None:
            raise self._error
        return self._code

    def _perform(self) -> None:
        if self._begun:
            return
        self._begun = True
        try:
            self._code = self._call()
        except BaseException as error:  # for the one who asked
            self._error = error
        self._done = True
        self._wake.put(None)

    # The thread that asked.

    def _run_apart(self) -> None:
        worker = _idle.pop() if _idle else _Worker()
        given = False
        while not self._done:
            try:
                if not given:
                    worker.jobs.put(self)
                    given = True
                while not self._done:
                    self._wait()
            except BaseException as error:
                self._remember(error)
        _idle.append(worker)

    def _wait(self) -> None:
        if self._error is not None:
            self._stop()
        if self._answered == len(self._questions):
            try:
                self._wake.get(timeout=None if self._error is None else _AGAIN_SECONDS)
            except Empty:
                return
        if self._answered < len(self._questions):
            question = self._questions[self._answered]
            question.answer.put(self._guarded(question.function, question.value))
            self._answered += 1

    def _remember(self, error: BaseException) -> None:
        if self._error is None:
            self._error = error

    def _guarded(self, function: Callable[[Any], object], value: Any) -> int:
        """A callback's answer: 1, enough, also when it raised something."""
        if self._error is not None:
            return 1
        try:
            return 1 if function(value) else 0
        except BaseException as error:
            self._remember(error)
            return 1

    # The thread that performs.

    def answer(self, function: Callable[[Any], object], value: Any) -> int:
        """From within the call: has the function called by the thread that asked."""
        if not self._apart:
            return self._guarded(function, value)
        question = _Question(function, value)
        self._questions.append(question)
        self._wake.put(None)
        return question.answer.get()


def interruptible() -> bool:
    """Is this the thread that Ctrl-C interrupts?"""
    return threading.current_thread() is threading.main_thread()
