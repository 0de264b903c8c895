/* One value of the API by its generated row: parsed, checked, compared, printed. The only such code: requests, stored
 * settings, entities and the audit log use it, so that they cannot disagree on what is valid. Independent of JSON
 * parser, catalogue and storage. */
#ifndef POSTERN_VALUES_VALUE_H
#define POSTERN_VALUES_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"
#include "values/format.h"

enum value_type {
    VALUE_BOOL, /* bool */
    VALUE_INT, /* (u)int8_t to (u)int64_t: `size`, `is_signed` */
    VALUE_TEXT, /* char[bytes] with a NUL; or const char *, never NULL once given, if `borrowed` */
    VALUE_DECIMAL, /* uint64_t; digits as text in JSON */
    VALUE_DATE, /* uint32_t yyyymmdd, 0: none; "YYYY-MM-DD" or "" in JSON */
    VALUE_ENUM, /* int-sized enum; a word in JSON */
    VALUE_FLAGS, /* uint32_t, bit n for word n */
    VALUE_NUMBERS, /* `count` integers inline */
    VALUE_LIST, /* only in requests: items inline with a count beside; see api/decode.h */
    VALUE_OBJECT /* only in requests: a struct inline */
};

/* The words of an enumeration in the order of its C constants. */
struct value_words {
    const char *const *words;
    const uint8_t *lengths; /* bytes of each */
    uint32_t count;
};

/* Uses of an entity's field, as bits. */
enum value_use {
    VALUE_SORTS = 1, /* lists can be sorted by it */
    VALUE_SEARCHED = 2, /* the search of a list finds any part of it */
    VALUE_UNIQUE = 4, /* no two entities have the same text, except "" */
    VALUE_EDITS = 8, /* a bulk edit can set it */
    VALUE_KEY = 16, /* identifies an imported row that lacks the entity's key */
    VALUE_CLEARS = 32 /* in an imported row a single `-` clears it */
};

/* One row per field. */
struct value_row {
    const char *name; /* in JSON; NULL for the item of a list */
    enum value_type type;
    enum format format; /* of a text */
    uint8_t size; /* bytes of an integer, or of each integer */
    bool is_signed;
    bool allow_empty; /* of a text: "" is valid whatever `min` is */
    bool secret; /* never read back, shown or logged */
    bool borrowed; /* of a text: the member is a pointer */
    uint8_t uses; /* enum value_use, of a field of an entity */
    uint8_t width; /* characters of its column in an exported file; 0: not exported */
    uint32_t count; /* of VALUE_NUMBERS */
    uint32_t step; /* of an integer: multiples of it above min; 0: any */
    int64_t min; /* of a value; characters of a text; items of a list */
    int64_t max;
    const struct value_words *words; /* of enum and flags */
    uint32_t offset; /* of the member in its struct */
    uint32_t octets; /* size of the member; of a borrowed text: maximum size with its NUL */
};

/* Returns the size of a member, or the maximum size of a borrowed text with its NUL. */
static inline size_t value_size(const struct value_row *row) {
    return row->octets;
}

/* Returns the member of a row in its struct. */
static inline void *value_in(const struct value_row *row, void *base) {
    return (char *)base + row->offset;
}

static inline const void *value_in_const(const struct value_row *row, const void *base) {
    return (const char *)base + row->offset;
}

/* Parses `len` bytes into `at`, which is the member, or a buffer of row->octets bytes for a borrowed text: true, 5, a
 * text as it is, digits, a date, a word, words or numbers separated by commas. Rejects control characters in every
 * text, and bidirectional controls in every text that is not secret; a text of lines (PEM) may contain tabs and line
 * breaks. On failure nothing is changed. E_TYPE: not a value of this type; E_RANGE: beyond the limits, or not a word of
 * the enumeration; E_TEXT: not UTF-8, or a control character; E_FORMAT. */
_must_check_ int value_parse(const struct value_row *row, const char *text, size_t len, void *at);

/* The same for stored values: earlier firmware accepted bidirectional controls, and such a text remains valid. */
_must_check_ int value_parse_stored(const struct value_row *row, const char *text, size_t len, void *at);

/* Stores a JSON number as integer n of the row (0 except for VALUE_NUMBERS). E_TYPE: not a whole number; E_RANGE. */
_must_check_ int value_take_number(const struct value_row *row, unsigned n, double number, void *at);

/* Adds one word to the flags at `at`. E_RANGE: unknown word, or already set. */
_must_check_ int value_add_word(const struct value_row *row, const char *text, size_t len, void *at);

/* Stores a number that is known to be valid, such as a default: for bool, int, decimal, date, enum and flags. */
void value_put(const struct value_row *row, int64_t value, void *at);

/* Returns the number of a member, as for value_put(). 0 for other types. */
int64_t value_number(const struct value_row *row, const void *at);

/* Returns the text of a member; "" for a missing borrowed one. */
const char *value_text(const struct value_row *row, const void *at);

/* Copies the text that a borrowed member points to into `room`, which has value_size() bytes, and lets it point there.
 * Returns the position after the copy. NULL stays NULL. */
char *value_keep(const struct value_row *row, void *at, char *room);

/* The same for every text of a struct that is not secret; `room` has the sum of their value_size(). */
void value_keep_texts(const struct value_row *rows, size_t count, void *set, char *room);

/* Checks a member that was not parsed, for example one from the database. As value_parse_stored(). */
_must_check_ int value_check(const struct value_row *row, const void *at);

/* Returns whether both members have the same value. */
bool value_equal(const struct value_row *row, const void *a, const void *b);

/* Returns whether it is an empty text. */
bool value_is_empty(const struct value_row *row, const void *at);

/* Copies a member; for a borrowed text the pointer. */
void value_copy(const struct value_row *row, const void *from, void *to);

/* Appends the value in the format of value_parse(). */
void value_print(const struct value_row *row, const void *at, struct buf *out);

/* Appends the value as JSON. */
void value_print_json(const struct value_row *row, const void *at, struct buf *out);

/* Returns the index of a word of `len` bytes, or -1. */
int value_find_word(const struct value_words *words, const char *text, size_t len);

#endif
