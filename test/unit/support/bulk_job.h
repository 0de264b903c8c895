/* Users in bulk on a whole terminal below the wire, for tests: who begins a job, and the job step by step. */
#ifndef POSTERN_TEST_BULK_JOB_H
#define POSTERN_TEST_BULK_JOB_H

#include "core/bulk/bulk.h"
#include "terminal_fixture.h"
#include "util/arena.h"

struct bulk_job {
    struct fixture t;
    struct actor admin, officer; /* the officer is user 8 of level 8 */
    struct bulk_view view; /* as it was read last */
    int64_t received; /* of the last piece */
    const char *field; /* of the last refusal; NULL for none */
    int64_t tick_ms; /* that the clock goes on each time it is read */
};

void bulk_job_up(struct bulk_job *job);
void bulk_job_down(struct bulk_job *job);

/* Sends a whole file. */
int bulk_job_send(struct bulk_job *job, const struct actor *by, enum bulk_kind kind, const void *data, size_t len);
int bulk_job_send_text(struct bulk_job *job, const struct actor *by, const char *text);

/* Begins to check a table of ID, name, card, level, group and shift, without a heading. */
int bulk_job_check(struct bulk_job *job, const struct actor *by, enum bulk_existing existing);

/* Begins an edit of a list. */
int bulk_job_edit(struct bulk_job *job, const struct actor *by, const uint32_t *ids, size_t count,
                  const struct user_change *change);

/* The state, for `by`. */
const struct store_bulk *bulk_job_state(struct bulk_job *job, const struct actor *by);

/* One run of the upkeep, when it is due. Ends the test when it is not. */
void bulk_job_run(struct bulk_job *job);

/* Runs until nothing is checked or written any more. */
void bulk_job_work(struct bulk_job *job);

/* All up to a step: a table is sent and checked, and replaces who is there. */
void bulk_job_checked(struct bulk_job *job, const struct actor *by, const char *text);

/* Reads a user into the arena: 0, E_USER_UNKNOWN. */
int bulk_job_user(struct bulk_job *job, uint32_t userid, struct arena *arena, struct user *ret_user);
bool bulk_job_is_there(struct bulk_job *job, uint32_t userid);

/* The wrong rows from the first on, at most `limit`, each as `line userid field error;`. The text lives until the next call. */
const char *bulk_job_wrong(struct bulk_job *job, uint32_t after, size_t limit);

/* Whether a file of the job is there. */
bool bulk_job_has(struct bulk_job *job, const char *name);

/* `count` rows of new users from an ID on. The caller frees it. */
char *bulk_job_rows(uint32_t from, unsigned count);

#endif
