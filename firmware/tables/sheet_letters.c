/* Likelihood of a word in an encoding. */
#include "tables/sheet_letters.h"

#define COST_FOREIGN 75 /* a letter that the language does not have */
#define COST_BAD 120 /* an invalid byte, or a control character */
#define COST_SYMBOL 70 /* a symbol such as a degree sign or a quote */
#define COST_SYMBOL_WITHIN 30 /* additional, between two letters */
#define COST_ASCII_SIGN \
    40 /* a bracket or similar beside a non-ASCII letter or sign: half a character of another encoding */
#define COST_MIXED 60 /* two adjacent scripts */
#define COST_SMALL_FIRST 8 /* a word that begins with a small letter */
#define COST_CAPITAL_WITHIN 45 /* a capital after a small letter */
#define COST_SMALL_IN_CAPITALS 25 /* a small letter after two capitals */
#define COST_NEIGHBOUR 20 /* a vowel between vowels, a consonant between consonants */
#define COST_ALONE 20 /* two adjacent non-ASCII letters in a Latin word */
#define COST_PLACE 30 /* a letter at an impossible place in its language */

enum script {
    SCRIPT_NONE,
    SCRIPT_LATIN,
    SCRIPT_GREEK,
    SCRIPT_CYRILLIC,
    SCRIPT_HEBREW,
    SCRIPT_ARABIC,
    SCRIPT_THAI,
    SCRIPT_WIDE
};

static bool is_in(const char32_t *list, char32_t letter) {
    for (; list != NULL && *list != 0; list++) {
        if (*list == letter) {
            return true;
        }
    }
    return false;
}

static enum script script_of(char32_t letter) {
    static const struct {
        char32_t first, last;
        enum script script;
    } ranges[] = {
        {'A', 'Z', SCRIPT_LATIN},      {'a', 'z', SCRIPT_LATIN},        {0xc0, 0xd6, SCRIPT_LATIN},
        {0xd8, 0xf6, SCRIPT_LATIN},    {0xf8, 0x17f, SCRIPT_LATIN},     {0x192, 0x192, SCRIPT_NONE},
        {0x1a0, 0x21b, SCRIPT_LATIN},  {0x300, 0x323, SCRIPT_LATIN},    {0x386, 0x386, SCRIPT_GREEK},
        {0x388, 0x3ce, SCRIPT_GREEK},  {0x401, 0x491, SCRIPT_CYRILLIC}, {0x5b0, 0x5f4, SCRIPT_HEBREW},
        {0x621, 0x63a, SCRIPT_ARABIC}, {0x641, 0x6d2, SCRIPT_ARABIC},   {0xe01, 0xe3a, SCRIPT_THAI},
        {0xe40, 0xe4e, SCRIPT_THAI},   {0x1ea0, 0x1ef9, SCRIPT_LATIN},  {0x3041, 0x30fe, SCRIPT_WIDE},
        {0x3131, 0x318e, SCRIPT_WIDE}, {0x4e00, 0x9fff, SCRIPT_WIDE},   {0xac00, 0xd7a3, SCRIPT_WIDE},
        {0xf900, 0xfaff, SCRIPT_WIDE}, {0xff66, 0xff9f, SCRIPT_WIDE},
    };
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        if (letter >= ranges[i].first && letter <= ranges[i].last) {
            return ranges[i].script;
        }
    }
    return SCRIPT_NONE;
}

/* Returns the small letter in Unicode's blocks of Latin letters with marks, where pairs are adjacent. */
static char32_t letter_small_beside(char32_t letter) {
    const bool odd = (letter >= 0x139 && letter <= 0x148) || (letter >= 0x179 && letter <= 0x17e) || letter == 0x1af;
    return letter % 2 == (odd ? 1 : 0) ? letter + 1 : letter;
}

static char32_t letter_small_greek(char32_t letter) {
    switch (letter) {
        case 0x386: return 0x3ac;
        case 0x38c: return 0x3cc;
        case 0x38e:
        case 0x38f: return letter + 63;
        default: break;
    }
    if (letter >= 0x388 && letter <= 0x38a) {
        return letter + 37;
    }
    return letter >= 0x391 && letter <= 0x3ab ? letter + 32 : letter;
}

/* Returns the small letter; the C library's function needs an installed locale. A dotted capital I has none of its
 * own. */
static char32_t letter_small(char32_t letter) {
    if ((letter >= 'A' && letter <= 'Z') || (letter >= 0xc0 && letter <= 0xde && letter != 0xd7)) {
        return letter + 32;
    }
    if (letter >= 0x386 && letter <= 0x3ab) {
        return letter_small_greek(letter);
    }
    if (letter >= 0x401 && letter <= 0x42f) {
        return letter < 0x410 ? letter + 80 : letter + 32;
    }
    if (letter == 0x130 || letter == 0x131 || letter == 0x138 || letter == 0x149 || letter == 0x17f) {
        return letter;
    }
    if (letter == 0x178) {
        return 0xff;
    }
    const bool paired = (letter >= 0x100 && letter <= 0x17e) || letter == 0x1a0 || letter == 0x1af || letter == 0x490 ||
                        (letter >= 0x1ea0 && letter <= 0x1ef9);
    return paired ? letter_small_beside(letter) : letter;
}

static bool is_capital(char32_t letter) {
    return letter_small(letter) != letter || letter == 0x130;
}

static bool has_case(enum script script) {
    return script == SCRIPT_LATIN || script == SCRIPT_GREEK || script == SCRIPT_CYRILLIC;
}

static bool is_vowel(char32_t letter) {
    return is_in(U"aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıİōőœūůűųơưαεηιουωάέήίόύώϊϋΐΰаеиоуыэюяёіїєъ",
                 letter_small(letter)) ||
           (letter >= 0x1ea0 && letter <= 0x1ef9);
}

/* Returns the letter at a position of a word; 0: none. */
static char32_t letter_at(const struct letters_word *word, size_t at) {
    return at < word->count ? word->letters[at] : 0;
}

static unsigned cost_case(char32_t before, char32_t previous, char32_t letter) {
    if (script_of(previous) == SCRIPT_NONE) {
        return is_capital(letter) ? 0 : COST_SMALL_FIRST;
    }
    if (is_capital(letter)) {
        return is_capital(previous) ? 0 : COST_CAPITAL_WITHIN;
    }
    const bool capitals = is_capital(previous) && script_of(before) != SCRIPT_NONE && is_capital(before);
    return capitals ? COST_SMALL_IN_CAPITALS : 0;
}

/* Returns the cost of a non-ASCII letter between its neighbours. */
static unsigned cost_neighbours(char32_t previous, char32_t letter, char32_t next) {
    unsigned cost = 0;
    if (script_of(previous) != SCRIPT_NONE && script_of(next) != SCRIPT_NONE &&
        is_vowel(previous) == is_vowel(letter) && is_vowel(next) == is_vowel(letter)) {
        cost += COST_NEIGHBOUR;
    }
    if (script_of(letter) == SCRIPT_LATIN && previous >= 0x80 && script_of(previous) == SCRIPT_LATIN) {
        cost += COST_ALONE;
    }
    return cost;
}

static unsigned cost_symbol(char32_t previous, char32_t letter, char32_t next) {
    const bool within = script_of(previous) != SCRIPT_NONE && script_of(next) != SCRIPT_NONE;
    if (letter < 0xa0) {
        return COST_BAD;
    }
    return COST_SYMBOL + (within && letter != 0x2019 && letter != 0xb7 ? COST_SYMBOL_WITHIN : 0);
}

/* A bar is excluded: it may be the delimiter. */
static unsigned cost_ascii_sign(char32_t previous, char32_t letter) {
    return previous >= 0x80 && is_in(U"@[]^_`{}~", letter) ? COST_ASCII_SIGN : 0;
}

/* Hebrew letters with a final form. */
static unsigned cost_hebrew(char32_t letter, char32_t next) {
    const bool is_end = script_of(next) != SCRIPT_HEBREW;
    const bool is_final = is_in(U"םןךףץ", letter), has_final = is_in(U"מנכפצ", letter);
    return (is_final && !is_end) || (has_final && is_end) ? COST_PLACE : 0;
}

/* Thai marks follow a consonant, some vowels precede one. */
static unsigned cost_thai(char32_t previous, char32_t letter, char32_t next) {
    const bool is_mark =
        letter == 0xe31 || (letter >= 0xe33 && letter <= 0xe3a) || (letter >= 0xe47 && letter <= 0xe4e);
    const bool is_before = letter >= 0xe40 && letter <= 0xe44;
    const bool on_letter = script_of(previous) == SCRIPT_THAI && !(previous >= 0xe40 && previous <= 0xe44);
    const bool before_letter = next >= 0xe01 && next <= 0xe2e;
    return (is_mark && !on_letter) || (is_before && !before_letter) ? 2 * COST_PLACE : 0;
}

static unsigned cost_letter(const struct letters_word *word, size_t at) {
    const char32_t letter = word->letters[at], next = letter_at(word, at + 1);
    const char32_t previous = at > 0 ? word->letters[at - 1] : 0, before = at > 1 ? word->letters[at - 2] : 0;
    const enum script script = script_of(letter), last = script_of(previous);
    if (script == SCRIPT_NONE) {
        return letter < 0x80 ? cost_ascii_sign(previous, letter) : cost_symbol(previous, letter, next);
    }
    unsigned cost = last != SCRIPT_NONE && script != last ? COST_MIXED : 0;
    if (has_case(script) && (letter >= 0x80 || previous >= 0x80)) {
        cost += cost_case(before, previous, letter);
    }
    if (has_case(script) && letter >= 0x80) {
        cost += cost_neighbours(previous, letter, next);
    }
    if (script == SCRIPT_HEBREW) {
        cost += cost_hebrew(letter, next);
    }
    return script == SCRIPT_THAI ? cost + cost_thai(previous, letter, next) : cost;
}

unsigned letters_cost_shape(const struct letters_word *word) {
    unsigned cost = word->bad * COST_BAD;
    for (size_t i = 0; i < word->count; i++) {
        cost += cost_letter(word, i);
    }
    return cost;
}

/* Returns the group of a letter, from 0; -1: the language does not have it. */
static int group_of(const struct letters_language *language, char32_t letter) {
    int group = 0;
    for (const char32_t *at = language->letters; *at != 0; at++) {
        if (*at == letter) {
            return group;
        }
        group += *at == ' ' ? 1 : 0;
    }
    return -1;
}

static unsigned cost_place(const struct letters_language *language, const struct letters_word *word, size_t at) {
    const char32_t letter = letter_small(word->letters[at]), next = letter_at(word, at + 1);
    const char32_t previous = at > 0 ? word->letters[at - 1] : 0;
    const bool is_end = script_of(next) == SCRIPT_NONE;
    const bool is_wrong = (!is_end && is_in(language->only_end, letter)) ||
                          (is_end && is_in(language->no_end, letter)) ||
                          (!is_end && is_vowel(next) && is_in(language->no_vowel, letter)) ||
                          (!is_end && !is_vowel(next) && is_in(language->no_consonant, letter)) ||
                          (!is_vowel(previous) && is_in(language->after_vowel, letter));
    return is_wrong ? COST_PLACE : 0;
}

unsigned letters_cost(const struct letters_language *language, const struct letters_word *word) {
    unsigned cost = language->rare;
    for (size_t i = 0; i < word->count; i++) {
        const char32_t letter = letter_small(word->letters[i]);
        if (letter < 0x80 || script_of(letter) == SCRIPT_NONE) {
            continue;
        }
        const int group = group_of(language, letter);
        cost += group < 0 ? COST_FOREIGN : language->first + (unsigned)group * language->step;
        cost += group < 0 ? 0 : cost_place(language, word, i);
    }
    return cost;
}

#define WIDE_COMMON 52 /* a frequent character in lists of people */
#define WIDE_KANA 45
#define WIDE_HALF 36 /* half-width katakana, one byte each */
#define WIDE_VOICED 15 /* followed by its voicing mark */
#define HALF_VOICED 0xde
#define WIDE_FIRST 82 /* one of the thousands that the standard lists first, by use */
#define WIDE_SECOND 115
#define WIDE_SIGN 100
#define WIDE_BEYOND 130 /* vendor extension of the standard */

static unsigned cost_gbk(unsigned lead, unsigned trail) {
    if (trail < 0xa1) {
        return WIDE_BEYOND;
    }
    return lead >= 0xb0 && lead <= 0xd7 ? WIDE_FIRST : lead >= 0xd8 && lead <= 0xf7 ? WIDE_SECOND : WIDE_SIGN;
}

static unsigned cost_big5(unsigned lead) {
    return lead >= 0xa4 && lead <= 0xc6 ? WIDE_FIRST : lead >= 0xc9 ? WIDE_SECOND : WIDE_SIGN;
}

static unsigned cost_cp949(unsigned lead, unsigned trail) {
    if (trail < 0xa1) {
        return WIDE_BEYOND;
    }
    return lead >= 0xb0 && lead <= 0xc8 ? WIDE_FIRST : lead >= 0xca ? WIDE_SECOND + 10 : WIDE_SIGN;
}

static unsigned cost_cp932(unsigned lead, unsigned trail) {
    if (lead == 0x81) {
        return trail == 0x5b || trail == 0x45 ? WIDE_KANA : WIDE_SIGN;
    }
    const bool kana = (lead == 0x82 && trail >= 0x9f) || (lead == 0x83 && trail <= 0x96);
    return kana ? WIDE_KANA : lead >= 0x88 && lead <= 0x98 ? WIDE_FIRST : lead <= 0x87 ? WIDE_SIGN : WIDE_SECOND;
}

static unsigned cost_pair(enum letters_kind kind, unsigned lead, unsigned trail) {
    switch (kind) {
        case LETTERS_GBK: return cost_gbk(lead, trail);
        case LETTERS_BIG5: return cost_big5(lead);
        case LETTERS_CP932: return cost_cp932(lead, trail);
        case LETTERS_CP949: return cost_cp949(lead, trail);
        case LETTERS_BYTES: break;
    }
    return WIDE_BEYOND;
}

static bool is_half_kana(enum letters_kind kind, unsigned lead) {
    return kind == LETTERS_CP932 && lead >= 0xa1 && lead <= 0xdf;
}

unsigned letters_cost_wide(const struct letters_encoding *encoding, const char *bytes, size_t len,
                           const struct letters_word *word) {
    unsigned cost = 0;
    size_t at = 0;
    for (size_t i = 0; i < word->count && at < len; i++) {
        const unsigned lead = (unsigned char)bytes[at];
        const bool is_one = lead < 0x80 || is_half_kana(encoding->kind, lead);
        if (lead >= 0x80 && is_one) {
            cost += lead == HALF_VOICED && at > 0 ? WIDE_VOICED : WIDE_HALF;
        } else if (lead >= 0x80) {
            const unsigned trail = at + 1 < len ? (unsigned char)bytes[at + 1] : 0;
            cost += is_in(encoding->common, word->letters[i]) ? WIDE_COMMON : cost_pair(encoding->kind, lead, trail);
        }
        at += is_one ? 1 : 2;
    }
    return cost;
}
