#include "core/network/certificate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "store/network/certificate.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/json_out.h"
#include "util/log.h"

#define DAY_S INT64_C(86400)
#define YEAR_S (365 * DAY_S)
#define OWN_LIFE_S (10 * YEAR_S) /* nobody renews a certificate that nobody trusts: the device's lasts as long as it */
#define NAME_MAX_OCTETS 72 /* of "<serial>.local" */

struct certificate {
    pthread_mutex_t
        change; /* held from the store to certificate_use(), and before the other: what is in use is what is stored */
    pthread_mutex_t mutex; /* guards what follows; held for a copy */
    struct buf chain; /* PEM with its NUL */
    struct buf key; /* the same; secret */
    struct x509_info x509;
    bool requested;
    atomic_bool own;
    atomic_ullong generation;
};

/* What is about to be used. */
struct material {
    struct buf chain, key;
    bool own;
};

static void wipe_buf(struct buf *buf) {
    if (buf->data != NULL) {
        crypto_wipe(buf->data, buf->cap);
    }
    buf_done(buf);
}

static void material_done(struct material *material) {
    buf_done(&material->chain);
    wipe_buf(&material->key);
}

static int put_text(struct buf *buf, const char *text) {
    buf_append(buf, text, strlen(text) + 1);
    return buf_failed(buf) ? E_NOMEM : 0;
}

/* Seals a key and stores it with its chain. Inside a transaction. */
static int store_material(const struct core_shared *shared, struct store *store, enum store_certificate_slot slot,
                          const char *chain, const char *key, bool own) {
    size_t len = strlen(key);
    uint8_t nonce[CRYPTO_NONCE_LEN];
    _cleanup_free_ uint8_t *sealed = malloc(len + CRYPTO_SEAL_EXTRA);
    if (sealed == NULL) {
        return E_NOMEM;
    }
    if (shared->hal->entropy.fill(shared->hal->entropy.ctx, nonce, sizeof(nonce)) < 0) {
        return E_IO;
    }
    secrets_seal(shared, nonce, key, len, sealed);
    return store_certificate_put(store, slot, chain, sealed, len + CRYPTO_SEAL_EXTRA, own);
}

/* Reads a slot and opens its key. E_CORRUPT: it was sealed by another device. */
static int load_material(const struct core_shared *shared, struct store *store, enum store_certificate_slot slot,
                         struct material *ret_material) {
    struct store_certificate row = {.own = false};
    *ret_material = (struct material){.own = false};
    int r = store_certificate_get(store, slot, &row);
    size_t len = row.key_sealed.len;
    if (r == 0) {
        r = len < CRYPTO_SEAL_EXTRA ? E_CORRUPT : put_text(&ret_material->chain, buf_text(&row.chain));
    }
    if (r == 0) {
        char *key = buf_reserve(&ret_material->key, len);
        r = key == NULL ? E_NOMEM : secrets_open(shared, (const uint8_t *)row.key_sealed.data, len, key);
        if (r == 0) {
            key[len - CRYPTO_SEAL_EXTRA] = '\0';
            ret_material->key.len = len - CRYPTO_SEAL_EXTRA + 1;
        }
    }
    ret_material->own = row.own;
    buf_done(&row.chain);
    buf_done(&row.key_sealed);
    return r;
}

/* Takes over the buffers of `material` as what is in use. */
static void certificate_use(struct certificate *certificate, struct material *material, const struct x509_info *x509,
                            bool requested) {
    (void)pthread_mutex_lock(&certificate->mutex);
    struct material before = {.chain = certificate->chain, .key = certificate->key};
    certificate->chain = material->chain;
    certificate->key = material->key;
    certificate->x509 = *x509;
    certificate->requested = requested;
    atomic_store(&certificate->own, material->own);
    (void)atomic_fetch_add(&certificate->generation, 1);
    (void)pthread_mutex_unlock(&certificate->mutex);
    *material = (struct material){.own = false};
    material_done(&before);
}

static int is_requested(struct store *store, bool *ret_requested) {
    struct store_certificate row = {.own = false};
    int r = store_certificate_get(store, STORE_CERTIFICATE_REQUESTED, &row);
    buf_done(&row.chain);
    buf_done(&row.key_sealed);
    *ret_requested = r == 0;
    return r == E_NOTFOUND ? 0 : r;
}

/* Takes what is stored, if it can be used. */
static int certificate_load(struct core_shared *shared, struct store *store) {
    struct material material;
    struct x509_info x509;
    bool requested = false;
    (void)pthread_mutex_lock(&shared->certificate->change);
    int r = load_material(shared, store, STORE_CERTIFICATE_USED, &material);
    if (r == 0) {
        r = x509_read(buf_text(&material.chain), &x509);
    }
    if (r == 0) {
        r = x509_check_pair(buf_text(&material.chain), buf_text(&material.key));
    }
    if (r == 0) {
        r = is_requested(store, &requested);
    }
    if (r == 0) {
        certificate_use(shared->certificate, &material, &x509, requested);
    }
    (void)pthread_mutex_unlock(&shared->certificate->change);
    material_done(&material);
    return r;
}

/* A certificate of the device's own: for its serial as a name of the local network, and for those who sit beside it. */
static int make_own(const struct core_shared *shared, struct material *ret_material) {
    static const char *const others[] = {"localhost", "127.0.0.1", "::1"};
    const struct hal *hal = shared->hal;
    struct x509_key key;
    uint8_t serial[X509_SERIAL_LEN];
    char name[NAME_MAX_OCTETS], chain[X509_PEM_MAX], key_pem[X509_KEY_PEM_MAX];
    int64_t now = hal->clock.utc_ms(hal->clock.ctx) / 1000;
    /* A clock that was never set must not make a certificate that browsers find too old. */
    int64_t from = (now < about_facts(shared)->built_s ? about_facts(shared)->built_s : now) - DAY_S;

    *ret_material = (struct material){.own = false};
    (void)snprintf(name, sizeof(name), "%s.local", about_serial(shared));
    struct x509_subject subject = {.common_name = name,
                                   .organization = "Postern",
                                   .names = others,
                                   .name_count = sizeof(others) / sizeof(*others)};
    if (hal->entropy.fill(hal->entropy.ctx, serial, sizeof(serial)) < 0) {
        return E_IO;
    }
    int r = x509_key_make(&key);
    if (r == 0) {
        r = x509_self_sign(&key, &subject, from, from + OWN_LIFE_S, serial, chain);
    }
    if (r == 0) {
        x509_key_pem(&key, key_pem);
        r = put_text(&ret_material->chain, chain);
        r = r < 0 ? r : put_text(&ret_material->key, key_pem);
    }
    crypto_wipe(&key, sizeof(key));
    crypto_wipe(key_pem, sizeof(key_pem));
    return r;
}

static int make_first(struct core_shared *shared, struct store *store) {
    struct material material;
    int r = make_own(shared, &material);
    if (r == 0) {
        r = store_begin(store);
    }
    if (r == 0) {
        _cleanup_(store_abortp) struct store *txn = store;
        r = store_material(shared, txn, STORE_CERTIFICATE_USED, buf_text(&material.chain), buf_text(&material.key),
                           false);
        r = r < 0 ? r : store_commit(txn);
    }
    material_done(&material);
    return r < 0 ? r : certificate_load(shared, store);
}

int certificate_start(struct core_shared *shared, struct store *store) {
    struct certificate *certificate = calloc(1, sizeof(*certificate));
    if (certificate == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&certificate->change, NULL);
    (void)pthread_mutex_init(&certificate->mutex, NULL);
    shared->certificate = certificate;
    int r = certificate_load(shared, store);
    if (r == E_CORRUPT || r == E_CERTIFICATE_INVALID || r == E_CERTIFICATE_KEY) {
        log_error("core", "the certificate cannot be used; a new one is made", log_errno(r));
        r = E_NOTFOUND;
    }
    return r == E_NOTFOUND ? make_first(shared, store) : r;
}

void certificate_stop(struct core_shared *shared) {
    struct certificate *certificate = shared->certificate;
    if (certificate != NULL) {
        buf_done(&certificate->chain);
        wipe_buf(&certificate->key);
        (void)pthread_mutex_destroy(&certificate->mutex);
        (void)pthread_mutex_destroy(&certificate->change);
        free(certificate);
        shared->certificate = NULL;
    }
}

int certificate_reload(struct core *core) {
    return certificate_load(core->shared, core->store);
}

void certificate_read(struct core *core, struct certificate_info *ret_info) {
    struct certificate *certificate = core->shared->certificate;
    (void)pthread_mutex_lock(&certificate->mutex);
    *ret_info = (struct certificate_info){
        .x509 = certificate->x509, .own = atomic_load(&certificate->own), .requested = certificate->requested};
    (void)pthread_mutex_unlock(&certificate->mutex);
}

bool certificate_is_own(const struct core *core) {
    return atomic_load(&core->shared->certificate->own);
}

uint64_t certificate_generation(const struct core_shared *shared) {
    return atomic_load(&shared->certificate->generation);
}

int certificate_pem(const struct core_shared *shared, struct buf *chain, struct buf *key, uint64_t *ret_generation) {
    struct certificate *certificate = shared->certificate;
    (void)pthread_mutex_lock(&certificate->mutex);
    buf_append(chain, certificate->chain.data, certificate->chain.len);
    buf_append(key, certificate->key.data, certificate->key.len);
    *ret_generation = atomic_load(&certificate->generation);
    (void)pthread_mutex_unlock(&certificate->mutex);
    return buf_failed(chain) || buf_failed(key) ? E_NOMEM : 0;
}

/* The audit row of a change: subject and end of what is in use now and from now on. */
static int add_audit(struct core *core, const struct actor *by, const struct x509_info *after) {
    struct certificate_info before;
    struct buf texts[2] = {{0}};
    const struct x509_info *infos[2] = {&before.x509, after};
    certificate_read(core, &before);
    for (size_t i = 0; i < 2; i++) {
        json_out_object_begin(&texts[i]);
        json_out_key(&texts[i], "subject");
        json_out_string(&texts[i], infos[i]->subject);
        json_out_key(&texts[i], "notAfter");
        json_out_int(&texts[i], infos[i]->not_after_s);
        json_out_object_end(&texts[i]);
    }
    struct audit_change change = {.object = "certificate", .before = buf_text(&texts[0]), .after = buf_text(&texts[1])};
    int r = buf_failed(&texts[0]) || buf_failed(&texts[1]) ? E_NOMEM : audit_add(core, by, &change);
    buf_done(&texts[0]);
    buf_done(&texts[1]);
    return r;
}

/* Stores a new certificate with its audit row, and uses it once that is durable. With `change` held. */
static int put_to_use(struct core *core, const struct actor *by, struct material *material, bool keep_request,
                      int64_t *ret_not_after_s) {
    struct x509_info x509;
    int r = x509_read(buf_text(&material->chain), &x509);
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_material(core->shared, txn, STORE_CERTIFICATE_USED, buf_text(&material->chain), buf_text(&material->key),
                       material->own);
    if (r == 0 && !keep_request) {
        r = store_certificate_delete(txn, STORE_CERTIFICATE_REQUESTED);
    }
    bool requested = false;
    if (r == 0) {
        r = is_requested(txn, &requested);
    }
    if (r == 0) {
        r = add_audit(core, by, &x509);
    }
    if (r == 0) {
        r = store_commit(txn);
    }
    if (r == 0) {
        certificate_use(core->shared->certificate, material, &x509, requested);
        *ret_not_after_s = x509.not_after_s;
    }
    return r;
}

static int certificate_replace(struct core *core, const struct actor *by, struct material *material, bool keep_request,
                               int64_t *ret_not_after_s) {
    (void)pthread_mutex_lock(&core->shared->certificate->change);
    int r = put_to_use(core, by, material, keep_request, ret_not_after_s);
    (void)pthread_mutex_unlock(&core->shared->certificate->change);
    return r;
}

/* Stores a request with its key and its audit row, and says that there is one. */
static int store_request(struct core *core, const struct actor *by, const char *pem, const char *key_pem) {
    struct certificate *certificate = core->shared->certificate;
    struct audit_change change = {.object = "certificate request"};
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = store_material(core->shared, txn, STORE_CERTIFICATE_REQUESTED, pem, key_pem, false);
    r = r < 0 ? r : audit_add(core, by, &change);
    r = r < 0 ? r : store_commit(txn);
    if (r == 0) {
        (void)pthread_mutex_lock(&certificate->mutex);
        certificate->requested = true;
        (void)pthread_mutex_unlock(&certificate->mutex);
    }
    return r;
}

int certificate_request(struct core *core, const struct actor *by, const struct x509_subject *subject,
                        char ret_pem[X509_PEM_MAX]) {
    struct x509_key key;
    char key_pem[X509_KEY_PEM_MAX];
    int r = x509_key_make(&key);
    if (r == 0) {
        r = x509_request(&key, subject, ret_pem);
    }
    if (r == 0) {
        x509_key_pem(&key, key_pem);
        (void)pthread_mutex_lock(&core->shared->certificate->change);
        r = store_request(core, by, ret_pem, key_pem);
        (void)pthread_mutex_unlock(&core->shared->certificate->change);
    }
    crypto_wipe(&key, sizeof(key));
    crypto_wipe(key_pem, sizeof(key_pem));
    return r;
}

/* What is uploaded has to be valid now, by a clock that was set. */
static int check_time(const struct core *core, const struct x509_info *x509) {
    int64_t now = core_utc_ms(core) / 1000;
    bool is_set = now >= about_facts(core->shared)->built_s;
    return is_set && (now >= x509->not_after_s || now < x509->not_before_s - DAY_S) ? E_CERTIFICATE_EXPIRED : 0;
}

int certificate_upload(struct core *core, const struct actor *by, const char *chain, const char *key,
                       int64_t *ret_not_after_s) {
    struct material material = {.own = true};
    struct x509_info x509;
    bool is_for_request = key[0] == '\0';
    int r = x509_read(chain, &x509);
    if (r == 0) {
        r = check_time(core, &x509);
    }
    if (r == 0 && is_for_request) {
        r = load_material(core->shared, core->store, STORE_CERTIFICATE_REQUESTED, &material);
        r = r == E_NOTFOUND ? E_CERTIFICATE_KEY : r;
        buf_clear(&material.chain);
        material.own = true;
    } else if (r == 0) {
        r = put_text(&material.key, key);
    }
    if (r == 0) {
        r = put_text(&material.chain, chain);
    }
    if (r == 0) {
        r = x509_check_pair(buf_text(&material.chain), buf_text(&material.key));
    }
    if (r == 0) {
        r = certificate_replace(core, by, &material, !is_for_request, ret_not_after_s);
    }
    material_done(&material);
    return r;
}

int certificate_reset(struct core *core, const struct actor *by, int64_t *ret_not_after_s) {
    struct material material;
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
    material_done(&material);
    return r;
}
