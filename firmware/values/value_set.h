/* The fields of an entity by their rows: applies changes the same way for every entity. Called by the typed functions
 * of values.h. `values` and `one` are structs whose members the rows describe. */
#ifndef POSTERN_VALUES_VALUE_SET_H
#define POSTERN_VALUES_VALUE_SET_H

#include "values/value.h"

#define VALUE_BIT(field) (UINT64_C(1) << (field))

struct value_set {
    const struct value_row *rows;
    uint32_t count;
    uint32_t key; /* row of the identifying key */
    uint64_t content; /* bits of the rows that a change can set: not secrets, and not the revision */
};

/* Checks the key and the members with set bits, in the order of the rows. As value_check(), with the first invalid one
 * in *ret_row. */
_must_check_ int value_set_check(const struct value_set *set, const void *values, uint64_t given,
                                 const struct value_row **ret_row);

/* Copies the key and the given content. Texts are not copied, only their pointers. */
void value_set_merge(const struct value_set *set, const void *values, uint64_t given, void *one);

/* Returns whether the contents are equal. */
bool value_set_equal(const struct value_set *set, const void *a, const void *b);

/* Appends the members of a JSON object: the content without the key, or what differs from `other` (not NULL). */
void value_set_json(const struct value_set *set, const void *one, const void *other, struct buf *out);

#endif
