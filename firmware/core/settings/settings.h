/* Settings of the terminal: one row each, declared in api/spec (see ADR 0011), in an immutable snapshot that all
 * threads read. A save is checked, committed in one transaction, published as a new snapshot, then its effects run; a
 * failing effect undoes everything. */
#ifndef POSTERN_CORE_SETTINGS_H
#define POSTERN_CORE_SETTINGS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/rights.h"
#include "setting_hooks.h"
#include "setting_values.h"
#include "store/settings/clock_rules.h"
#include "util/err.h"

struct actor;
struct core;
struct core_shared;
struct settings_engine;
struct store;

#define SETTINGS_ALL UINT64_MAX /* `given` of a save of the whole page */
#define SETTINGS_CODE_MAX 44 /* bytes of a confirmation code, with the NUL: 256 bits as base64url */
#define SETTINGS_URL_MAX 256 /* bytes of the URL for confirming, with the NUL */

struct settings {
    atomic_uint references; /* private to settings.c */
    uint64_t generation; /* number of publications, from 1 */
    uint32_t revision[SETTING_PAGE_COUNT]; /* of each page: increases with every save that changes it */
    uint32_t last_revision[SETTING_PAGE_COUNT]; /* highest ever assigned; above `revision` after a save was undone */
    struct setting_values values;
    struct rights_table rights;
    size_t clock_rule_count; /* of the clock, in the order in which they were added: core/time/clock_rules.h */
    struct store_clock_rule clock_rules[STORE_CLOCK_RULES_MAX];
    bool has_backup_folder; /* there is a folder for scheduled backups */
    uint32_t unfitted; /* factors whose module this model lacks: bits 1 << enum factor */
};

/* Functions of other rooms that the engine, which knows no page, calls; set by core/start. */
struct settings_hooks {
    setting_effect_fn *const *effects; /* SETTING_EFFECT_COUNT of them; NULL: none */
    setting_check_fn *const *checks; /* SETTING_PAGE_COUNT */
    /* Returns whether changing from `before` to `after` can permanently disconnect clients: the change then needs
     * confirmation. */
    bool (*cuts)(struct core *core, const struct settings *before, const struct settings *after);
    /* Returns whether the caller may set a setting that needs more than the permission for its page
     * (setting_row.also_write): 0, or an E_*. */
    int (*may)(struct core *core, const struct actor *by, const struct setting_row *row);
    /* Returns whether a save that differs must be confirmed first, unless it is `sure`: 0, or an E_* with the setting
     * in *ret_field. NULL: never. */
    int (*question)(struct core *core, enum setting_page page, const struct settings *before,
                    const struct settings *after, const char **ret_field);
    /* Makes related changes inside the transaction, before `after` is published; `before` is NULL when a start has read
     * the stored settings. 0, or an E_*. NULL: nothing. */
    int (*also)(struct core *core, const struct settings *before, struct settings *after);
    /* Returns the URL of the console once the current settings have taken effect; E_NOTFOUND while unknown. */
    int (*reach)(struct core *core, char ret_url[SETTINGS_URL_MAX]);
};

/* For core/start: creates the engine, without settings yet. E_NOMEM. settings_free() accepts NULL. */
_must_check_ int settings_new(const struct settings_hooks *hooks, struct settings_engine **ret_engine);
void settings_free(struct settings_engine *engine);

/* Returns the current settings: this thread's snapshot, replaced by the newest if there is a newer one. Valid until the
 * next call with the same core. Costs one atomic read while nothing has changed. Never NULL. */
const struct settings *settings_get(struct core *core);

/* A save of one page. */
struct settings_change {
    enum setting_page page;
    const void *values; /* struct setting_<page>; only the members of `given` are read */
    uint64_t given; /* bits of the members: SETTING_MACHINE_PARAM_VOLUME | …; SETTINGS_ALL */
    bool has_revision; /* reject if `revision` is not the current one */
    uint32_t revision;
    bool sure; /* already confirmed */
    uint32_t mark; /* identifies the change for its caller while it is pending; 0: none */
    bool cuts_nobody; /* the caller knows that it disconnects nobody: no confirmation */
    int (*act)(
        void *ctx); /* further action of the request, as the last effect: 0 or E_*, which undoes the save; NULL */
    void *act_ctx;
};

/* Result of a save. */
struct settings_result {
    uint32_t revision; /* of the page now */
    uint64_t changed; /* bits of the members that changed */
    const char *field; /* with an error: the setting it is about, static; NULL: none */
    bool undone; /* with an error: it came from an effect, and everything was undone */
    uint32_t confirm_seconds; /* seconds to confirm before the change is undone; 0: nothing to confirm */
    char confirm_code[SETTINGS_CODE_MAX];
    char confirm_url[SETTINGS_URL_MAX];
};

/* Saves: permission → check → one transaction (only differences, with an audit entry each) → publish → effects in the
 * order of enum setting_effect, then `act`. One save at a time; waits for another. For a worker. Returns 0;
 * E_CHANGED_MEANWHILE (revision); E_NOT_FITTED for a setting of a device that is not installed; E_NO_SERVER_LINKS for a
 * value that this version does not have (setting_row.refused); E_FORBIDDEN or E_PASSWORD_NEEDED for a setting that
 * needs more than the permission for its page; errors of the page's check, or its question; E_PROVISIONAL_PENDING (a
 * provisional change is pending, see provisional.h); the E_* of an effect or of `act` (`undone`); E_BUSY, E_NOMEM or an
 * error of the store. */
_must_check_ int settings_save(struct core *core, const struct actor *by, const struct settings_change *change,
                               struct settings_result *ret_result);

/* Checks a save without doing it: why it would be rejected, and what it would change. Errors as of settings_save()
 * except those of effects and of storing. */
_must_check_ int settings_try(struct core *core, const struct actor *by, const struct settings_change *change,
                              struct settings_result *ret_result);

/* For changes of stored settings other than a save (factory reset, permissions of the levels): lock, write in a
 * transaction, publish what is committed, unlock. Never from an effect. */
_must_check_ int settings_lock(struct core *core);
void settings_unlock(struct core *core);

/* Reads what is committed and makes it the newest snapshot. Runs no effects. The caller holds the lock. */
_must_check_ int settings_publish(struct core *core);

/* Deletes every stored setting, so that the factory values apply once it is committed and published; a setting with a
 * random first value gets a new one at the next start. Revisions continue. The caller holds the lock; inside a
 * transaction of core->store. */
_must_check_ int settings_forget(struct core *core);

/* Creates the random first values and runs all effects as at a start, after settings_forget() was committed and
 * published and the machine does not restart. Logs failures. The caller holds the lock. */
void settings_resume(struct core *core);

/* Runs all effects with `before` NULL, at start: a device that does not respond is logged, not fatal. */
void settings_start_effects(struct core *core);

/* For core/start: undoes an unconfirmed provisional change, creates the random first values, and reads all settings
 * into a first snapshot (generation 1). */
_must_check_ int settings_start(struct core_shared *shared, struct store *store);

/* Returns the newest snapshot with a reference owned by the caller, which settings_unref() releases. For the engine,
 * and for callers that hold a lock that orders the effects of settings. */
struct settings *settings_hold(struct core_shared *shared);

/* Releases a reference. Accepts NULL. */
void settings_unref(struct settings *settings);

#endif
