/* One value of the contract by its generated row: read from text, checked, compared, printed. The only engine of its
 * kind: requests, stored settings, entities and the audit log go through it, so that they cannot disagree about what is
 * valid. It knows no JSON parser, no catalogue and no storage. */
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
    VALUE_TEXT, /* char[bytes] with a NUL; or const char *, never NULL where it is given, if `borrowed` */
    VALUE_DECIMAL, /* uint64_t; digits as text on the wire */
    VALUE_DATE, /* uint32_t yyyymmdd, 0 for none; "YYYY-MM-DD" or "" on the wire */
    VALUE_ENUM, /* int-sized enum; a word on the wire */
    VALUE_FLAGS, /* uint32_t, bit n for word n */
    VALUE_NUMBERS, /* `count` integers inline */
    VALUE_LIST, /* of requests alone: items inline with a count beside; see api/decode.h */
    VALUE_OBJECT /* of requests alone: a struct inline */
};

/* The words of an enumeration in the order of its C constants. */
struct value_words {
    const char *const *words;
    const uint8_t *lengths; /* bytes of each */
    uint32_t count;
};

/* What a field of an entity is used for, as far as code asks for it field by field: bits. */
enum value_use {
    VALUE_SORTS = 1, /* a list is sorted by it */
    VALUE_SEARCHED = 2, /* the search of a list finds any part of it */
    VALUE_UNIQUE = 4, /* no two have the same text, but "" */
    VALUE_EDITS = 8, /* one change sets it for many */
    VALUE_KEY = 16, /* an imported row without the entity's key is found by it */
    VALUE_CLEARS = 32 /* in an imported row a lone `-` empties it */
};

/* One row a field. */
struct value_row {
    const char *name; /* on the wire; NULL for the item of a list */
    enum value_type type;
    enum format format; /* of a text */
    uint8_t size; /* bytes of an integer, or of one of them */
    bool is_signed;
    bool allow_empty; /* of a text: "" is valid whatever min says */
    bool secret; /* never read back, shown or logged */
    bool borrowed; /* of a text: the member points to it */
    uint8_t uses; /* enum value_use, of a field of an entity */
    uint8_t width; /* characters of its column in an exported file; 0: it has none */
    uint32_t count; /* of VALUE_NUMBERS */
    uint32_t step; /* of an integer: min plus a multiple of it; 0: any */
    int64_t min; /* of a value; characters of a text; items of a list */
    int64_t max;
    const struct value_words *words; /* of enum and flags */
    uint32_t offset; /* of the member in its struct */
    uint32_t octets; /* of the member; of a borrowed text: what keeping it takes, with its NUL */
};

/* Bytes of a member, or of a borrowed text with its NUL at the longest. */
static inline size_t value_size(const struct value_row *row) {
    return row->octets;
}

/* Member of a row in its struct. */
static inline void *value_in(const struct value_row *row, void *base) {
    return (char *)base + row->offset;
}

static inline const void *value_in_const(const struct value_row *row, const void *base) {
    return (const char *)base + row->offset;
}

/* Reads `len` bytes of any content into `at`, which is the member, or room of row->bytes for a borrowed text: true,
 * 5, a text as it is, digits, a date, a word, words or numbers with commas between. A control character is refused in
 * every text, a control of direction in every text that is not secret; a text of lines (PEM) may have tabs and ends of
 * lines. On failure nothing is changed. E_TYPE: no such value at all; E_RANGE: beyond the limits, or no word of the
 * enumeration; E_TEXT: not UTF-8, or a control character; E_FORMAT. */
_must_check_ int value_parse(const struct value_row *row, const char *text, size_t len, void *at);

/* The same for what is stored: earlier firmware accepted controls of direction, and such a text
 * remains valid. */
_must_check_ int value_parse_stored(const struct value_row *row, const char *text, size_t len, void *at);

/* Takes a JSON number for integer n of the row (0 but for VALUE_NUMBERS). E_TYPE: not a whole number; E_RANGE. */
_must_check_ int value_take_number(const struct value_row *row, unsigned n, double number, void *at);

/* Adds one word to the flags at `at`. E_RANGE: no such word, or there already. */
_must_check_ int value_add_word(const struct value_row *row, const char *text, size_t len, void *at);

/* Stores a number that is known to be valid, such as a default: of bool, int, decimal, date, enum and flags. */
void value_put(const struct value_row *row, int64_t value, void *at);

/* The number of a member: what value_put() takes. 0 for other types. */
int64_t value_number(const struct value_row *row, const void *at);

/* The text of a member; "" for a borrowed one that is not there. */
const char *value_text(const struct value_row *row, const void *at);

/* Copies the text that a borrowed member points to into `room`, which has value_size() bytes, and lets it point there. Returns
 * the room behind the copy. NULL stays. */
char *value_keep(const struct value_row *row, void *at, char *room);

/* The same of every text of a set that is no secret; `room` has the sum of their value_size(). */
void value_keep_texts(const struct value_row *rows, size_t count, void *set, char *room);

/* Checks a member that no parser filled, and that may come from the database. As value_parse_stored(). */
_must_check_ int value_check(const struct value_row *row, const void *at);

/* True if both members have the same value. */
bool value_equal(const struct value_row *row, const void *a, const void *b);

/* True for a text that is empty. */
bool value_is_empty(const struct value_row *row, const void *at);

/* Copies a member; of a borrowed text the pointer. */
void value_copy(const struct value_row *row, const void *from, void *to);

/* Appends what value_parse() reads. */
void value_print(const struct value_row *row, const void *at, struct buf *out);

/* Appends it as a JSON value, as it travels. */
void value_print_json(const struct value_row *row, const void *at, struct buf *out);

/* Index of a word of `len` bytes, or -1. */
int value_find_word(const struct value_words *words, const char *text, size_t len);

#endif
