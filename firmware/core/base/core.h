/* Context of a thread: its own connection to the store, and what all threads share. Created by core/start: the shared
 * state once, then one core for each thread (loop, terminal, every worker). */
#ifndef POSTERN_CORE_CORE_H
#define POSTERN_CORE_CORE_H

#include <stdint.h>

#include "hal/hal.h"
#include "store/store.h"
#include "util/err.h"

struct rules;
struct settings;

/* Shared by all threads: one part per line, created by core/start and only accessed by its owner, which guards it. ADR
 * 2 says how each is guarded; a test compares that list with this one. */
struct core_shared {
    struct hal *hal; /* the devices; borrowed */
    struct store_home *home; /* the state folder; borrowed */
    struct factory *factory; /* base/factory.h */
    struct about *about; /* base/about.h */
    struct hooks *hooks; /* base/hooks.h */
    struct secrets *secrets; /* base/secrets.h */
    struct origin *origin; /* base/origin.h */
    struct settings_engine *settings; /* settings/settings.h */
    struct clock *clock; /* time/clock.h */
    struct event_log *event_log; /* events/log.h */
    struct alarms *alarms; /* events/alarms.h */
    struct record_photos *record_photos; /* records/record_photos.h */
    struct accounts *accounts; /* accounts/accounts.h */
    struct rules_room *rules; /* rules/rules.h */
    struct rest_keys *rest_keys; /* accounts/rest_keys.h */
    struct storage *storage; /* machine/storage.h */
    struct sessions *sessions; /* accounts/sessions.h */
    struct throttle *throttle; /* accounts/throttle.h */
    struct certificate *certificate; /* network/certificate.h */
    struct network *network; /* network/network.h */
    struct bluetooth *bluetooth; /* devices/bluetooth.h */
    struct display *display; /* devices/display.h */
    struct matching *matching; /* devices/matching.h */
    struct slips *slips; /* devices/slips.h */
    struct credentials *credentials; /* users/credentials.h */
    struct enrol *enrol; /* users/enrol.h */
    struct refold *refold; /* users/refold.h */
    struct bulk *bulk; /* bulk/bulk.h */
    struct modules *modules; /* devices/modules.h */
    struct door *door; /* door/door.h */
    struct backup *backup; /* backup/backup.h */
    struct copies *copies; /* backup/copies.h */
    struct upgrade *upgrade; /* upgrade/upgrade.h */
    struct engineer *engineer; /* engineer/engineer.h */
    struct production *production; /* engineer/production.h */
};

struct core {
    struct store *store; /* this thread's connection; owned */
    struct core_shared *shared; /* borrowed */
    struct settings *settings; /* this thread's snapshot; use settings_get() */
    struct rules *rules; /* likewise; use rules_get() */
};

/* Shorthands for the clocks and the random source of the terminal. core_random() returns 0 or E_IO. */
int64_t core_utc_ms(const struct core *core);
int64_t core_mono_ms(const struct core *core);
int core_random(const struct core *core, void *buf, size_t len);

/* Writes `count` uniformly random digits, and a NUL. 0 or E_IO. */
_must_check_ int core_random_digits(const struct core *core, size_t count, char *ret_digits);

#endif
