/* The only way to change a setting. */
#include <stdlib.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/settings/effects.h"
#include "core/settings/provisional.h"
#include "core/settings/settings_impl.h"
#include "setting_hooks.h"
#include "store/settings/provisional.h"
#include "store/settings/settings.h"
#include "util/json_out.h"
#include "util/log.h"

#define CALL_UNDO "undo" /* call in the audit log when a save is undone */

/* A save in progress. */
struct saving {
    struct core *core;
    const struct actor *by;
    const struct settings_change *change;
    struct settings_result *result;
    struct settings *before;
    struct settings *after;
    uint32_t effects;
    bool provisional;
};

static int seal_row(struct core *core, const struct setting_row *row, const char *text, size_t len) {
    uint8_t nonce[CRYPTO_NONCE_LEN];
    size_t key_len = strlen(row->key) + 1;
    size_t plain_len = key_len + len;
    uint8_t *sealed = malloc(plain_len + CRYPTO_SEAL_EXTRA);
    char *plain = malloc(plain_len);
    int r = sealed != NULL && plain != NULL ? core_random(core, nonce, sizeof(nonce)) : E_NOMEM;
    if (r == 0) {
        memcpy(plain, row->key, key_len);
        memcpy(plain + key_len, text, len);
        secrets_seal(core->shared, nonce, plain, plain_len, sealed);
        r = store_settings_put(
            core->store,
            &(struct store_setting){.key = row->key, .sealed = sealed, .sealed_len = plain_len + CRYPTO_SEAL_EXTRA});
    }
    if (plain != NULL) {
        crypto_wipe(plain, plain_len);
    }
    free(plain);
    free(sealed);
    return r;
}

/* A random first value is always stored, so that it is not created again. */
static bool is_factory(const struct core_shared *shared, const struct setting_row *row,
                       const struct setting_values *values) {
    struct setting_values *factory = malloc(sizeof(*factory));
    if (factory == NULL || row->random != SETTING_RANDOM_NONE) {
        free(factory);
        return false;
    }
    settings_factory(shared, factory);
    bool same = setting_equal(row, factory, values);
    free(factory);
    return same;
}

int settings_store_row(struct core *core, const struct setting_row *row, const struct setting_values *values) {
    if (is_factory(core->shared, row, values)) {
        return store_settings_delete(core->store, row->key);
    }
    struct buf text = {0};
    int r = E_NOMEM;
    value_print(&row->value, setting_in_const(row, values), &text);
    const char *printed = buf_text(&text);
    if (!buf_failed(&text)) {
        r = row->value.secret
                ? seal_row(core, row, printed, text.len)
                : store_settings_put(core->store, &(struct store_setting){.key = row->key, .value = printed});
    }
    if (row->value.secret && text.data != NULL) {
        crypto_wipe(text.data, text.len);
    }
    buf_done(&text);
    return r;
}

static void audit_value(const struct setting_row *row, const struct settings *settings, const char *none,
                        struct buf *out) {
    const void *at = setting_in_const(row, &settings->values);
    json_out_object_begin(out);
    json_out_key(out, row->value.name);
    if (row->value.secret) {
        json_out_string(out, value_is_empty(&row->value, at) ? none : "set");
    } else {
        value_print_json(&row->value, at, out);
    }
    json_out_object_end(out);
}

static int audit_row(struct core *core, const struct actor *by, const struct setting_row *row,
                     const struct settings *before, const struct settings *after) {
    _cleanup_(buf_donep) struct buf before_json = {0};
    _cleanup_(buf_donep) struct buf after_json = {0};
    _cleanup_(buf_donep) struct buf object = {0};
    buf_printf(&object, "setting %s", row->key);
    audit_value(row, before, "none", &before_json);
    audit_value(row, after, "cleared", &after_json);
    struct audit_change change = {
        .object = buf_text(&object), .before = buf_text(&before_json), .after = buf_text(&after_json)};
    if (buf_failed(&object) || buf_failed(&before_json) || buf_failed(&after_json)) {
        return E_NOMEM;
    }
    return audit_add(core, by, &change);
}

int settings_audit(struct core *core, const struct actor *by, enum setting_page page, const struct settings *before,
                   const struct settings *after) {
    int r = 0;
    for (uint32_t i = 0; i < setting_pages[page].count && r == 0; i++) {
        const struct setting_row *row = settings_row(page, i);
        if (!setting_equal(row, &before->values, &after->values)) {
            r = audit_row(core, by, row, before, after);
        }
    }
    return r;
}

uint64_t settings_changed(enum setting_page page, const struct settings *before, const struct settings *after,
                          uint32_t *ret_effects) {
    uint64_t changed = 0;
    *ret_effects = 0;
    for (uint32_t i = 0; i < setting_pages[page].count; i++) {
        const struct setting_row *row = settings_row(page, i);
        if (!setting_equal(row, &before->values, &after->values)) {
            changed |= UINT64_C(1) << row->bit;
            *ret_effects |= row->effects;
        }
    }
    return changed;
}

/* Checks that the terminal supports the new value of a row. */
static int check_row(const struct core_shared *shared, const struct setting_row *row,
                     const struct setting_values *values) {
    if (!about_has_any(shared, row->devices)) {
        return E_NOT_FITTED;
    }
    return settings_is_refused(row, values) ? E_NO_SERVER_LINKS : 0;
}

/* The same for each row that differs. */
static int check_rows(struct saving *saving) {
    enum setting_page page = saving->change->page;
    for (uint32_t i = 0; i < setting_pages[page].count; i++) {
        const struct setting_row *row = settings_row(page, i);
        bool differs = !setting_equal(row, &saving->before->values, &saving->after->values);
        int r = differs ? check_row(saving->core->shared, row, &saving->after->values) : 0;
        if (r < 0) {
            saving->result->field = row->value.name;
            return r;
        }
    }
    return 0;
}

/* Makes `after` from `before` and the given values, as modified by the page's check. */
static int save_merge(struct saving *saving) {
    const struct settings_change *change = saving->change;
    const struct setting_page_row *page = &setting_pages[change->page];
    int r = settings_clone(saving->before, &saving->after);
    if (r < 0) {
        return r;
    }
    void *values = (char *)&saving->after->values + page->offset;
    for (uint32_t i = 0; i < page->count; i++) {
        const struct setting_row *row = settings_row(change->page, i);
        if (change->given >> row->bit & 1u) {
            value_copy(&row->value, value_in_const(&row->value, change->values), value_in(&row->value, values));
        }
    }
    r = check_rows(saving);
    if (r < 0) {
        return r;
    }
    setting_check_fn *check = saving->core->shared->settings->hooks->checks[change->page];
    return check != NULL ? check(saving->before, values, &saving->result->field) : 0;
}

/* A test start of a backup has no hooks. */
int settings_also(struct core *core, const struct settings *before, struct settings *after) {
    const struct settings_hooks *hooks = core->shared->settings->hooks;
    return hooks != NULL && hooks->also != NULL ? hooks->also(core, before, after) : 0;
}

/* Writes the rows of the page that differ between two snapshots, and the page's revisions of the latter. */
static int store_page(struct saving *saving, const struct actor *by, const struct settings *from, struct settings *to) {
    struct core *core = saving->core;
    enum setting_page page = saving->change->page;
    int r = 0;
    for (uint32_t i = 0; i < setting_pages[page].count && r == 0; i++) {
        const struct setting_row *row = settings_row(page, i);
        if (!setting_equal(row, &from->values, &to->values)) {
            r = settings_store_row(core, row, &to->values);
        }
    }
    if (r == 0) {
        r = store_settings_put_page(core->store, setting_pages[page].name, to->revision[page], to->last_revision[page]);
    }
    if (r == 0) {
        r = settings_also(core, from, to);
    }
    return r < 0 ? r : settings_audit(core, by, page, from, to);
}

/* Marks the change as pending, and stores the values it replaces. */
static int keep_old(struct saving *saving) {
    enum setting_page page = saving->change->page;
    struct store *store = saving->core->store;
    int r = store_provisional_put(store, setting_pages[page].name, saving->before->revision[page]);
    for (uint32_t i = 0; i < setting_pages[page].count && r == 0; i++) {
        if (saving->result->changed >> i & 1u) {
            r = store_provisional_keep(store, settings_row(page, i)->key);
        }
    }
    return r;
}

static int save_commit(struct saving *saving) {
    struct store *store = saving->core->store;
    int r = store_begin(store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = saving->provisional ? keep_old(saving) : 0;
    if (r == 0) {
        r = store_page(saving, saving->by, saving->before, saving->after);
    }
    return r < 0 ? r : store_commit(txn);
}

/* Restores values and revision from before; the revision given to the change is never assigned again. */
static int commit_undo(struct saving *saving, struct settings *restored) {
    struct store *store = saving->core->store;
    int r = store_begin(store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    struct actor by = *saving->by;
    by.call = CALL_UNDO;
    r = saving->provisional ? store_provisional_drop(store) : 0;
    if (r == 0) {
        r = store_page(saving, &by, saving->after, restored);
    }
    return r < 0 ? r : store_commit(txn);
}

/* Undoes a committed save after `failure`. Returns it, or why even that failed: the new values then stay, and take
 * effect at the next start. */
static int save_undo(struct saving *saving, uint32_t ran, int failure) {
    enum setting_page page = saving->change->page;
    struct settings *restored = NULL;
    int r = settings_clone(saving->before, &restored);
    if (r == 0) {
        restored->last_revision[page] = saving->after->last_revision[page];
        r = commit_undo(saving, restored);
    }
    if (r < 0) {
        settings_unref(restored);
        log_error("settings", "a save could not be taken back", log_str("page", setting_pages[page].name),
                  log_errno(r));
        if (saving->provisional) {
            provisional_undo_later(saving->core, page, r);
        }
        return r;
    }
    settings_install(saving->core->shared, restored);
    effects_undo(saving->core, ran, saving->after, saving->before);
    saving->result->undone = true;
    saving->result->revision = saving->before->revision[page];
    saving->result->changed = 0;
    return failure;
}

/* Returns the first changed setting with one of the effects `ran`, of which the last one failed. */
static const char *field_of(const struct saving *saving, uint32_t ran) {
    for (unsigned effect = SETTING_EFFECT_COUNT; effect-- > 0;) {
        if (!(ran >> effect & 1u)) {
            continue;
        }
        for (uint32_t i = 0; i < setting_pages[saving->change->page].count; i++) {
            const struct setting_row *row = settings_row(saving->change->page, i);
            if ((saving->result->changed >> row->bit & 1u) && (row->effects >> effect & 1u)) {
                return row->value.name;
            }
        }
        break;
    }
    return NULL;
}

static int save_act(const struct saving *saving) {
    return saving->change->act != NULL ? saving->change->act(saving->change->act_ctx) : 0;
}

/* Runs effects, then the act, then starts the time to confirm. */
static int put_into_effect(struct saving *saving) {
    uint32_t ran = 0;
    int r = effects_run(saving->core, saving->effects, saving->before, saving->after, &ran);
    if (r < 0) {
        const char *field = field_of(saving, ran);
        r = save_undo(saving, ran, r);
        saving->result->field = saving->result->field != NULL ? saving->result->field : field;
        return r;
    }
    r = save_act(saving);
    if (r == 0 && saving->provisional) {
        r = provisional_begin(saving->core, saving->change, saving->result);
    }
    return r < 0 ? save_undo(saving, ran, r) : 0;
}

/* Checks all given values, even unchanged ones: otherwise a caller without write permission could guess a secret. */
static int save_may(struct saving *saving) {
    const struct settings_change *change = saving->change;
    for (uint32_t i = 0; i < setting_pages[change->page].count; i++) {
        const struct setting_row *row = settings_row(change->page, i);
        if (row->also_write == 0 || !(change->given >> row->bit & 1U)) {
            continue;
        }
        int r = saving->core->shared->settings->hooks->may(saving->core, saving->by, row);
        if (r < 0) {
            saving->result->field = row->value.name;
            return r;
        }
    }
    return 0;
}

static int save_question(struct saving *saving) {
    const struct settings_hooks *hooks = saving->core->shared->settings->hooks;
    if (saving->change->sure || hooks->question == NULL) {
        return 0;
    }
    return hooks->question(saving->core, saving->change->page, saving->before, saving->after, &saving->result->field);
}

/* Checks for obstacles and differences, without doing anything. */
static int save_prepare(struct saving *saving) {
    enum setting_page page = saving->change->page;
    struct settings_result *result = saving->result;
    result->revision = saving->before->revision[page];
    if (saving->change->has_revision && saving->change->revision != result->revision) {
        return E_CHANGED_MEANWHILE;
    }
    int r = save_may(saving);
    if (r == 0) {
        r = save_merge(saving);
    }
    if (r < 0) {
        return r;
    }
    uint64_t changed = settings_changed(page, saving->before, saving->after, &saving->effects);
    r = changed != 0 ? save_question(saving) : 0;
    if (r == 0 && changed != 0 && setting_pages[page].provisional && provisional_waits(saving->core)) {
        r = E_PROVISIONAL_PENDING;
    }
    result->changed = r == 0 ? changed : 0;
    return r;
}

static int save_whole(struct saving *saving) {
    enum setting_page page = saving->change->page;
    struct settings_result *result = saving->result;
    struct core *core = saving->core;
    int r = save_prepare(saving);
    if (r < 0) {
        return r;
    }
    if (result->changed == 0) {
        return save_act(saving);
    }
    saving->provisional = setting_pages[page].provisional && !saving->change->cuts_nobody &&
                          core->shared->settings->hooks->cuts(core, saving->before, saving->after);
    result->revision = saving->before->last_revision[page] + 1;
    saving->after->revision[page] = saving->after->last_revision[page] = result->revision;
    r = save_commit(saving);
    if (r < 0) {
        result->changed = 0;
        return r;
    }
    (void)atomic_fetch_add(&saving->after->references, 1); /* one reference for the snapshot, one for us */
    settings_install(core->shared, saving->after);
    return put_into_effect(saving);
}

/* The caller holds the lock. */
static int save_by(struct core *core, const struct actor *by, const struct settings_change *change,
                   struct settings_result *ret_result, int (*work)(struct saving *saving)) {
    *ret_result = (struct settings_result){0};
    int r = settings_lock(core);
    if (r < 0) {
        return r;
    }
    struct saving saving = {.core = core, .by = by, .change = change, .result = ret_result};
    saving.before = settings_hold(core->shared);
    r = work(&saving);
    settings_unref(saving.before);
    settings_unref(saving.after);
    settings_unlock(core);
    return r;
}

int settings_save(struct core *core, const struct actor *by, const struct settings_change *change,
                  struct settings_result *ret_result) {
    return save_by(core, by, change, ret_result, save_whole);
}

int settings_try(struct core *core, const struct actor *by, const struct settings_change *change,
                 struct settings_result *ret_result) {
    return save_by(core, by, change, ret_result, save_prepare);
}
