/* The door itself: relay, contacts, alarms, schedule, and commands from the console. Its states are in core/door/portal.h
 * (pure); here is what the rest of the terminal asks of it. The terminal's thread alone moves it; other threads read its
 * state and leave commands for it. */
#ifndef POSTERN_CORE_DOOR_H
#define POSTERN_CORE_DOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "core/rules/rules.h"
#include "util/err.h"
#include "values.h"

struct core;
struct core_shared;
struct door;
struct hal_input_event;
struct journal;
struct menu_desk;
struct portrait;
struct store;

#define DOOR_OPENS_MAX 10 /* openings, and as many releases, of one person within DOOR_OPENS_MS */
#define DOOR_OPENS_MS 60000

/* What the door is under; the later beats the earlier. */
enum door_mode {
    DOOR_NORMAL, /* opens for who is let in */
    DOOR_ALWAYS_OPEN, /* by schedule */
    DOOR_ALWAYS_CLOSED, /* by schedule: for nobody */
    DOOR_LOCKED_DOWN, /* from the console: for nobody, until it is released */
    DOOR_FIRE, /* the fire input: open, whatever else */
};

/* For core/start: reads whether it is locked down. E_NOMEM or an error of the store. */
_must_check_ int door_new(struct store *store, struct door **ret_door);
void door_free(struct door *door); /* takes NULL */

/* Switches every output off, whatever they are: the first thing that the terminal's thread does. */
void door_begin(struct core *core);

/* Goes on to now: contacts, schedule, commands, outputs. Returns when to call it again though nothing comes in, in
 * milliseconds of the monotonic clock, or INT64_MAX. Terminal's thread; writes nothing to the store. */
int64_t door_look(struct core *core);

/* The next card or code of what is wired to the Wiegand line, as an event of the terminal's own reader or keypad. A frame that
 * can be a card but fits no format is a card without a number, with its `frame`; it is counted, as are those that can be nothing,
 * which are passed over. False: none. Terminal's thread. */
bool door_read_line(struct core *core, struct hal_input_event *ret_event);

/* What it is under now. Terminal's thread. */
enum door_mode door_mode(struct core *core);

/* A person was let in: the relay and the Wiegand line do what AccessControl says. `card` 0: none. Terminal's thread; takes no
 * time. */
void door_let_in(struct core *core, uint32_t userid, uint64_t card);

/* How it stands. */
struct door_view {
    enum door_mode mode;
    int64_t since; /* milliseconds since 1970 UTC */
    enum relay_mode relay_mode;
    bool relay; /* as it reads back */
    enum door_leaf leaf;
    bool online; /* the driver answers */
    uint32_t alarms; /* bits 1 << enum door_alarm */
    int64_t alarm_since[DOOR_ALARM_COUNT]; /* milliseconds since 1970 UTC; of those that last */
    bool sounds; /* the sounder is heard */
    bool supply; /* there are 12 V at the output */
    uint32_t bad_frames; /* of the Wiegand input, since the start */
    int64_t started; /* milliseconds since 1970 UTC */
};

/* Any thread; memory alone. */
void door_read(const struct core *core, struct door_view *ret_view);

#define DOOR_CHANGES_MAX 2

/* What the schedule says about it now, and the next changes, at most DOOR_CHANGES_MAX. Returns how many; not inside a
 * transaction. */
size_t door_schedule(struct core *core, enum rules_door *ret_now, struct rules_door_change *ret_changes);

/* Changes when what door_read() gives has changed, but for refused frames: noise on a line is no news. Any thread; memory
 * alone. */
uint32_t door_revision(const struct core *core);

/* Names who is told that it has changed: `changed` is called with `ctx` on the terminal's thread, with a lock held, so it
 * only wakes somebody. NULL ends it; after that the one before is called no more. */
void door_set_changed(struct core_shared *shared, void (*changed)(void *ctx), void *ctx);

/* Carries out a command of `by` and leaves an audit row and a line in the log, with the reason. A lock-down is stored before it
 * is in force, and its release after it is stored. For a worker. 0; E_DOOR_LOCKED_DOWN (open); E_RELAY_NO_LOCK (open);
 * E_OFFLINE (open); E_THROTTLED with *ret_wait_s (open, release); E_PASSWORD_NEEDED or E_FORBIDDEN (release); E_SESSION_ENDED;
 * or an error of the store. What is so already is no error. */
_must_check_ int door_command(struct core *core, const struct actor *by, enum door_command command, const char *reason,
                              unsigned *ret_wait_s);

/* What is on its way to the log (core/door/journal.h). */
struct journal *door_journal(const struct core *core);

/* What the administrator's menu has a worker do (core/door/menu_desk.h). */
struct menu_desk *door_menu_desk(const struct core *core);

/* The photo of who was let in (core/door/portrait.h); for app/upkeep: shows it. */
struct portrait *door_portrait(const struct core *core);
int64_t door_portrait_due_ms(struct core *core);
void door_portrait_upkeep(struct core *core);

/* For app/upkeep: writes what waits there. */
int64_t door_due_ms(struct core *core);
void door_upkeep(struct core *core);

#endif
