/* The hours of people as a table, made a few people at a time: no more of it is kept than a piece. */
#ifndef POSTERN_CORE_RECORDS_REPORT_EXPORT_H
#define POSTERN_CORE_RECORDS_REPORT_EXPORT_H

#include "util/buf.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct report_export;

/* What the file looks like. A workbook has the sums and the days, CSV the rows of the view. */
struct report_export_form {
    enum table_format format;
    enum report_view view; /* that is sorted */
    enum report_sort sort;
    enum sort_order order;
    enum hours_form hours;
    enum file_delimiter delimiter; /* of CSV, as the decimal sign */
    enum decimal_sign decimal;
};

/* Begins a table. Errors as of report_new() and report_sort(), E_SORT_TOO_MANY, E_USER_UNKNOWN. */
_must_check_ int report_export_new(struct core *core, const struct actor *by, const struct report_query *asked,
                                   const struct report_export_form *form, struct report_export **ret_export,
                                   const char **ret_field);

/* The name of its file, as of core/time/file_name.h, and its media type. Live as long as it. */
const char *report_export_name(const struct report_export *export);
const char *report_export_media_type(const struct report_export *export);

/* Appends the next people. Returns 1: there are more; 0: these were the last; errors of the store, E_NOMEM, E_TOO_LARGE: a workbook of
 * more than 4 GiB. `state` is the struct report_export. */
_must_check_ int report_export_next(struct core *core, void *state, struct buf *out);

void report_export_free(void *state); /* takes NULL */

#endif
