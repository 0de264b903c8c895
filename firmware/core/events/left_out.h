/* Rows that were left out because they cannot be there: each becomes a line of the log of the terminal, which is an
 * alarm, and one of the daemon's log. */
#ifndef POSTERN_CORE_LEFT_OUT_H
#define POSTERN_CORE_LEFT_OUT_H

struct core;

/* For core/start: records those that are not recorded yet. What cannot be written now is at the next start. */
void left_out_record(struct core *core);

#endif
