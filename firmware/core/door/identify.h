/* From a credential presented at the terminal to the user it belongs to: look-ups in the store of the thread that
 * asks, nothing is changed. */
#ifndef POSTERN_CORE_IDENTIFY_H
#define POSTERN_CORE_IDENTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "core/door/mode.h"
#include "core/door/repeats.h"
#include "hal/input.h"
#include "util/err.h"

struct core;

#define IDENTIFY_MASKED_MAX 32 /* octets of a masked credential, with the NUL */

/* What a door remembers of those who stood there. Zeroed at first. */
struct identify_door {
    struct mode_wait wait; /* who is asked for another credential */
    struct repeats repeats; /* who was let in */
};

struct identify_result {
    enum hal_credential_kind kind; /* what was presented */
    char masked[IDENTIFY_MASKED_MAX]; /* "…4301" for a card, "••••" for any PIN; UTF-8 */
    bool known; /* belongs to a user */
    bool valid; /* today is a day on which the user may enter */
    bool closed; /* the user's group is 0, which is never let in */
    uint32_t userid; /* 0 when unknown */
    char name[ACTOR_NAME_MAX]; /* UTF-8, "" when unknown or without a name */
    int64_t time_ms; /* of the event */
    uint32_t factor; /* what matched, a bit 1 << enum factor; 0 when unknown */
    uint32_t needed; /* factors that must all match for this user; 0: any one */
    uint32_t missing; /* of those, what still misses; of identify_judge() */
    bool granted; /* let in; of identify_judge() */
    bool repeated; /* let in, but this is the same punch again: nothing is recorded; of identify_judge() */
};

/* Finds the user of a card or PIN, or of a user ID typed where that is one of the factors asked for. Returns 0 with
 * *ret_result, also for an unknown one, or an error of the store. */
_must_check_ int identify_credential(struct core *core, const struct hal_input_event *event,
                                     struct identify_result *ret_result);

/* Decides whether the person is let in: nobody of group 0, only within the time of validity, by the user's own mode or
 * that of the device, and with what the same person showed before; and whether it is a second punch within the time of
 * KaoqinParam. */
void identify_judge(struct core *core, struct identify_door *door, struct identify_result *result);

/* Shows a result on the display. Returns 0, or E_OFFLINE when the display does not answer. */
_must_check_ int identify_show(struct core *core, const struct identify_result *result);

#endif
