/* The users as a table, made a piece at a time: no more of it is kept than a piece. No secret and no template is in it. Who is
 * changed meanwhile is in it as before or as after, and nobody twice or left out who keeps his place in the order. */
#ifndef POSTERN_CORE_USERS_EXPORT_H
#define POSTERN_CORE_USERS_EXPORT_H

#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct users_export;

/* What the file is. */
struct users_export_form {
    enum table_format format;
    enum language language; /* of its headings */
    uint32_t columns; /* a bit for each enum user_list_column; 0: all */
};

/* Starts a table of the users that `asked` finds, in its order; its page is ignored. Leaves an audit row of its own, because
 * personal data leaves the terminal. E_NOMEM, E_NOSPC, E_BUSY. */
_must_check_ int users_export_new(struct core *core, const struct actor *by, const struct user_query *asked,
                                  const struct users_export_form *form, struct users_export **ret_export);

/* The name of its file, as of core/time/file_name.h, and its media type. Live as long as it. */
const char *users_export_name(const struct users_export *export);
const char *users_export_media_type(const struct users_export *export);

/* Appends the next users. Returns 1: there are more; 0: these were the last; errors of the store, E_NOMEM. `state` is the
 * struct users_export. */
_must_check_ int users_export_next(struct core *core, void *state, struct buf *out);

void users_export_free(void *state); /* takes NULL */

#endif
