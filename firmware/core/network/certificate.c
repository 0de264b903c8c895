#include "core/network/certificate.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/secrets.h"
#include "core/network/certificate_impl.h"
#include "hal/hal.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/json_out.h"
#include "util/log.h"

static void wipe_buf(struct buf *buf) {
    if (buf->data != NULL) {
        crypto_wipe(buf->data, buf->cap);
    }
    buf_done(buf);
}

void certificate_material_done(struct certificate_material *material) {
    buf_done(&material->chain);
    wipe_buf(&material->key);
}

static int put_text(struct buf *buf, const char *text) {
    buf_append(buf, text, strlen(text) + 1);
    return buf_failed(buf) ? E_NOMEM : 0;
}

int certificate_material_fill(struct certificate_material *material, const char *chain, const char *key) {
    int r = put_text(&material->chain, chain);
    return r < 0 ? r : put_text(&material->key, key);
}

int certificate_store(const struct core_shared *shared, struct store *store, enum store_certificate_slot slot,
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

/* Reads a slot and decrypts its key. E_CERTIFICATE_KEY: it was sealed by another device; E_CORRUPT is the store's. */
static int load_material(const struct core_shared *shared, struct store *store, enum store_certificate_slot slot,
                         struct certificate_material *ret_material) {
    struct store_certificate row = {.own = false};
    *ret_material = (struct certificate_material){.own = false};
    int r = store_certificate_get(store, slot, &row);
    size_t len = row.key_sealed.len;
    if (r == 0) {
        r = len < CRYPTO_SEAL_EXTRA ? E_CERTIFICATE_KEY : put_text(&ret_material->chain, buf_text(&row.chain));
    }
    if (r == 0) {
        char *key = buf_reserve(&ret_material->key, len);
        r = key == NULL ? E_NOMEM : secrets_open(shared, (const uint8_t *)row.key_sealed.data, len, key);
        if (r == 0) {
            key[len - CRYPTO_SEAL_EXTRA] = '\0';
            ret_material->key.len = len - CRYPTO_SEAL_EXTRA + 1;
        }
        r = r == E_CORRUPT ? cause_rename(r, E_CERTIFICATE_KEY) : r;
    }
    ret_material->own = row.own;
    buf_done(&row.chain);
    buf_done(&row.key_sealed);
    return r;
}

static int carry_slot(const struct core *core, struct core *to, enum store_certificate_slot slot) {
    struct certificate_material material;
    int r = store_certificate_delete(to->store, slot);
    if (r < 0) {
        return r;
    }
    r = load_material(core->shared, core->store, slot, &material);
    if (r == 0) {
        r = certificate_store(to->shared, to->store, slot, buf_text(&material.chain), buf_text(&material.key),
                              material.own);
    }
    certificate_material_done(&material);
    return r == E_NOTFOUND || r == E_CERTIFICATE_KEY ? 0 : r;
}

int certificate_carry(const struct core *core, struct core *to) {
    (void)pthread_mutex_lock(&core->shared->certificate->change);
    int r = carry_slot(core, to, STORE_CERTIFICATE_USED);
    if (r == 0) {
        r = carry_slot(core, to, STORE_CERTIFICATE_REQUESTED);
    }
    (void)pthread_mutex_unlock(&core->shared->certificate->change);
    return r;
}

void certificate_use(struct certificate *certificate, struct certificate_material *material,
                     const struct x509_info *x509, bool requested) {
    (void)pthread_mutex_lock(&certificate->mutex);
    struct certificate_material before = {.chain = certificate->chain, .key = certificate->key};
    certificate->chain = material->chain;
    certificate->key = material->key;
    certificate->x509 = *x509;
    certificate->requested = requested;
    certificate->unnamed.count = 0;
    atomic_store(&certificate->own, material->own);
    (void)atomic_fetch_add(&certificate->generation, 1);
    (void)pthread_mutex_unlock(&certificate->mutex);
    *material = (struct certificate_material){.own = false};
    certificate_material_done(&before);
}

static int is_requested(struct store *store, bool *ret_requested) {
    struct store_certificate row = {.own = false};
    int r = store_certificate_get(store, STORE_CERTIFICATE_REQUESTED, &row);
    buf_done(&row.chain);
    buf_done(&row.key_sealed);
    *ret_requested = r == 0;
    return r == E_NOTFOUND ? 0 : r;
}

int certificate_load(struct core_shared *shared, struct store *store) {
    struct certificate_material material;
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
    certificate_material_done(&material);
    return r;
}

int certificate_start(struct core_shared *shared, struct store *store) {
    struct certificate *certificate = calloc(1, sizeof(*certificate));
    if (certificate == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&certificate->change, NULL);
    (void)pthread_mutex_init(&certificate->mutex, NULL);
    certificate->renewed_ms = INT64_MIN;
    shared->certificate = certificate;
    int r = certificate_load(shared, store);
    if (r == E_CERTIFICATE_INVALID || r == E_CERTIFICATE_KEY) {
        log_error("core", "the certificate cannot be used; a new one is made", log_errno(r));
        r = E_NOTFOUND;
    }
    return r == E_NOTFOUND ? certificate_make_first(shared, store) : r;
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

/* Adds the audit entry of a change: subject and end date of the old and new certificate. */
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

/* Stores a new certificate with its audit entry, and uses it once that is durable. The caller holds `change`. */
static int put_to_use(struct core *core, const struct actor *by, struct certificate_material *material,
                      bool keep_request, int64_t *ret_not_after_s) {
    struct x509_info x509;
    int r = x509_read(buf_text(&material->chain), &x509);
    if (r == 0) {
        r = store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = certificate_store(core->shared, txn, STORE_CERTIFICATE_USED, buf_text(&material->chain),
                          buf_text(&material->key), material->own);
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

int certificate_replace(struct core *core, const struct actor *by, struct certificate_material *material,
                        bool keep_request, int64_t *ret_not_after_s) {
    (void)pthread_mutex_lock(&core->shared->certificate->change);
    int r = put_to_use(core, by, material, keep_request, ret_not_after_s);
    (void)pthread_mutex_unlock(&core->shared->certificate->change);
    return r;
}

/* Stores a request with its key and its audit entry, and marks it as pending. */
static int store_request(struct core *core, const struct actor *by, const char *pem, const char *key_pem) {
    struct certificate *certificate = core->shared->certificate;
    struct audit_change change = {.object = "certificate request"};
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = certificate_store(core->shared, txn, STORE_CERTIFICATE_REQUESTED, pem, key_pem, false);
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

/* Checks that an upload is a valid chain, and currently valid, if the clock was set. */
static int check_chain(const struct core *core, const char *chain) {
    struct x509_period valid;
    int r = x509_check_chain(chain, &valid);
    if (r < 0) {
        return r;
    }
    int64_t now = core_utc_ms(core) / 1000;
    bool is_set = now >= about_facts(core->shared)->built_s;
    return is_set && (now >= valid.until_s || now < valid.from_s - CERTIFICATE_DAY_S) ? E_CERTIFICATE_EXPIRED : 0;
}

int certificate_upload(struct core *core, const struct actor *by, const char *chain, const char *key,
                       int64_t *ret_not_after_s) {
    struct certificate_material material = {.own = true};
    bool is_for_request = key[0] == '\0';
    int r = check_chain(core, chain);
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
    certificate_material_done(&material);
    return r;
}
