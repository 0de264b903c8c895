/* Lines of the log for tests of what reads it: short ways to write them, with the settings of time they are read by. */
#ifndef POSTERN_TEST_LOG_WORLD_H
#define POSTERN_TEST_LOG_WORLD_H

#include <stdint.h>

#include "terminal_fixture.h"
#include "values.h"

/* Appends a line; texts that are NULL are empty, a door of 0 is 1. Returns its number. */
int64_t log_world_add(struct fixture *fixture, const struct record *record);

/* Appends a person who was let in at a time, milliseconds since 1970 UTC. */
int64_t log_world_punch(struct fixture *fixture, uint32_t userid, int64_t time_ms, enum record_status status);

/* Sets standard time minus UTC, in minutes; the rest of the page of the clock stays. */
void log_world_zone(struct fixture *fixture, int32_t zone_min);

/* Milliseconds since 1970 UTC of a time like "2026-06-01T23:59:59". */
int64_t log_world_ms(const char *utc);

#endif
