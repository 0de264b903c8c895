/* Inside store/ only: files that decide something. A mark is there whole, with its note, or not at all, whenever the power
 * goes. */
#ifndef POSTERN_STORE_MARK_H
#define POSTERN_STORE_MARK_H

#include <stddef.h>

#include "util/err.h"

struct store_home;

/* Leaves a mark with a note of at most `max` bytes with its NUL; durable on return. E_TOO_LARGE, E_NOSPC, E_IO, E_SYSTEM:
 * there is none. */
_must_check_ int store_mark_leave(const struct store_home *home, const char *name, const char *note, size_t max);

/* Reads its note. E_NOTFOUND: there is none. */
_must_check_ int store_mark_read(const struct store_home *home, const char *name, char *ret_note, size_t size);

/* Takes it away, and what the power left of one that was not finished. There need not be one. */
_must_check_ int store_mark_remove(const struct store_home *home, const char *name);

#endif
