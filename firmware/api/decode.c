#include "api/decode.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "api/decode_field.h"
#include "api/decode_tree.h"
#include "api/json_scan.h"
#include "catalogue.h"
#include "util/cleanup.h"

/* Way from the outermost object to a value, kept on the stack and written out only for an error. */
struct path {
    const struct path *parent;
    const char *name; /* member, or NULL for an item */
    size_t index;     /* of an item */
};

/* Appends as much of `text` as fits, cut between characters. */
static void append_text(char *out, size_t size, const char *text, size_t len) {
    const size_t used = strlen(out);
    size_t fits = len < size - used - 1 ? len : size - used - 1;
    while (fits > 0 && fits < len && ((unsigned char)text[fits] & 0xc0) == 0x80) {
        fits--;
    }
    memcpy(out + used, text, fits);
    out[used + fits] = '\0';
}

static void append_path(char *out, size_t size, const struct path *path) {
    if (path->parent != NULL) {
        append_path(out, size, path->parent);
    }
    if (path->name != NULL) {
        if (out[0] != '\0') {
            append_text(out, size, ".", 1);
        }
        append_text(out, size, path->name, strlen(path->name));
    } else {
        char index[24];
        const int len = snprintf(index, sizeof(index), "[%zu]", path->index);
        append_text(out, size, index, (size_t)len);
    }
}

static int decode_fail(struct api_decode_error *error, int code, const struct path *path) {
    error->code = code;
    error->field[0] = '\0';
    if (path != NULL) {
        append_path(error->field, sizeof(error->field), path);
    }
    return code;
}

static int fail_named(struct api_decode_error *error, int code, const char *name, size_t len) {
    error->code = code;
    error->field[0] = '\0';
    append_text(error->field, sizeof(error->field), name, len);
    return code;
}

/* An empty value of a field that has its own answer to that. */
static bool is_empty(const struct api_field *field, size_t len) {
    return field->empty_code != 0 && len == 0;
}

static int decode_absent(const struct path *path, const struct api_field *fields, size_t count, uint64_t seen,
                         char *base, struct api_decode_error *error) {
    struct path missing = {.parent = path};
    const int code = decode_finish(fields, count, seen, base, &missing.name);
    return code == CAT_OK ? CAT_OK : decode_fail(error, code, &missing);
}

static int decode_object(const struct path *path, const struct api_field *fields, size_t count, const cJSON *object,
                         char *base, struct api_decode_error *error);

/* What is no list and no object. */
static int decode_scalar(const struct api_field *field, const cJSON *item, char *at) {
    const enum value_type type = field->row->type;
    if (type != VALUE_BOOL && type != VALUE_INT && cJSON_IsString(item) && is_empty(field, strlen(item->valuestring))) {
        return field->empty_code;
    }
    size_t index = 0;
    return decode_code(decode_tree_value(field->row, item, at, &index));
}

static int decode_numbers(const struct path *path, const struct api_field *field, const cJSON *item, char *base,
                          struct api_decode_error *error) {
    struct path inner = {.parent = path};
    const int r = decode_tree_value(field->row, item, decode_place(field, base), &inner.index);
    if (r == 0) {
        return CAT_OK;
    }
    const bool is_item = inner.index < field->row->count;
    return decode_fail(error, decode_refusal(field, decode_code(r)), is_item ? &inner : path);
}

static int decode_list(const struct path *path, const struct api_field *field, const cJSON *item, char *base,
                       struct api_decode_error *error) {
    if (!cJSON_IsArray(item)) {
        return decode_fail(error, CAT_WRONG_TYPE, path);
    }
    const int64_t items = cJSON_GetArraySize(item);
    if (items < field->row->min || items > field->row->max) {
        return decode_fail(error, decode_refusal(field, CAT_OUT_OF_RANGE), path);
    }
    const struct api_field *row = field->of;
    char *at = decode_place(field, base);
    struct path inner = {.parent = path};
    const cJSON *element;
    cJSON_ArrayForEach(element, item) {
        int code;
        if (row->row->type == VALUE_OBJECT) {
            code = decode_object(&inner, row->of, row->of_count, element, at, error);
        } else {
            code = decode_refusal(row, decode_scalar(row, element, at));
            code = code == CAT_OK ? CAT_OK : decode_fail(error, code, &inner);
        }
        if (code != CAT_OK) {
            return code;
        }
        at += field->item_size;
        inner.index++;
    }
    const uint32_t count = (uint32_t)items;
    memcpy(base + field->count_offset, &count, sizeof(count));
    return CAT_OK;
}

static int decode_member(const struct path *path, const struct api_field *field, const cJSON *item, char *base,
                         struct api_decode_error *error) {
    decode_mark(field, base);
    char *at = decode_place(field, base);
    switch (field->row->type) {
        case VALUE_LIST: return decode_list(path, field, item, base, error);
        case VALUE_NUMBERS: return decode_numbers(path, field, item, base, error);
        case VALUE_OBJECT: return decode_object(path, field->of, field->of_count, item, at, error);
        case VALUE_FLAGS:
        case VALUE_BOOL:
        case VALUE_INT:
        case VALUE_TEXT:
        case VALUE_DECIMAL:
        case VALUE_DATE:
        case VALUE_ENUM: break;
    }
    const int code = decode_refusal(field, decode_scalar(field, item, at));
    return code == CAT_OK ? CAT_OK : decode_fail(error, code, path);
}

static int decode_object(const struct path *path, const struct api_field *fields, size_t count, const cJSON *object,
                         char *base, struct api_decode_error *error) {
    if (!cJSON_IsObject(object)) {
        return decode_fail(error, CAT_WRONG_TYPE, path);
    }
    uint64_t seen = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        const struct path inner = {.parent = path, .name = item->string};
        const struct api_field *field = decode_find(fields, count, item->string, strlen(item->string));
        if (field == NULL) {
            return decode_fail(error, CAT_UNKNOWN_KEY, &inner);
        }
        const uint64_t bit = UINT64_C(1) << (field - fields);
        if ((seen & bit) != 0) {
            return decode_fail(error, CAT_DUPLICATE_KEY, &inner);
        }
        seen |= bit;
        const int code = decode_member(&inner, field, item, base, error);
        if (code != CAT_OK) {
            return code;
        }
    }
    return decode_absent(path, fields, count, seen, base, error);
}

/* The scan found what no tree can show: answered for the member it stands in, by that field's own code. */
static int scan_failure(const struct api_route *route, enum json_scan_result result, const struct json_scan_key *key,
                        struct api_decode_error *error) {
    if (result != JSON_SCAN_TEXT) {
        return decode_fail(error, CAT_BAD_JSON, NULL);
    }
    if (key->text == NULL) {
        return decode_fail(error, CAT_BAD_TEXT, NULL);
    }
    const struct api_field *field = decode_find(route->fields, route->field_count, key->text, key->len);
    return fail_named(error, field != NULL ? decode_refusal(field, CAT_BAD_TEXT) : CAT_BAD_TEXT, key->text, key->len);
}

static int decode_text(const struct api_route *route, const char *text, size_t len, bool string_allowed, void *req,
                       struct api_decode_error *error) {
    struct json_scan_key key;
    const enum json_scan_result result = json_scan(text, len, API_DEPTH_MAX, &key);
    if (result != JSON_SCAN_OK) {
        return scan_failure(route, result, &key, error);
    }
    _cleanup_(decode_tree_donep) cJSON *tree = decode_tree_new(text, len);
    if (tree == NULL) {
        return decode_fail(error, CAT_SYSTEM_ERROR, NULL); /* the text is good, so the memory ran out */
    }
    if (string_allowed && cJSON_IsString(tree)) {
        /* The scan let no NUL pass. What is inside is an object, and no string once more. */
        return decode_text(route, tree->valuestring, strlen(tree->valuestring), false, req, error);
    }
    return decode_object(NULL, route->fields, route->field_count, tree, req, error);
}

int api_decode_body(const struct api_route *route, const char *body, size_t len, void *req,
                    struct api_decode_error *ret_error) {
    *ret_error = (struct api_decode_error){0};
    if (route->req_size > 0) {
        memset(req, 0, route->req_size);
    }
    if (len == 0) {
        return decode_absent(NULL, route->fields, route->field_count, 0, req, ret_error);
    }
    return decode_text(route, body, len, route->json_string, req, ret_error);
}
