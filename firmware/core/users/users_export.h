/* The users as a table, made in chunks: only one chunk is in memory. Contains no secret and no template. A user changed
 * meanwhile is in it as before or as after; a user who keeps the position in the order is neither duplicated nor
 * missing. */
#ifndef POSTERN_CORE_USERS_EXPORT_H
#define POSTERN_CORE_USERS_EXPORT_H

#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct users_export;

/* Format of the file. */
struct users_export_form {
    enum table_format format;
    enum language language; /* of its headings */
    uint32_t columns; /* a bit for each enum user_list_column; 0: all */
};

/* Starts a table of the users that `asked` finds, in its order; its page is ignored. Adds its own audit entry, because
 * personal data leaves the terminal. E_NOMEM, E_NOSPC, E_BUSY. */
_must_check_ int users_export_new(struct core *core, const struct actor *by, const struct user_query *asked,
                                  const struct users_export_form *form, struct users_export **ret_export);

/* Return the file name, as in core/time/file_name.h, and its media type. Valid as long as the export. */
const char *users_export_name(const struct users_export *export);
const char *users_export_media_type(const struct users_export *export);

/* Appends the next users. Returns 1: there are more; 0: these were the last; errors of the store, E_NOMEM. `state` is
 * the struct users_export. */
_must_check_ int users_export_next(struct core *core, void *state, struct buf *out);

void users_export_free(void *state); /* accepts NULL */

#endif
