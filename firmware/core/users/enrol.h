/* Enrolment: somebody is at the terminal, and a finger, face, iris or card becomes a credential of a user. One at a time
 * in the whole terminal; it goes on when the browser that began it is gone, and ends by itself. Shared by all threads,
 * guarded by a mutex of its own. */
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

#define ENROL_LIMIT_MS 60000 /* without a press that counted, it ends */
#define ENROL_MOST_MS 300000 /* and whatever is shown: nobody holds it, and the door, with a card that is taken */

/* What is to become of whom. */
struct enrol_wish {
    uint32_t userid;
    enum enrol_factor factor;
    uint8_t index; /* which finger or eye */
    bool duress; /* fingers only */
    bool is_init_card; /* of no user: the initial administrator's card (core/users/init_card.h) */
    bool picture; /* from a picture, not at the terminal; set by enrol_start_picture() */
    uint32_t mark; /* by which who begins it knows it again (enrol_cancel_own()); 0: by nothing */
};

struct enrol_view {
    enum enrol_step step;
    enum enrol_note note; /* of the last press, or why it failed */
    struct enrol_wish wish; /* of this one, or of the last */
    unsigned presses, needed; /* that counted, and that are needed */
    unsigned quality; /* of the last press, 0 to 100 */
    uint32_t duplicate; /* userid of who has it already; 0: none */
    uint32_t seconds_left; /* until it ends by itself; 0 when none goes on */
    bool own; /* who asks began it */
    char holder[ACTOR_ACCOUNT_MAX]; /* account that began it; "" before the first */
    char holder_name[ACTOR_NAME_MAX]; /* and its name */
};

/* For core/start. E_NOMEM. */
_must_check_ int enrol_new(struct enrol **ret_enrol);
void enrol_free(struct enrol *enrol);

/* Begins; with an audit row. What the user had in this place stays until the new one is stored. For a worker. Returns 0;
 * E_ENROL_BUSY: one goes on; E_NOT_FITTED, E_OFFLINE; E_MODULE_FULL; E_BUSY: the module is being filled; E_USER_UNKNOWN;
 * E_ABOVE_LEVEL; E_PASSWORD_NEEDED: for an administrator; E_RANGE; or an error of the store. */
_must_check_ int enrol_start(struct core *core, const struct actor *by, const struct enrol_wish *wish,
                             struct users_refusal *reterr);

/* The same with a face, from a picture of any content that somebody sent. It is made again first (picture/picture.h) and not
 * kept. As above; E_UPLOAD_FORMAT: no picture, or damaged; E_UPLOAD_TOO_LARGE. */
_must_check_ int enrol_start_picture(struct core *core, const struct actor *by, uint32_t userid, const void *picture,
                                     size_t len, struct users_refusal *reterr);

/* Ends it; nothing is stored. Who began it may, and who has that level at least: E_FORBIDDEN. Does nothing when none goes
 * on. */
_must_check_ int enrol_cancel(struct core *core, const struct actor *by);

/* Ends the one that was begun under this mark, whatever its beginner may do now; one that was begun by others since goes
 * on. */
void enrol_cancel_own(struct core *core, uint32_t mark);

/* How far it is; stores what is ready. For a worker. */
void enrol_look(struct core *core, const struct actor *by, struct enrol_view *ret_view);

/* Whether a card is awaited. Any thread; takes no time. */
bool enrol_awaits_card(const struct core *core);

/* A card was shown at the reader: true when it was awaited, and so opens nothing. One with a random number (is_random) is
 * nobody's: another one is awaited. Terminal's thread; takes no time. */
bool enrol_takes_card(struct core *core, uint64_t card, bool is_random);

/* Whether one goes on that needs the module of a factor. Any thread; takes no time. */
bool enrol_has_module(const struct core *core, enum factor factor);

/* Whether one goes on. Any thread; takes no time. */
bool enrol_goes_on(const struct core *core);

/* For app/upkeep: when there is something to store or to end; and doing it, on a worker. */
int64_t enrol_due_ms(struct core *core);
void enrol_upkeep(struct core *core);

#endif
