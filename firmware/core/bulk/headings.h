/* Headings of the columns of a table of users. */
#ifndef POSTERN_CORE_BULK_HEADINGS_H
#define POSTERN_CORE_BULK_HEADINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "labels.h"
#include "values.h"

#define HEADINGS_MAX ((size_t)LANGUAGE_COUNT * BULK_FIELD_COUNT + BULK_FIELD_HEADING_COUNT)

/* The words that are known of one kind of table, folded once: the labels of the fields in all languages, and those that their declarations list. */
struct headings {
    struct {
        uint64_t hash; /* of the folded word */
        enum bulk_field field;
    } words[HEADINGS_MAX];
    size_t count;
};

void headings_init(enum bulk_kind kind, struct headings *ret_headings);

/* Returns whether the field says which user a row is about. */
bool headings_is_key(enum bulk_field field);

/* Whether a table of this kind may have the field in a column. */
bool headings_has_field(enum bulk_kind kind, enum bulk_field field);

/* The field that a heading means, in any case and punctuation. A heading in several languages, as "Card / Tarjeta" or one behind the
 * other, means what its known words agree on, and "First name / Last name" the whole name; what is in brackets may be a remark.
 * BULK_FIELD_NONE if it means none. */
enum bulk_field headings_find(const struct headings *headings, const char *heading);

/* Parts of a user name: several columns may have them. */
bool headings_is_part(enum bulk_field field);

/* True for a heading such as "Name", which is the first name where another column has the last name. */
bool headings_is_bare_name(const char *heading);

#endif
