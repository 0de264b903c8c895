/* Headings of the columns of a table of users. */
#ifndef POSTERN_CORE_BULK_HEADINGS_H
#define POSTERN_CORE_BULK_HEADINGS_H

#include <stdbool.h>

#include "values.h"

/* The field that a heading means: the label of a field in any language, or another word that its declaration lists, in any
 * case and punctuation. BULK_FIELD_NONE if it means none. */
enum bulk_field headings_field(const char *heading);

/* Parts of a user name: several columns may have them. */
bool headings_is_part(enum bulk_field field);

/* True for a heading such as "Name", which is the first name where another column has the last name. */
bool headings_is_bare_name(const char *heading);

#endif
