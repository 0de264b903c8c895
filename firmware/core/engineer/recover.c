#include "core/engineer/recover.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/engineer.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/upgrade/upgrade.h"
#include "hal/hal.h"
#include "util/log.h"
#include "util/whole_file.h"

/* Until it is in the audit log of the terminal: the choice, and its source address. */
#define NOTE_FILE "recovered"
#define NOTE_HEAD "postern-recovered 1\n"
#define NOTE_MAX 128
#define CALL "recoverData"
#define AFTER_MAX 32

static const char *state_dir_of(const struct core *core) {
    return about_facts(core->shared)->recovery_dir;
}

int recover_read(const struct core *core, struct store_kept_data *ret_data) {
    const char *dir = state_dir_of(core);
    if (dir == NULL) {
        return E_RECOVERY_ONLY;
    }
    store_kept_data(dir, ret_data);
    return 0;
}

static bool has_data(const struct store_kept_data *kept, enum recovery_data data) {
    switch (data) {
        case RECOVERY_DATA_COPY: return kept->copied_s > 0;
        case RECOVERY_DATA_REPLACED: return kept->replaced_s > 0;
        case RECOVERY_DATA_ERASE: return true;
    }
    return false;
}

static int check_choice(const struct core *core, enum recovery_data data, const char *serial_end) {
    struct store_kept_data kept;
    int r = recover_read(core, &kept);
    if (r < 0) {
        return r;
    }
    if (!about_is_end_of_serial(core->shared, serial_end)) {
        return E_SERIAL_WRONG;
    }
    const enum upgrade_step step = upgrade_step_now(core->shared);
    if (step == UPGRADE_STEP_CHECKING || step == UPGRADE_STEP_SWITCHING) {
        return E_UPGRADE_BUSY;
    }
    return has_data(&kept, data) ? 0 : E_NOTFOUND;
}

/* Otherwise it would happen at some later start. */
static void take_back(const char *dir) {
    int r = store_kept_undecide(dir);
    if (r == 0) {
        r = whole_file_wipe(dir, NOTE_FILE);
    }
    if (r < 0) {
        log_error("engineer", "what was chosen in recovery cannot be taken back", log_errno(r));
    }
}

int recover_choose(struct core *core, const struct actor *by, enum recovery_data data, const char *serial_end) {
    const struct hal_restart *restart = &core->shared->hal->restart;
    const char *dir = state_dir_of(core);
    char note[NOTE_MAX];
    int r = check_choice(core, data, serial_end);
    if (r < 0) {
        return r;
    }
    (void)snprintf(note, sizeof(note), NOTE_HEAD "%s %s\n", recovery_data_text_of(data), by->peer);
    r = whole_file_write(dir, NOTE_FILE, note);
    if (r == 0) {
        r = store_kept_decide(dir, data, about_serial(core->shared));
    }
    if (r == 0) {
        r = restart->request(restart->ctx);
    }
    if (r < 0) {
        take_back(dir);
        return r;
    }
    log_warn("engineer", "the terminal starts with other data", log_str("data", recovery_data_text_of(data)),
             log_str("from", by->peer));
    return 0;
}

int recover_record(struct core *core, const char *state_dir) {
    char note[NOTE_MAX], data[AFTER_MAX] = "", after[2 * AFTER_MAX];
    struct actor by = {.account = ENGINEER_ACCOUNT, .call = CALL, .userid = ACTOR_USERID_ENGINEER};
    int r = whole_file_read(state_dir, NOTE_FILE, note, sizeof(note));
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    if (sscanf(note, NOTE_HEAD "%31[a-z] %63s", data, by.peer) == 2) {
        (void)snprintf(after, sizeof(after), "{\"data\":\"%s\"}", data);
        r = audit_add_alone(
            core, &by,
            &(struct audit_change){.object = "machine", .after = after, .importance = AUDIT_IMPORTANCE_RIGHTS});
    }
    return r < 0 ? r : whole_file_wipe(state_dir, NOTE_FILE);
}
