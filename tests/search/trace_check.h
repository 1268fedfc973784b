// trace_check.h - is what a search remembered (search/trace.h) the tree that it can have searched, and what
// its lists did?
#ifndef TESTS_SEARCH_TRACE_CHECK_H
#define TESTS_SEARCH_TRACE_CHECK_H

#include "search/search.h"

// Searches the position again with a trace, which must change nothing, and looks at it: that every node lies
// with those below it and counts them, that its value follows from theirs, that a list moved by the steps is
// the list of the search. Then once more with less room: the same tree, down to some ply.
void trace_check(const Variant *v, const SearchSettings *t, const AnyState *s, const SearchLimits *limits,
                 const SearchResult *expected);

#endif
