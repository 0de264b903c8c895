#include "tables/sheet_letters.h"

#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"
#include "util/utf8.h"

#define SAMPLE_MAX 8192 /* bytes of cells that are looked at */
#define DECODED_MAX (4 * SAMPLE_MAX)
#define CELL_SEPARATORS ",;\t\r\n\"" /* no encoding has them as a second byte */

enum {
    LETTER_OF_LANGUAGE = 4,
    LETTER_FOREIGN = -2, /* of the script, in no word of the language */
    CAPITAL_INSIDE = -6, /* behind a small letter */
    SCRIPTS_MIXED = -6, /* a letter of another script beside one of A to Z */
    SYMBOL = -4, /* inside a text of letters */
    NO_CHARACTER = -40
};

/* A language: its letters beyond A to Z in lower case, as its alphabet has them; a range where the script is its own. */
struct language {
    const char *encoding;
    const char *letters; /* NULL: `first` to `last` */
    uint32_t first, last;
};

/* Languages that are more likely in an office come first: of equal ones the first is chosen. */
static const struct language languages[] = {
    {"CP1252", "äöüß", 0, 0}, /* German */
    {"CP1252", "éèêëàâçîïôùûüÿœæ", 0, 0}, /* French */
    {"CP1252", "áéíñóúü", 0, 0}, /* Spanish */
    {"CP1252", "áâãàçéêíóôõú", 0, 0}, /* Portuguese */
    {"CP1252", "àèéìíîòóùú", 0, 0}, /* Italian */
    {"CP1252", "åäöéü", 0, 0}, /* Swedish, Finnish */
    {"CP1252", "åæøéò", 0, 0}, /* Danish, Norwegian */
    {"CP1252", "éëïöüèáíóú", 0, 0}, /* Dutch */
    {"CP1250", "ąćęłńóśźż", 0, 0}, /* Polish */
    {"CP1250", "áčďéěíňóřšťúůýž", 0, 0}, /* Czech */
    {"CP1250", "áäčďéíĺľňóôŕšťúýž", 0, 0}, /* Slovak */
    {"CP1250", "áéíóöőúüű", 0, 0}, /* Hungarian */
    {"CP1250", "ăâîșțşţ", 0, 0}, /* Romanian */
    {"CP1250", "čćđšž", 0, 0}, /* Croatian, Slovenian */
    {"CP1254", "çğıöşüâî", 0, 0}, /* Turkish */
    {"CP1257", "āčēģīķļņšūž", 0, 0}, /* Latvian */
    {"CP1257", "ąčęėįšųūž", 0, 0}, /* Lithuanian */
    {"CP1257", "äõöüšž", 0, 0}, /* Estonian */
    {"CP1258", "àáâãèéêìíòóôõùúăđĩũơưýạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ", 0, 0}, /* Vietnamese */
    {"CP1252", "áéíóúýþðæö", 0, 0}, /* Icelandic */
    {"CP1255", NULL, 0x05d0,
     0x05ea}, /* Hebrew, which has no capitals: before Cyrillic, whose small letters have these bytes */
    {"CP1251", NULL, 0x0430, 0x045f}, /* Cyrillic */
    {"CP1253", NULL, 0x03ac, 0x03ce}, /* Greek */
    {"CP1256", NULL, 0x0621, 0x06d2}, /* Arabic, Persian */
    {"CP874", NULL, 0x0e01, 0x0e4e}, /* Thai */
    {"CP949", NULL, 0xac00, 0xd7a3}, /* Korean */
    {"CP932", NULL, 0x3041, 0x30fe}, /* Japanese: kana; its ideographs are in wide_score() */
    {"GBK", NULL, 0x4e00, 0x9fa5}, /* Chinese, simplified */
    {"BIG5", NULL, 0x4e00, 0x9fa5}, /* Chinese, traditional */
    {"MACINTOSH", "äöüßéèêëàâçîïôùûœ", 0, 0}, /* German and French on a Mac */
    {"MACINTOSH", "áéíñóúü", 0, 0}, /* Spanish on a Mac */
};

#define LANGUAGES (sizeof(languages) / sizeof(languages[0]))

/* Collects cells with bytes above 0x7F, a line each. Returns how many bytes that is. */
static size_t collect_sample(const char *head, size_t len, char sample[SAMPLE_MAX]) {
    size_t used = 0;
    for (size_t at = 0; at < len;) {
        size_t end = at;
        bool has_high = false;
        while (end < len && strchr(CELL_SEPARATORS, head[end]) == NULL && head[end] != '\0') {
            has_high = has_high || (head[end] & 0x80) != 0;
            end++;
        }
        /* The last cell may be cut in the middle of a character. */
        if (has_high && end < len && used + (end - at) + 1 < SAMPLE_MAX) {
            memcpy(sample + used, head + at, end - at);
            used += end - at;
            sample[used++] = '\n';
        }
        at = end + 1;
    }
    return used;
}

/* Decodes into UTF-8. Returns how many bytes are no characters; what they would be is left out. */
static size_t sample_decode(const char *encoding, const char *sample, size_t len, char out[DECODED_MAX],
                            size_t *ret_len) {
    iconv_t conversion = iconv_open("UTF-8", encoding);
    char *from = (char *)(uintptr_t)sample;
    char *to = out;
    size_t left = len, room = DECODED_MAX, wrong = 0;
    *ret_len = 0;
    if (conversion == (iconv_t)-1) {
        return len;
    }
    while (left > 0 && iconv(conversion, &from, &left, &to, &room) == (size_t)-1 && room > 4 && left > 0) {
        from++;
        left--;
        wrong++;
    }
    (void)iconv(conversion, NULL, NULL, &to, &room);
    (void)iconv_close(conversion);
    *ret_len = DECODED_MAX - room;
    return wrong;
}

static bool is_of_language(const struct language *language, uint32_t lower) {
    if (language->letters == NULL) {
        return lower >= language->first && lower <= language->last;
    }
    const size_t len = strlen(language->letters);
    for (size_t at = 0; at < len;) {
        uint32_t letter = 0;
        at += utf8_next(language->letters + at, len - at, &letter);
        if (letter == lower) {
            return true;
        }
    }
    return false;
}

/* Signs that texts of every language have. */
static bool is_usual_sign(uint32_t code_point) {
    return code_point == 0xa0 || code_point == 0xb0 || code_point == 0xab || code_point == 0xbb || code_point == 0xb7 ||
           (code_point >= 0x2010 && code_point <= 0x2026) || code_point == 0x20ac || code_point == 0x60c ||
           (code_point >= 0x3000 && code_point <= 0x3002);
}

static bool is_ascii_letter(uint32_t code_point) {
    return (code_point >= 'A' && code_point <= 'Z') || (code_point >= 'a' && code_point <= 'z');
}

static int score_character(const struct language *language, uint32_t code_point, uint32_t before) {
    const bool has_own_script = language->letters == NULL;
    if (has_own_script && is_ascii_letter(code_point) && before >= 0xa0 && text_is_letter(before)) {
        return SCRIPTS_MIXED;
    }
    if (code_point < 0x80 || is_usual_sign(code_point)) {
        return 0;
    }
    if (code_point < 0xa0) {
        return NO_CHARACTER; /* a control */
    }
    if (!text_is_letter(code_point)) {
        return SYMBOL;
    }
    const uint32_t lower = text_lower(code_point);
    const int capital = lower != code_point && text_is_small(before) ? CAPITAL_INSIDE : 0;
    const int mixed = has_own_script && is_ascii_letter(before) ? SCRIPTS_MIXED : 0;
    return capital + mixed + (is_of_language(language, lower) ? LETTER_OF_LANGUAGE : LETTER_FOREIGN);
}

static int score_text(const struct language *language, const char *text, size_t len) {
    int score = 0;
    uint32_t before = ' ';
    for (size_t at = 0; at < len;) {
        uint32_t code_point = 0;
        const size_t size = utf8_next(text + at, len - at, &code_point);
        if (size == 0) {
            return score + NO_CHARACTER;
        }
        score += score_character(language, code_point, before);
        before = code_point;
        at += size;
    }
    return score;
}

/* Encodings of two bytes: how usual the characters are that a first byte begins, by the order of their tables. A few bytes of any
 * of them are valid in the others as well. */
static int wide_score(const char *encoding, const char *sample, size_t len) {
    const bool is_big5 = strcmp(encoding, "BIG5") == 0, is_gbk = strcmp(encoding, "GBK") == 0;
    const bool is_korean = strcmp(encoding, "CP949") == 0, is_japanese = strcmp(encoding, "CP932") == 0;
    int score = 0;
    for (size_t at = 0; at + 1 < len && (is_big5 || is_gbk || is_korean || is_japanese);) {
        const unsigned first = (unsigned char)sample[at], second = (unsigned char)sample[at + 1];
        if (first < 0x80 || (is_japanese && first >= 0xa0 && first <= 0xdf)) {
            score += first < 0x80 ? 0 : LETTER_FOREIGN; /* narrow kana */
            at++;
            continue;
        }
        const bool is_usual = is_gbk      ? first >= 0xb0 && first <= 0xd7 && second >= 0xa1
                              : is_korean ? first >= 0xb0 && first <= 0xc8 && second >= 0xa1
                              : is_big5   ? first >= 0xa4 && first <= 0xc6
                                          : first >= 0x82 && first <= 0x97;
        score += is_usual ? LETTER_OF_LANGUAGE : LETTER_FOREIGN;
        at += 2;
    }
    return score;
}

static bool is_wide(const char *encoding) {
    return strcmp(encoding, "GBK") == 0 || strcmp(encoding, "BIG5") == 0 || strcmp(encoding, "CP949") == 0 ||
           strcmp(encoding, "CP932") == 0;
}

/* The score of the best language of an encoding, per byte of the sample that is not ASCII. */
static int score_encoding(const struct language *language, const char *sample, size_t len, char *decoded) {
    size_t decoded_len = 0;
    const size_t wrong = sample_decode(language->encoding, sample, len, decoded, &decoded_len);
    const int lost = (int)wrong * NO_CHARACTER;
    /* A letter of two bytes counts as two letters, so that longer characters are no disadvantage. */
    return is_wide(language->encoding) ? lost + 2 * wide_score(language->encoding, sample, len)
                                       : lost + score_text(language, decoded, decoded_len);
}

/* Whether the sample is the same text in both encodings. */
static bool reads_alike(const char *one, const char *other, const char *sample, size_t len, char *decoded) {
    char *again = malloc(DECODED_MAX);
    size_t first = 0, second = 0;
    bool is_alike = false;
    if (again != NULL && sample_decode(one, sample, len, decoded, &first) == 0 &&
        sample_decode(other, sample, len, again, &second) == 0) {
        is_alike = first == second && memcmp(decoded, again, first) == 0;
    }
    free(again);
    return is_alike;
}

const char *sheet_encoding_by_letters(const char *head, size_t len, const char *home) {
    char *sample = malloc(SAMPLE_MAX + DECODED_MAX);
    const char *best = home;
    int best_score = INT32_MIN;
    if (sample == NULL) {
        return home;
    }
    const size_t used = collect_sample(head, len, sample);
    for (size_t i = 0; used > 0 && i < LANGUAGES; i++) {
        const int score = score_encoding(&languages[i], sample, used, sample + SAMPLE_MAX);
        if (score > best_score) {
            best = languages[i].encoding;
            best_score = score;
        }
    }
    if (best != home && reads_alike(best, home, sample, used, sample + SAMPLE_MAX)) {
        best = home;
    }
    free(sample);
    return best;
}
