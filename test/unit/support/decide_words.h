/* Facts and outcomes of core/door/decide.h as the words of docs/rules.md. */
#ifndef POSTERN_TEST_DECIDE_WORDS_H
#define POSTERN_TEST_DECIDE_WORDS_H

#include <stddef.h>

#include "core/door/decide.h"

/* The ordinary case: what a line leaves out. */
extern const struct decide_facts decide_words_plain;

/* Takes words apart, "door=fire shown=unknown"; changes the text. An unknown word fails the test. */
void decide_words_read(char *words, struct decide_facts *ret_facts);

/* Writes an outcome: "granted anyTime opens punch area=inside". */
void decide_words_write(const struct decide_outcome *outcome, char *ret_words, size_t size);

#endif
