#include "core/upgrade/version.h"

#include <stddef.h>
#include <string.h>

#define DIGITS "0123456789"

/* A part of a version, up to the next dot. */
struct part {
    const char *at;
    size_t len;
    bool is_number;
};

/* Reads a part; advances *at past it and its dot. */
static struct part take_part(const char **at, const char *end) {
    struct part part = {.at = *at};
    while (part.at + part.len < end && part.at[part.len] != '.') {
        part.len++;
    }
    part.is_number = part.len > 0 && strspn(part.at, DIGITS) >= part.len;
    *at = part.at + part.len + (part.at + part.len < end ? 1 : 0);
    return part;
}

/* Compares: numbers by value (no leading zeros), before words; words by their bytes, the shorter first. */
static int compare_parts(const struct part *a, const struct part *b) {
    if (a->is_number != b->is_number) {
        return a->is_number ? -1 : 1;
    }
    if (a->is_number && a->len != b->len) {
        return a->len < b->len ? -1 : 1;
    }
    int order = strncmp(a->at, b->at, a->len < b->len ? a->len : b->len);
    return order != 0 ? order : (a->len > b->len) - (a->len < b->len);
}

/* Compares part by part; if equal, the longer list is later. */
static int compare_lists(const char *a, const char *a_end, const char *b, const char *b_end) {
    while (a < a_end && b < b_end) {
        struct part one = take_part(&a, a_end), other = take_part(&b, b_end);
        int order = compare_parts(&one, &other);
        if (order != 0) {
            return order;
        }
    }
    return (a < a_end) - (b < b_end);
}

bool version_is_before(const char *a, const char *b) {
    const char *a_end = a + strcspn(a, "+"), *b_end = b + strcspn(b, "+");
    const char *a_core = a + strcspn(a, "-+"), *b_core = b + strcspn(b, "-+");
    int order = compare_lists(a, a_core, b, b_core);
    if (order != 0) {
        return order < 0;
    }
    bool a_early = a_core < a_end, b_early = b_core < b_end; /* 1.0.0-rc.1 comes before 1.0.0 */
    if (!a_early || !b_early) {
        return a_early;
    }
    return compare_lists(a_core + 1, a_end, b_core + 1, b_end) < 0;
}
