#include "core/settings/provisional.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/settings/effects.h"
#include "core/settings/settings_impl.h"
#include "hal/hal.h"
#include "store/settings/provisional.h"
#include "store/settings/settings.h"
#include "util/log.h"

#define CODE_LEN 32 /* random bytes in a code */
#define RETRY_MS 1000 /* after undoing that could not be stored */
#define CALL_EXPIRED "undo" /* call in the audit log for an undo by timeout */
#define CONFIRM_PATH "/network/confirm#"

/* Returns the terminal itself as the actor, which undoes after the timeout. */
static struct actor provisional_terminal(void) {
    return actor_nobody("-", CALL_EXPIRED);
}

/* The only way to change the step; `by` (for the log): the cause. The caller holds the mutex. */
static void provisional_enter(struct provisional *state, enum provisional_step step, const char *by) {
    static const char *const names[] = {
        [PROVISIONAL_NONE] = "none", [PROVISIONAL_WAITING] = "waiting", [PROVISIONAL_UNDOING] = "undoing"};
    static const struct log_machine machine = {"provisional", names, sizeof(names) / sizeof(names[0])};
    log_transition("settings", &machine, state->step, step, by);
    state->step = step;
    if (step != PROVISIONAL_WAITING) {
        crypto_wipe(state->code_hash, sizeof(state->code_hash)); /* no code can confirm it any more */
    }
}

void provisional_read(struct core *core, struct provisional *ret_state) {
    struct core_shared *shared = core->shared;
    pthread_mutex_lock(&shared->settings->provisional_mutex);
    *ret_state = shared->settings->provisional;
    pthread_mutex_unlock(&shared->settings->provisional_mutex);
}

bool provisional_waits(struct core *core) {
    struct provisional state;
    provisional_read(core, &state);
    return state.step != PROVISIONAL_NONE;
}

void provisional_end(struct core *core, const char *by) {
    struct core_shared *shared = core->shared;
    pthread_mutex_lock(&shared->settings->provisional_mutex);
    provisional_enter(&shared->settings->provisional, PROVISIONAL_NONE, by);
    pthread_mutex_unlock(&shared->settings->provisional_mutex);
}

static void note_rolled_back(struct core_shared *shared, enum setting_page page) {
    const struct hal_clock *clock = &shared->hal->clock;
    pthread_mutex_lock(&shared->settings->provisional_mutex);
    shared->settings->provisional.has_rolled_back = true;
    shared->settings->provisional.rolled_back = page;
    shared->settings->provisional.rolled_back_ms = clock->utc_ms(clock->ctx);
    pthread_mutex_unlock(&shared->settings->provisional_mutex);
}

/* Writes the current URL of the console; empty while it is unknown: an address is still being requested. */
static void fill_url(struct core *core, struct settings_result *result) {
    char base[SETTINGS_URL_MAX];
    int r = core->shared->settings->hooks->reach(core, base);
    int len = r < 0 ? -1
                    : snprintf(result->confirm_url, sizeof(result->confirm_url), "%s" CONFIRM_PATH "%s", base,
                               result->confirm_code);
    if (len < 0 || (size_t)len >= sizeof(result->confirm_url)) {
        result->confirm_url[0] = '\0';
    }
}

int provisional_begin(struct core *core, const struct settings_change *change, struct settings_result *result) {
    struct core_shared *shared = core->shared;
    uint8_t code[CODE_LEN];
    int r = core_random(core, code, sizeof(code));
    if (r < 0) {
        return r;
    }
    crypto_base64url(code, sizeof(code), result->confirm_code);
    crypto_wipe(code, sizeof(code));
    result->confirm_seconds = PROVISIONAL_MS / 1000;
    fill_url(core, result);
    pthread_mutex_lock(&shared->settings->provisional_mutex);
    struct provisional *state = &shared->settings->provisional;
    provisional_enter(state, PROVISIONAL_WAITING, "save");
    state->page = change->page;
    state->mark = change->mark;
    state->deadline_ms = core_mono_ms(core) + PROVISIONAL_MS;
    secrets_hash(shared, SECRETS_CONFIRM, result->confirm_code, strlen(result->confirm_code), state->code_hash);
    pthread_mutex_unlock(&shared->settings->provisional_mutex);
    return 0;
}

static bool is_code(struct core *core, const struct provisional *state, const char *code) {
    uint8_t hash[CRYPTO_HASH_LEN];
    secrets_hash(core->shared, SECRETS_CONFIRM, code, strlen(code), hash);
    return crypto_equal(hash, state->code_hash, sizeof(hash));
}

/* Selects a change: NULL is any. */
struct which {
    const char *code;
    const uint32_t *mark;
};

static bool is_meant(struct core *core, const struct provisional *state, const struct which *which) {
    return (which->code == NULL || is_code(core, state, which->code)) &&
           (which->mark == NULL || *which->mark == state->mark);
}

/* Returns whether the pending change is the selected one, and may be confirmed. */
static bool may_confirm(struct core *core, const struct provisional *state, const struct which *which) {
    bool waits = state->step == PROVISIONAL_WAITING && core_mono_ms(core) < state->deadline_ms;
    return waits && is_meant(core, state, which);
}

static int commit_confirm(struct core *core, const struct actor *by, enum setting_page page) {
    char object[STORE_PAGE_MAX + 16];
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    (void)snprintf(object, sizeof(object), "settings %s", setting_pages[page].name);
    r = store_provisional_drop(txn);
    if (r == 0) {
        r = audit_add(core, by,
                      &(struct audit_change){
                          .object = object, .before = "{\"confirmed\":false}", .after = "{\"confirmed\":true}"});
    }
    return r < 0 ? r : store_commit(txn);
}

static int confirm_which(struct core *core, const struct actor *by, const struct which *which,
                         enum setting_page *ret_page) {
    struct provisional state;
    provisional_read(core, &state);
    if (!may_confirm(core, &state, which)) {
        return E_CONFIRM_UNKNOWN; /* anyone may send a code: a wrong one does not wait for the lock */
    }
    int r = settings_lock(core);
    if (r < 0) {
        return r;
    }
    provisional_read(core, &state);
    r = may_confirm(core, &state, which) ? commit_confirm(core, by, state.page) : E_CONFIRM_UNKNOWN;
    if (r == 0) {
        *ret_page = state.page;
        provisional_end(core, which->code != NULL ? "code" : which->mark != NULL ? "menu" : "session");
    }
    settings_unlock(core);
    return r;
}

int provisional_confirm(struct core *core, const struct actor *by, const char *code, enum setting_page *ret_page) {
    return confirm_which(core, by, &(struct which){.code = code}, ret_page);
}

int provisional_confirm_own(struct core *core, const struct actor *by, uint32_t mark) {
    enum setting_page page = SETTING_PAGE_COUNT;
    return confirm_which(core, by, &(struct which){.mark = &mark}, &page);
}

/* Returns SETTING_PAGE_COUNT for a page that this firmware does not have (any more). */
static enum setting_page page_named(const char *name) {
    int page = 0;
    while (page < SETTING_PAGE_COUNT && strcmp(setting_pages[page].name, name) != 0) {
        page++;
    }
    return (enum setting_page)page;
}

/* Restores the old values in one transaction. `before` is the current snapshot; returns the new one, to be
 * installed. */
static int provisional_restore(struct core *core, const struct actor *by, const struct settings *before,
                               enum setting_page *ret_page, struct settings **ret_after) {
    char name[STORE_PAGE_MAX];
    uint32_t revision = 0;
    struct settings *after = NULL;
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_provisional_get(txn, name, &revision);
    if (r == 0) {
        r = store_provisional_restore(txn);
    }
    *ret_page = r == 0 ? page_named(name) : SETTING_PAGE_COUNT;
    bool known = *ret_page != SETTING_PAGE_COUNT;
    if (r == 0 && known) {
        uint32_t last = before->last_revision[*ret_page];
        r = store_settings_put_page(txn, name, revision, last > revision ? last : revision);
    }
    if (r == 0) {
        r = store_provisional_drop(txn);
    }
    if (r == 0) {
        r = settings_load(core->shared, txn, &after);
    }
    if (r == 0 && known) {
        r = settings_audit(core, by, *ret_page, before, after);
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    if (r < 0) {
        settings_unref(after);
        return r;
    }
    *ret_after = after;
    return 0;
}

/* Undoes the change; the caller holds the lock. Notes the rollback before the end of the change: otherwise a reader in
 * between would take it for confirmed. */
static int provisional_undo(struct core *core, const struct actor *by, const char *why) {
    struct settings *before = settings_hold(core->shared);
    struct settings *after = NULL;
    enum setting_page page = SETTING_PAGE_COUNT;
    int r = provisional_restore(core, by, before, &page, &after);
    if (r == 0) {
        uint32_t effects = 0;
        (void)settings_changed(page, before, after, &effects);
        (void)atomic_fetch_add(&after->references, 1);
        settings_install(core->shared, after);
        note_rolled_back(core->shared, page);
        provisional_end(core, why);
        effects_undo(core, effects, before, after);
        settings_unref(after);
    }
    settings_unref(before);
    return r;
}

static int revert_which(struct core *core, const struct actor *by, const struct which *which) {
    struct provisional state;
    int r = settings_lock(core);
    if (r < 0) {
        return r;
    }
    provisional_read(core, &state);
    bool waits = state.step != PROVISIONAL_NONE && is_meant(core, &state, which);
    r = waits ? provisional_undo(core, by, which->mark != NULL ? "menu" : "revert") : E_CONFIRM_UNKNOWN;
    settings_unlock(core);
    return r;
}

int provisional_revert(struct core *core, const struct actor *by) {
    return revert_which(core, by, &(struct which){.code = NULL});
}

int provisional_revert_own(struct core *core, const struct actor *by, uint32_t mark) {
    return revert_which(core, by, &(struct which){.mark = &mark});
}

int64_t provisional_due_ms(struct core *core) {
    struct provisional state;
    provisional_read(core, &state);
    return state.step != PROVISIONAL_NONE ? state.deadline_ms : INT64_MAX;
}

void provisional_undo_later(struct core *core, enum setting_page page, int error) {
    struct core_shared *shared = core->shared;
    pthread_mutex_lock(&shared->settings->provisional_mutex);
    provisional_enter(&shared->settings->provisional, PROVISIONAL_UNDOING, err_name(error));
    shared->settings->provisional.page = page;
    shared->settings->provisional.deadline_ms = core_mono_ms(core) + RETRY_MS;
    pthread_mutex_unlock(&shared->settings->provisional_mutex);
}

void provisional_expire(struct core *core) {
    struct provisional state;
    if (settings_lock(core) < 0) {
        return;
    }
    provisional_read(core, &state);
    if (state.step != PROVISIONAL_NONE && core_mono_ms(core) >= state.deadline_ms) {
        struct actor by = provisional_terminal();
        int r = provisional_undo(core, &by, "time");
        if (r < 0) {
            log_error("settings", "a change nobody confirmed could not be undone", log_errno(r));
            provisional_undo_later(core, state.page, r);
        } else {
            log_warn("settings", "a change nobody confirmed was undone",
                     log_str("page", setting_pages[state.page].name));
        }
    }
    settings_unlock(core);
}

/* A full disk does not prevent a start: the change applies until there is space to undo it. */
static int start_without_room(struct core *core, enum setting_page page) {
    log_error("settings", "a change nobody confirmed could not be undone", log_errno(E_NOSPC));
    if (page != SETTING_PAGE_COUNT) {
        provisional_undo_later(core, page, E_NOSPC);
    } /* of another firmware: none of it applies, and the next start tries again */
    return 0;
}

int provisional_start(struct core_shared *shared, struct store *store) {
    struct core core = {.shared = shared, .store = store};
    char name[STORE_PAGE_MAX];
    uint32_t revision = 0;
    enum setting_page page = SETTING_PAGE_COUNT;
    struct settings *before = NULL;
    struct settings *after = NULL;
    int r = store_provisional_get(store, name, &revision);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    r = settings_load(shared, store, &before);
    if (r == 0) {
        struct actor by = provisional_terminal();
        r = provisional_restore(&core, &by, before, &page, &after);
    }
    settings_unref(before);
    settings_unref(after);
    if (r == E_NOSPC) {
        return start_without_room(&core, page_named(name));
    }
    if (r == 0) {
        log_warn("settings", "a change nobody confirmed was undone", log_str("page", name));
    }
    if (r == 0 && page != SETTING_PAGE_COUNT) {
        note_rolled_back(shared, page);
    }
    return r;
}
