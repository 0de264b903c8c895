/* Guesses an encoding: decodes every non-ASCII word in each encoding, and selects the one with the lowest cost. */
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/sheet_encoding.h"
#include "tables/sheet_impl.h"
#include "tables/sheet_letters.h"
#include "util/utf8.h"

#define BLOCK_BYTES 16384
#define CHARACTER_MAX 4 /* bytes of a character of UTF-8 */
#define WORD_FIRST 0x40 /* lower bytes are never part of a letter in these encodings: digits, blanks, separators */
#define COST_OTHER_LANGUAGE 25 /* a word in another language than most */
#define HOME_GAIN 15 /* bonus for the encoding that the terminal's language suggests */
#define COST_NONE UINT64_MAX /* this system does not support the encoding */

/* --- The bytes of the file --- */

struct look {
    struct encoding_seen *seen;
    char block[BLOCK_BYTES + CHARACTER_MAX];
    size_t len; /* of the block */
    char word[LETTERS_WORD_MAX];
    size_t word_len;
    bool is_odd; /* the word has a non-ASCII byte */
};

static void word_end(struct look *look) {
    struct encoding_seen *seen = look->seen;
    if (look->is_odd && seen->words_len + look->word_len < sizeof(seen->words)) {
        memcpy(seen->words + seen->words_len, look->word, look->word_len);
        seen->words_len += look->word_len;
        seen->words[seen->words_len++] = '\0';
    }
    look->word_len = 0;
    look->is_odd = false;
}

static void word_add(struct look *look, unsigned char byte) {
    if (byte < WORD_FIRST) {
        word_end(look);
    } else if (look->word_len < sizeof(look->word)) {
        look->word[look->word_len++] = (char)byte;
        look->is_odd = look->is_odd || byte >= 0x80;
    }
}

static bool is_odd_control(uint32_t code_point) {
    return code_point < 0x20 && !(code_point >= '\t' && code_point <= '\r') && code_point != 0x1a;
}

/* Examines the bytes of a block, and leaves a truncated character at its end for the next. */
static void look_block(struct look *look, bool is_end) {
    struct encoding_seen *seen = look->seen;
    size_t at = 0;
    while (at < look->len && (is_end || look->len - at >= CHARACTER_MAX)) {
        uint32_t code_point = 0;
        const size_t size = utf8_next(look->block + at, look->len - at, &code_point);
        const size_t step = size > 0 ? size : 1;
        seen->is_ascii = seen->is_ascii && size == 1;
        seen->wide += size > 1 ? 1 : 0;
        seen->broken += size == 0 && (seen->is_whole || look->len - at >= CHARACTER_MAX) ? 1 : 0;
        seen->has_nul = seen->has_nul || (size == 1 && code_point == 0);
        seen->controls += size == 1 && is_odd_control(code_point) ? 1 : 0;
        for (size_t i = 0; i < step; i++) {
            word_add(look, (unsigned char)look->block[at + i]);
        }
        at += step;
    }
    look->len -= at;
    memmove(look->block, look->block + at, look->len);
}

static void look_file(struct look *look, FILE *file) {
    struct encoding_seen *seen = look->seen;
    bool is_end = false;
    while (!is_end) {
        const uint64_t left = SHEET_LOOK_MAX - seen->len;
        const size_t len = fread(look->block + look->len, 1, left < BLOCK_BYTES ? (size_t)left : BLOCK_BYTES, file);
        seen->len += len;
        look->len += len;
        is_end = len < BLOCK_BYTES;
        seen->is_whole = is_end && seen->len < SHEET_LOOK_MAX;
        look_block(look, is_end);
    }
    word_end(look);
}

int encoding_see(const char *path, struct encoding_seen *ret_seen) {
    _cleanup_fclose_ FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return errno == ENOENT ? E_NOTFOUND : errno == ENOMEM ? E_NOMEM : err_with_errno(E_IO, errno);
    }
    struct look *look = calloc(1, sizeof(*look));
    if (look == NULL) {
        return E_NOMEM;
    }
    *ret_seen = (struct encoding_seen){.is_ascii = true};
    look->seen = ret_seen;
    look_file(look, file);
    free(look);
    return ferror(file) != 0 ? err_with_errno(E_IO, errno) : 0;
}

/* --- The encodings --- */

#define WORD_TEXT_MAX ((size_t)LETTERS_WORD_MAX * CHARACTER_MAX)

/* Decodes a word to UTF-8; an invalid byte becomes 0xff. */
static size_t word_decode(iconv_t decoder, const char *bytes, size_t len, char *text) {
    char word[LETTERS_WORD_MAX];
    memcpy(word, bytes, len);
    char *in = word, *out = text;
    size_t in_left = len, out_left = WORD_TEXT_MAX;
    (void)iconv(decoder, NULL, NULL, NULL, NULL);
    while (in_left > 0 && iconv(decoder, &in, &in_left, &out, &out_left) == (size_t)-1 && out_left > 0) {
        if (errno == EINVAL && len == LETTERS_WORD_MAX) {
            break; /* the word was truncated there */
        }
        /* CP949 of the C library rejects a pair at the end of a text after consuming it. */
        const size_t skipped = in_left > 0 ? 1 : 0;
        *out++ = '\xff';
        out_left--;
        in += skipped;
        in_left -= skipped;
    }
    (void)iconv(decoder, NULL, NULL, &out, &out_left); /* flushes a letter that waits for its mark */
    return (size_t)(out - text);
}

static void word_read(iconv_t decoder, const char *bytes, size_t len, struct letters_word *ret_word) {
    char text[WORD_TEXT_MAX];
    const size_t text_len = word_decode(decoder, bytes, len, text);
    ret_word->count = 0;
    ret_word->bad = 0;
    for (size_t at = 0; at < text_len && ret_word->count < LETTERS_WORD_MAX;) {
        uint32_t letter = 0;
        const size_t size = utf8_next(text + at, text_len - at, &letter);
        ret_word->bad += size == 0 ? 1 : 0;
        ret_word->letters[ret_word->count++] = size == 0 ? 0xa0 : letter;
        at += size > 0 ? size : 1;
    }
}

/* Costs of all words in each language of an encoding. */
struct sums {
    uint64_t shape;
    uint64_t languages[LETTERS_LANGUAGES_MAX];
};

static void sums_add(const struct letters_encoding *encoding, const struct letters_word *word, struct sums *sums) {
    unsigned costs[LETTERS_LANGUAGES_MAX] = {0}, least = UINT32_MAX;
    for (size_t i = 0; i < LETTERS_LANGUAGES_MAX && encoding->languages[i] != NULL; i++) {
        costs[i] = letters_cost(encoding->languages[i], word);
        least = costs[i] < least ? costs[i] : least;
    }
    for (size_t i = 0; i < LETTERS_LANGUAGES_MAX && encoding->languages[i] != NULL; i++) {
        sums->languages[i] += costs[i] < least + COST_OTHER_LANGUAGE ? costs[i] : least + COST_OTHER_LANGUAGE;
    }
}

static uint64_t sums_least(const struct letters_encoding *encoding, const struct sums *sums) {
    uint64_t least = encoding->languages[0] == NULL ? 0 : UINT64_MAX;
    for (size_t i = 0; i < LETTERS_LANGUAGES_MAX && encoding->languages[i] != NULL; i++) {
        least = sums->languages[i] < least ? sums->languages[i] : least;
    }
    return least;
}

/* Returns the cost of a file in an encoding. */
static uint64_t encoding_cost(const struct letters_encoding *encoding, const struct encoding_seen *seen) {
    iconv_t decoder = iconv_open("UTF-8", encoding->name);
    if (decoder == (iconv_t)(-1)) { /* NOLINT(performance-no-int-to-ptr): as iconv_open(3) says it */
        return COST_NONE;
    }
    struct sums sums = {.shape = encoding->rare};
    for (size_t at = 0; at < seen->words_len;) {
        const size_t len = strlen(seen->words + at);
        struct letters_word word;
        word_read(decoder, seen->words + at, len, &word);
        sums.shape += letters_cost_shape(&word);
        if (encoding->kind != LETTERS_BYTES) {
            sums.shape += letters_cost_wide(encoding, seen->words + at, len, &word);
        } else {
            sums_add(encoding, &word, &sums);
        }
        at += len + 1;
    }
    (void)iconv_close(decoder);
    return sums.shape + sums_least(encoding, &sums);
}

/* Returns whether two encodings decode all words to the same text. */
static bool reads_alike(const char *one, const char *other, const struct encoding_seen *seen) {
    iconv_t first = iconv_open("UTF-8", one), second = iconv_open("UTF-8", other);
    const iconv_t none = (iconv_t)(-1); /* NOLINT(performance-no-int-to-ptr): as iconv_open(3) says it */
    bool alike = first != none && second != none;
    for (size_t at = 0; alike && at < seen->words_len;) {
        char text[WORD_TEXT_MAX], other_text[WORD_TEXT_MAX];
        const size_t word_len = strlen(seen->words + at);
        const size_t len = word_decode(first, seen->words + at, word_len, text);
        alike =
            word_decode(second, seen->words + at, word_len, other_text) == len && memcmp(text, other_text, len) == 0;
        at += word_len + 1;
    }
    if (first != none) {
        (void)iconv_close(first);
    }
    if (second != none) {
        (void)iconv_close(second);
    }
    return alike;
}

/* Of encodings with the same result, returns the one that the language suggests, or the most widely used. */
static const char *encoding_usual(const char *found, const struct encoding_seen *seen, const char *home) {
    if (reads_alike(home, found, seen)) {
        return home;
    }
    for (size_t i = 0; i < letters_encoding_count; i++) {
        if (strcmp(letters_encodings[i].name, found) == 0 || reads_alike(letters_encodings[i].name, found, seen)) {
            return letters_encodings[i].name;
        }
    }
    return found;
}

const char *encoding_by_letters(const struct encoding_seen *seen, const char *home) {
    const char *found = NULL;
    uint64_t least = COST_NONE;
    for (size_t i = 0; i < letters_encoding_count; i++) {
        const struct letters_encoding *encoding = &letters_encodings[i];
        uint64_t cost = encoding_cost(encoding, seen);
        if (cost != COST_NONE && strcmp(encoding->name, home) != 0) {
            cost += HOME_GAIN;
        }
        if (cost < least) {
            least = cost;
            found = encoding->name;
        }
    }
    return found == NULL ? home : encoding_usual(found, seen, home);
}
