/* Handles a full disk: logs it once with the use of the disk, and recreates the reserve when there is space. */
#ifndef POSTERN_CORE_STORAGE_H
#define POSTERN_CORE_STORAGE_H

#include <stdint.h>

#include "util/err.h"

struct core;
struct storage;

/* Creates the state that all threads share: whether it was logged, when to check again. E_NOMEM. */
_must_check_ int storage_new(struct storage **ret_storage);

/* Accepts NULL. */
void storage_free(struct storage *storage);

#define STORAGE_AGAIN_MS 5000 /* interval of checking for space while the disk is full */

/* When to check: while the disk is full, and once afterwards; otherwise INT64_MAX. Any thread. */
int64_t storage_due_ms(struct core *core);

/* Checks for space. On a worker. */
void storage_upkeep(struct core *core);

#endif
