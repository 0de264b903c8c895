/* Rows that were removed because they are invalid: each becomes an access log record, which is an alarm, and a line of
 * the daemon's log. */
#ifndef POSTERN_CORE_LEFT_OUT_H
#define POSTERN_CORE_LEFT_OUT_H

struct core;

/* For core/start: records those not recorded yet. What cannot be written now is recorded at the next start. */
void left_out_record(struct core *core);

#endif
