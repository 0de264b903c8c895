/* Likelihood of a word in an encoding, by its letters. Private to tables/sheet*. Costs are roughly tenths of a natural
 * logarithm of a probability: 23 is one in ten, 46 one in a hundred. */
#ifndef POSTERN_SHEET_LETTERS_H
#define POSTERN_SHEET_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uchar.h>

#define LETTERS_WORD_MAX 96 /* bytes of a word; the rest of it is ignored */
#define LETTERS_LANGUAGES_MAX 16 /* of an encoding */

/* Letters of a language. Lower case, only non-ASCII letters. */
struct letters_language {
    const char *name; /* ISO 639-1 */
    const char32_t *letters; /* frequent ones first; a space separates groups of rarer ones */
    unsigned first, step; /* cost of a letter of the first group, and the increment for each group */
    unsigned rare; /* cost of each word in it: few people write it */
    /* Letters that the language never has before a vowel, before a consonant, at the end of a word, anywhere but at the
     * end, after anything but a vowel. NULL: none. */
    const char32_t *no_vowel, *no_consonant, *no_end, *only_end, *after_vowel;
};

/* Structure of an encoding. */
enum letters_kind { LETTERS_BYTES, LETTERS_GBK, LETTERS_BIG5, LETTERS_CP932, LETTERS_CP949 };

struct letters_encoding {
    const char *name; /* as in iconv(3) */
    enum letters_kind kind;
    unsigned rare; /* cost of a file in it: few programs still write it */
    const struct letters_language *const *languages; /* NULL-terminated; none for multi-byte kinds */
    const char32_t *common; /* common multi-byte characters */
};

extern const struct letters_encoding letters_encodings[];
extern const size_t letters_encoding_count;

/* A word decoded in an encoding. */
struct letters_word {
    char32_t letters[LETTERS_WORD_MAX];
    size_t count;
    unsigned bad; /* invalid bytes */
};

/* Returns the cost of a word in a language, in addition to letters_cost_shape(). */
unsigned letters_cost(const struct letters_language *language, const struct letters_word *word);

/* Returns the cost in any language: symbols within a word, capitals after small letters, two scripts in one word,
 * consonants or vowels that are unlikely between their neighbours, invalid bytes. */
unsigned letters_cost_shape(const struct letters_word *word);

/* Returns the cost of a word in a multi-byte encoding; `bytes` are the same word as in the file. */
unsigned letters_cost_wide(const struct letters_encoding *encoding, const char *bytes, size_t len,
                           const struct letters_word *word);

#endif
