/* A JSON text that json_scan() found good as a tree of cJSON, and the values in it. Internal to api/decode*.c. */
#ifndef POSTERN_API_DECODE_TREE_H
#define POSTERN_API_DECODE_TREE_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "util/err.h"
#include "values/value.h"

/* NULL: the memory ran out. Texts in it are wiped with it, for requests carry passwords. */
cJSON *decode_tree_new(const char *text, size_t len);
void decode_tree_donep(cJSON **tree); /* takes a pointer to NULL */

/* Reads a value of the contract as it travels, but for lists and objects. As value_parse(): E_TYPE, E_RANGE, E_TEXT,
 * E_FORMAT; what is at `at` then is not to be used. Of numbers *ret_index is the one that is wrong, or row->count for
 * the whole of them. */
_must_check_ int decode_tree_value(const struct value_row *row, const cJSON *item, void *at, size_t *ret_index);

#endif
