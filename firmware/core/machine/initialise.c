#include "core/machine/initialise.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "core/accounts/accounts.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/bulk/bulk.h"
#include "core/events/alarms.h"
#include "core/events/log.h"
#include "core/records/record_photos.h"
#include "core/rules/rules.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/users/users.h"
#include "hal/hal.h"
#include "store/base/rights.h"
#include "store/erase.h"
#include "store/users/init_card.h"
#include "util/buf.h"
#include "util/log.h"

static int initialise_check(struct core *core, const struct actor *by, const struct initialise_parts *parts,
                            const char *serial_end) {
    if (by->userid != 0) {
        return E_ADMIN_ONLY;
    }
    if (!parts->settings && !parts->users && !parts->records && !parts->everything) {
        return E_MISSING;
    }
    return about_is_end_of_serial(core->shared, serial_end) ? 0 : E_SERIAL_WRONG;
}

/* Audits how much was deleted and which parts. Inside the transaction. */
static int audit_parts(struct core *core, const struct actor *by, const struct initialise_parts *parts) {
    _cleanup_(buf_donep) struct buf before = {0};
    _cleanup_(buf_donep) struct buf after = {0};
    struct store_users_counts counts;
    int r = users_counts(core, &counts);
    if (r < 0) {
        return r;
    }
    int64_t records = log_last(core) - log_first(core) + 1;
    buf_printf(&before, "{\"users\":%u,\"records\":%" PRId64 "}", counts.users, records);
    buf_printf(&after, "{\"settings\":%s,\"users\":%s,\"records\":%s}", parts->settings ? "true" : "false",
               parts->users ? "true" : "false", parts->records ? "true" : "false");
    if (buf_failed(&before) || buf_failed(&after)) {
        return E_NOMEM;
    }
    return audit_add(
        core, by, &(struct audit_change){.object = "machine", .before = buf_text(&before), .after = buf_text(&after)});
}

static int write_parts(struct core *core, const struct actor *by, const struct initialise_parts *parts) {
    int r = store_begin(core->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = audit_parts(core, by, parts);
    if (r == 0 && parts->settings) {
        r = settings_forget(core);
    }
    if (r == 0 && parts->settings) {
        r = store_rights_reset(txn);
    }
    if (r == 0 && parts->settings) {
        r = store_rules_clear(txn);
    }
    if (r == 0 && parts->users) {
        r = erase_users(txn);
    }
    if (r == 0 && parts->users) {
        r = bulk_erase(core);
    }
    /* It belongs to a user ID, or to a password among the settings. */
    if (r == 0 && (parts->users || parts->settings)) {
        r = store_init_card_clear(txn);
    }
    if (r == 0 && parts->records) {
        r = log_erase(core);
    }
    if (r == 0 && parts->records) {
        r = alarms_erase(core);
    }
    return r < 0 ? r : store_commit(txn);
}

/* The caller holds the settings' lock. */
static int initialise_parts(struct core *core, const struct actor *by, const struct initialise_parts *parts) {
    /* The copies first: until they are erased nothing has changed; a remaining one could bring deleted data back after
     * damage. The clean end makes a new one. */
    int r = erase_copies(core->shared->home);
    if (r == 0) {
        r = write_parts(core, by, parts);
    }
    if (r < 0) {
        return r;
    }
    /* Again: one may have been made in between. */
    int erased = erase_copies(core->shared->home);
    if (erased < 0) {
        log_error("initialise", "a copy of the database stays until the next is made", log_errno(erased));
    }
    if (parts->users) {
        bulk_erased(core);
    }
    if (parts->records) {
        log_erased(core);
        alarms_erased(core);
        record_photos_erased(core);
    }
    rules_changed(core);
    return settings_publish(core);
}

static int initialise_restart(struct core *core) {
    const struct hal_restart *hal = &core->shared->hal->restart;
    return hal->request(hal->ctx);
}

/* The mark decides it; the next start does it (store/erase.h). */
static int initialise_everything(struct core *core) {
    int r = erase_request(core->shared->home, about_serial(core->shared));
    if (r == 0) {
        r = initialise_restart(core);
    }
    if (r < 0) {
        /* Otherwise it would happen at some later start. */
        int undone = erase_finish(core->shared->home);
        r = undone < 0 ? undone : r;
    }
    return r;
}

static int initialise_locked(struct core *core, const struct actor *by, const struct initialise_parts *parts) {
    struct provisional provisional;
    provisional_read(core, &provisional);
    if (provisional.step != PROVISIONAL_NONE) {
        return E_PROVISIONAL_PENDING;
    }
    if (parts->everything) {
        return initialise_everything(core);
    }
    int r = initialise_parts(core, by, parts);
    for (unsigned level = 1; level <= RIGHTS_LEVEL_MAX && r == 0 && (parts->users || parts->settings); level++) {
        accounts_end_level(core, level);
    }
    if (r == 0) {
        r = initialise_restart(core);
        if (r < 0 && parts->settings) {
            settings_resume(core);
        }
    }
    return r;
}

int initialise_run(struct core *core, const struct actor *by, const struct initialise_parts *parts,
                   const char *serial_end) {
    int r = initialise_check(core, by, parts, serial_end);
    if (r == 0) {
        r = settings_lock(core);
    }
    if (r < 0) {
        return r;
    }
    r = initialise_locked(core, by, parts);
    settings_unlock(core);
    return r;
}
