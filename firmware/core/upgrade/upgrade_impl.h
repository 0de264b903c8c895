/* Inside core/upgrade only: the single update. */
#ifndef POSTERN_CORE_UPGRADE_IMPL_H
#define POSTERN_CORE_UPGRADE_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/upgrade/upgrade.h"
#include "update/installer.h"

struct upgrade {
    struct slots *slots; /* NULL: this machine has none; constant */
    int system_error; /* why there are none although expected; constant */
    const char *state_dir; /* borrowed */
    pthread_mutex_t mutex; /* guards the members up to `held` */
    pthread_cond_t released; /* `is_held` has become false */
    bool is_held; /* a worker has exclusive use of the members below */
    bool is_upkeep; /* the holder is the upkeep, only for a moment */
    enum upgrade_step step;
    uint32_t floor;
    char name[UPGRADE_NAME_MAX], holder[ACTOR_ACCOUNT_MAX];
    int64_t received, total;
    int64_t piece_ms; /* time of the last chunk; monotonic clock */
    unsigned percent;
    int error;
    bool has_offer;
    struct upgrade_offer offer;
    struct upgrade_history history;
    int64_t due_ms; /* when the upkeep must handle the step; INT64_MAX: never */
    int64_t look_ms; /* when to check the self-test of this run, independently of the step; INT64_MAX: never */

    atomic_bool served, proved; /* the server has answered; the self-test is finished */

    /* Owned by the holder. */
    uint8_t *head; /* bytes of the first chunk; NULL */
    size_t head_len;
    struct bundle_follower follower;
    struct installer *installer; /* NULL: not running */
    int64_t started_ms; /* of this run; monotonic clock */
};

/* Gives the calling worker exclusive use of the members behind `is_held`. E_BUSY: another has it; waits for the upkeep.
 * Releases it. */
_must_check_ int upgrade_hold(struct upgrade *upgrade);
void upgrade_release(struct upgrade *upgrade);

/* The only way to change the step: with the reason of a failure, the time of the upkeep, and, for the log, the cause.
 * An offer exists from UPGRADE_STEP_OFFERED on, and not in UPGRADE_STEP_IDLE. */
void upgrade_set_step(struct upgrade *upgrade, enum upgrade_step step, int error, int64_t due_ms, const char *by);

/* Discards what was started; the installer rejects its data, and the head is freed. The caller is the holder. */
void upgrade_drop(struct upgrade *upgrade);

/* Writes another phase into the history, durably, and then shows it. Errors of history_write(). The caller is the
 * holder. */
_must_check_ int upgrade_note(struct core *core, const struct upgrade_history *history);

/* Continues what was in progress before the start: a trial, or a rollback. An error of the state folder. */
_must_check_ int upgrade_trial_begin(struct core_shared *shared, struct upgrade *upgrade);

/* The worker's part of a trial, and of a start after confirmation. */
void upgrade_trial_look(struct core *core);

#endif
