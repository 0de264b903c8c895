/* Inside core/upgrade only: the one upgrade there is. */
#ifndef POSTERN_CORE_UPGRADE_IMPL_H
#define POSTERN_CORE_UPGRADE_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/upgrade/upgrade.h"
#include "update/installer.h"

struct upgrade {
    struct slots *slots; /* NULL: this machine has none; constant */
    int system_error; /* why there are none although there should be; constant */
    const char *state_dir; /* borrowed */
    pthread_mutex_t mutex; /* guards what follows, to `held` */
    pthread_cond_t released; /* `is_held` has become false */
    bool is_held; /* a worker has what stands behind it */
    bool is_upkeep; /* it is the upkeep, and has it for a moment only */
    enum upgrade_step step;
    uint32_t floor;
    char name[UPGRADE_NAME_MAX], holder[ACTOR_ACCOUNT_MAX];
    int64_t received, total;
    int64_t piece_ms; /* when the last one came; monotonic clock */
    unsigned percent;
    int error;
    bool has_offer;
    struct upgrade_offer offer;
    struct upgrade_history history;
    int64_t due_ms; /* when the step has something for the upkeep to do; INT64_MAX: never */
    int64_t look_ms; /* when it looks whether this run has proved itself, whatever goes on besides; INT64_MAX: never */

    atomic_bool served, proved; /* the server has answered; nothing is to be proved any more */

    /* Of who holds it. */
    uint8_t *head; /* bytes of the first piece; NULL */
    size_t head_len;
    struct bundle_follower follower;
    struct installer *installer; /* NULL while none is at work */
    int64_t started_ms; /* of this run; monotonic clock */
};

/* Gives what stands behind `is_held` to the calling worker. E_BUSY: another has it; the upkeep is waited for. Gives it back. */
_must_check_ int upgrade_hold(struct upgrade *upgrade);
void upgrade_release(struct upgrade *upgrade);

/* The one way into a step: with why it failed, when the upkeep is to look, and, for the log, what led there. An offer is there
 * from UPGRADE_STEP_OFFERED on, and gone in UPGRADE_STEP_IDLE. */
void upgrade_set_step(struct upgrade *upgrade, enum upgrade_step step, int error, int64_t due_ms, const char *by);

/* Held: gives up what was begun; the installer refuses what it has, and the head is forgotten. */
void upgrade_drop(struct upgrade *upgrade);

/* Held: writes another phase into the history, durably, and then shows it. Errors of history_write(). */
_must_check_ int upgrade_note(struct core *core, const struct upgrade_history *history);

/* Looks at what was going on before the start: a trial, or the way back from one. An error of the state folder. */
_must_check_ int upgrade_trial_begin(struct core_shared *shared, struct upgrade *upgrade);

/* The worker's part of a trial, and of a start that was confirmed before. */
void upgrade_trial_look(struct core *core);

#endif
