/* Names of files that are taken away: what it is, and the days that it is of by the terminal's clock. */
#ifndef POSTERN_CORE_TIME_FILE_NAME_H
#define POSTERN_CORE_TIME_FILE_NAME_H

#include <stdint.h>

struct core;

#define FILE_NAME_MAX 48 /* bytes with the NUL, `what` of up to 12 letters */
#define FILE_NAME_OPEN INT64_MIN /* no beginning */

/* `records-2026-11-16-2026-11-22.csv`, `records-2026-11-22.csv` of one day, `records-until-2026-11-22.csv` without a
 * beginning. From and to are milliseconds since 1970 UTC; neither is said to be later than today. */
void file_name_of_days(struct core *core, const char *what, int64_t from_ms, int64_t to_ms, const char *ending,
                       char ret_name[FILE_NAME_MAX]);

#endif
