/* The text of a production test, which the worker signs: the same bytes each time it is downloaded. ASCII, except typed
 * reasons; lines end with LF; the order is fixed (docs/production.md). */
#ifndef POSTERN_CORE_PRODUCTION_REPORT_H
#define POSTERN_CORE_PRODUCTION_REPORT_H

struct buf;
struct core;
struct production_run;

/* Appends it. */
void production_report(struct core *core, const struct production_run *run, struct buf *out);

#endif
