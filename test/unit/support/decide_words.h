/* Facts and outcomes of core/door/decide.h as the words of docs/rules.md. */
#ifndef POSTERN_TEST_DECIDE_WORDS_H
#define POSTERN_TEST_DECIDE_WORDS_H

#include <stddef.h>

#include "core/door/decide.h"

/* The default case: values that a line omits. */
extern const struct decide_facts decide_words_plain;

/* Parses words, "door=fire shown=unknown"; modifies the text. An unknown word fails the test. */
void decide_words_read(char *words, struct decide_facts *ret_facts);

/* Writes an outcome: "granted anyTime opens punch area=inside". */
void decide_words_write(const struct decide_outcome *outcome, char *ret_words, size_t size);

#endif
