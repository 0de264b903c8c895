/* The workbook writer used by table.c. Private to tables/table*. */
#ifndef POSTERN_TABLE_IMPL_H
#define POSTERN_TABLE_IMPL_H

#include "tables/table.h"

struct workbook;

_must_check_ int workbook_new(const struct table_form *form, struct workbook **ret_book);
struct workbook *workbook_free(struct workbook *book); /* accepts NULL; returns NULL */

/* Like the functions of table.h. */
void workbook_text(struct workbook *book, const char *text);
void workbook_number(struct workbook *book, int64_t value);
void workbook_tenths(struct workbook *book, int32_t tenths);
void workbook_moment(struct workbook *book, int64_t wall_s);
void workbook_day(struct workbook *book, int64_t day);
void workbook_time(struct workbook *book, int64_t wall_s);
void workbook_span(struct workbook *book, uint32_t minutes);
void workbook_hours(struct workbook *book, int32_t minutes);
void workbook_look(struct workbook *book, enum table_look look);
void workbook_sheet(struct workbook *book, const struct table_form *form, struct buf *out);
void workbook_nothing(struct workbook *book);
void workbook_row(struct workbook *book, struct buf *out);
_must_check_ int workbook_end(struct workbook *book, struct buf *out);
_must_check_ int workbook_failed(const struct workbook *book);

#endif
