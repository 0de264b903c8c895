#include "api/decode_value.h"

#include <string.h>

#include "catalogue.h"
#include "util/utf8.h"

#define DECIMAL_DIGITS_MAX 20 /* leading zeros included; 2^64 has as many */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Controls: C0 with DEL, C1, and the two separators that break a line. Joiners are text. */
static bool is_control(uint32_t code_point) {
    return code_point < 0x20 || (code_point >= 0x7f && code_point <= 0x9f) || code_point == 0x2028 ||
           code_point == 0x2029;
}

static bool is_line_control(uint32_t code_point) {
    return code_point == '\t' || code_point == '\n' || code_point == '\r';
}

static int decode_string(const struct api_field *field, const char *text, size_t len, char *at) {
    int64_t characters = 0;
    const bool lines = field->format == FORMAT_PEM;
    for (size_t i = 0; i < len; characters++) {
        uint32_t code_point;
        const size_t size = utf8_next(text + i, len - i, &code_point);
        if (size == 0 || (is_control(code_point) && !(lines && is_line_control(code_point)))) {
            return CAT_BAD_TEXT;
        }
        i += size;
    }
    if (characters > field->max || (characters < field->min && !(len == 0 && field->allow_empty))) {
        return CAT_OUT_OF_RANGE;
    }
    if (len > 0 && !format_fits(field->format, text, len)) {
        return CAT_BAD_FORMAT;
    }
    memcpy(at, text, len);
    at[len] = '\0';
    return CAT_OK;
}

static int decode_decimal(const struct api_field *field, const char *text, size_t len, void *at) {
    uint64_t value = 0;
    if (len == 0) {
        return CAT_BAD_FORMAT;
    }
    for (size_t i = 0; i < len; i++) {
        if (!is_digit(text[i])) {
            return CAT_BAD_FORMAT;
        }
    }
    for (size_t i = 0; i < len; i++) {
        const uint64_t digit = (uint64_t)(text[i] - '0');
        if (len > DECIMAL_DIGITS_MAX || value > (UINT64_MAX - digit) / 10) {
            return CAT_OUT_OF_RANGE;
        }
        value = value * 10 + digit;
    }
    if (value < (uint64_t)field->min || value > (uint64_t)field->max) {
        return CAT_OUT_OF_RANGE;
    }
    memcpy(at, &value, sizeof(value));
    return CAT_OK;
}

static uint32_t days_of(uint32_t year, uint32_t month) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[month - 1];
}

static uint32_t number_at(const char *text, size_t len) {
    uint32_t value = 0;
    for (size_t i = 0; i < len; i++) {
        value = value * 10 + (uint32_t)(text[i] - '0');
    }
    return value;
}

static int decode_date(const char *text, size_t len, void *at) {
    uint32_t date = 0;
    if (len > 0) {
        if (len != 10) {
            return CAT_BAD_FORMAT;
        }
        for (size_t i = 0; i < len; i++) {
            if (i == 4 || i == 7 ? text[i] != '-' : !is_digit(text[i])) {
                return CAT_BAD_FORMAT;
            }
        }
        const uint32_t year = number_at(text, 4);
        const uint32_t month = number_at(text + 5, 2);
        const uint32_t day = number_at(text + 8, 2);
        if (year == 0 || month < 1 || month > 12 || day < 1 || day > days_of(year, month)) {
            return CAT_BAD_FORMAT;
        }
        date = year * 10000 + month * 100 + day;
    }
    memcpy(at, &date, sizeof(date));
    return CAT_OK;
}

static int decode_enum(const struct api_field *field, const char *text, size_t len, void *at) {
    const int index = api_words_find(field->words, text, len);
    if (index < 0) {
        return CAT_OUT_OF_RANGE;
    }
    memcpy(at, &index, sizeof(index));
    return CAT_OK;
}

int api_words_find(const struct api_words *words, const char *text, size_t len) {
    for (unsigned i = 0; i < words->count; i++) {
        if (words->lengths[i] == len && memcmp(words->words[i], text, len) == 0) {
            return (int)i;
        }
    }
    return -1;
}

int decode_value_text(const struct api_field *field, const char *text, size_t len, void *at) {
    switch (field->type) {
        case API_TYPE_STRING: return decode_string(field, text, len, at);
        case API_TYPE_DECIMAL: return decode_decimal(field, text, len, at);
        case API_TYPE_DATE: return decode_date(text, len, at);
        case API_TYPE_ENUM: return decode_enum(field, text, len, at);
        case API_TYPE_BOOL:
        case API_TYPE_INT:
        case API_TYPE_FLAGS:
        case API_TYPE_ARRAY:
        case API_TYPE_OBJECT: break;
    }
    return CAT_WRONG_TYPE;
}

static bool in_limits(const struct api_field *field, int64_t value) {
    return value >= field->min && value <= field->max && (field->step == 0 || (value - field->min) % field->step == 0);
}

/* The generator keeps min and max within the type, so what is between them fits. */
static void store_int(const struct api_field *field, int64_t value, void *at) {
    const uint64_t bits = (uint64_t)value;
    const uint8_t byte = (uint8_t)bits;
    const uint16_t half = (uint16_t)bits;
    const uint32_t word = (uint32_t)bits;
    switch (field->size) {
        case sizeof(byte): memcpy(at, &byte, sizeof(byte)); break;
        case sizeof(half): memcpy(at, &half, sizeof(half)); break;
        case sizeof(word): memcpy(at, &word, sizeof(word)); break;
        default: memcpy(at, &bits, sizeof(bits)); break;
    }
}

int decode_value_number(const struct api_field *field, double value, void *at) {
    /* 2^53 and above, infinity too: no longer exact, and above every max. The comparison comes before the cast. */
    if (!(value > -9007199254740992.0 && value < 9007199254740992.0)) {
        return CAT_OUT_OF_RANGE;
    }
    const int64_t whole = (int64_t)value;
    if ((double)whole < value || (double)whole > value) {
        return CAT_WRONG_TYPE;
    }
    if (!in_limits(field, whole)) {
        return CAT_OUT_OF_RANGE;
    }
    store_int(field, whole, at);
    return CAT_OK;
}

int decode_value_digits(const struct api_field *field, const char *text, size_t len, void *at) {
    const bool negative = len > 0 && text[0] == '-';
    const size_t first = negative ? 1 : 0;
    if (len == first) {
        return CAT_WRONG_TYPE;
    }
    int64_t value = 0;
    bool large = false;
    for (size_t i = first; i < len; i++) {
        if (!is_digit(text[i])) {
            return CAT_WRONG_TYPE;
        }
        if (value > (INT64_MAX - 9) / 10) {
            large = true;
        } else {
            value = value * 10 + (text[i] - '0');
        }
    }
    value = negative ? -value : value;
    if (large || !in_limits(field, value)) {
        return CAT_OUT_OF_RANGE;
    }
    store_int(field, value, at);
    return CAT_OK;
}

int decode_value_flag(const struct api_field *field, const char *text, size_t len, void *at) {
    const int index = api_words_find(field->words, text, len);
    uint32_t bits;
    memcpy(&bits, at, sizeof(bits));
    if (index < 0 || (bits >> index & 1u) != 0) {
        return CAT_OUT_OF_RANGE;
    }
    bits |= 1u << index;
    memcpy(at, &bits, sizeof(bits));
    return CAT_OK;
}

int decode_refusal(const struct api_field *field, int code) {
    const bool invalid = code == CAT_OUT_OF_RANGE || code == CAT_BAD_TEXT || code == CAT_BAD_FORMAT;
    return invalid && field->code != 0 ? field->code : code;
}

/* Without a default the member stays cleared. */
static void store_default(const struct api_field *field, void *at) {
    const int index = (int)field->default_value;
    const bool truth = field->default_value != 0;
    const uint32_t word = (uint32_t)field->default_value;
    switch (field->type) {
        case API_TYPE_BOOL: memcpy(at, &truth, sizeof(truth)); break;
        case API_TYPE_INT: store_int(field, field->default_value, at); break;
        case API_TYPE_STRING: memcpy(at, field->default_text, strlen(field->default_text) + 1); break;
        case API_TYPE_DECIMAL: memcpy(at, &field->default_value, sizeof(field->default_value)); break;
        case API_TYPE_DATE:
        case API_TYPE_FLAGS: memcpy(at, &word, sizeof(word)); break;
        case API_TYPE_ENUM: memcpy(at, &index, sizeof(index)); break;
        case API_TYPE_ARRAY:
        case API_TYPE_OBJECT: break;
    }
}

int decode_finish(const struct api_field *fields, size_t count, uint64_t seen, char *base, const char **ret_missing) {
    for (size_t i = 0; i < count; i++) {
        const struct api_field *field = &fields[i];
        if ((seen >> i & 1u) != 0) {
            continue;
        }
        if (!field->optional) {
            *ret_missing = field->name;
            return field->empty_code != 0 ? field->empty_code : CAT_MISSING_PARAMETER;
        }
        if (field->has_default) {
            store_default(field, base + field->offset);
        }
    }
    return CAT_OK;
}

void decode_mark(const struct api_field *field, char *base) {
    const bool present = true;
    if (field->has_offset != API_NO_OFFSET) {
        memcpy(base + field->has_offset, &present, sizeof(present));
    }
}

const struct api_field *decode_find(const struct api_field *fields, size_t count, const char *name, size_t len) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(fields[i].name) == len && memcmp(fields[i].name, name, len) == 0) {
            return &fields[i];
        }
    }
    return NULL;
}
