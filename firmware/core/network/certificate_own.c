/* The self-signed certificate of the device. */
#include <stdio.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/core.h"
#include "core/network/certificate_impl.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/log.h"

/* Nobody renews an untrusted certificate: the device's own lasts as long as the device. */
#define OWN_LIFE_S (CERTIFICATE_DAY_S * 365 * 10)
#define BESIDE 3 /* names for access from nearby */
#define NAME_MAX_OCTETS 72 /* of "<serial>.local" */

static bool is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Signs the device's own certificate: for its serial as a local name, for the addresses at which it is served, and for
 * access from nearby. */
static int sign_own(const struct core_shared *shared, const struct x509_key *key,
                    struct certificate_material *ret_material) {
    static const char *const beside[] = {"localhost", "127.0.0.1", "::1"};
    const char *names[BESIDE + NETWORK_SERVED_MAX] = {NULL};
    struct network_served served;
    size_t count = 0;
    const struct hal *hal = shared->hal;
    uint8_t serial[X509_SERIAL_LEN];
    char name[NAME_MAX_OCTETS], chain[X509_PEM_MAX], key_pem[X509_KEY_PEM_MAX];
    int64_t now = hal->clock.utc_ms(hal->clock.ctx) / 1000;
    /* A clock that was never set must not make a certificate that browsers consider expired. */
    int64_t from = (now < about_facts(shared)->built_s ? about_facts(shared)->built_s : now) - CERTIFICATE_DAY_S;

    *ret_material = (struct certificate_material){.own = false};
    (void)snprintf(name, sizeof(name), "%s.local", about_serial(shared));
    network_served(shared, &served);
    for (size_t i = 0; i < served.count; i++) {
        names[count++] = served.addresses[i];
    }
    for (size_t i = 0; i < BESIDE; i++) {
        if (!is_among(beside[i], names, count)) {
            names[count++] = beside[i];
        }
    }
    struct x509_subject subject = {.common_name = name, .organization = "Postern", .names = names, .name_count = count};
    if (hal->entropy.fill(hal->entropy.ctx, serial, sizeof(serial)) < 0) {
        return E_IO;
    }
    int r = x509_self_sign(key, &subject, from, from + OWN_LIFE_S, serial, chain);
    if (r == 0) {
        x509_key_pem(key, key_pem);
        r = certificate_material_fill(ret_material, chain, key_pem);
    }
    crypto_wipe(key_pem, sizeof(key_pem));
    return r;
}

static int make_own(const struct core_shared *shared, struct certificate_material *ret_material) {
    struct x509_key key;
    *ret_material = (struct certificate_material){.own = false};
    int r = x509_key_make(&key);
    if (r == 0) {
        r = sign_own(shared, &key, ret_material);
    }
    crypto_wipe(&key, sizeof(key));
    return r;
}

/* Stores it in its own transaction. */
static int store_own(const struct core_shared *shared, struct store *store, struct certificate_material *material) {
    int r = store_begin(store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = certificate_store(shared, txn, STORE_CERTIFICATE_USED, buf_text(&material->chain), buf_text(&material->key),
                          false);
    return r < 0 ? r : store_commit(txn);
}

int certificate_make_first(struct core_shared *shared, struct store *store) {
    struct certificate_material material;
    int r = make_own(shared, &material);
    if (r == 0) {
        r = store_own(shared, store, &material);
    }
    certificate_material_done(&material);
    return r < 0 ? r : certificate_load(shared, store);
}

/* Returns whether a name is one of "door1.example.com, 192.0.2.7". */
static bool is_named(const char *names, const char *name) {
    size_t len = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; at += len) {
        if ((at == names || at[-1] == ' ') && (at[len] == ',' || at[len] == '\0')) {
            return true;
        }
    }
    return false;
}

static bool names_all(const struct x509_info *x509, const struct network_served *served) {
    for (size_t i = 0; i < served->count; i++) {
        if (!is_named(x509->names, served->addresses[i])) {
            return false;
        }
    }
    return true;
}

static bool is_same_served(const struct network_served *one, const struct network_served *other) {
    bool same = one->count == other->count;
    for (size_t i = 0; i < one->count && same; i++) {
        same = strcmp(one->addresses[i], other->addresses[i]) == 0;
    }
    return same;
}

int64_t certificate_due_ms(struct core *core) {
    struct certificate *certificate = core->shared->certificate;
    struct network_served served;
    int64_t due_ms = INT64_MAX;
    if (certificate_is_own(core)) {
        return due_ms;
    }
    network_served(core->shared, &served);
    (void)pthread_mutex_lock(&certificate->mutex);
    if (names_all(&certificate->x509, &served)) {
        certificate->unnamed.count = 0;
    } else {
        if (!is_same_served(&certificate->unnamed, &served)) {
            certificate->unnamed = served;
            certificate->unnamed_since_ms = core_mono_ms(core);
        }
        due_ms = certificate->unnamed_since_ms + CERTIFICATE_SETTLE_MS;
        if (certificate->renewed_ms != INT64_MIN && certificate->renewed_ms + CERTIFICATE_EVERY_MS > due_ms) {
            due_ms = certificate->renewed_ms + CERTIFICATE_EVERY_MS;
        }
    }
    (void)pthread_mutex_unlock(&certificate->mutex);
    return due_ms;
}

/* Stores a certificate for the current key and uses it. The caller holds `change`. */
static int renew_own(struct core *core) {
    const struct core_shared *shared = core->shared;
    struct certificate_material used = {.own = false}, material = {.own = false};
    struct certificate_info before;
    struct x509_info x509;
    struct x509_key key;
    uint64_t generation;
    int r = certificate_pem(shared, &used.chain, &used.key, &generation);
    if (r == 0) {
        r = x509_key_read(buf_text(&used.key), &key);
    }
    if (r == 0) {
        r = sign_own(shared, &key, &material);
    }
    if (r == 0) {
        r = x509_read(buf_text(&material.chain), &x509);
    }
    if (r == 0) {
        r = store_own(shared, core->store, &material);
    }
    if (r == 0) {
        certificate_read(core, &before);
        certificate_use(shared->certificate, &material, &x509, before.requested);
        log_info("core", "the certificate was made anew for its addresses", log_str("names", x509.names));
    }
    crypto_wipe(&key, sizeof(key));
    certificate_material_done(&used);
    certificate_material_done(&material);
    return r;
}

void certificate_upkeep(struct core *core) {
    struct certificate *certificate = core->shared->certificate;
    int r = 0;
    (void)pthread_mutex_lock(&certificate->change);
    if (certificate_due_ms(core) <= core_mono_ms(core)) { /* nobody uploaded another meanwhile */
        r = renew_own(core);
        (void)pthread_mutex_lock(&certificate->mutex);
        certificate->renewed_ms = core_mono_ms(core); /* also after a failure: no immediate retry */
        (void)pthread_mutex_unlock(&certificate->mutex);
    }
    (void)pthread_mutex_unlock(&certificate->change);
    if (r < 0) {
        log_warn("core", "the certificate cannot be made anew for its addresses", log_errno(r));
    }
}

int certificate_reset(struct core *core, const struct actor *by, int64_t *ret_not_after_s) {
    struct certificate_material material;
    int r = settings_lock(core); /* so that HSTS is not switched on meanwhile */
    if (r < 0) {
        return r;
    }
    if (settings_get(core)->values.rest_param.hsts) {
        settings_unlock(core);
        return E_CERTIFICATE_UNTRUSTED;
    }
    r = make_own(core->shared, &material);
    if (r == 0) {
        r = certificate_replace(core, by, &material, true, ret_not_after_s);
    }
    settings_unlock(core);
    certificate_material_done(&material);
    return r;
}
