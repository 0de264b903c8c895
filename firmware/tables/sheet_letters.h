/* How likely a word is in an encoding, by its letters. Private to tables/sheet*. Costs are tenths of a natural logarithm of
 * a probability, roughly: 23 is one in ten, 46 one in a hundred. */
#ifndef POSTERN_SHEET_LETTERS_H
#define POSTERN_SHEET_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uchar.h>

#define LETTERS_WORD_MAX 96 /* bytes of a word; what follows in it is not counted */
#define LETTERS_LANGUAGES_MAX 16 /* of an encoding */

/* Which letters a language writes. Lower case, only letters that are not ASCII. */
struct letters_language {
    const char *name; /* ISO 639-1 */
    const char32_t *letters; /* frequent ones first; a space begins a group of rarer ones */
    unsigned first, step; /* cost of a letter of the first group, and what each group adds */
    unsigned rare; /* cost of each word in it: few people write it */
    /* Letters that the language never has before a vowel, before a consonant, at the end of a word, before anything but
     * the end, behind anything but a vowel. NULL: none. */
    const char32_t *no_vowel, *no_consonant, *no_end, *only_end, *after_vowel;
};

/* How the bytes of an encoding are divided. */
enum letters_kind { LETTERS_BYTES, LETTERS_GBK, LETTERS_BIG5, LETTERS_CP932, LETTERS_CP949 };

struct letters_encoding {
    const char *name; /* as iconv(3) calls it */
    enum letters_kind kind;
    unsigned rare; /* cost of a file in it: few programs still write it */
    const struct letters_language *const *languages; /* up to a NULL; none where the kind is of several bytes */
    const char32_t *common; /* characters of several bytes that are common */
};

extern const struct letters_encoding letters_encodings[];
extern const size_t letters_encoding_count;

/* A word as an encoding reads it. */
struct letters_word {
    char32_t letters[LETTERS_WORD_MAX];
    size_t count;
    unsigned bad; /* bytes that are no character */
};

/* Cost of a word in a language, beside letters_cost_shape(). */
unsigned letters_cost(const struct letters_language *language, const struct letters_word *word);

/* What costs in every language: symbols within a word, capitals behind small letters, two scripts in one word, consonants
 * or vowels where the neighbours make them unlikely, bytes that are no character. */
unsigned letters_cost_shape(const struct letters_word *word);

/* Cost of a word in an encoding of several bytes; `bytes` are the same word as the file has it. */
unsigned letters_cost_wide(const struct letters_encoding *encoding, const char *bytes, size_t len,
                           const struct letters_word *word);

#endif
