/* Requests: text of a body or of a query string → the struct of a call, by the generated field tables.
 *
 * One decoder for every call. It takes untrusted octets of any content and either fills the struct completely or
 * answers the catalogue's code and the field it is about. It knows neither calls nor rules beyond the tables. This is
 * the only file that includes cJSON. */
#ifndef POSTERN_API_DECODE_H
#define POSTERN_API_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/api.h"
#include "util/format.h"

#define API_DEPTH_MAX 8      /* nesting of objects and arrays in a body */
#define API_FIELD_PATH_MAX 96 /* octets of a field path in an error, with its NUL */

enum api_type {
    API_TYPE_BOOL,    /* bool */
    API_TYPE_INT,     /* (u)int8_t to (u)int64_t: `size`, `is_signed` */
    API_TYPE_STRING,  /* char[max * 4 + 1], NUL-terminated UTF-8; char[max + 1] with a format, which is ASCII */
    API_TYPE_DECIMAL, /* uint64_t; a string of digits on the wire */
    API_TYPE_DATE,    /* uint32_t yyyymmdd, 0 for ""; "YYYY-MM-DD" on the wire */
    API_TYPE_ENUM,    /* int-sized enum; a word on the wire */
    API_TYPE_FLAGS, /* uint32_t, bit n for word n; an array of distinct words on the wire, comma-separated in a query */
    API_TYPE_ARRAY, /* elements inline, uint32_t count beside */
    API_TYPE_OBJECT /* struct inline */
};

/* The words of an enumeration in the order of its C constants. */
struct api_words {
    const char *const *words;
    const uint8_t *lengths; /* octets of each */
    unsigned count;
};

/* One row a field. Rows of an object are in the order of the specification. */
struct api_field {
    const char *name; /* on the wire */
    enum api_type type;
    uint8_t size; /* octets of an API_TYPE_INT */
    bool is_signed;
    bool optional;
    bool allow_empty; /* "" is accepted whatever min says */
    enum format format;
    int code; /* catalogue code of any invalid value, 0: the general one */
    int empty_code; /* catalogue code of a missing or empty value, 0: the general one */
    int64_t min; /* of a value; characters of a string; items of an array */
    int64_t max;
    uint32_t step; /* of an int: the value is min plus a multiple of it; 0: any */
    bool has_default;
    int64_t default_value; /* of bool, int, decimal, date, enum, flags */
    const char *default_text; /* of a string */
    uint32_t offset; /* of the member in its struct */
    uint32_t has_offset; /* of the presence flag, API_NO_OFFSET if there is none */
    uint32_t count_offset; /* of the item count of an array, API_NO_OFFSET if there is none */
    uint32_t item_size; /* octets of one item of an array */
    const struct api_words *words; /* of enum and flags */
    const struct api_field *of; /* members of an object; the one row of an array's item */
    uint32_t of_count;
};

#define API_NO_OFFSET UINT32_MAX

/* What was wrong with a request. */
struct api_decode_error {
    int code; /* enum catalogue_code */
    char field[API_FIELD_PATH_MAX]; /* "userid", "userids[3]", "" if it is about the whole; valid UTF-8 */
};

/* Decodes a JSON body of `len` octets (it need not end in NUL) into `req`, which has route->req_size octets and is
 * cleared first. An empty body counts as {}. Returns 0, or the catalogue's code with *ret_error filled. */
int api_decode_body(const struct api_route *route, const char *body, size_t len, void *req,
                    struct api_decode_error *ret_error) __attribute__((warn_unused_result));

/* Decodes a query string (without the `?`; percent-encoded, `+` is a space) likewise. `_t` is ignored. */
int api_decode_query(const struct api_route *route, const char *query, size_t len, void *req,
                     struct api_decode_error *ret_error) __attribute__((warn_unused_result));

/* Index of a word of `len` octets, or -1. */
int api_words_find(const struct api_words *words, const char *text, size_t len);

#endif
