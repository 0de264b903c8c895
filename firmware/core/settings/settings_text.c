#include "core/settings/settings_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/json_out.h"
#include "util/utf8.h"

static char *at(const struct setting_row *row, struct setting_values *values) {
    return (char *)values + row->offset;
}

static const char *at_const(const struct setting_row *row, const struct setting_values *values) {
    return (const char *)values + row->offset;
}

bool setting_equal(const struct setting_row *row, const struct setting_values *a, const struct setting_values *b) {
    if (row->type == SETTING_TEXT) {
        return strcmp(at_const(row, a), at_const(row, b)) == 0;
    }
    return memcmp(at_const(row, a), at_const(row, b), row->octets) == 0;
}

bool setting_is_empty(const struct setting_row *row, const struct setting_values *values) {
    return row->type == SETTING_TEXT && *at_const(row, values) == '\0';
}

/* Integer n of the row; a bool and an enum are one too. */
static int64_t number_at(const struct setting_row *row, const struct setting_values *values, unsigned n) {
    const char *from = at_const(row, values) + (size_t)n * row->size;
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    int32_t signed_word;
    int64_t whole;
    switch (row->size) {
        case sizeof byte: memcpy(&byte, from, sizeof byte); return byte;
        case sizeof half: memcpy(&half, from, sizeof half); return half;
        case sizeof word:
            if (row->is_signed) {
                memcpy(&signed_word, from, sizeof signed_word);
                return signed_word;
            }
            memcpy(&word, from, sizeof word);
            return word;
        default: memcpy(&whole, from, sizeof whole); return whole;
    }
}

/* The generator keeps min and max within the type, so what is between them fits. */
static void put_number(const struct setting_row *row, char *to, int64_t value) {
    const uint8_t byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;
    switch (row->size) {
        case sizeof byte: memcpy(to, &byte, sizeof byte); break;
        case sizeof half: memcpy(to, &half, sizeof half); break;
        case sizeof word: memcpy(to, &word, sizeof word); break;
        default: memcpy(to, &value, sizeof value); break;
    }
}

static bool truth_at(const struct setting_row *row, const struct setting_values *values) {
    bool truth;
    memcpy(&truth, at_const(row, values), sizeof truth);
    return truth;
}

static uint32_t word_at(const struct setting_row *row, const struct setting_values *values) {
    uint32_t word;
    memcpy(&word, at_const(row, values), sizeof word);
    return word;
}

static const char *name_at(const struct setting_row *row, const struct setting_values *values) {
    uint32_t index = word_at(row, values);
    return row->words[index < row->word_count ? index : 0];
}

static void print_flags(const struct setting_row *row, const struct setting_values *values, struct buf *out,
                        void (*print)(struct buf *out, const char *word)) {
    uint32_t bits = word_at(row, values);
    for (uint32_t i = 0; i < row->word_count; i++) {
        if (bits >> i & 1u) {
            print(out, row->words[i]);
        }
    }
}

static void print_word(struct buf *out, const char *word) {
    if (out->len > 0) {
        buf_append_char(out, ',');
    }
    buf_append_text(out, word);
}

void setting_print(const struct setting_row *row, const struct setting_values *values, struct buf *out) {
    switch (row->type) {
        case SETTING_BOOL: buf_append_text(out, truth_at(row, values) ? "true" : "false"); break;
        case SETTING_INT: buf_printf(out, "%" PRId64, number_at(row, values, 0)); break;
        case SETTING_TEXT: buf_append_text(out, at_const(row, values)); break;
        case SETTING_ENUM: buf_append_text(out, name_at(row, values)); break;
        case SETTING_FLAGS: print_flags(row, values, out, print_word); break;
        case SETTING_NUMBERS:
            for (unsigned i = 0; i < row->count; i++) {
                buf_printf(out, i > 0 ? ",%" PRId64 : "%" PRId64, number_at(row, values, i));
            }
            break;
    }
}

void setting_print_json(const struct setting_row *row, const struct setting_values *values, struct buf *out) {
    switch (row->type) {
        case SETTING_BOOL: json_out_bool(out, truth_at(row, values)); break;
        case SETTING_INT: json_out_int(out, number_at(row, values, 0)); break;
        case SETTING_TEXT: json_out_string(out, at_const(row, values)); break;
        case SETTING_ENUM: json_out_string(out, name_at(row, values)); break;
        case SETTING_FLAGS:
            json_out_array_begin(out);
            print_flags(row, values, out, json_out_string);
            json_out_array_end(out);
            break;
        case SETTING_NUMBERS:
            json_out_array_begin(out);
            for (unsigned i = 0; i < row->count; i++) {
                json_out_int(out, number_at(row, values, i));
            }
            json_out_array_end(out);
            break;
    }
}

/* Reads one integer that ends at `end` or at the end of the text; the position behind it. */
static const char *parse_number(const struct setting_row *row, const char *text, int64_t *ret_value) {
    char *end = NULL;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool fits = errno == 0 && end != text && value >= row->min && value <= row->max &&
                (row->step == 0 || (value - row->min) % row->step == 0);
    *ret_value = value;
    return fits ? end : NULL;
}

static int parse_numbers(const struct setting_row *row, unsigned count, const char *text, char *to) {
    char parsed[64 * sizeof(int64_t)];
    if (row->octets > sizeof parsed) {
        return E_INTERNAL;
    }
    for (unsigned i = 0; i < count; i++) {
        int64_t value = 0;
        text = parse_number(row, text, &value);
        if (!text || *text != (i + 1 < count ? ',' : '\0')) {
            return E_RANGE;
        }
        put_number(row, parsed + (size_t)i * row->size, value);
        text++;
    }
    memcpy(to, parsed, row->octets);
    return 0;
}

static int parse_text(const struct setting_row *row, const char *text, char *to) {
    size_t len = strlen(text);
    int64_t characters = 0;
    if (len >= row->octets) {
        return E_RANGE;
    }
    for (size_t i = 0; i < len; characters++) {
        uint32_t code_point;
        size_t size = utf8_next(text + i, len - i, &code_point);
        if (size == 0) {
            return E_TEXT;
        }
        i += size;
    }
    if (characters > row->max || (characters < row->min && !(len == 0 && row->allow_empty))) {
        return E_RANGE;
    }
    if (len > 0 && !format_fits(row->format, text, len)) {
        return E_FORMAT;
    }
    memcpy(to, text, len + 1);
    return 0;
}

static int find_word(const struct setting_row *row, const char *text, size_t len) {
    for (uint32_t i = 0; i < row->word_count; i++) {
        if (strlen(row->words[i]) == len && memcmp(row->words[i], text, len) == 0) {
            return (int)i;
        }
    }
    return E_RANGE;
}

static int parse_flags(const struct setting_row *row, const char *text, char *to) {
    uint32_t bits = 0;
    while (*text) {
        size_t len = strcspn(text, ",");
        int index = find_word(row, text, len);
        if (index < 0) {
            return index;
        }
        bits |= 1u << index;
        text += text[len] ? len + 1 : len;
    }
    memcpy(to, &bits, sizeof bits);
    return 0;
}

int setting_parse(const struct setting_row *row, const char *text, struct setting_values *values) {
    char *to = at(row, values);
    switch (row->type) {
        case SETTING_BOOL: {
            bool truth = strcmp(text, "true") == 0;
            if (!truth && strcmp(text, "false") != 0) {
                return E_FORMAT;
            }
            memcpy(to, &truth, sizeof truth);
            return 0;
        }
        case SETTING_INT: return parse_numbers(row, 1, text, to);
        case SETTING_TEXT: return parse_text(row, text, to);
        case SETTING_ENUM: {
            int index = find_word(row, text, strlen(text));
            if (index >= 0) {
                memcpy(to, &index, sizeof index);
            }
            return index < 0 ? index : 0;
        }
        case SETTING_FLAGS: return parse_flags(row, text, to);
        case SETTING_NUMBERS: return parse_numbers(row, row->count, text, to);
    }
    return E_INTERNAL;
}
