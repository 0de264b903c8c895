/* Settings of the terminal: one row each, declared in api/spec (see ADR 0011), in an immutable snapshot that all
 * threads read. A save is checked, committed in one transaction, published as a new snapshot, then put into effect; an
 * effect that fails takes everything back. */
#ifndef POSTERN_CORE_SETTINGS_H
#define POSTERN_CORE_SETTINGS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/rights.h"
#include "setting_hooks.h"
#include "setting_values.h"
#include "util/err.h"

struct actor;
struct core;
struct core_shared;
struct settings_engine;
struct store;

#define SETTINGS_ALL UINT64_MAX /* `given` of a save that brings the whole page */
#define SETTINGS_CODE_MAX 44 /* bytes of a code that confirms, with the NUL: 256 bits as base64url */
#define SETTINGS_URL_MAX 256 /* bytes of the address where it is confirmed, with the NUL */

struct settings {
    atomic_uint references; /* of settings.c; nobody else touches it */
    uint64_t generation; /* counts the publications, from 1 */
    uint32_t revision[SETTING_PAGE_COUNT]; /* of each page: goes on with every save that changes it */
    uint32_t last_revision[SETTING_PAGE_COUNT]; /* highest ever given; above `revision` after a save was taken back */
    struct setting_values values;
    struct rights_table rights;
    bool has_backup_folder; /* the terminal was given a folder for copies */
    uint32_t unfitted; /* factors whose module this model has not: bits 1 << enum factor */
};

/* What the engine, which knows no page, has done by the rooms that do; core/start ties them. */
struct settings_hooks {
    setting_effect_fn *const *effects; /* SETTING_EFFECT_COUNT of them; NULL where there is none */
    setting_check_fn *const *checks; /* SETTING_PAGE_COUNT */
    /* True if going from `before` to `after` can cut off for good who is connected: the change then waits to be
     * confirmed. */
    bool (*cuts)(struct core *core, const struct settings *before, const struct settings *after);
    /* Whether who saves may give a setting that asks for more than the right to its page (setting_row.also_write): 0, or
     * an E_*. */
    int (*may)(struct core *core, const struct actor *by, const struct setting_row *row);
    /* Whether a save that differs is to be asked back before anything of it is done, unless it is `sure`: 0, or an E_*
     * with the setting it is about in *ret_field. NULL: never. */
    int (*question)(struct core *core, enum setting_page page, const struct settings *before,
                    const struct settings *after, const char **ret_field);
    /* Where the console is reached once the settings in force have taken effect; E_NOTFOUND while that is not known. */
    int (*reach)(struct core *core, char ret_url[SETTINGS_URL_MAX]);
};

/* For core/start: makes the engine, without settings yet. E_NOMEM. settings_free() takes NULL. */
_must_check_ int settings_new(const struct settings_hooks *hooks, struct settings_engine **ret_engine);
void settings_free(struct settings_engine *engine);

/* The settings in force: the snapshot this thread holds, exchanged for the newest if there is a newer one. Valid
 * until the next call with the same core. Costs one atomic read while nothing has changed. Never NULL. */
const struct settings *settings_get(struct core *core);

/* A save of one page. */
struct settings_change {
    enum setting_page page;
    const void *values; /* struct setting_<page>; only the members of `given` are read */
    uint64_t given; /* bits of the members: SETTING_MACHINE_PARAM_VOLUME | …; SETTINGS_ALL */
    bool has_revision; /* refuse if `revision` is not the one in force */
    uint32_t revision;
    bool sure; /* it is not asked back */
    uint32_t mark; /* by which who saves knows the change again while it waits to be confirmed; 0: by nothing */
    bool cuts_nobody; /* who saves knows that it cuts off nobody: nothing is to be confirmed */
    int (*act)(
        void *ctx); /* what else the request does, as the last effect: 0 or E_*, which takes the save back; NULL */
    void *act_ctx;
};

/* What became of it. */
struct settings_result {
    uint32_t revision; /* of the page now */
    uint64_t changed; /* bits of the members that changed */
    const char *field; /* with an error: the setting it is about, static; NULL if none */
    bool undone; /* with an error: it came from an effect, and everything was taken back */
    uint32_t confirm_seconds; /* time to confirm before the device goes back; 0: nothing to confirm */
    char confirm_code[SETTINGS_CODE_MAX];
    char confirm_url[SETTINGS_URL_MAX];
};

/* Saves: who may → check → one transaction (only what differs, with an audit row each) → publish → effects in the
 * order of enum setting_effect, then `act`. One save at a time; waits for another. For a worker. Returns 0;
 * E_CHANGED_MEANWHILE (revision); E_NOT_FITTED for a setting of a device that is not installed; E_NO_SERVER_LINKS for
 * a value that this version does not have (setting_row.refused); E_FORBIDDEN or E_PASSWORD_NEEDED for a setting that
 * asks for more than the right to its page; what the page's check answers, or its question; E_PROVISIONAL_PENDING (a
 * provisional change waits, see provisional.h); the E_* of an effect or of `act` (`undone`); E_BUSY, E_NOMEM or an
 * error of the store. */
_must_check_ int settings_save(struct core *core, const struct actor *by, const struct settings_change *change,
                               struct settings_result *ret_result);

/* What a save would be refused for before anything of it is done, and what it would change. Does nothing. Errors as of
 * settings_save() but those of effects and of storing. */
_must_check_ int settings_try(struct core *core, const struct actor *by, const struct settings_change *change,
                              struct settings_result *ret_result);

/* For what changes stored settings by other ways than a save (initialisation, rights of the levels): take the lock,
 * write in a transaction, publish what is committed, give the lock back. Never from an effect. */
_must_check_ int settings_lock(struct core *core);
void settings_unlock(struct core *core);

/* With the lock held: reads what is committed and makes it the newest snapshot. Runs no effects. */
_must_check_ int settings_publish(struct core *core);

/* With the lock held and inside a transaction of core->store: deletes every stored setting, so that the factory values
 * are in force once it is committed and published; a setting with a random first value gets a new one at the next
 * start. Revisions go on. */
_must_check_ int settings_forget(struct core *core);

/* With the lock held, after settings_forget() was committed and published and the machine does not restart: makes the
 * random first values and puts all settings into effect as at a start. What fails is logged. */
void settings_resume(struct core *core);

/* Runs all effects with `before` NULL, at start: a device that does not answer is logged, not fatal. */
void settings_start_effects(struct core *core);

/* For core/start: takes back a provisional change that nobody confirmed, makes the random first values, and reads
 * all settings into a first snapshot (generation 1). */
_must_check_ int settings_start(struct core_shared *shared, struct store *store);

/* For who needs the newest settings from inside a lock that orders what follows from them, and for the engine: the
 * newest snapshot with a reference of the caller's own, which settings_unref() gives back. */
struct settings *settings_hold(struct core_shared *shared);

/* Gives a reference back. Takes NULL. */
void settings_unref(struct settings *settings);

#endif
