/* A table as text: one line per row, with its number, `!` if it is broken, and its cells between bars. */
#ifndef POSTERN_TEST_SHEET_SAID_H
#define POSTERN_TEST_SHEET_SAID_H

#include "tables/sheet.h"
#include "util/buf.h"

/* Appends all readable rows. Returns what ended them: 0, or the error of opening or reading. */
int sheet_said(const char *path, const struct sheet_form *form, struct buf *out);

#endif
