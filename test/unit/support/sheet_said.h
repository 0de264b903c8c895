/* A table as a text: a line a row, with its number, `!` where it is broken, and its cells between strokes. */
#ifndef POSTERN_TEST_SHEET_SAID_H
#define POSTERN_TEST_SHEET_SAID_H

#include "tables/sheet.h"
#include "util/buf.h"

/* Appends all rows that can be read. Returns what ended them: 0, or the error of opening or reading. */
int sheet_said(const char *path, const struct sheet_form *form, struct buf *out);

#endif
