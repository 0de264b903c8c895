/* What table.c asks of the workbook. Private to tables/table*. */
#ifndef POSTERN_TABLE_IMPL_H
#define POSTERN_TABLE_IMPL_H

#include "tables/table.h"

struct workbook;

_must_check_ int workbook_new(const struct table_form *form, struct workbook **ret_book);
struct workbook *workbook_free(struct workbook *book); /* takes NULL; returns NULL */

/* As the functions of table.h. */
void workbook_text(struct workbook *book, const char *text);
void workbook_number(struct workbook *book, int64_t value);
void workbook_tenths(struct workbook *book, int32_t tenths);
void workbook_moment(struct workbook *book, int64_t wall_s);
void workbook_day(struct workbook *book, int64_t day);
void workbook_time(struct workbook *book, int64_t wall_s);
void workbook_span(struct workbook *book, uint32_t minutes);
void workbook_sum(struct workbook *book, unsigned rows, uint32_t minutes);
void workbook_look(struct workbook *book, enum table_look look);
void workbook_together(struct workbook *book, unsigned rows, struct buf *out);
void workbook_nothing(struct workbook *book);
void workbook_row(struct workbook *book, struct buf *out);
_must_check_ int workbook_end(struct workbook *book, struct buf *out);
_must_check_ int workbook_failed(const struct workbook *book);

#endif
