#include <string.h>

#include "api/decode.h"
#include "api/decode_field.h"
#include "catalogue.h"

#define QUERY_NAME_MAX 64    /* bytes; the names of fields are shorter */
#define QUERY_VALUE_MAX 4096 /* bytes; the generator keeps text of GET calls below */

#define TIME_STAMP "_t" /* every call carries it so that nothing caches; it has no meaning */

struct piece {
    const char *text;
    size_t len;
};

/* Splits at the first `separator`: returns what is before it and leaves in *rest what is behind. */
static struct piece query_split(struct piece *rest, char separator) {
    const char *at = rest->len > 0 ? memchr(rest->text, separator, rest->len) : NULL;
    const struct piece first = {rest->text, at != NULL ? (size_t)(at - rest->text) : rest->len};
    const size_t skip = at != NULL ? first.len + 1 : first.len;
    rest->text += skip;
    rest->len -= skip;
    return first;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Undoes percent-encoding into `out`. CAT_BAD_TEXT for a broken escape, CAT_OUT_OF_RANGE if it does not fit. */
static int query_unescape(struct piece raw, char *out, size_t size, size_t *ret_len) {
    size_t len = 0;
    for (size_t i = 0; i < raw.len; i++) {
        char c = raw.text[i];
        if (c == '%') {
            const int high = i + 2 < raw.len ? hex_value(raw.text[i + 1]) : -1;
            const int low = i + 2 < raw.len ? hex_value(raw.text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return CAT_BAD_TEXT;
            }
            c = (char)(high * 16 + low);
            i += 2;
        } else if (c == '+') {
            c = ' ';
        }
        if (len == size) {
            return CAT_OUT_OF_RANGE;
        }
        out[len++] = c;
    }
    *ret_len = len;
    return CAT_OK;
}

static int decode_parameter(const struct api_field *field, struct piece value, void *at) {
    if (value.len == 0 && field->empty_code != 0) {
        return field->empty_code;
    }
    return decode_code(value_parse(field->row, value.text, value.len, at));
}

/* A name that is no field's is repeated only if it is plain: it goes back to the client as it is. */
static void name_error(struct api_decode_error *error, struct piece name) {
    size_t len = 0;
    while (len < name.len && len < sizeof(error->field) - 1 && name.text[len] > 0x20 && name.text[len] < 0x7f) {
        error->field[len] = name.text[len];
        len++;
    }
    error->field[len] = '\0';
}

static bool is_time_stamp(struct piece name) {
    return name.len == strlen(TIME_STAMP) && memcmp(name.text, TIME_STAMP, name.len) == 0;
}

static int decode_pair(const struct api_route *route, struct piece pair, char *base, uint64_t *seen,
                       struct api_decode_error *error) {
    char name_text[QUERY_NAME_MAX];
    char value_text[QUERY_VALUE_MAX];
    struct piece raw = pair;
    const struct piece raw_name = query_split(&raw, '=');
    struct piece name = {.text = name_text};
    struct piece value = {.text = value_text};
    if (query_unescape(raw_name, name_text, sizeof(name_text), &name.len) != CAT_OK) {
        name_error(error, raw_name);
        return CAT_UNKNOWN_KEY;
    }
    if (is_time_stamp(name)) {
        return CAT_OK;
    }
    name_error(error, name);
    const struct api_field *field = decode_find(route->fields, route->field_count, name.text, name.len);
    if (field == NULL) {
        return CAT_UNKNOWN_KEY;
    }
    const uint64_t bit = UINT64_C(1) << (field - route->fields);
    if ((*seen & bit) != 0) {
        return CAT_DUPLICATE_KEY;
    }
    *seen |= bit;
    decode_mark(field, base);
    int code = query_unescape(raw, value_text, sizeof(value_text), &value.len);
    if (code == CAT_OK) {
        code = decode_parameter(field, value, decode_place(field, base));
    }
    return decode_refusal(field, code);
}

int api_decode_query(const struct api_route *route, const char *query, size_t len, void *req,
                     struct api_decode_error *ret_error) {
    *ret_error = (struct api_decode_error){0};
    if (route->req_size > 0) {
        memset(req, 0, route->req_size);
    }
    uint64_t seen = 0;
    struct piece rest = {query, len};
    while (rest.len > 0) {
        const struct piece pair = query_split(&rest, '&');
        if (pair.len > 0) {
            ret_error->code = decode_pair(route, pair, req, &seen, ret_error);
        }
        if (ret_error->code != CAT_OK) {
            return ret_error->code;
        }
    }
    const char *missing = "";
    ret_error->code = decode_finish(route->fields, route->field_count, seen, req, &missing);
    name_error(ret_error, (struct piece){missing, strlen(missing)});
    return ret_error->code;
}
