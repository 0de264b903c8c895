/* The text of a test of the factory, which the worker signs: the same bytes each time it is taken away. ASCII, but for the
 * reasons that somebody typed; lines end with LF; the order is fixed (docs/production.md). */
#ifndef POSTERN_CORE_PRODUCTION_REPORT_H
#define POSTERN_CORE_PRODUCTION_REPORT_H

struct buf;
struct core;
struct production_run;

/* Appends it. */
void production_report(struct core *core, const struct production_run *run, struct buf *out);

#endif
