/* Trusted browsers. Each has 256 random bits, bound to one account and stored as a keyed hash; it sends them in the
 * header `browser` of a later sign-in. They grant no access: they give its attempts a separate counter, which no
 * stranger can fill, and a place in the queue. A browser is trusted for 180 days after its last sign-in, until the
 * password changes (the browser that changed it stays trusted), or until it is removed. ADR 23. */
#ifndef POSTERN_CORE_BROWSERS_H
#define POSTERN_CORE_BROWSERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/accounts/browser.h"
#include "util/err.h"

struct actor;
struct core;

#define BROWSERS_SECRET_LEN 43 /* characters of a browser's token */
#define BROWSERS_ACCOUNT_MAX 8 /* per account; a new one replaces the least recently used */
#define BROWSERS_MAX 256 /* of all accounts */
#define BROWSERS_LIFE_S (INT64_C(180) * 24 * 60 * 60) /* trusted for so long after the last sign-in */

/* Sets actor->browser to the browser with this token, `len` bytes as received, of any account; 0: none. On the loop:
 * about 10 µs. */
void browsers_recognise(struct core *core, const char *secret, size_t len, struct actor *actor);

/* Returns the calling browser, if it is trusted for the account `userid`; else 0. */
uint32_t browsers_known(struct core *core, const struct actor *by, uint32_t userid);

/* Inside the transaction of a sign-in as `userid`: records it for the calling browser, or makes that browser trusted.
 * `name` is the name it reports. Writes its ID, and its new token with a NUL: "": unchanged. Returns 0, E_IO, or an
 * error of the store. */
_must_check_ int browsers_note(struct core *core, const struct actor *by, uint32_t userid, const char *name,
                               uint32_t *ret_id, char ret_secret[BROWSERS_SECRET_LEN + 1]);

/* Lists the browsers that `by` may see, most recently used first: those of its account, for admin all. `ret_browsers`
 * has room for BROWSERS_MAX. An error of the store. */
_must_check_ int browsers_list(struct core *core, const struct actor *by, struct store_browser *ret_browsers,
                               size_t *ret_count);

/* Removes one of them and ends its sessions. E_NOTFOUND, an error of the store. */
_must_check_ int browsers_forget(struct core *core, const struct actor *by, uint32_t id);

#endif
