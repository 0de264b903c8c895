#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/json_out.h"
#include "values/value_impl.h"

#define DIGITS_MAX 24 /* 2^64 has 20 */

int64_t value_integer(const struct value_row *row, unsigned n, const void *at) {
    const char *from = (const char *)at + (size_t)n * row->size;
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    int32_t signed_word;
    int64_t whole;
    switch (row->size) {
        case sizeof(byte): memcpy(&byte, from, sizeof(byte)); return byte;
        case sizeof(half): memcpy(&half, from, sizeof(half)); return half;
        case sizeof(word):
            if (row->is_signed) {
                memcpy(&signed_word, from, sizeof(signed_word));
                return signed_word;
            }
            memcpy(&word, from, sizeof(word));
            return word;
        default: memcpy(&whole, from, sizeof(whole)); return whole;
    }
}

const char *value_text(const struct value_row *row, const void *at) {
    if (!row->borrowed) {
        return at;
    }
    const char *text;
    memcpy(&text, at, sizeof(text));
    return text != NULL ? text : "";
}

bool value_is_empty(const struct value_row *row, const void *at) {
    return row->type == VALUE_TEXT && value_text(row, at)[0] == '\0';
}

static size_t member_octets(const struct value_row *row) {
    return row->borrowed ? sizeof(const char *) : row->octets;
}

bool value_equal(const struct value_row *row, const void *a, const void *b) {
    return row->type == VALUE_TEXT ? strcmp(value_text(row, a), value_text(row, b)) == 0
                                   : memcmp(a, b, member_octets(row)) == 0;
}

void value_copy(const struct value_row *row, const void *from, void *to) {
    memcpy(to, from, member_octets(row));
}

static uint32_t word_at(const void *at) {
    uint32_t word;
    memcpy(&word, at, sizeof(word));
    return word;
}

static const char *name_at(const struct value_row *row, const void *at) {
    const uint32_t index = word_at(at);
    return row->words->words[index < row->words->count ? index : 0];
}

static bool truth_at(const void *at) {
    bool truth;
    memcpy(&truth, at, sizeof(truth));
    return truth;
}

static uint64_t decimal_at(const void *at) {
    uint64_t value;
    memcpy(&value, at, sizeof(value));
    return value;
}

static void print_flags(const struct value_row *row, const void *at, struct buf *out) {
    const uint32_t bits = word_at(at);
    bool first = true;
    for (uint32_t i = 0; i < row->words->count; i++) {
        if ((bits >> i & 1u) != 0) {
            buf_printf(out, first ? "%s" : ",%s", row->words->words[i]);
            first = false;
        }
    }
}

static void print_numbers(const struct value_row *row, const void *at, struct buf *out) {
    for (unsigned i = 0; i < row->count; i++) {
        buf_printf(out, i > 0 ? ",%" PRId64 : "%" PRId64, value_integer(row, i, at));
    }
}

/* Writes the digits of a decimal, or a date; "" for no date. */
static void write_digits(const struct value_row *row, const void *at, char ret_text[DIGITS_MAX]) {
    const uint32_t date = row->type == VALUE_DATE ? word_at(at) : 0;
    ret_text[0] = '\0';
    if (row->type == VALUE_DECIMAL) {
        (void)snprintf(ret_text, DIGITS_MAX, "%" PRIu64, decimal_at(at));
    } else if (date > 0) {
        (void)snprintf(ret_text, DIGITS_MAX, "%04u-%02u-%02u", date / 10000 % 10000, date / 100 % 100, date % 100);
    }
}

void value_print(const struct value_row *row, const void *at, struct buf *out) {
    char digits[DIGITS_MAX];
    switch (row->type) {
        case VALUE_BOOL: buf_append_text(out, truth_at(at) ? "true" : "false"); break;
        case VALUE_INT: buf_printf(out, "%" PRId64, value_integer(row, 0, at)); break;
        case VALUE_TEXT: buf_append_text(out, value_text(row, at)); break;
        case VALUE_DECIMAL:
        case VALUE_DATE:
            write_digits(row, at, digits);
            buf_append_text(out, digits);
            break;
        case VALUE_ENUM: buf_append_text(out, name_at(row, at)); break;
        case VALUE_FLAGS: print_flags(row, at, out); break;
        case VALUE_NUMBERS: print_numbers(row, at, out); break;
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
}

static void print_json_words(const struct value_row *row, const void *at, struct buf *out) {
    const uint32_t bits = word_at(at);
    json_out_array_begin(out);
    for (uint32_t i = 0; i < row->words->count; i++) {
        if ((bits >> i & 1u) != 0) {
            json_out_string(out, row->words->words[i]);
        }
    }
    json_out_array_end(out);
}

static void print_json_numbers(const struct value_row *row, const void *at, struct buf *out) {
    json_out_array_begin(out);
    for (unsigned i = 0; i < row->count; i++) {
        json_out_int(out, value_integer(row, i, at));
    }
    json_out_array_end(out);
}

void value_print_json(const struct value_row *row, const void *at, struct buf *out) {
    char digits[DIGITS_MAX];
    switch (row->type) {
        case VALUE_BOOL: json_out_bool(out, truth_at(at)); break;
        case VALUE_INT: json_out_int(out, value_integer(row, 0, at)); break;
        case VALUE_TEXT: json_out_string(out, value_text(row, at)); break;
        case VALUE_DECIMAL:
        case VALUE_DATE:
            write_digits(row, at, digits);
            json_out_string(out, digits);
            break;
        case VALUE_ENUM: json_out_string(out, name_at(row, at)); break;
        case VALUE_FLAGS: print_json_words(row, at, out); break;
        case VALUE_NUMBERS: print_json_numbers(row, at, out); break;
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
}
