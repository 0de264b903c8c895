/* Searching the log, page by page. A search may match rarely; what one page costs is bounded all the same. */
#ifndef POSTERN_CORE_RECORDS_SEARCH_H
#define POSTERN_CORE_RECORDS_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/events/clock_errors.h"
#include "store/events/log_find.h"
#include "util/err.h"
#include "util/text.h"
#include "values.h"

struct actor;
struct arena;
struct core;

#define SEARCH_PAGE_MAX 100 /* lines of a page */
#define SEARCH_BUDGET 20000 /* lines that one page looks at */
#define SEARCH_CURSOR_MAX 41 /* bytes of a cursor with its NUL */

/* A question, made of what was asked. It points into itself, so it stays where it is. */
struct search {
    struct store_log_query query;
    char needle[TEXT_FOLD_MAX];
    struct clock_errors errors; /* as they were when the search began */
    bool hides_people; /* the records have no names, photos and numbers of cards */
};

/* A page, newest first, in the arena. */
struct search_page {
    const struct record *records;
    size_t count;
    const char *next; /* cursor of older lines; "" none */
    const char *previous; /* cursor of newer lines; "" none */
    bool partial; /* it stopped before the page was full */
};

/* Where a page lies. Texts may be NULL; both are E_RANGE. */
struct search_place {
    const char *after; /* cursor `next` of another page */
    const char *before; /* cursor `previous` of another page */
    unsigned limit; /* 1 to SEARCH_PAGE_MAX */
};

/* Makes the question; days are those of the terminal's clock, temperatures are judged by its limit. Without the right to
 * know people (core/base/rights.h) the records have no names, photos and numbers of cards. E_RANGE: the time ends before it begins, with the
 * name of its end in *ret_field. E_FORBIDDEN: it asks for a name that `by` may not know, with its field. E_NOMEM. */
_must_check_ int search_start(struct core *core, const struct actor *by, const struct record_query *asked,
                              struct search *ret_search, const char **ret_field);

/* The same for lines with a skin temperature alone, whichever if none are asked for. */
_must_check_ int search_start_measured(struct core *core, const struct actor *by, const struct record_query *asked,
                                       struct search *ret_search, const char **ret_field);

/* Reads a page. E_FORMAT: not a cursor, with the name of the field in *ret_field; E_RANGE as above; errors of the store. */
_must_check_ int search_page(struct core *core, const struct search *search, const struct search_place *place,
                             struct arena *arena, struct search_page *ret_page, const char **ret_field);

#endif
