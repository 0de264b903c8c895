#include "core/engineer/production.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/door/door.h"
#include "core/engineer/production_impl.h"
#include "core/engineer/production_report.h"
#include "core/settings/settings.h"
#include "core/users/enrol.h"
#include "hal/input.h"
#include "util/buf.h"
#include "util/text.h"

#define OBJECT "production test"
#define AFTER_MAX 160
#define LOOK_MS 250 /* interval of checking the current step */

struct production {
    _Atomic int64_t until_ms; /* end of the mode, monotonic clock; 0: normal mode */

    pthread_mutex_t mutex; /* guards the members below; held while a device is tested and the store is written */
    struct production_run run;
    struct buf text; /* of a finished run */
    char sha256[PRODUCTION_SHA256_MAX];

    /* Read by others without the mutex. */
    atomic_bool goes_on;
    atomic_int awaited; /* enum production_ask */
    _Atomic int64_t looked_ms; /* monotonic time of the last check */
    pthread_mutex_t desk; /* guards the members below; held for a few instructions */
    struct production_seen seen;
};

int production_new(struct production **ret_production) {
    struct production *production = calloc(1, sizeof(*production));
    if (production == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&production->mutex, NULL);
    (void)pthread_mutex_init(&production->desk, NULL);
    *ret_production = production;
    return 0;
}

void production_free(struct production *production) {
    if (production != NULL) {
        buf_done(&production->text);
        (void)pthread_mutex_destroy(&production->desk);
        (void)pthread_mutex_destroy(&production->mutex);
        free(production);
    }
}

bool production_has_passed(const struct production_run *run) {
    for (size_t i = 0; i < run->step_count; i++) {
        if (run->steps[i].verdict != PRODUCTION_VERDICT_PASSED) {
            return false;
        }
    }
    return run->step_count > 0;
}

/* --- A step. The caller holds the mutex
 * ------------------------------------------------------------------------------------- */

static bool run_goes_on(const struct production *production) {
    return production->run.phase == PRODUCTION_PHASE_RUNNING;
}

/* Returns what the person should do for the current step. */
static enum production_ask ask_of(const struct production_run *run) {
    if (run->phase != PRODUCTION_PHASE_RUNNING) {
        return PRODUCTION_ASK_NOTHING;
    }
    enum production_ask ask = run->probes[run->at]->ask;
    return ask == PRODUCTION_ASK_RELAY && run->work.was_on ? PRODUCTION_ASK_MOVED : ask;
}

static bool is_asked(enum production_ask ask) {
    return ask == PRODUCTION_ASK_SEEN || ask == PRODUCTION_ASK_HEARD || ask == PRODUCTION_ASK_MOVED;
}

static enum production_why why_of(int r) {
    return r == E_OFFLINE ? PRODUCTION_WHY_SILENT : r == E_TIMEOUT ? PRODUCTION_WHY_TIMEOUT : PRODUCTION_WHY_WRONG;
}

static void step_restart_time(struct core *core, struct production_run *run) {
    run->work.until_ms = core_mono_ms(core) + PRODUCTION_STEP_MS;
}

/* Clears the input of the previous step. */
static void desk_clear(struct production *production, enum production_ask ask) {
    pthread_mutex_lock(&production->desk);
    memset(&production->seen, 0, sizeof(production->seen));
    atomic_store(&production->awaited, (int)ask);
    pthread_mutex_unlock(&production->desk);
}

static int step_begin(struct core *core, struct production *production) {
    struct production_run *run = &production->run;
    const struct production_probe *probe = run->probes[run->at];
    run->work =
        (struct production_work){.has_begun = true, .begun_ms = core_mono_ms(core), .begun_utc_ms = core_utc_ms(core)};
    step_restart_time(core, run);
    desk_clear(production, probe->ask);
    if (!production_answers(core, run->steps[run->at].name)) {
        return E_OFFLINE;
    }
    return probe->begin != NULL ? probe->begin(core, &run->work) : 0;
}

static void desk_take(struct production *production) {
    struct production_work *work = &production->run.work;
    pthread_mutex_lock(&production->desk);
    if (production->seen.is_there) {
        work->is_seen = production->seen.is_good;
        memcpy(work->measured, production->seen.measured, sizeof(work->measured));
        production->seen.is_there = false;
    }
    pthread_mutex_unlock(&production->desk);
}

/* Returns 0: passed; E_BUSY: in progress; otherwise failed. */
static int step_look(struct core *core, struct production *production) {
    struct production_run *run = &production->run;
    const struct production_probe *probe = run->probes[run->at];
    int r = run->work.has_begun ? 0 : step_begin(core, production);
    if (r < 0) {
        return r == E_BUSY ? E_IO : r;
    }
    desk_take(production);
    if (probe->look != NULL) {
        r = probe->look(core, &run->work);
    } else {
        r = probe->ask == PRODUCTION_ASK_NOTHING || run->work.is_yes ? 0 : E_BUSY;
    }
    return r == E_BUSY && core_mono_ms(core) >= run->work.until_ms ? E_TIMEOUT : r;
}

/* Continues with the next step. */
static void step_end(struct core *core, struct production_run *run, enum production_verdict verdict,
                     enum production_why why) {
    struct production_step *step = &run->steps[run->at];
    const struct production_probe *probe = run->probes[run->at];
    const struct production_work *work = &run->work;
    step->verdict = verdict;
    step->why = why;
    (void)snprintf(step->measured, sizeof(step->measured), "%s", work->measured);
    if (work->has_begun && probe->end != NULL) {
        probe->end(core);
    }
    run->work = (struct production_work){0};
    run->at++;
}

/* --- The run -------------------------------------------------------------------------------------------------------------- */

static void hash_write(const struct buf *text, char ret_hex[PRODUCTION_SHA256_MAX]) {
    uint8_t hash[CRYPTO_SHA256_LEN];
    crypto_sha256(text->data, text->len, hash);
    text_hex(hash, sizeof(hash), ret_hex);
}

/* All devices have a verdict. The audit log stores the hash, which exposes a different signed text. */
static void run_finish(struct core *core, struct production *production) {
    struct production_run *run = &production->run;
    char after[AFTER_MAX];
    run->phase = PRODUCTION_PHASE_DONE;
    run->ended_s = core_utc_ms(core) / 1000;
    atomic_store(&production->goes_on, false);
    desk_clear(production, PRODUCTION_ASK_NOTHING);
    production_report(core, run, &production->text);
    hash_write(&production->text, production->sha256);
    (void)snprintf(after, sizeof(after), "{\"passed\":%s,\"sha256\":\"%s\"}",
                   production_has_passed(run) ? "true" : "false", production->sha256);
    int r = audit_add_happened(core, &run->by, &(struct audit_change){.object = OBJECT, .after = after});
    (void)r; /* the text exists all the same */
}

/* The mode ends: what was not tested has failed. */
static void run_cut(struct core *core, struct production *production) {
    struct production_run *run = &production->run;
    while (run->at < run->step_count) {
        step_end(core, run, PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_ENDED);
    }
    run_finish(core, production);
}

static void run_go_on(struct core *core, struct production *production) {
    struct production_run *run = &production->run;
    if (!run_goes_on(production)) {
        return;
    }
    atomic_store(&production->looked_ms, core_mono_ms(core));
    if (production_mode(core) == MACHINE_MODE_NORMAL) {
        run_cut(core, production);
        return;
    }
    int r = 0;
    while (run->at < run->step_count && r != E_BUSY) {
        r = step_look(core, production);
        if (r != E_BUSY) {
            step_end(core, run, r == 0 ? PRODUCTION_VERDICT_PASSED : PRODUCTION_VERDICT_FAILED,
                     r == 0 ? PRODUCTION_WHY_NOTHING : why_of(r));
        }
    }
    if (run->at == run->step_count) {
        run_finish(core, production);
    }
}

enum machine_mode production_mode(struct core *core) {
    int64_t until_ms = atomic_load(&core->shared->production->until_ms);
    return core_mono_ms(core) < until_ms ? MACHINE_MODE_PRODUCTION_TEST : MACHINE_MODE_NORMAL;
}

int production_set_mode(struct core *core, const struct actor *by, enum machine_mode mode) {
    struct production *production = core->shared->production;
    bool is_test = mode == MACHINE_MODE_PRODUCTION_TEST;
    const char *after = is_test ? "{\"mode\":\"productionTest\"}" : "{\"mode\":\"normal\"}";
    int r = audit_add_happened(core, by, &(struct audit_change){.object = "mode", .after = after});
    if (r < 0) {
        return r;
    }
    atomic_store(&production->until_ms, is_test ? core_mono_ms(core) + PRODUCTION_MODE_MS : 0);
    pthread_mutex_lock(&production->mutex);
    run_go_on(core, production);
    pthread_mutex_unlock(&production->mutex);
    return 0;
}

/* The caller holds the mutex. */
static int run_begin(struct core *core, struct production *production, const struct actor *by) {
    if (production_mode(core) == MACHINE_MODE_NORMAL) {
        return E_SWITCHED_OFF;
    }
    if (run_goes_on(production)) {
        return E_PRODUCTION_RUNNING;
    }
    if (enrol_goes_on(core)) {
        return E_ENROL_BUSY;
    }
    int r = audit_add_happened(core, by, &(struct audit_change){.object = OBJECT, .after = "{\"begun\":true}"});
    if (r < 0) {
        return r;
    }
    buf_clear(&production->text);
    production->sha256[0] = '\0';
    production->run =
        (struct production_run){.phase = PRODUCTION_PHASE_RUNNING, .by = *by, .begun_s = core_utc_ms(core) / 1000};
    production_devices(core, &production->run);
    atomic_store(&production->goes_on, true);
    run_go_on(core, production);
    return 0;
}

int production_start(struct core *core, const struct actor *by) {
    struct production *production = core->shared->production;
    pthread_mutex_lock(&production->mutex);
    run_go_on(core, production); /* ends a run whose mode has expired */
    int r = run_begin(core, production, by);
    pthread_mutex_unlock(&production->mutex);
    return r;
}

void production_look(struct core *core, struct production_view *ret_view) {
    struct production *production = core->shared->production;
    const struct production_run *run = &production->run;
    pthread_mutex_lock(&production->mutex);
    run_go_on(core, production);
    memset(ret_view, 0, sizeof(*ret_view));
    ret_view->phase = run->phase;
    memcpy(ret_view->steps, run->steps, sizeof(ret_view->steps));
    ret_view->step_count = run->step_count;
    ret_view->at = run->at;
    ret_view->ask = ask_of(run);
    if (run_goes_on(production)) {
        int64_t left_ms = run->work.until_ms - core_mono_ms(core);
        ret_view->seconds_left = left_ms > 0 ? (uint32_t)((left_ms + 999) / 1000) : 0;
        memcpy(ret_view->shown, run->work.shown, sizeof(ret_view->shown));
        memcpy(ret_view->steps[run->at].measured, run->work.measured, sizeof(run->work.measured));
    }
    ret_view->has_passed = run->phase == PRODUCTION_PHASE_DONE && production_has_passed(run);
    memcpy(ret_view->sha256, production->sha256, sizeof(ret_view->sha256));
    pthread_mutex_unlock(&production->mutex);
}

/* --- Answers --------------------------------------------------------------------------------------------------------------- */

/* The lock opens for anyone at the door, so the permission to open the door from the console is also required. */
static int relay_switch(struct core *core, const struct actor *by, unsigned *ret_wait_s) {
    if (!rights_may(&settings_get(core)->rights, by, FUNCTION_GROUP_ADV_SETTING, RIGHT_WRITE)) {
        return E_FORBIDDEN;
    }
    return door_command(core, by, DOOR_COMMAND_OPEN, OBJECT, ret_wait_s);
}

static int answer_again(struct core *core, struct production_run *run, const struct actor *by, unsigned *ret_wait_s) {
    const struct production_probe *probe = run->probes[run->at];
    if (probe->ask == PRODUCTION_ASK_RELAY) {
        run->work.was_on = run->work.is_yes = false; /* the question is about the last time it was on */
        return relay_switch(core, by, ret_wait_s);
    }
    return is_asked(probe->ask) ? probe->begin(core, &run->work) : E_NOTFOUND;
}

static int answer_skip(struct core *core, struct production_run *run, const char *reason) {
    if (reason[0] == '\0') {
        return E_MISSING;
    }
    (void)snprintf(run->steps[run->at].reason, PRODUCTION_REASON_MAX, "%s", reason);
    step_end(core, run, PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_SKIPPED);
    return 0;
}

/* The caller holds the mutex, and there is a current step. */
static int answer_take(struct core *core, struct production_run *run, const struct actor *by,
                       const struct production_said *said, unsigned *ret_wait_s) {
    switch (said->answer) {
        case PRODUCTION_ANSWER_SKIP: return answer_skip(core, run, said->reason);
        case PRODUCTION_ANSWER_AGAIN: {
            int r = answer_again(core, run, by, ret_wait_s);
            if (r == 0) {
                step_restart_time(core, run);
            }
            return r;
        }
        case PRODUCTION_ANSWER_YES:
        case PRODUCTION_ANSWER_NO: break;
    }
    if (!is_asked(ask_of(run))) {
        return E_NOTFOUND;
    }
    if (said->answer == PRODUCTION_ANSWER_YES) {
        run->work.is_yes = true;
        step_restart_time(core, run);
    } else {
        step_end(core, run, PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_NO);
    }
    return 0;
}

int production_answer(struct core *core, const struct actor *by, const struct production_said *said,
                      unsigned *ret_wait_s) {
    struct production *production = core->shared->production;
    struct production_run *run = &production->run;
    pthread_mutex_lock(&production->mutex);
    run_go_on(core, production);
    bool is_on = run_goes_on(production) && strcmp(run->steps[run->at].name, said->name) == 0;
    int r = is_on ? answer_take(core, run, by, said, ret_wait_s) : E_NOTFOUND;
    run_go_on(core, production);
    pthread_mutex_unlock(&production->mutex);
    return r;
}

int production_text(struct core *core, struct buf *out) {
    struct production *production = core->shared->production;
    pthread_mutex_lock(&production->mutex);
    run_go_on(core, production);
    bool is_there = production->run.phase == PRODUCTION_PHASE_DONE;
    if (is_there) {
        buf_append(out, production->text.data, production->text.len);
    }
    bool is_whole = !buf_failed(&production->text) && !buf_failed(out);
    pthread_mutex_unlock(&production->mutex);
    return !is_there ? E_NOTFOUND : is_whole ? 0 : E_NOMEM;
}

/* --- The terminal's thread, and the upkeep ---------------------------------------------------------------------------------- */

bool production_goes_on(const struct core *core) {
    return atomic_load(&core->shared->production->goes_on);
}

bool production_takes(struct core *core, const struct hal_input_event *event, bool is_reader) {
    struct production *production = core->shared->production;
    struct production_seen seen;
    if (!atomic_load(&production->goes_on) || event->what == HAL_INPUT_CONTACTS || event->from != CREDENTIAL_FROM_OWN) {
        return false;
    }
    pthread_mutex_lock(&production->desk);
    if (production_seen_of(event, (enum production_ask)atomic_load(&production->awaited), is_reader, &seen)) {
        production->seen = seen;
    }
    pthread_mutex_unlock(&production->desk);
    return true;
}

int64_t production_due_ms(struct core *core) {
    struct production *production = core->shared->production;
    return atomic_load(&production->goes_on) ? atomic_load(&production->looked_ms) + LOOK_MS : INT64_MAX;
}

void production_upkeep(struct core *core) {
    struct production *production = core->shared->production;
    pthread_mutex_lock(&production->mutex);
    run_go_on(core, production);
    pthread_mutex_unlock(&production->mutex);
}
