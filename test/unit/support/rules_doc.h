/* The examples of docs/rules.md: the lines of its fenced blocks of one kind. */
#ifndef POSTERN_TEST_RULES_DOC_H
#define POSTERN_TEST_RULES_DOC_H

#include <stddef.h>

/* Calls `each` for every line of every block ```kind, in order. Returns their number. */
size_t rules_doc_each(const char *kind, void (*each)(char *line));

#endif
