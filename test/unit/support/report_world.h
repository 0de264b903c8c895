/* Three people and three days of theirs, for tests of reports: from Monday 2026-06-01 to Wednesday, at UTC. The shift 1, "Day", is from
 * 08:00 to 16:00. Ada (7, group 2) comes late, is absent, and is on leave; Bob (8, group 3) forgets to clock out, comes as he should, and
 * is absent; Cy (9, group 2) has no shift, and is there on Monday from 09:00 to 12:00. */
#ifndef POSTERN_TEST_REPORT_WORLD_H
#define POSTERN_TEST_REPORT_WORLD_H

#include "log_world.h"
#include "values.h"

#define REPORT_WORLD_FIRST 20260601
#define REPORT_WORLD_LAST 20260603

/* Adds them to a terminal that has nothing. */
void report_world_add(struct fixture *fixture);

/* Adds a user; `shift` 0 for none. */
void report_world_person(struct fixture *fixture, uint32_t id, const char *name, uint8_t group, uint8_t shift);

/* Adds a shift with the defaults of a new one. */
void report_world_shift(struct fixture *fixture, uint8_t number, const char *name);

/* Sets when it is night, in minutes of the day. */
void report_world_night(struct fixture *fixture, uint16_t from, uint16_t to);

/* Appends a punch at a time like "2026-06-01T08:00:00". */
int64_t report_world_punch(struct fixture *fixture, uint32_t userid, const char *utc, enum record_status status);

/* Enters a leave of whole days. */
void report_world_leave(struct fixture *fixture, uint32_t userid, uint32_t from, uint32_t to);

/* Assigns a shift to a user from a day to a day, 0 for none, or to a group where `userid` is 0. */
void report_world_assign(struct fixture *fixture, const struct shift_assignment *row);

#endif
