/* The path of a credential at the door: who it is (identify.h), what counts (facts.h), what is decided (decide.h); then,
 * in this order, the relay moves, the line of the log is durable (or waits behind a held store, core/door/journal.h), and
 * people see and hear it. A log that fails changes no decision. For the terminal's own thread. */
#ifndef POSTERN_CORE_PASS_H
#define POSTERN_CORE_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "core/door/asker.h"
#include "core/door/decide.h"
#include "core/door/mode.h"
#include "core/door/ration.h"
#include "hal/input.h"

struct core;

#define PASS_SECOND_MS 10000 /* time for the second person */
#define PASS_STATUS_MS 10000 /* for which a status that was chosen waits for its punch */
#define PASS_SAME_MS 10000 /* a sensor that sees somebody unknown again within this time writes no other line */

/* A line of the log before it is one. */
struct pass_line {
    uint32_t userid; /* 0: nobody known */
    int64_t identity; /* of the person (store/person.h) */
    char name[ACTOR_NAME_MAX];
    int64_t time_ms; /* calendar time it was shown */
    uint32_t factors;
    enum punch_status status; /* that anti-passback goes by */
    enum record_status kept; /* that the log has */
    bool is_duress, is_marked;
    int temperature;
    enum record_reason reason;
    uint32_t number; /* of the time zone, period group or holiday; 0: none */
    struct rules_nearest nearest; /* with RECORD_REASON_OUTSIDE_HOURS; late_min 0: none */
    enum passback_area area; /* where the person is when it is granted */
    struct asker asker; /* through which device */
    uint64_t card; /* that no user has; 0: none */
    bool is_random; /* it has another number each time */
    struct wiegand_frame frame; /* of a card that has no number, as its frame fits no format; else without bits */
    unsigned left_out; /* it stands for so many that were left out; 0: for itself */
};

/* Lines about who was refused. */
struct pass_refusals {
    struct ration ration;
    struct pass_line last; /* of those left out */
};

/* What a door remembers of those who stood there. Zeroed at first. */
struct pass {
    struct mode_wait wait; /* who is asked for another factor */
    uint32_t expected; /* whom the modules expect, 0: nobody */
    uint32_t expected_factors; /* and which of them */
    struct pass_line begun; /* and the line that it is when none comes */
    struct pass_line first; /* who waits for a second person; userid 0: nobody */
    int64_t first_until_ms;
    int64_t pause_until_ms; /* a pause of the keypad that the log has already, until then */
    enum punch_status chosen; /* status of the next punch, until then */
    int64_t chosen_until_ms; /* 0: none is chosen */
    enum hal_credential_kind strange_kind; /* what a sensor saw of nobody, and the log has already, until then */
    enum record_reason strange_reason;
    int64_t strange_until_ms;
    struct pass_refusals strangers, people; /* each has its own: nobody hides a known person's behind cards of nobody */
    struct pass_refusals devices; /* that are not authorized, and all that comes over Bluetooth */
    struct asker_counts counts; /* of the cards of nobody that they showed */
};

/* Takes a credential, or the choice of a status. */
void pass_take(struct core *core, struct pass *pass, const struct hal_input_event *event);

/* Milliseconds until pass_tick() has something to do, 0 to `most`. */
int pass_left_ms(const struct pass *pass, int64_t now_ms, int most);

/* Records who waited too long for another factor or person. */
void pass_tick(struct core *core, struct pass *pass);

/* Records whoever still waits; at the end. */
void pass_end(struct core *core, struct pass *pass);

#endif
