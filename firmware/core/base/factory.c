/* The file is text, one value per line, and complete or missing after a power cut:
 *
 *     postern-factory 1
 *     serial PT-7K3MQ4ZX2N
 *     pepper <43 characters>
 *     engineer $argon2id-hmac$…
 *     sn-key 0123-4567-89AB-CDEF-1234
 *     up closed
 *
 * Its pepper is its own: a factory reset replaces that of the identity. */
#include "core/base/factory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/base/sn_key.h"
#include "hal/hal.h"
#include "util/crypto.h"
#include "util/whole_file.h"

#define FILE_NAME "factory"
#define PROVISION_NAME "provision"
#define FILE_MAX 1024
#define HEAD "postern-factory 1\n"
#define KEY_TEXT CRYPTO_BASE64URL_LEN(CRYPTO_KEY_LEN)

/* Content of the file. */
struct facts {
    char serial[ABOUT_SERIAL_MAX];
    struct crypto_key pepper;
    char engineer[CRYPTO_PASSWORD_MAX]; /* hash; "": none */
    char sn_key[FACTORY_SN_KEY_MAX];
    bool up_closed;
};

struct factory {
    pthread_mutex_t mutex; /* guards the facts */
    struct facts facts;
    char nobody[CRYPTO_PASSWORD_MAX]; /* hash that is verified if there is none; constant */
};

static void facts_wipep(struct facts *facts) {
    crypto_wipe(facts, sizeof(*facts));
}

static int facts_save(const char *state_dir, const struct facts *facts) {
    char text[FILE_MAX];
    char pepper[KEY_TEXT];
    crypto_base64url(facts->pepper.octets, CRYPTO_KEY_LEN, pepper);
    (void)snprintf(text, sizeof(text), HEAD "serial %s\npepper %s\nengineer %s\nsn-key %s\nup %s\n", facts->serial,
                   pepper, facts->engineer, facts->sn_key, facts->up_closed ? "closed" : "open");
    int r = whole_file_write(state_dir, FILE_NAME, text);
    crypto_wipe(text, sizeof(text));
    crypto_wipe(pepper, sizeof(pepper));
    return r;
}

/* Reads the value of the line that begins with `name`; advances *at. */
static int take_line(const char **at, const char *name, char *ret_value, size_t size) {
    size_t name_len = strlen(name);
    if (strncmp(*at, name, name_len) != 0 || (*at)[name_len] != ' ') {
        return err_here(E_CORRUPT);
    }
    const char *value = *at + name_len + 1;
    size_t len = strcspn(value, "\n");
    if (value[len] != '\n' || len >= size) {
        return err_here(E_CORRUPT);
    }
    memcpy(ret_value, value, len);
    ret_value[len] = '\0';
    *at = value + len + 1;
    return 0;
}

static int take_pepper(const char **at, struct crypto_key *ret_pepper) {
    char text[KEY_TEXT];
    int r = take_line(at, "pepper", text, sizeof(text));
    if (r == 0 && crypto_base64url_read(text, strlen(text), ret_pepper->octets, CRYPTO_KEY_LEN) < 0) {
        r = err_here(E_CORRUPT);
    }
    crypto_wipe(text, sizeof(text));
    return r;
}

/* Parses the last line. Only the two words are valid: anything else could open or close /up by mistake. */
static int take_up(const char **at, bool *ret_closed) {
    char up[8];
    int r = take_line(at, "up", up, sizeof(up));
    if (r < 0) {
        return r;
    }
    *ret_closed = strcmp(up, "closed") == 0;
    return (*ret_closed || strcmp(up, "open") == 0) && **at == '\0' ? 0 : err_here(E_CORRUPT);
}

static int facts_parse(const char *text, struct facts *ret_facts) {
    const char *at = text + strlen(HEAD);
    int r = strncmp(text, HEAD, strlen(HEAD)) == 0
                ? take_line(&at, "serial", ret_facts->serial, sizeof(ret_facts->serial))
                : err_here(E_CORRUPT);
    if (r == 0) {
        r = take_pepper(&at, &ret_facts->pepper);
    }
    if (r == 0) {
        r = take_line(&at, "engineer", ret_facts->engineer, sizeof(ret_facts->engineer));
    }
    if (r == 0) {
        r = take_line(&at, "sn-key", ret_facts->sn_key, sizeof(ret_facts->sn_key));
    }
    return r < 0 ? r : take_up(&at, &ret_facts->up_closed);
}

static int facts_load(const char *state_dir, struct facts *ret_facts) {
    char text[FILE_MAX];
    memset(ret_facts, 0, sizeof(*ret_facts));
    int r = whole_file_read(state_dir, FILE_NAME, text, sizeof(text));
    if (r == 0) {
        r = facts_parse(text, ret_facts);
    }
    crypto_wipe(text, sizeof(text));
    return r;
}

/* --- Factory data ------------------------------------------------------------------------------------------------ */

enum key { KEY_SERIAL, KEY_PASSWORD, KEY_SN_KEY, KEY_BRAND, KEY_COUNT };

static const char *const keys[KEY_COUNT] = {"serial", "engineer-password", "sn-key", "brand"};

static bool is_password(const char *value) {
    size_t len = strlen(value);
    for (const char *at = value; *at != '\0'; at++) {
        if (*at < '!' || *at > '~') {
            return false;
        }
    }
    return len >= FACTORY_PASSWORD_MIN && len <= FACTORY_PASSWORD_MAX;
}

/* Hashes the password with a new random pepper. */
static int take_password(const struct hal_entropy *entropy, const char *value, struct facts *facts) {
    uint8_t salt[CRYPTO_SALT_LEN];
    if (!is_password(value)) {
        return E_FORMAT;
    }
    if (entropy->fill(entropy->ctx, facts->pepper.octets, CRYPTO_KEY_LEN) < 0 ||
        entropy->fill(entropy->ctx, salt, sizeof(salt)) < 0) {
        return E_IO;
    }
    return crypto_password_hash(&facts->pepper, salt, value, facts->engineer);
}

static int take_value(enum key key, const char *value, const struct hal_entropy *entropy, struct facts *facts) {
    switch (key) {
        case KEY_SERIAL:
            (void)snprintf(facts->serial, sizeof(facts->serial), "%s", value);
            return about_is_serial(value) ? 0 : E_FORMAT;
        case KEY_PASSWORD: return take_password(entropy, value, facts);
        case KEY_SN_KEY: return sn_key_read(value, facts->sn_key) == 0 ? 0 : E_FORMAT;
        case KEY_BRAND: return 0;
        case KEY_COUNT: break;
    }
    return E_UNKNOWN;
}

/* Parses one line; modifies it. *seen has a bit for every key so far. */
static int take_provision_line(char *line, unsigned *seen, const struct hal_entropy *entropy, struct facts *facts) {
    char *value = strstr(line, " = ");
    if (*line == '\0' || *line == '#') {
        return 0;
    }
    if (value == NULL) {
        return E_FORMAT;
    }
    *value = '\0';
    for (unsigned key = 0; key < KEY_COUNT; key++) {
        if (strcmp(line, keys[key]) != 0) {
            continue;
        }
        if ((*seen & 1U << key) != 0) {
            return E_DUPLICATE;
        }
        *seen |= 1U << key;
        return take_value((enum key)key, value + strlen(" = "), entropy, facts);
    }
    return E_UNKNOWN;
}

static int take_provision(char *text, const struct hal_entropy *entropy, struct facts *facts) {
    unsigned seen = 0;
    int r = 0;
    for (char *line = text, *next = NULL; line != NULL && r == 0; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        r = take_provision_line(line, &seen, entropy, facts);
    }
    return r;
}

int factory_provision(const char *state_dir, const char *system_dir, const struct hal *hal) {
    char text[FILE_MAX];
    int r = whole_file_read(system_dir, PROVISION_NAME, text, sizeof(text));
    if (r < 0) {
        crypto_wipe(text, sizeof(text)); /* a line that was too long may begin with the password */
        return r == E_TOO_LARGE ? E_FORMAT : r;
    }
    _cleanup_(facts_wipep) struct facts facts;
    r = facts_load(state_dir, &facts);
    if (r == 0 || r == E_NOTFOUND) {
        r = take_provision(text, &hal->entropy, &facts);
    }
    crypto_wipe(text, sizeof(text));
    if (r == 0) {
        r = facts_save(state_dir, &facts);
    }
    return r < 0 ? r : whole_file_wipe(system_dir, PROVISION_NAME);
}

/* --- Access ------------------------------------------------------------------------------------------------------- */

int factory_new(const char *state_dir, struct factory **ret_factory) {
    /* No password matches it, so its salt need not be secret. */
    static const uint8_t nothing[CRYPTO_SALT_LEN + CRYPTO_HASH_LEN] = {0};
    struct factory *factory = calloc(1, sizeof(*factory));
    if (factory == NULL) {
        return E_NOMEM;
    }
    pthread_mutex_init(&factory->mutex, NULL);
    crypto_password_dummy(nothing, factory->nobody);
    int r = facts_load(state_dir, &factory->facts);
    if (r < 0 && r != E_NOTFOUND) {
        factory_free(factory);
        return r;
    }
    *ret_factory = factory;
    return 0;
}

void factory_free(struct factory *factory) {
    if (factory == NULL) {
        return;
    }
    pthread_mutex_destroy(&factory->mutex);
    crypto_wipe(factory, sizeof(*factory));
    free(factory);
}

static void facts_read(const struct core_shared *shared, struct facts *ret_facts) {
    struct factory *factory = shared->factory;
    pthread_mutex_lock(&factory->mutex);
    *ret_facts = factory->facts;
    pthread_mutex_unlock(&factory->mutex);
}

void factory_serial(const struct core_shared *shared, char ret_serial[ABOUT_SERIAL_MAX]) {
    _cleanup_(facts_wipep) struct facts facts;
    facts_read(shared, &facts);
    memcpy(ret_serial, facts.serial, sizeof(facts.serial));
}

bool factory_has_engineer(const struct core_shared *shared) {
    _cleanup_(facts_wipep) struct facts facts;
    facts_read(shared, &facts);
    return facts.engineer[0] != '\0';
}

int factory_check_engineer(struct core *core, const char *password) {
    _cleanup_(facts_wipep) struct facts facts;
    facts_read(core->shared, &facts);
    bool is_set = facts.engineer[0] != '\0';
    return crypto_password_verify(&facts.pepper, is_set ? facts.engineer : core->shared->factory->nobody, password);
}

void factory_sn_key(const struct core_shared *shared, char ret_key[FACTORY_SN_KEY_MAX]) {
    _cleanup_(facts_wipep) struct facts facts;
    facts_read(shared, &facts);
    memcpy(ret_key, facts.sn_key, sizeof(facts.sn_key));
}

bool factory_up_is_open(const struct core_shared *shared) {
    _cleanup_(facts_wipep) struct facts facts;
    facts_read(shared, &facts);
    return !facts.up_closed;
}

/* Replaces the facts, once they are durable. The caller holds the mutex. */
static int facts_replace(struct core *core, const struct facts *next) {
    int r = facts_save(store_home_dir(core->shared->home), next);
    if (r == 0) {
        core->shared->factory->facts = *next;
    }
    return r;
}

int factory_set_sn_key(struct core *core, const char *key) {
    char text[SN_KEY_LEN + 1];
    struct factory *factory = core->shared->factory;
    int r = sn_key_read(key, text);
    if (r < 0) {
        return r;
    }
    pthread_mutex_lock(&factory->mutex);
    _cleanup_(facts_wipep) struct facts next = factory->facts;
    memcpy(next.sn_key, text, sizeof(text));
    r = facts_replace(core, &next);
    pthread_mutex_unlock(&factory->mutex);
    return r;
}

int factory_set_up(struct core *core, bool open) {
    struct factory *factory = core->shared->factory;
    pthread_mutex_lock(&factory->mutex);
    _cleanup_(facts_wipep) struct facts next = factory->facts;
    next.up_closed = !open;
    int r = facts_replace(core, &next);
    pthread_mutex_unlock(&factory->mutex);
    return r;
}

void factory_open_up(struct core_shared *shared) {
    struct factory *factory = shared->factory;
    pthread_mutex_lock(&factory->mutex);
    factory->facts.up_closed = false;
    pthread_mutex_unlock(&factory->mutex);
}
