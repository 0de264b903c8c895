/* Browsers that have signed in. Each has 256 random bits, bound to one account and kept as a keyed hash; it shows them
 * in the header `browser` of a later sign-in. They open nothing: they give its tries a counter of their own, which no
 * stranger can fill, and a place in the queue. Known for 180 days after its last sign-in, until the password changes
 * (the browser that changed it stays known), or until somebody forgets it. ADR 23. */
#ifndef POSTERN_CORE_BROWSERS_H
#define POSTERN_CORE_BROWSERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/accounts/browser.h"
#include "util/err.h"

struct actor;
struct core;

#define BROWSERS_SECRET_LEN 43 /* characters of what a browser shows */
#define BROWSERS_ACCOUNT_MAX 8 /* of one account; one more takes the place of the one not used for longest */
#define BROWSERS_MAX 256 /* of all accounts */
#define BROWSERS_LIFE_S (INT64_C(180) * 24 * 60 * 60) /* known so long after the last sign-in */

/* Makes actor->browser the browser that shows `len` bytes off the wire, whosever it is; 0 for none. On the loop: about
 * 10 µs. */
void browsers_recognise(struct core *core, const char *secret, size_t len, struct actor *actor);

/* The browser that asks, if it is known for the account `userid`; else 0. */
uint32_t browsers_known(struct core *core, const struct actor *by, uint32_t userid);

/* Inside the transaction of a sign-in as `userid`: notes it of the browser that asks, or makes that known. `name` is
 * what it calls itself. Writes its number, and what it is to show from now on with a NUL: "" if that stays. Returns 0,
 * E_IO, or an error of the store. */
_must_check_ int browsers_note(struct core *core, const struct actor *by, uint32_t userid, const char *name,
                               uint32_t *ret_id, char ret_secret[BROWSERS_SECRET_LEN + 1]);

/* Browsers that `by` may see, last used first: those of its account, for admin all. `ret_browsers` has room for
 * BROWSERS_MAX. An error of the store. */
_must_check_ int browsers_list(struct core *core, const struct actor *by, struct store_browser *ret_browsers,
                               size_t *ret_count);

/* Forgets one of them and ends its sessions. E_NOTFOUND, an error of the store. */
_must_check_ int browsers_forget(struct core *core, const struct actor *by, uint32_t id);

#endif
