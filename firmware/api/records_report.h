/* Rows of a report, for the handlers of api/records_*.c. */
#ifndef POSTERN_API_RECORDS_REPORT_H
#define POSTERN_API_RECORDS_REPORT_H

#include "contract.h"
#include "core/records/report.h"
#include "core/records/report_day.h"

struct arena;

/* Returns a row; its name is borrowed of the line. */
struct api_report_row records_report_row(const struct report_line *line);

/* Returns proposals in the arena; NULL: there is no room. */
struct api_settle_proposal *records_report_proposals(struct arena *arena, const struct report_proposal *proposals,
                                                     size_t count);

#endif
