/* The terminal's clock: what it says locally, who may move it, and how it stands with the time from the network. UTC
 * inside, local time at the edges. What is measured (sessions, throttle, waits) uses the monotonic clock and does not
 * notice that the calendar was moved. Shared by all threads, guarded by a mutex of its own. */
#ifndef POSTERN_CORE_CLOCK_H
#define POSTERN_CORE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/time/confirm.h"
#include "core/time/local_time.h"
#include "hal/clock.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct clock;
struct core;
struct core_shared;
struct hal;
struct setting_dst_param;
struct settings;

#define CLOCK_SLEW_MAX_MS 500 /* a smaller difference is made up for gradually, a larger one in a step */
#define CLOCK_HOST_MAX 254 /* bytes of a time server's name, with the NUL */
#define CLOCK_NOTE_MAX (CLOCK_HOST_MAX + 32) /* bytes of a detail of the log, with the NUL */
#define CLOCK_NOTE_AGAIN_MS 10000 /* after the log could not take it */
#define CLOCK_SERVERS 2 /* time servers that can be set */

/* The clock as it is. */
struct clock_state {
    int64_t utc_ms;
    int32_t offset_min; /* local time minus UTC */
    bool dst; /* daylight saving is in force */
    enum ntp_state ntp;
    char ntp_server[CLOCK_HOST_MAX]; /* that answered last, also when its time waits to be confirmed; "" none */
    int64_t ntp_at_s; /* the time that it said; 0 never */
    int32_t ntp_shift_ms; /* by how much the clock was off then; cut to what fits */
};

/* A time from the network. */
struct clock_answer {
    const char *server; /* its name in the settings, less than CLOCK_HOST_MAX bytes */
    uint32_t address; /* where it was asked, IPv4 in host order */
    int64_t utc_ms; /* what it says, at this moment */
};

/* What became of it. */
struct clock_move {
    enum confirm_verdict verdict;
    bool confirmed; /* the clock is right now and that does not rest on one answer alone */
    bool stepped; /* otherwise slewed, or left as it was */
    int64_t shift_ms; /* server's time minus ours */
};

/* Makes the state. `hal` outlives it; `built_s` is the build date, in seconds since 1970 UTC, before which the clock is
 * never set: a calendar that stands before it (an empty battery) is set to it at once. Returns 0 or E_NOMEM. */
_must_check_ int clock_new(const struct hal *hal, int64_t built_s, struct clock **ret_clock);

/* Frees it. Takes NULL. */
void clock_free(struct clock *clock);

/* By how much the calendar was behind the build date at start, in milliseconds; 0: it was not. */
int64_t clock_repaired_ms(const struct core_shared *shared);

/* Now, at the terminal; and the local day, yyyymmdd. */
void clock_local(struct core *core, struct local_time *ret_local);
_must_check_ uint32_t clock_today(struct core *core);

/* Zone and rule, or place, of these settings; or of a rule that is not stored. `place` is a name, "" for none; zone and rule decide
 * also where this firmware does not know it. */
struct local_rule clock_rule(const struct settings *settings);
struct local_rule clock_rule_of(int32_t zone_min, const struct setting_dst_param *dst, const char *place);

/* Sets the clock to a second and leaves an audit row. Returns 0, E_CLOCK_TOO_OLD (before the build date), E_OFFLINE
 * (the clock does not answer; nothing is changed), or an error of the store. Not inside a transaction. */
_must_check_ int clock_set(struct core *core, const struct actor *by, int64_t utc_s);

/* The clock now. */
void clock_read(struct core *core, struct clock_state *ret_state);

/* Counts what makes the display out of date: settings of the clock, and moves of it. */
uint64_t clock_generation(const struct core_shared *shared);

/* Time from the network, for who asks the servers (net/sntp.c). `clock_ntp_generation` counts the changes of what is
 * to be asked: another number means begin again. clock_ntp_server() writes the name of server 0 or 1 and returns false
 * when there is none, or the switch is off. */
uint64_t clock_ntp_generation(const struct core_shared *shared);
bool clock_ntp_server(struct core *core, unsigned index, char ret_host[CLOCK_HOST_MAX]);

/* Writes where the time service of the server at `address` (host order) is asked, as a URL. E_OFFLINE: there is no way
 * out. */
_must_check_ int clock_time_service(const struct core *core, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]);

/* A request is under way; or it failed, with NTP_STATE_NO_ANSWER or NTP_STATE_BAD_ANSWER. */
void clock_ntp_trying(struct core_shared *shared);
void clock_ntp_failed(struct core_shared *shared, enum ntp_state how);

/* Takes the time of a server, as core/time/confirm.h judges it: slews the clock, steps it, or leaves it until the step is
 * confirmed. Each large step, and each that waits, gets a line in the access log that is an alarm. Returns 0 with *ret_move;
 * E_CLOCK_TOO_OLD when that time is before the build date; E_OFFLINE when the clock does not answer. */
_must_check_ int clock_ntp_take(struct core *core, const struct clock_answer *answer, struct clock_move *ret_move);

/* False while the time rests on a single answer of the network: the door's always-open hours do not begin by it. */
bool clock_is_confirmed(const struct core_shared *shared);

/* A large step that the access log does not have yet, for core/events/clock_steps.c: when it is to be written
 * (monotonic; INT64_MAX: there is none), its detail, which is then owed no more (false: there is none), and that it
 * could not be written. */
int64_t clock_note_due_ms(const struct core *core);
bool clock_note_take(struct core *core, char ret_detail[CLOCK_NOTE_MAX]);
void clock_note_again(struct core *core, const char *detail);

/* What became known of the clock since it was asked last, for core/events/clock_errors.c. */
struct clock_news {
    bool is_lost; /* it had lost its time at start */
    bool is_right; /* it was set, or a time server agreed; behind is_lost where both are true */
    int64_t shift_ms; /* by how much it was moved, all together */
};

/* As for the large steps: when it is to be stored, the news (false: there is none), and that it could not be stored. */
int64_t clock_news_due_ms(const struct core *core);
bool clock_news_take(struct core *core, struct clock_news *ret_news);
void clock_news_again(struct core *core, const struct clock_news *news);

#endif
