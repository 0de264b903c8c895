/* Groups and shifts by name in a table of users: the names that are defined, what unknown ones were said to mean, and the unknown ones
 * that a check meets. Pure. */
#ifndef POSTERN_CORE_BULK_NAMES_H
#define POSTERN_CORE_BULK_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk.h"
#include "util/err.h"
#include "util/text.h"
#include "values.h"

#define BULK_NAMES_KNOWN_MAX (GROUP_NUMBER_MAX + SHIFT_NUMBER_MAX + BULK_NAMES_MAX) /* with those that were said */

/* A name that is known. */
struct bulk_name {
    enum user_field field; /* USER_GROUP or USER_SHIFT */
    uint8_t number; /* of the group or shift */
    bool leaves_out; /* rows with it are left out */
    bool is_said; /* somebody said what it means: before those that are defined */
    char text[BULK_NAME_MAX]; /* as it is written */
    char folded[TEXT_FOLD_MAX];
};

/* A name that is not, with the rows that have it. */
struct bulk_name_seen {
    enum user_field field;
    uint32_t line; /* of the first row */
    uint32_t rows;
    char text[BULK_NAME_MAX]; /* of the first row, cut */
    char folded[TEXT_FOLD_MAX];
};

struct bulk_names {
    struct bulk_name known[BULK_NAMES_KNOWN_MAX];
    size_t known_count;
    struct bulk_name_seen seen[BULK_NAMES_MAX];
    size_t seen_count;
};

/* Adds a name with what it means; nothing where it is empty or there is no room. */
void bulk_names_add(struct bulk_names *names, const struct bulk_name *name, const char *text);

/* The number that a name means: as it was said, as it is written, else in any case and with any marks if one alone fits. *ret_out:
 * rows with it are left out. E_GROUP_NAME, E_SHIFT_NAME. */
_must_check_ int bulk_names_find(const struct bulk_names *names, enum user_field field, const char *text,
                                 uint8_t *ret_number, bool *ret_out);

/* Counts a row with an unknown name; the first BULK_NAMES_MAX names are listed. */
void bulk_names_note(struct bulk_names *names, enum user_field field, const char *text, uint32_t line);

#endif
