#include "values/value_set.h"

#include "util/json_out.h"

/* A change always identifies its entity. */
static uint64_t with_key(const struct value_set *set, uint64_t given) {
    return given | VALUE_BIT(set->key);
}

int value_set_check(const struct value_set *set, const void *values, uint64_t given, const struct value_row **ret_row) {
    const uint64_t checked = with_key(set, given);
    for (uint32_t i = 0; i < set->count; i++) {
        const struct value_row *row = &set->rows[i];
        const int r = (checked >> i & 1u) != 0 ? value_check(row, value_in_const(row, values)) : 0;
        if (r < 0) {
            *ret_row = row;
            return r;
        }
    }
    return 0;
}

void value_set_merge(const struct value_set *set, const void *values, uint64_t given, void *one) {
    const uint64_t taken = set->content & with_key(set, given);
    for (uint32_t i = 0; i < set->count; i++) {
        const struct value_row *row = &set->rows[i];
        if ((taken >> i & 1u) != 0) {
            value_copy(row, value_in_const(row, values), value_in(row, one));
        }
    }
}

bool value_set_equal(const struct value_set *set, const void *a, const void *b) {
    for (uint32_t i = 0; i < set->count; i++) {
        const struct value_row *row = &set->rows[i];
        if ((set->content >> i & 1u) != 0 && !value_equal(row, value_in_const(row, a), value_in_const(row, b))) {
            return false;
        }
    }
    return true;
}

void value_set_json(const struct value_set *set, const void *one, const void *other, struct buf *out) {
    const uint64_t told = set->content & ~VALUE_BIT(set->key);
    for (uint32_t i = 0; i < set->count; i++) {
        const struct value_row *row = &set->rows[i];
        const void *at = value_in_const(row, one);
        if ((told >> i & 1u) != 0 && (other == NULL || !value_equal(row, at, value_in_const(row, other)))) {
            json_out_key(out, row->name);
            value_print_json(row, at, out);
        }
    }
}
