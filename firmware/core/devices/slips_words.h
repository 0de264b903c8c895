/* The few words that the terminal itself prints. */
#ifndef POSTERN_CORE_SLIPS_WORDS_H
#define POSTERN_CORE_SLIPS_WORDS_H

#include "hal/display.h"

struct slips_words {
    const char *language; /* tag */
    const char *methods[HAL_CREDENTIAL_IRIS + 1]; /* method of identification */
    const char *sample; /* name on a sample receipt */
};

/* Returns the words in a language, by its tag; English by default. */
const struct slips_words *slips_words(const char *language);

#endif
