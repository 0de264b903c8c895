/* Tables that are taken away: the rows that are wrong, to be mended and sent again, and one to be filled in. */
#ifndef POSTERN_CORE_BULK_FILES_H
#define POSTERN_CORE_BULK_FILES_H

#include "util/buf.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct bulk_file;
struct core;

/* The rows that are wrong as CSV, in the order of the file, and behind them those that became wrong while it was written: line, what
 * is wrong (in the words of `words`, static), then the cells as they were. E_BULK_NOT_READY: there is none of who asks; E_FORBIDDEN,
 * as bulk_errors(); E_NOMEM, E_IO. */
_must_check_ int bulk_file_errors(struct core *core, const struct actor *by, enum language language,
                                  const char *(*words)(int err), struct bulk_file **ret_file);

/* The headings that are known and an example. E_NOMEM. */
_must_check_ int bulk_file_template(struct core *core, enum language language, enum table_format format,
                                    struct bulk_file **ret_file);

/* Name and media type; live as long as it. */
const char *bulk_file_name(const struct bulk_file *file);
const char *bulk_file_media_type(const struct bulk_file *file);

/* As struct api_file. `state` is the struct bulk_file. */
_must_check_ int bulk_file_next(struct core *core, void *state, struct buf *out);
void bulk_file_free(void *state); /* takes NULL */

#endif
