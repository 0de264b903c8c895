/* Inside store/ only: marker files that record a decision. A mark exists completely, with its note, or not at all, even
 * after a power cut. */
#ifndef POSTERN_STORE_MARK_H
#define POSTERN_STORE_MARK_H

#include <stddef.h>

#include "util/err.h"

struct store_home;

/* Creates a mark with a note of at most `max` bytes including the NUL; durable on return. E_TOO_LARGE, E_NOSPC, E_IO,
 * E_SYSTEM: there is none. */
_must_check_ int store_mark_leave(const struct store_home *home, const char *name, const char *note, size_t max);

/* Reads its note. E_NOTFOUND: there is none. */
_must_check_ int store_mark_read(const struct store_home *home, const char *name, char *ret_note, size_t size);

/* Removes it, and the remains of one that a power cut interrupted; neither need exist. */
_must_check_ int store_mark_remove(const struct store_home *home, const char *name);

#endif
