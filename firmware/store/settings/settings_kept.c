#include "store/settings/settings_kept.h"

#include <stdio.h>
#include <string.h>

#include "store/home_impl.h"
#include "store/settings/settings.h"

/* Ways to read a database without changing it: with its log where the system permits, else the file alone. */
static const char *const ways[] = {"mode=ro", "mode=ro&immutable=1"};

#define WAYS (sizeof(ways) / sizeof(ways[0]))
#define URI_MAX (3 * STORE_PATH_MAX + 32)

struct kept_copy {
    struct store *into;
    const char *const *pages;
    size_t count;
};

/* Formats the path as a URI (https://sqlite.org/uri.html); escapes every character with a meaning there. */
static int kept_uri(const char *dir, const char *way, char ret_uri[URI_MAX]) {
    char path[STORE_PATH_MAX];
    if (snprintf(path, sizeof(path), "%s/" STORE_DB, dir) >= (int)sizeof(path)) {
        return E_INVAL;
    }
    size_t len = (size_t)snprintf(ret_uri, URI_MAX, "file:");
    for (const char *at = path; *at != '\0'; at++) {
        bool is_plain = strchr("%?#", *at) == NULL && *at > ' ' && *at <= '~';
        len += (size_t)snprintf(ret_uri + len, URI_MAX - len, is_plain ? "%c" : "%%%02x", (unsigned char)*at);
    }
    (void)snprintf(ret_uri + len, URI_MAX - len, "?%s", way);
    return 0;
}

static int kept_setting(void *ctx, const struct store_setting *setting) {
    const struct kept_copy *copy = ctx;
    for (size_t i = 0; i < copy->count && setting->value != NULL; i++) {
        if (strncmp(setting->key, copy->pages[i], strlen(copy->pages[i])) == 0) {
            return store_settings_put(copy->into, setting);
        }
    }
    return 0;
}

/* In one transaction: if reading fails midway, nothing changes. */
static int copy_settings(struct store *from, struct kept_copy *copy) {
    int r = store_begin(copy->into);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = copy->into;
    r = store_settings_clear(copy->into);
    if (r == 0) {
        r = store_settings_each(from, kept_setting, copy);
    }
    return r < 0 ? r : store_commit(txn);
}

int store_settings_take(const char *dir, const char *const *pages, size_t count, struct store *into) {
    struct kept_copy copy = {.into = into, .pages = pages, .count = count};
    int r = E_IO;
    for (size_t i = 0; i < WAYS && r < 0; i++) {
        char uri[URI_MAX];
        _cleanup_(store_freep) struct store *from = NULL;
        r = kept_uri(dir, ways[i], uri);
        if (r == 0) {
            r = store_connect_reading(uri, &from);
        }
        if (r == 0) {
            r = copy_settings(from, &copy);
        }
    }
    return r;
}
