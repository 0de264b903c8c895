#include "api/decode_tree.h"

#include <string.h>

static void tree_wipe_text(char *text) {
    volatile char *at = text; /* volatile: the text is freed next, so a plain store could be left out */
    while (at != NULL && *at != '\0') {
        *at++ = '\0';
    }
}

/* Bodies carry passwords; they do not stay behind in freed memory. Depth is bounded by the scan. */
static void wipe_tree(cJSON *item) {
    for (cJSON *at = item; at != NULL; at = at->next) {
        tree_wipe_text(at->valuestring);
        wipe_tree(at->child);
    }
}

cJSON *decode_tree_new(const char *text, size_t len) {
    return cJSON_ParseWithLengthOpts(text, len, NULL, 0);
}

void decode_tree_donep(cJSON **tree) {
    wipe_tree(*tree);
    cJSON_Delete(*tree);
}

static int tree_flags(const struct value_row *row, const cJSON *item, char *at) {
    if (!cJSON_IsArray(item)) {
        return E_TYPE;
    }
    const cJSON *word;
    cJSON_ArrayForEach(word, item) {
        if (!cJSON_IsString(word)) {
            return E_TYPE;
        }
        const int r = value_add_word(row, word->valuestring, strlen(word->valuestring), at);
        if (r < 0) {
            return r;
        }
    }
    return 0;
}

static int tree_numbers(const struct value_row *row, const cJSON *item, char *at, size_t *ret_index) {
    *ret_index = row->count;
    if (!cJSON_IsArray(item)) {
        return E_TYPE;
    }
    if (cJSON_GetArraySize(item) != (int)row->count) {
        return E_RANGE;
    }
    *ret_index = 0;
    const cJSON *element;
    cJSON_ArrayForEach(element, item) {
        const int r =
            cJSON_IsNumber(element) ? value_take_number(row, (unsigned)*ret_index, element->valuedouble, at) : E_TYPE;
        if (r < 0) {
            return r;
        }
        (*ret_index)++;
    }
    return 0;
}

int decode_tree_value(const struct value_row *row, const cJSON *item, void *at, size_t *ret_index) {
    switch (row->type) {
        case VALUE_NUMBERS: return tree_numbers(row, item, at, ret_index);
        case VALUE_FLAGS: return tree_flags(row, item, at);
        case VALUE_BOOL: value_put(row, cJSON_IsTrue(item), at); return cJSON_IsBool(item) ? 0 : E_TYPE;
        case VALUE_INT: return cJSON_IsNumber(item) ? value_take_number(row, 0, item->valuedouble, at) : E_TYPE;
        case VALUE_TEXT:
        case VALUE_DECIMAL:
        case VALUE_DATE:
        case VALUE_ENUM:
            return cJSON_IsString(item) ? value_parse(row, item->valuestring, strlen(item->valuestring), at) : E_TYPE;
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
    return E_TYPE;
}
