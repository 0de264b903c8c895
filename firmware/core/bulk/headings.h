/* Headings of the columns of a table of users. */
#ifndef POSTERN_CORE_BULK_HEADINGS_H
#define POSTERN_CORE_BULK_HEADINGS_H

#include "values.h"

/* The field that a heading means: the label of a field in any language, or another word that its declaration lists, in any
 * case and punctuation. BULK_FIELD_NONE if it means none. */
enum bulk_field headings_field(const char *heading);

#endif
