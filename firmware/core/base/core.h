/* What a thread needs to apply the rules: its own connection to the store, and the state all threads share. Made
 * once by the app: core_shared_new() at start, then one core_new() for each thread (loop, terminal, every worker).
 *
 * The shared state, all of it: sessions, throttle counters, the newest settings snapshot, the change of
 * settings that waits, the clock and the time from the network, the display's content.
 * Each guards itself; everything else in `struct core_shared` is constant after core_shared_new(). */
#ifndef POSTERN_CORE_CORE_H
#define POSTERN_CORE_CORE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/settings/provisional.h"
#include "store/store.h"
#include "util/crypto.h"
#include "util/err.h"

struct certificate;
struct clock;
struct hal;
struct local_time;
struct matching;
struct network;
struct rest_keys;
struct sessions;
struct settings;
struct throttle;

#define CORE_ADDRESS_MAX 64 /* octets of an "address:port", with the NUL */
#define CORE_SERIAL_MAX 33 /* octets of the serial, with the NUL */

/* What the build and the machine say about themselves. Texts live as long as the process. */
struct core_about {
    const char *version; /* of the firmware, "0.1.0" */
    const char *build_id; /* changes with each build */
    const char *kernel; /* "Linux 6.1.0-13-arm64" */
    const char *device_name; /* name of the terminal until it is given one */
    int64_t built_s; /* build date, in seconds since 1970 UTC: the clock is never set before it */
};

/* Keys made from the device's identity, one a purpose. Never leave the process. */
struct core_secrets {
    struct crypto_key pepper; /* HMAC under every password hash: crypto_password_hash() */
    struct crypto_key pin; /* crypto_keyed_hash() of PINs, for their uniqueness and for the keypad */
    struct crypto_key seal; /* crypto_seal() of secrets that must be read back */
    struct crypto_key throttle; /* crypto_keyed_hash() of names that nobody has */
    struct crypto_key confirm; /* crypto_keyed_hash() of codes that confirm a change of settings */
    struct crypto_key rest; /* crypto_keyed_hash() of REST keys */
};

struct core_shared {
    struct hal *hal; /* borrowed */
    struct store_home *home; /* borrowed */
    struct core_about about; /* constant */
    struct core_secrets secrets; /* constant */
    struct store_status storage; /* what was found at start; constant */
    char serial[CORE_SERIAL_MAX]; /* constant */
    char dummy_hash[CRYPTO_PASSWORD_MAX]; /* verified when there is no account, so that the answer takes as long */
    int64_t started_ms; /* monotonic clock at start */
    struct sessions *sessions;
    struct throttle *throttle;
    struct certificate *certificate; /* core/network/certificate.h */
    struct rest_keys *rest_keys; /* core/accounts/rest_keys.h */
    char https[CORE_ADDRESS_MAX]; /* where TLS listens, "" nowhere; set once, before the loop starts */
    pthread_mutex_t settings_mutex; /* guards `settings`; held for a few instructions */
    pthread_mutex_t save_mutex; /* one change of settings at a time, effects included */
    struct settings *settings; /* newest snapshot, one reference */
    atomic_ullong settings_generation; /* of it, to be compared without the mutex */
    pthread_mutex_t provisional_mutex; /* guards `provisional`; held for a few instructions */
    struct provisional provisional; /* change of settings that waits to be confirmed */
    struct clock *clock;
    struct matching *matching;
    atomic_llong bluetooth_not_before_ms; /* monotonic time before which nothing is tried again with the radio */
    atomic_llong printer_not_before_ms;   /* the same with the printer */
    struct network *network;
    pthread_mutex_t display_mutex; /* one change of the display's content at a time */
    atomic_llong display_until_ms; /* calendar time until which what the display shows is right */
    atomic_ullong display_clock; /* clock_generation() of what it shows */
};

struct core {
    struct store *store; /* this thread's own; owned */
    struct core_shared *shared; /* borrowed */
    struct settings *settings; /* the snapshot this thread holds; use settings_get() */
};

/* Starts the shared state. `home` is the opened state folder and `store` any open connection to it, used only during
 * the call. At the first start this makes the identity (<state>/identity: serial, pepper and device key; mode 0600,
 * durable before it is used) and the account `admin` with its initial password; then it loads settings and throttle
 * counters and shows the idle screen. After everything was erased the serial stays what it was. `home`, `hal` and the texts of `about` must outlive it. Returns 0; E_CORRUPT when the
 * identity is damaged, or is gone while accounts exist: no password could be verified and no secret be read, so the
 * terminal must not start; E_IO, E_NOMEM or an error of the store. */
_must_check_ int core_shared_new(struct hal *hal, const struct core_about *about, struct store_home *home,
                                 struct store *store, struct core_shared **ret_shared);

/* Wipes and frees it, after all cores are freed. Takes NULL. */
void core_shared_free(struct core_shared *shared);

/* Makes the core of one thread. Takes over `store`, also when it fails. Returns 0 or E_NOMEM. */
_must_check_ int core_new(struct core_shared *shared, struct store *store, struct core **ret_core);

/* Closes the connection and frees it. Takes NULL. */
void core_free(struct core *core);

/* Shorthands for the clocks and the randomness of the terminal. core_random() returns 0 or E_IO. */
int64_t core_utc_ms(const struct core *core);
int64_t core_mono_ms(const struct core *core);
void core_local(struct core *core, struct local_time *ret_local); /* now, at the terminal */
_must_check_ uint32_t core_today(struct core *core); /* local day, yyyymmdd */
int core_random(const struct core *core, void *buf, size_t len);

#endif
