/* What people call the columns of a table of users. */
#ifndef POSTERN_CORE_BULK_HEADINGS_H
#define POSTERN_CORE_BULK_HEADINGS_H

#include "values.h"

/* What a heading seems to name, whatever its case, blanks and punctuation are; BULK_FIELD_NONE where nobody knows. */
enum bulk_field headings_field(const char *heading);

/* What the terminal itself calls the column of a field, in its own tables and the template; static. */
const char *headings_name(enum bulk_field field);

#endif
