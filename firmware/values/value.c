#include "values/value.h"

#include <string.h>

#include "util/utf8.h"
#include "values/value_impl.h"

#define DECIMAL_DIGITS_MAX 20 /* leading zeros included; 2^64 has as many */
#define DATE_LEN 10 /* "YYYY-MM-DD" */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_line_control(uint32_t code_point) {
    return code_point == '\t' || code_point == '\n' || code_point == '\r';
}

/* Source of a text. */
enum text_source { TEXT_STORED, TEXT_TYPED };

/* A bidirectional control makes a name look like another. Secrets are not displayed. */
static bool is_refused(const struct value_row *row, enum text_source source, uint32_t code_point) {
    return source == TEXT_TYPED && !row->secret && utf8_is_bidi_control(code_point);
}

static int check_text(const struct value_row *row, enum text_source source, const char *text, size_t len) {
    const bool lines = format_has_lines(row->format);
    int64_t characters = 0;
    for (size_t i = 0; i < len; characters++) {
        uint32_t code_point;
        const size_t size = utf8_next(text + i, len - i, &code_point);
        if (size == 0 || (utf8_is_control(code_point) && !(lines && is_line_control(code_point))) ||
            is_refused(row, source, code_point)) {
            return E_TEXT;
        }
        i += size;
    }
    if (characters > row->max || (characters < row->min && !(len == 0 && row->allow_empty))) {
        return E_RANGE;
    }
    return len == 0 || format_fits(row->format, text, len) ? 0 : E_FORMAT;
}

static int parse_text(const struct value_row *row, enum text_source source, const char *text, size_t len, char *at) {
    const int r = check_text(row, source, text, len);
    if (r < 0) {
        return r;
    }
    if (len >= row->octets) {
        return E_INTERNAL; /* the generator reserves room for `max` characters of the widest kind */
    }
    memcpy(at, text, len);
    at[len] = '\0';
    return 0;
}

static int parse_decimal(const struct value_row *row, const char *text, size_t len, void *at) {
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        if (!is_digit(text[i])) {
            return E_FORMAT;
        }
    }
    if (len == 0) {
        return E_FORMAT;
    }
    for (size_t i = 0; i < len; i++) {
        const uint64_t digit = (uint64_t)(text[i] - '0');
        if (len > DECIMAL_DIGITS_MAX || value > (UINT64_MAX - digit) / 10) {
            return E_RANGE;
        }
        value = value * 10 + digit;
    }
    if (value < (uint64_t)row->min || value > (uint64_t)row->max) {
        return E_RANGE;
    }
    memcpy(at, &value, sizeof(value));
    return 0;
}

static bool is_date(uint32_t year, uint32_t month, uint32_t day) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year == 0 || year > 9999 || month < 1 || month > 12) {
        return false;
    }
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day >= 1 && day <= (month == 2 && leap ? 29u : days[month - 1]);
}

static uint32_t number_of(const char *text, size_t len) {
    uint32_t value = 0;
    for (size_t i = 0; i < len; i++) {
        value = value * 10 + (uint32_t)(text[i] - '0');
    }
    return value;
}

static int parse_date(const char *text, size_t len, void *at) {
    uint32_t date = 0;
    if (len > 0) {
        if (len != DATE_LEN) {
            return E_FORMAT;
        }
        for (size_t i = 0; i < len; i++) {
            if (i == 4 || i == 7 ? text[i] != '-' : !is_digit(text[i])) {
                return E_FORMAT;
            }
        }
        const uint32_t year = number_of(text, 4);
        const uint32_t month = number_of(text + 5, 2);
        const uint32_t day = number_of(text + 8, 2);
        if (!is_date(year, month, day)) {
            return E_FORMAT;
        }
        date = year * 10000 + month * 100 + day;
    }
    memcpy(at, &date, sizeof(date));
    return 0;
}

static int parse_enum(const struct value_row *row, const char *text, size_t len, void *at) {
    const int index = value_find_word(row->words, text, len);
    if (index < 0) {
        return E_RANGE;
    }
    memcpy(at, &index, sizeof(index));
    return 0;
}

int value_find_word(const struct value_words *words, const char *text, size_t len) {
    for (uint32_t i = 0; i < words->count; i++) {
        if (words->lengths[i] == len && memcmp(words->words[i], text, len) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static bool in_limits(const struct value_row *row, int64_t value) {
    return value >= row->min && value <= row->max && (row->step == 0 || (value - row->min) % row->step == 0);
}

/* The generator keeps min and max within the type, so every value between them fits. */
static void put_integer(const struct value_row *row, int64_t value, void *at) {
    const uint64_t bits = (uint64_t)value;
    const uint8_t byte = (uint8_t)bits;
    const uint16_t half = (uint16_t)bits;
    const uint32_t word = (uint32_t)bits;
    switch (row->size) {
        case sizeof(byte): memcpy(at, &byte, sizeof(byte)); break;
        case sizeof(half): memcpy(at, &half, sizeof(half)); break;
        case sizeof(word): memcpy(at, &word, sizeof(word)); break;
        default: memcpy(at, &bits, sizeof(bits)); break;
    }
}

int value_take_number(const struct value_row *row, unsigned n, double number, void *at) {
    /* 2^53 and above, also infinity: no longer exact, and above every max. Compared before the cast. */
    if (!(number > -9007199254740992.0 && number < 9007199254740992.0)) {
        return E_RANGE;
    }
    const int64_t whole = (int64_t)number;
    if ((double)whole < number || (double)whole > number) {
        return E_TYPE;
    }
    if (!in_limits(row, whole)) {
        return E_RANGE;
    }
    put_integer(row, whole, (char *)at + (size_t)n * row->size);
    return 0;
}

static int parse_integer(const struct value_row *row, const char *text, size_t len, void *at) {
    const bool negative = len > 0 && text[0] == '-';
    const size_t first = negative ? 1 : 0;
    int64_t value = 0;
    bool large = false;
    for (size_t i = first; i < len; i++) {
        if (!is_digit(text[i])) {
            return E_TYPE;
        }
        if (value > (INT64_MAX - 9) / 10) {
            large = true;
        } else {
            value = value * 10 + (text[i] - '0');
        }
    }
    if (len == first) {
        return E_TYPE;
    }
    value = negative ? -value : value;
    if (large || !in_limits(row, value)) {
        return E_RANGE;
    }
    put_integer(row, value, at);
    return 0;
}

/* Returns the bytes up to the next comma or the end. */
static size_t piece_len(const char *text, size_t len) {
    const char *comma = len > 0 ? memchr(text, ',', len) : NULL;
    return comma != NULL ? (size_t)(comma - text) : len;
}

static int parse_numbers(const struct value_row *row, const char *text, size_t len, void *at) {
    char parsed[64 * sizeof(int64_t)];
    if (row->octets > sizeof(parsed)) {
        return E_INTERNAL;
    }
    for (uint32_t i = 0; i < row->count; i++) {
        const size_t piece = piece_len(text, len);
        const int r = parse_integer(row, text, piece, parsed + (size_t)i * row->size);
        if (r < 0) {
            return r;
        }
        if ((piece < len) != (i + 1 < row->count)) {
            return E_RANGE;
        }
        text += piece < len ? piece + 1 : piece;
        len -= piece < len ? piece + 1 : piece;
    }
    memcpy(at, parsed, row->octets);
    return 0;
}

int value_add_word(const struct value_row *row, const char *text, size_t len, void *at) {
    const int index = value_find_word(row->words, text, len);
    uint32_t bits;
    memcpy(&bits, at, sizeof(bits));
    if (index < 0 || (bits >> index & 1u) != 0) {
        return E_RANGE;
    }
    bits |= 1u << index;
    memcpy(at, &bits, sizeof(bits));
    return 0;
}

static int parse_flags(const struct value_row *row, const char *text, size_t len, void *at) {
    uint32_t bits = 0;
    while (len > 0) {
        const size_t piece = piece_len(text, len);
        const int r = value_add_word(row, text, piece, &bits);
        if (r < 0) {
            return r;
        }
        text += piece < len ? piece + 1 : piece;
        len -= piece < len ? piece + 1 : piece;
    }
    memcpy(at, &bits, sizeof(bits));
    return 0;
}

static int parse_bool(const char *text, size_t len, void *at) {
    const bool truth = len == 4 && memcmp(text, "true", 4) == 0;
    if (!truth && !(len == 5 && memcmp(text, "false", 5) == 0)) {
        return E_TYPE;
    }
    memcpy(at, &truth, sizeof(truth));
    return 0;
}

static int parse_value(const struct value_row *row, enum text_source source, const char *text, size_t len, void *at) {
    switch (row->type) {
        case VALUE_BOOL: return parse_bool(text, len, at);
        case VALUE_INT: return parse_integer(row, text, len, at);
        case VALUE_TEXT: return parse_text(row, source, text, len, at);
        case VALUE_DECIMAL: return parse_decimal(row, text, len, at);
        case VALUE_DATE: return parse_date(text, len, at);
        case VALUE_ENUM: return parse_enum(row, text, len, at);
        case VALUE_FLAGS: return parse_flags(row, text, len, at);
        case VALUE_NUMBERS: return parse_numbers(row, text, len, at);
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
    return E_TYPE;
}

int value_parse(const struct value_row *row, const char *text, size_t len, void *at) {
    return parse_value(row, TEXT_TYPED, text, len, at);
}

int value_parse_stored(const struct value_row *row, const char *text, size_t len, void *at) {
    return parse_value(row, TEXT_STORED, text, len, at);
}

void value_put(const struct value_row *row, int64_t value, void *at) {
    const int index = (int)value;
    const bool truth = value != 0;
    const uint32_t word = (uint32_t)value;
    switch (row->type) {
        case VALUE_BOOL: memcpy(at, &truth, sizeof(truth)); break;
        case VALUE_INT: put_integer(row, value, at); break;
        case VALUE_DECIMAL: memcpy(at, &value, sizeof(value)); break;
        case VALUE_DATE:
        case VALUE_FLAGS: memcpy(at, &word, sizeof(word)); break;
        case VALUE_ENUM: memcpy(at, &index, sizeof(index)); break;
        case VALUE_TEXT:
        case VALUE_NUMBERS:
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
}

int64_t value_number(const struct value_row *row, const void *at) {
    int64_t number = 0;
    uint32_t word = 0;
    bool truth = false;
    switch (row->type) {
        case VALUE_BOOL: memcpy(&truth, at, sizeof(truth)); return truth;
        case VALUE_INT: return value_integer(row, 0, at);
        case VALUE_DECIMAL: memcpy(&number, at, sizeof(number)); return number;
        case VALUE_DATE:
        case VALUE_ENUM:
        case VALUE_FLAGS: memcpy(&word, at, sizeof(word)); return word;
        case VALUE_TEXT:
        case VALUE_NUMBERS:
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
    return 0;
}

char *value_keep(const struct value_row *row, void *at, char *room) {
    const char *text = NULL;
    memcpy(&text, at, sizeof(text));
    if (text == NULL) {
        return room;
    }
    const size_t size = strnlen(text, value_size(row) - 1) + 1;
    memcpy(room, text, size - 1);
    room[size - 1] = '\0';
    memcpy(at, &room, sizeof(room));
    return room + size;
}

void value_keep_texts(const struct value_row *rows, size_t count, void *set, char *room) {
    for (size_t i = 0; i < count; i++) {
        if (rows[i].type == VALUE_TEXT && !rows[i].secret) {
            room = value_keep(&rows[i], value_in(&rows[i], set), room);
        }
    }
}

static int check_date(uint32_t date) {
    return date == 0 || is_date(date / 10000, date / 100 % 100, date % 100) ? 0 : E_FORMAT;
}

static int check_integers(const struct value_row *row, unsigned count, const void *at) {
    for (unsigned i = 0; i < count; i++) {
        if (!in_limits(row, value_integer(row, i, at))) {
            return E_RANGE;
        }
    }
    return 0;
}

int value_check(const struct value_row *row, const void *at) {
    uint32_t word = 0;
    uint64_t whole = 0;
    switch (row->type) {
        case VALUE_BOOL: return 0;
        case VALUE_INT: return check_integers(row, 1, at);
        case VALUE_NUMBERS: return check_integers(row, row->count, at);
        case VALUE_TEXT: {
            const char *text = value_text(row, at);
            return check_text(row, TEXT_STORED, text, strlen(text));
        }
        case VALUE_DECIMAL:
            memcpy(&whole, at, sizeof(whole));
            return whole >= (uint64_t)row->min && whole <= (uint64_t)row->max ? 0 : E_RANGE;
        case VALUE_DATE: memcpy(&word, at, sizeof(word)); return check_date(word);
        case VALUE_ENUM: memcpy(&word, at, sizeof(word)); return word < row->words->count ? 0 : E_RANGE;
        case VALUE_FLAGS:
            memcpy(&word, at, sizeof(word));
            return (word >> row->words->count) == 0 ? 0 : E_RANGE; /* the generator allows at most 31 words in flags */
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
    return E_TYPE;
}
