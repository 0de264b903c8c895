/* The fields of an entity by their rows: what follows from a change is the same for every entity. Called by the
 * functions of values.h, which have the types. `values` and `one` are structs whose members the rows name. */
#ifndef POSTERN_VALUES_VALUE_SET_H
#define POSTERN_VALUES_VALUE_SET_H

#include "values/value.h"

#define VALUE_BIT(field) (UINT64_C(1) << (field))

struct value_set {
    const struct value_row *rows;
    uint32_t count;
    uint32_t key; /* row of what tells one from another */
    uint64_t content; /* bits of the rows that a change changes: no secret, and not the count of changes */
};

/* Checks the key and the members whose bits are given, in the order of the rows. As value_check(), with the first wrong
 * one in *ret_row. */
_must_check_ int value_set_check(const struct value_set *set, const void *values, uint64_t given,
                                 const struct value_row **ret_row);

/* Copies the key and what is given of the content. Texts stay where they are. */
void value_set_merge(const struct value_set *set, const void *values, uint64_t given, void *one);

/* True if the contents are equal. */
bool value_set_equal(const struct value_set *set, const void *a, const void *b);

/* Appends the members of a JSON object: the content without the key, or what of it differs from `other` (not NULL). */
void value_set_json(const struct value_set *set, const void *one, const void *other, struct buf *out);

#endif
