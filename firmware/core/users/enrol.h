/* Enrolment: a person at the terminal presents a finger, face, iris or card, which becomes a credential of a user. One
 * at a time for the whole terminal; it continues when the browser that started it is closed, and ends by itself. Shared
 * by all threads, with its own mutex. */
#ifndef POSTERN_CORE_ENROL_H
#define POSTERN_CORE_ENROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "core/users/users.h"
#include "util/err.h"
#include "values.h"

struct core;
struct enrol;

#define ENROL_LIMIT_MS 60000 /* ends without a press that counts */
#define ENROL_MOST_MS 300000 /* and in any case: otherwise it could block the reader and the door indefinitely */

/* What to enrol for whom. */
struct enrol_wish {
    uint32_t userid;
    enum enrol_factor factor;
    uint8_t index; /* which finger or eye */
    bool duress; /* fingers only */
    bool another; /* cards only: a further card of the user; otherwise it replaces the first */
    bool is_init_card; /* without a user: the initial administrator's card (core/users/init_card.h) */
    bool picture; /* from a picture instead of a person; set by enrol_start_picture() */
    uint32_t mark; /* identifies it for the caller that started it (enrol_cancel_own()); 0: none */
};

struct enrol_view {
    enum enrol_step step;
    enum enrol_note note; /* of the last press, or why it failed */
    struct enrol_wish wish; /* of the current enrolment, or the last */
    unsigned presses, needed; /* that counted so far; that are needed */
    unsigned quality; /* of the last press, 0 to 100 */
    uint32_t duplicate; /* userid of the user who already has it; 0: none */
    uint32_t seconds_left; /* until it ends by itself; 0: not running */
    bool own; /* the caller started it */
    char holder[ACTOR_ACCOUNT_MAX]; /* account that started it; "" before the first */
    char holder_name[ACTOR_NAME_MAX]; /* and its display name */
};

/* For core/start. E_NOMEM. */
_must_check_ int enrol_new(struct enrol **ret_enrol);
void enrol_free(struct enrol *enrol);

/* Starts one; with an audit entry. An existing credential of the user in this place stays until the new one is stored.
 * For a worker. Returns 0; E_ENROL_BUSY: one is running; E_NOT_FITTED, E_OFFLINE; E_MODULE_FULL; E_BUSY: the module is
 * being synced; E_USER_UNKNOWN; E_ABOVE_LEVEL; E_PASSWORD_NEEDED: for an administrator; E_CARDS_FULL; E_RANGE; or an
 * error of the store. */
_must_check_ int enrol_start(struct core *core, const struct actor *by, const struct enrol_wish *wish,
                             struct users_refusal *reterr);

/* The same with a face, from an uploaded picture of any content. It is re-encoded first (picture/picture.h) and not
 * stored. As above; E_UPLOAD_FORMAT: not a picture, or damaged; E_UPLOAD_TOO_LARGE. */
_must_check_ int enrol_start_picture(struct core *core, const struct actor *by, uint32_t userid, const void *picture,
                                     size_t len, struct users_refusal *reterr);

/* Cancels it; nothing is stored. Allowed for the account that started it, and for at least its level: E_FORBIDDEN. Does
 * nothing when none is running. */
_must_check_ int enrol_cancel(struct core *core, const struct actor *by);

/* Cancels the one that was started under this mark, without checking permissions; does not touch a later one of another
 * caller. */
void enrol_cancel_own(struct core *core, uint32_t mark);

/* Reads its state; stores a result that is ready. For a worker. */
void enrol_look(struct core *core, const struct actor *by, struct enrol_view *ret_view);

/* Returns whether a card is expected. Any thread; quick. */
bool enrol_awaits_card(const struct core *core);

/* Handles a card at the reader: returns true when it was expected, and so opens nothing. One with a random number
 * (is_random) cannot be enrolled: another one is expected. Terminal's thread; quick. */
bool enrol_takes_card(struct core *core, uint64_t card, bool is_random);

/* Returns whether one is running that uses the module of a factor. Any thread; quick. */
bool enrol_has_module(const struct core *core, enum factor factor);

/* Returns whether one is running. Any thread; quick. */
bool enrol_goes_on(const struct core *core);

/* For app/upkeep: when there is something to store or to end; and doing it, on a worker. */
int64_t enrol_due_ms(struct core *core);
void enrol_upkeep(struct core *core);

#endif
