/* Writing the initial administrator's card (core/users/init_card.h): waiting for it is an enrolment without a user. */
#ifndef POSTERN_CORE_INIT_CARD_WRITE_H
#define POSTERN_CORE_INIT_CARD_WRITE_H

#include <stdbool.h>

#include "util/err.h"

struct actor;
struct core;

/* Starts to wait for the card, as an enrolment (core/users/enrol.h). `again`: replaces an existing one. For a worker.
 * 0; E_INIT_CARD_EXISTS; E_KEYPAD_PASSWORD_NEEDED: it would be for ID 0, which has no password; E_ENROL_BUSY;
 * E_SESSION_ENDED; or an error of the store. */
_must_check_ int init_card_start(struct core *core, const struct actor *by, bool again);

/* Cancels the waiting, as enrol_cancel(); does nothing during another enrolment or none. */
_must_check_ int init_card_cancel(struct core *core, const struct actor *by);

#endif
