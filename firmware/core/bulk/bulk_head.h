/* Where a table of users begins: its sheet, and its headings below titles, or none at all. */
#ifndef POSTERN_CORE_BULK_HEAD_H
#define POSTERN_CORE_BULK_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bulk/bulk.h"
#include "core/bulk/headings.h"
#include "tables/sheet.h"
#include "util/err.h"

struct arena;

#define BULK_HEAD_ROWS 24 /* first rows of a sheet, among which its headings are looked for */
#define BULK_HEADING_MAX 520 /* bytes of a heading of two rows, with the NUL */

struct bulk_head {
    struct headings headings;
    struct bulk_row_seen *rows; /* the first ones, BULK_HEAD_ROWS at most */
    size_t count;
    /* What the cells of a row mean as headings (enum bulk_field): alone; behind the heading of their group in the row above, if that
     * is known; and in two rows, where the own heading goes alone if both together say nothing. */
    uint8_t own[BULK_HEAD_ROWS][SHEET_COLUMNS_MAX];
    uint8_t joined[BULK_HEAD_ROWS][SHEET_COLUMNS_MAX];
    uint8_t both[BULK_HEAD_ROWS][SHEET_COLUMNS_MAX];
    bool has_heading;
    size_t at; /* the last row of the headings */
    bool is_double; /* the row before it has headings of groups */
    unsigned known; /* fields that the headings name */
};

/* Opens a table, goes to the sheet that is asked for or whose rows look most like people, written to form->sheet, and finds the
 * headings. What is found is in the arena. E_RANGE: no row of those that are read has the line that is asked for; those of
 * sheet_open_head(); E_NOMEM. */
_must_check_ int bulk_head_find(const char *path, const struct sheet_guess *guess, struct sheet_form *form,
                                const struct bulk_asked *asked, struct arena *arena, struct bulk_head *ret_head);

/* The line of the last row of the headings; 0: there are none. */
uint32_t bulk_head_line(const struct bulk_head *head);

/* The heading of a column: of two rows both, as far as that says more. "" without one. */
void bulk_head_text(const struct bulk_head *head, size_t column, char ret_text[BULK_HEADING_MAX]);

/* Puts the headings of a row together as they are kept (bulk_rows.h): with those of the row of groups above it, which are kept in
 * `groups`; 0 bytes: there is none. `ret_cells` has BULK_CELLS_MAX bytes. Returns how many it took. */
size_t bulk_head_keep(enum bulk_kind kind, const struct sheet_row *row, const char *groups, size_t groups_len,
                      char *ret_cells);

/* A copy of a row as far as it is shown, in the arena. E_NOMEM. */
_must_check_ int bulk_keep_cells(struct arena *arena, const struct sheet_row *row, struct bulk_row_seen *ret_seen);

#endif
