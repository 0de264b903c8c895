/* The disk that is full: says so once with what takes the room, and makes the reserve again when there is some. */
#ifndef POSTERN_CORE_STORAGE_H
#define POSTERN_CORE_STORAGE_H

#include <stdint.h>

#include "util/err.h"

struct core;
struct storage;

/* The state that all threads share: whether it was said, when to look again. E_NOMEM. */
_must_check_ int storage_new(struct storage **ret_storage);

/* Accepts NULL. */
void storage_free(struct storage *storage);

#define STORAGE_AGAIN_MS 5000 /* between two looks for room while the disk is full */

/* When to look: while the disk is full, and once behind that; INT64_MAX else. Any thread. */
int64_t storage_due_ms(struct core *core);

/* Looks for room. On a worker. */
void storage_upkeep(struct core *core);

#endif
