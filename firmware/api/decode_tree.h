/* A cJSON tree of a JSON text that json_scan() accepted, and its values. Internal to api/decode*.c. */
#ifndef POSTERN_API_DECODE_TREE_H
#define POSTERN_API_DECODE_TREE_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "util/err.h"
#include "values/value.h"

/* Returns the tree, or NULL without memory. Its texts are wiped when it is freed, because requests contain passwords. */
cJSON *decode_tree_new(const char *text, size_t len);
void decode_tree_donep(cJSON **tree); /* takes a pointer to NULL */

/* Parses a JSON value of the contract, except lists and objects, into `at`. Errors as value_parse(): E_TYPE, E_RANGE,
 * E_TEXT, E_FORMAT; the memory at `at` is then undefined. For an array of numbers, *ret_index is the index of the invalid
 * one, or row->count if the whole array is invalid. */
_must_check_ int decode_tree_value(const struct value_row *row, const cJSON *item, void *at, size_t *ret_index);

#endif
