#include "core/settings/settings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/settings/effects.h"
#include "core/settings/provisional.h"
#include "core/settings/settings_impl.h"
#include "hal/hal.h"
#include "store/left_out.h"
#include "store/settings/settings.h"
#include "util/log.h"

#define RANDOM_DIGITS 6

/* State of reading, besides the row. */
struct loading {
    struct core_shared *shared;
    struct settings *settings;
};

int settings_new(const struct settings_hooks *hooks, struct settings_engine **ret_engine) {
    struct settings_engine *engine = calloc(1, sizeof(*engine));
    if (engine == NULL) {
        return E_NOMEM;
    }
    engine->hooks = hooks;
    pthread_mutex_init(&engine->mutex, NULL);
    pthread_mutex_init(&engine->save_mutex, NULL);
    pthread_mutex_init(&engine->provisional_mutex, NULL);
    *ret_engine = engine;
    return 0;
}

void settings_free(struct settings_engine *engine) {
    if (engine == NULL) {
        return;
    }
    settings_unref(engine->newest);
    pthread_mutex_destroy(&engine->mutex);
    pthread_mutex_destroy(&engine->save_mutex);
    pthread_mutex_destroy(&engine->provisional_mutex);
    crypto_wipe(engine, sizeof(*engine));
    free(engine);
}

void settings_factory(const struct core_shared *shared, struct setting_values *ret_values) {
    const char *name = about_facts(shared)->device_name;
    *ret_values = setting_defaults;
    size_t len = strlen(name);
    if (len < sizeof(ret_values->machine_param.device_name)) {
        memcpy(ret_values->machine_param.device_name, name, len + 1);
    }
}

static const struct setting_row *find_row(const char *key) {
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        if (strcmp(setting_rows[i].key, key) == 0) {
            return &setting_rows[i];
        }
    }
    return NULL;
}

/* A sealed value is `<key>\0<text>`, so that one secret cannot replace another. */
static int open_sealed(const struct core_shared *shared, const struct setting_row *row,
                       const struct store_setting *stored, struct setting_values *values) {
    size_t key_len = strlen(row->key) + 1;
    if (stored->sealed_len < CRYPTO_SEAL_EXTRA + key_len) {
        return err_here(E_CORRUPT);
    }
    size_t len = stored->sealed_len - CRYPTO_SEAL_EXTRA;
    char *plain = malloc(len + 1);
    if (plain == NULL) {
        return E_NOMEM;
    }
    int r = secrets_open(shared, stored->sealed, stored->sealed_len, plain);
    if (r == 0) {
        plain[len] = '\0';
        r = memcmp(plain, row->key, key_len) == 0
                ? value_parse_stored(&row->value, plain + key_len, strlen(plain + key_len), setting_in(row, values))
                : err_here(E_CORRUPT);
    }
    crypto_wipe(plain, len + 1);
    free(plain);
    return r;
}

static int read_row(const struct core_shared *shared, const struct setting_row *row, const struct store_setting *stored,
                    struct setting_values *values) {
    if (row->value.secret == (stored->value != NULL)) {
        return E_FORMAT;
    }
    return row->value.secret
               ? open_sealed(shared, row, stored, values)
               : value_parse_stored(&row->value, stored->value, strlen(stored->value), setting_in(row, values));
}

bool settings_is_refused(const struct setting_row *row, const struct setting_values *values) {
    return row->refused != 0 && value_number(&row->value, setting_in_const(row, values)) == row->refused;
}

static int load_row(void *ctx, const struct store_setting *stored) {
    struct loading *loading = ctx;
    const struct setting_row *row = find_row(stored->key);
    if (row == NULL) {
        return 0; /* of a later or earlier firmware: it stays stored */
    }
    int r = read_row(loading->shared, row, stored, &loading->settings->values);
    if (r == 0 && settings_is_refused(row, &loading->settings->values)) {
        value_copy(&row->value, setting_in_const(row, &setting_defaults), setting_in(row, &loading->settings->values));
        r = E_NO_SERVER_LINKS;
    }
    if (r < 0 && r != E_NOMEM) {
        log_warn("settings", "stored value is not valid; the default is in force", log_str("key", row->key),
                 log_errno(r));
        return 0;
    }
    return r;
}

static int load_page(void *ctx, const char *page, uint32_t revision, uint32_t last) {
    struct settings *settings = ctx;
    for (size_t i = 0; i < SETTING_PAGE_COUNT; i++) {
        if (strcmp(setting_pages[i].name, page) == 0) {
            settings->revision[i] = revision;
            settings->last_revision[i] = last;
        }
    }
    return 0;
}

static int load_right(void *ctx, int level, int group, int access) {
    struct settings *settings = ctx;
    if (level >= 1 && level <= RIGHTS_LEVEL_MAX && group >= 0 && group < FUNCTION_GROUP_COUNT) {
        settings->rights.right[level][group] = (uint8_t)access;
    }
    return 0;
}

/* A terminal without relay and contacts only records punches: its door settings have fixed values, whatever is
 * stored. */
static void fit_door(const struct core_shared *shared, struct settings *settings) {
    struct setting_access_control *set = &settings->values.access_control;
    if (!about_has_any(shared, 1U << DEVICE_DOOR)) {
        set->relay = RELAY_MODE_NONE;
        set->sensor = DOOR_SENSOR_NONE;
        set->supply12v = false;
    }
}

int settings_load(struct core_shared *shared, struct store *store, struct settings **ret_settings) {
    struct settings *settings = calloc(1, sizeof(*settings));
    if (settings == NULL) {
        return E_NOMEM;
    }
    atomic_init(&settings->references, 1);
    settings_factory(shared, &settings->values);
    settings->unfitted = about_unfitted(shared);
    settings->has_backup_folder = about_facts(shared)->backup_dir[0] != '\0';
    struct loading loading = {.shared = shared, .settings = settings};
    int r = store_settings_each(store, load_row, &loading);
    if (r == 0) {
        r = store_settings_each_page(store, load_page, settings);
    }
    if (r == 0) {
        r = store_settings_each_right(store, load_right, settings);
    }
    if (r == 0) {
        r = store_clock_rules_read(store, settings->clock_rules, STORE_CLOCK_RULES_MAX, &settings->clock_rule_count);
    }
    fit_door(shared, settings);
    if (r < 0) {
        settings_unref(settings);
        return r;
    }
    *ret_settings = settings;
    return 0;
}

int settings_clone(const struct settings *settings, struct settings **ret_settings) {
    struct settings *clone = calloc(1, sizeof(*clone));
    if (clone == NULL) {
        return E_NOMEM;
    }
    atomic_init(&clone->references, 1);
    memcpy(clone->revision, settings->revision, sizeof(clone->revision));
    memcpy(clone->last_revision, settings->last_revision, sizeof(clone->last_revision));
    clone->values = settings->values;
    clone->rights = settings->rights;
    clone->clock_rule_count = settings->clock_rule_count;
    memcpy(clone->clock_rules, settings->clock_rules, sizeof(clone->clock_rules));
    clone->unfitted = settings->unfitted;
    clone->has_backup_folder = settings->has_backup_folder;
    *ret_settings = clone;
    return 0;
}

void settings_unref(struct settings *settings) {
    if (settings != NULL && atomic_fetch_sub(&settings->references, 1) == 1) {
        crypto_wipe(&settings->values, sizeof(settings->values)); /* contains secrets */
        free(settings);
    }
}

struct settings *settings_hold(struct core_shared *shared) {
    pthread_mutex_lock(&shared->settings->mutex);
    struct settings *newest = shared->settings->newest;
    (void)atomic_fetch_add(&newest->references, 1);
    pthread_mutex_unlock(&shared->settings->mutex);
    return newest;
}

const struct settings *settings_get(struct core *core) {
    struct core_shared *shared = core->shared;
    if (core->settings != NULL && core->settings->generation == atomic_load(&shared->settings->generation)) {
        return core->settings;
    }
    struct settings *newest = settings_hold(shared);
    settings_unref(core->settings);
    core->settings = newest;
    return newest;
}

void settings_install(struct core_shared *shared, struct settings *settings) {
    pthread_mutex_lock(&shared->settings->mutex);
    struct settings *before = shared->settings->newest;
    settings->generation = before != NULL ? before->generation + 1 : 1;
    shared->settings->newest = settings;
    atomic_store(&shared->settings->generation, settings->generation);
    pthread_mutex_unlock(&shared->settings->mutex);
    settings_unref(before);
}

int settings_lock(struct core *core) {
    pthread_mutex_lock(&core->shared->settings->save_mutex);
    return 0;
}

void settings_unlock(struct core *core) {
    pthread_mutex_unlock(&core->shared->settings->save_mutex);
}

int settings_publish(struct core *core) {
    struct settings *settings = NULL;
    int r = settings_load(core->shared, core->store, &settings);
    if (r == 0) {
        settings_install(core->shared, settings);
    }
    return r;
}

int settings_forget(struct core *core) {
    const struct settings *settings = settings_get(core);
    int r = store_settings_clear(core->store);
    for (size_t i = 0; i < SETTING_PAGE_COUNT && r == 0; i++) {
        uint32_t next = settings->last_revision[i] + 1;
        r = store_settings_put_page(core->store, setting_pages[i].name, next, next);
    }
    return r;
}

/* Notes which settings with a random first value are stored. */
static int note_stored(void *ctx, const struct store_setting *stored) {
    bool *is_stored = ctx;
    const struct setting_row *row = find_row(stored->key);
    if (row != NULL) {
        is_stored[row - setting_rows] = true;
    }
    return 0;
}

/* Creates the random first values that are not stored: at the first start, and after a settings reset. */
static int make_random(struct core *core) {
    bool is_stored[SETTING_ROW_COUNT] = {false};
    int r = store_settings_each(core->store, note_stored, is_stored);
    for (size_t i = 0; i < SETTING_ROW_COUNT && r == 0; i++) {
        const struct setting_row *row = &setting_rows[i];
        if (row->random == SETTING_RANDOM_NONE || is_stored[i]) {
            continue;
        }
        char digits[RANDOM_DIGITS + 1];
        struct setting_values *values = calloc(1, sizeof(*values));
        r = values != NULL ? core_random_digits(core, RANDOM_DIGITS, digits) : E_NOMEM;
        if (r == 0) {
            r = value_parse(&row->value, digits, RANDOM_DIGITS, setting_in(row, values));
        }
        if (r == 0) {
            r = settings_store_row(core, row, values);
        }
        crypto_wipe(digits, sizeof(digits));
        if (values != NULL) {
            crypto_wipe(values, sizeof(*values));
        }
        free(values);
    }
    return r;
}

/* Makes related changes for settings that were changed without a save. */
static int catch_up(struct core *core) {
    struct settings *settings = NULL;
    int r = settings_load(core->shared, core->store, &settings);
    if (r == 0) {
        r = settings_also(core, NULL, settings);
    }
    settings_unref(settings);
    return r;
}

/* Creates what is missing, and publishes what is then stored. The caller holds the lock, or it is at start. */
static int settings_complete(struct core *core) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = make_random(core);
    if (r == 0) {
        r = catch_up(core);
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    return r < 0 ? r : settings_publish(core);
}

/* Findings for each row: 0, or why its stored value is invalid. */
struct invalid {
    const struct core_shared *shared;
    struct setting_values values; /* parsed only to check it */
    unsigned count;
    int errors[SETTING_ROW_COUNT];
};

static int find_invalid(void *ctx, const struct store_setting *stored) {
    struct invalid *invalid = ctx;
    const struct setting_row *row = find_row(stored->key);
    int r = row != NULL ? read_row(invalid->shared, row, stored, &invalid->values) : 0;
    if (row != NULL && r != E_NOMEM) {
        invalid->errors[row - setting_rows] = r;
        invalid->count += r < 0;
        return 0;
    }
    return r;
}

static int leave_out_invalid(struct core *core, const struct invalid *invalid) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    for (size_t i = 0; i < SETTING_ROW_COUNT && r == 0; i++) {
        if (invalid->errors[i] < 0) {
            const char *key = setting_rows[i].key;
            r = store_left_out_add(core->store, "setting", key, "value", err_text(invalid->errors[i]));
            r = r < 0 ? r : store_settings_delete(core->store, key);
        }
    }
    return r < 0 ? r : store_commit(txn);
}

/* Removes and records an invalid stored value; its default applies. */
static int settings_clean(struct core *core) {
    struct invalid *invalid = calloc(1, sizeof(*invalid));
    if (invalid == NULL) {
        return E_NOMEM;
    }
    invalid->shared = core->shared;
    int r = store_settings_each(core->store, find_invalid, invalid);
    if (r == 0 && invalid->count > 0) {
        r = leave_out_invalid(core, invalid);
    }
    crypto_wipe(invalid, sizeof(*invalid)); /* contains secrets */
    free(invalid);
    return r;
}

int settings_start(struct core_shared *shared, struct store *store) {
    struct core core = {.shared = shared, .store = store};
    int r = provisional_start(shared, store);
    if (r == 0) {
        r = settings_clean(&core);
    }
    return r < 0 ? r : settings_complete(&core);
}

void settings_resume(struct core *core) {
    int r = settings_complete(core);
    if (r < 0) {
        log_error("settings", "random first values cannot be made before the next start", log_errno(r));
    }
    settings_start_effects(core);
}

void settings_start_effects(struct core *core) {
    struct settings *settings = settings_hold(core->shared);
    effects_start(core, UINT32_MAX, settings);
    settings_unref(settings);
}
