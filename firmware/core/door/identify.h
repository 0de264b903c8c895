/* From a credential presented at the terminal to the user it belongs to: look-ups in the store of the thread that
 * asks. Nothing is changed but the counts of wrong codes. */
#ifndef POSTERN_CORE_IDENTIFY_H
#define POSTERN_CORE_IDENTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "core/door/decide.h"
#include "core/door/mode.h"
#include "hal/input.h"
#include "util/err.h"

struct core;
struct setting_identify_param;
struct user;

#define IDENTIFY_MASKED_MAX 32 /* bytes of a masked credential, with the NUL */

/* What counts of a user at the door. */
struct identify_person {
    uint32_t userid; /* 0: nobody */
    int64_t identity; /* store/person.h */
    char name[ACTOR_NAME_MAX]; /* UTF-8, "" without a name */
    uint8_t group; /* 0 to 16 */
    uint32_t valid_from, valid_to; /* yyyymmdd; 0: no first, no last day */
    uint64_t card; /* 0: none */
    uint32_t needed; /* factors that must all match; 0: any one */
};

struct identify_result {
    enum hal_credential_kind kind; /* what was presented */
    uint64_t card; /* its number; 0: it was no card */
    bool is_random; /* and it has another number each time */
    struct wiegand_frame frame; /* of a card without a number: its bits; else none */
    char masked[IDENTIFY_MASKED_MAX]; /* "…4301" for a card, "••••" for any PIN, else ""; UTF-8 */
    enum decide_shown shown; /* whether it belongs to a user */
    struct identify_person person; /* whose it is; with a wrong code: userid and name of who was asked for it */
    int64_t time_ms; /* of the event */
    uint32_t factor; /* what matched, a bit 1 << enum factor; 0 when unknown */
    bool is_duress; /* and is marked */
    int temperature; /* measured with it, tenths of a degree; 0: not measured */
    unsigned wait_s; /* too many wrong codes: seconds until the next one is looked at; 0: none */
    bool is_guessing; /* and so many that somebody is to be told */
};

/* Finds the user of a card or PIN, or of a user ID typed where that is one of the factors asked for. A code of somebody
 * who may sign in identifies nobody by itself: the ID is typed before it, or another factor shown. Whoever the door asks
 * for a code has the next digits: they are that person's code, slowed down by a counter of the person's own, or a wrong
 * one. All other digits count together when they are nobody's (core/door/keypad.h). Returns 0 with *ret_result, also for
 * an unknown one, or an error of the store, with `shown` DECIDE_SHOWN_FAILED. Verifying takes about 30 ms for those who may sign in. */
_must_check_ int identify_credential(struct core *core, const struct mode_wait *wait,
                                     const struct hal_input_event *event, struct identify_result *ret_result);

/* Returns the factors that must all match for a user, bits 1 << enum factor; 0 when any one is enough. `device` is the default. */
uint32_t identify_needed(const struct setting_identify_param *device, const struct user *user);

/* Returns the factors that a user has; everybody has the ID. */
uint32_t identify_held(const struct user *user);

/* What counts of a user, whatever is shown. E_NOTFOUND. */
_must_check_ int identify_person(struct core *core, uint32_t userid, struct identify_person *ret_person);

/* Makes *ret_needed what is asked for after an ID was typed. E_NOTFOUND: nobody has asked for it, so digits that happen
 * to be an ID identify nobody. */
_must_check_ int identify_after_id(struct core *core, uint32_t userid, uint32_t *ret_needed);

/* Whether the user has a code that does not say by itself who it is. E_NOTFOUND: no such user. */
_must_check_ int identify_needs_id(struct core *core, uint32_t userid, bool *ret_needs_id);

/* Tells the modules whom the door asks for `factors` now: they compare with that person first, 1:1. 0: for none. `before`
 * are those that were asked for until now. */
void identify_expect(struct core *core, uint32_t userid, uint32_t factors, uint32_t before);

#endif
