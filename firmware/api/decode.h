/* Requests: text of a body or of a query string → the struct of a call, by the generated field tables.
 *
 * One decoder for all calls. It accepts untrusted bytes of any content and either fills the struct completely or
 * returns the catalogue's code and the field that caused it. It knows neither calls nor rules beyond the tables.
 * decode_tree.h has the JSON part shared with the reader of settings files; only these files include cJSON. */
#ifndef POSTERN_API_DECODE_H
#define POSTERN_API_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/api.h"
#include "values/value.h"

#define API_DEPTH_MAX 8      /* nesting of objects and arrays in a body */
#define API_FIELD_PATH_MAX 96 /* bytes of a field path in an error, with its NUL */

/* One row for each field of a request: type and destination of its value. Rows of an object are in the order of the
 * specification. */
struct api_field {
    const struct value_row *row; /* shared with settings and entities that have the field */
    bool optional;
    int code; /* catalogue code of any invalid value, 0: the general one */
    int empty_code; /* catalogue code of a missing or empty value, 0: the general one */
    bool has_default;
    int64_t default_value; /* of bool, int, decimal, date, enum, flags */
    const char *default_text; /* of a string */
    uint32_t base; /* of the struct that row->offset counts from, within the request */
    uint32_t has_offset; /* of the presence flag; API_NO_OFFSET if there is none */
    uint32_t given_offset; /* of the uint64_t whose bit `bit` is the presence flag; API_NO_OFFSET if there is none */
    uint8_t bit;
    uint32_t room_offset; /* of the buffer for a borrowed text */
    uint32_t count_offset; /* of the uint32_t item count of a list */
    uint32_t item_size; /* bytes of one item of a list */
    const struct api_field *of; /* members of an object; one row for the item of a list */
    uint32_t of_count;
};

#define API_NO_OFFSET UINT32_MAX

/* The error found in a request. */
struct api_decode_error {
    int code; /* enum catalogue_code */
    char field[API_FIELD_PATH_MAX]; /* "userid", "userids[3]", "" for the whole request; valid UTF-8 */
};

/* Decodes a JSON body of `len` bytes (it need not end in NUL) into `req`, which has route->req_size bytes and is
 * cleared first. An empty body counts as {}. Returns 0, or the catalogue's code with *ret_error filled. */
int api_decode_body(const struct api_route *route, const char *body, size_t len, void *req,
                    struct api_decode_error *ret_error) __attribute__((warn_unused_result));

/* Decodes a query string (without the `?`; percent-encoded, `+` is a space) in the same way. `_t` is ignored. */
int api_decode_query(const struct api_route *route, const char *query, size_t len, void *req,
                     struct api_decode_error *ret_error) __attribute__((warn_unused_result));

#endif
