/* For the files of the group `records`: the wrong clocks of a page of the log. */
#ifndef POSTERN_API_RECORDS_MOVES_H
#define POSTERN_API_RECORDS_MOVES_H

#include "util/err.h"

struct api_ctx;
struct search;
struct search_page;
struct searchrecord_reply;

/* Adds those that made records of the page. E_NOMEM; an error of the store. */
_must_check_ int records_put_clock_errors(struct api_ctx *ctx, const struct search *search,
                                          const struct search_page *page, struct searchrecord_reply *reply);

#endif
