#include "core/settings.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/audit.h"
#include "core/core.h"
#include "core/display.h"
#include "store/settings.h"
#include "store/store.h"
#include "util/buf.h"
#include "util/err.h"
#include "util/json_out.h"

#define KEY_LANGUAGE "language"
#define KEY_DEVICE_NAME "deviceName"
#define DEFAULT_LANGUAGE "en"

/* One row a setting: where its text stands in the snapshot. */
static const struct {
    const char *key;
    size_t offset, size;
} texts[] = {
    {KEY_LANGUAGE, offsetof(struct settings, language), SETTINGS_LANGUAGE_MAX},
    {KEY_DEVICE_NAME, offsetof(struct settings, device_name), SETTINGS_DEVICE_NAME_MAX},
};

/* Copies a text that fits; one that does not leaves the default. */
static void put_text(struct settings *settings, const char *key, const char *value) {
    size_t len = strlen(value);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].key, key) == 0 && len < texts[i].size) {
            memcpy((char *)settings + texts[i].offset, value, len + 1);
        }
    }
}

static int load_text(void *ctx, const char *key, const char *value) {
    put_text(ctx, key, value);
    return 0;
}

static int load_right(void *ctx, int level, int group, int access) {
    struct settings *settings = ctx;
    if (level >= 1 && level <= RIGHTS_LEVEL_MAX && group >= 0 && group < RIGHTS_GROUP_COUNT) {
        settings->rights.right[level][group] = (uint8_t)access;
    }
    return 0;
}

int settings_load(struct store *store, const char *device_name, struct settings **ret_settings) {
    struct settings *settings = calloc(1, sizeof *settings);
    if (!settings) {
        return E_NOMEM;
    }
    atomic_init(&settings->references, 1);
    put_text(settings, KEY_LANGUAGE, DEFAULT_LANGUAGE);
    put_text(settings, KEY_DEVICE_NAME, device_name);
    int r = store_settings_each(store, load_text, settings);
    if (r == 0) {
        r = store_settings_each_right(store, load_right, settings);
    }
    if (r < 0) {
        free(settings);
        return r;
    }
    *ret_settings = settings;
    return 0;
}

void settings_unref(struct settings *settings) {
    if (settings && atomic_fetch_sub(&settings->references, 1) == 1) {
        free(settings);
    }
}

const struct settings *settings_get(struct core *core) {
    struct core_shared *shared = core->shared;
    if (core->settings && core->settings->generation == atomic_load(&shared->settings_generation)) {
        return core->settings;
    }
    pthread_mutex_lock(&shared->settings_mutex);
    struct settings *newest = shared->settings;
    (void)atomic_fetch_add(&newest->references, 1);
    pthread_mutex_unlock(&shared->settings_mutex);
    settings_unref(core->settings);
    core->settings = newest;
    return newest;
}

/* Reads what is committed and makes it the newest snapshot. Both happen under the mutex, so that of two changes the
 * later one cannot be hidden by a snapshot that was read before it. */
static int publish(struct core *core) {
    struct core_shared *shared = core->shared;
    struct settings *settings = NULL;
    struct settings *before = NULL;
    pthread_mutex_lock(&shared->settings_mutex);
    int r = settings_load(core->store, shared->about.device_name, &settings);
    if (r == 0) {
        before = shared->settings;
        settings->generation = before->generation + 1;
        shared->settings = settings;
        atomic_store(&shared->settings_generation, settings->generation);
    }
    pthread_mutex_unlock(&shared->settings_mutex);
    settings_unref(before);
    return r;
}

/* True for a language tag: letters, then parts of letters and digits with a hyphen between. */
static bool is_tag(const char *language) {
    size_t len = strlen(language);
    if (len < 2 || len >= SETTINGS_LANGUAGE_MAX || language[len - 1] == '-' || !isalpha((unsigned char)language[0])) {
        return false;
    }
    for (size_t i = 1; i < len; i++) {
        if (!isalnum((unsigned char)language[i]) && language[i] != '-') {
            return false;
        }
    }
    return true;
}

static int write_text(struct core *core, const struct audit_actor *by, const char *call, const char *key,
                      const char *before, const char *after) {
    _cleanup_(buf_donep) struct buf before_json = {0};
    _cleanup_(buf_donep) struct buf after_json = {0};
    _cleanup_(buf_donep) struct buf object = {0};
    buf_printf(&object, "setting %s", key);
    json_out_object_begin(&before_json);
    json_out_key(&before_json, key);
    json_out_string(&before_json, before);
    json_out_object_end(&before_json);
    json_out_object_begin(&after_json);
    json_out_key(&after_json, key);
    json_out_string(&after_json, after);
    json_out_object_end(&after_json);
    struct audit_change change = {
        .call = call, .object = buf_text(&object), .before = buf_text(&before_json), .after = buf_text(&after_json)};
    if (buf_failed(&object) || buf_failed(&before_json) || buf_failed(&after_json)) {
        return E_NOMEM;
    }

    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_settings_put(txn, key, after);
    if (r == 0) {
        r = audit_add(core, by, &change);
    }
    return r < 0 ? r : store_commit(txn);
}

int settings_set_language(struct core *core, const struct audit_actor *by, const char *language) {
    if (!is_tag(language)) {
        return E_INVAL;
    }
    const struct settings *settings = settings_get(core);
    if (strcmp(settings->language, language) == 0) {
        return 0;
    }
    int r = write_text(core, by, "GetLanguageSettingItem", KEY_LANGUAGE, settings->language, language);
    if (r == 0) {
        r = publish(core);
    }
    if (r == 0) {
        r = display_restart(core->shared, core->store, settings_get(core));
    }
    return r == E_OFFLINE ? 0 : r;
}
