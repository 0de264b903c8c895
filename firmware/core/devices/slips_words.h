/* The few words of its own that the terminal prints. */
#ifndef POSTERN_CORE_SLIPS_WORDS_H
#define POSTERN_CORE_SLIPS_WORDS_H

#include "hal/display.h"

struct slips_words {
    const char *language; /* tag */
    const char *methods[HAL_CREDENTIAL_IRIS + 1]; /* how somebody was recognised */
    const char *sample; /* name on a sample slip */
};

/* The words in a language, by its tag; English for one without. */
const struct slips_words *slips_words(const char *language);

#endif
