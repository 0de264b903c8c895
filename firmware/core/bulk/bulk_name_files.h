/* What a job keeps of names of groups and shifts. */
#ifndef POSTERN_CORE_BULK_NAME_FILES_H
#define POSTERN_CORE_BULK_NAME_FILES_H

#include "store/bulk/bulk.h"
#include "util/err.h"

struct bulk_names;
struct core;

/* Reads the names of groups and shifts, and those that were said for this file. NULL where no column needs them; free() frees them.
 * E_NOMEM, E_IO. */
_must_check_ int bulk_names_open(struct core *core, const struct store_bulk_form *form, struct bulk_names **ret_names);

/* Writes the unknown names that were met into the file of the job; `names` NULL: there are none. E_NOSPC, E_NOMEM, E_IO. */
_must_check_ int bulk_names_keep(struct core *core, const struct bulk_names *names);

#endif
