#include "core/users/users.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/password_rules.h"
#include "core/accounts/sessions.h"
#include "core/accounts/throttle.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/time/clock.h"
#include "core/users/users_impl.h"
#include "hal/hal.h"
#include "util/arena.h"
#include "util/text.h"

#define PIN_MIN 4
#define PIN_MAX 6
#define ACCOUNT_MAX 16

/* The largest card number: cards are read with four bytes. */
#define CARD_MAX UINT32_MAX

static_assert(USERS_NAME_CHARS_MAX * 4 == STORE_USER_NAME_MAX, "a name of the widest characters fits");

/* A change on its way: the user before and after it, and the password it sets. */
struct save {
    struct arena arena;
    bool exists;
    struct store_user before;
    struct store_user after;
    bool has_password;              /* the password is sent */
    struct store_password password; /* hash "" takes it away */
};

static void save_done(struct save *save) {
    arena_done(&save->arena);
    crypto_wipe(&save->password, sizeof save->password);
}

static int refuse(struct users_refusal *reterr, enum users_field field, int err) {
    reterr->field = field;
    return err;
}

static uint32_t capacity_of(const struct core *core) {
    struct hal_capacity_limits limits;
    about_capacity(core, &limits);
    return limits.users;
}

int users_list(struct core *core, const struct store_users_query *query, struct arena *arena,
               struct store_users_page *ret_page, struct users_refusal *reterr) {
    struct store_users_query dated = *query;
    int r;

    if (query->after && query->before) {
        return refuse(reterr, USERS_FIELD_BEFORE, E_FORMAT);
    }
    dated.today = clock_today(core);
    r = store_users_page(core->store, &dated, arena, ret_page);
    return r == E_FORMAT ? refuse(reterr, query->after ? USERS_FIELD_AFTER : USERS_FIELD_BEFORE, r) : r;
}

/* A row that is not there is a user nobody knows. */
int users_known(int r) {
    return r == E_NOTFOUND ? E_USER_UNKNOWN : r;
}

int users_get(struct core *core, uint32_t id, struct arena *arena, struct store_user *ret_user) {
    return users_known(store_users_get(core->store, id, arena, ret_user));
}

int users_counts(struct core *core, struct store_users_counts *ret_counts) {
    return store_users_counts(core->store, ret_counts);
}

static int check_capacity(struct core *core) {
    struct store_users_counts counts;
    int r = store_users_counts(core->store, &counts);

    if (r) {
        return r;
    }
    return counts.users < capacity_of(core) ? 0 : E_CAPACITY;
}

int users_defaults(struct core *core, struct store_user *ret_user) {
    int r = check_capacity(core);

    if (!r) {
        *ret_user = (struct store_user){.name = "", .group = USERS_GROUP_DEFAULT, .mode = USERS_MODE_DEVICE};
        r = store_users_next_id(core->store, &ret_user->id);
    }
    return r;
}

static int check_name(const struct users_change *change, struct users_refusal *reterr) {
    size_t len;

    if (!change->name) {
        return 0;
    }
    len = strlen(change->name);
    if (!text_is_clean(change->name, len) || text_length(change->name, len) > USERS_NAME_CHARS_MAX) {
        return refuse(reterr, USERS_FIELD_NAME, E_TEXT);
    }
    return 0;
}

/* What can be said about a change without looking at the user. */
static int check_change(const struct users_change *change, struct users_refusal *reterr) {
    const struct {
        enum users_field field;
        bool sent;
        uint64_t value, max;
    } limits[] = {
        {USERS_FIELD_CARD, change->has_card, change->card, CARD_MAX},
        {USERS_FIELD_LEVEL, change->has_level, change->level, USERS_LEVEL_MAX},
        {USERS_FIELD_GROUP, change->has_group, change->group, USERS_GROUP_MAX},
        {USERS_FIELD_MODE, change->has_mode, change->mode, USERS_MODE_ALL},
        {USERS_FIELD_FACTORS, change->has_factors, change->factors, USERS_FACTORS_ALL},
        {USERS_FIELD_SHIFT, change->has_shift, change->shift, USERS_SHIFT_MAX},
    };

    if (change->id < 1 || change->id > STORE_USER_ID_MAX) {
        return refuse(reterr, USERS_FIELD_ID, E_USER_ID_INVALID);
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (limits[i].sent && limits[i].value > limits[i].max) {
            return refuse(reterr, limits[i].field, E_RANGE);
        }
    }
    if (change->password && change->password[0]) {
        size_t len = strlen(change->password);

        if (len < PIN_MIN || len > PIN_MAX || !text_is_digits(change->password)) {
            return refuse(reterr, USERS_FIELD_PASSWORD, E_PASSWORD_RULES);
        }
    }
    return check_name(change, reterr);
}

static void merge(const struct users_change *change, struct store_user *user) {
    user->id = change->id;
    if (change->name) {
        user->name = change->name;
        user->name_len = (uint32_t)strlen(change->name);
    }
    user->card = change->has_card ? (uint32_t)change->card : user->card;
    user->level = change->has_level ? change->level : user->level;
    user->group = change->has_group ? change->group : user->group;
    user->mode = change->has_mode ? change->mode : user->mode;
    user->factors = change->has_factors ? (uint8_t)change->factors : user->factors;
    user->shift = change->has_shift ? change->shift : user->shift;
    user->valid_from = change->has_valid_from ? change->valid_from : user->valid_from;
    user->valid_to = change->has_valid_to ? change->valid_to : user->valid_to;
}

/* A password opens the console if it meets its rules; who may sign in must have such a one. */
static int merge_password(const struct users_change *change, struct save *save, struct users_refusal *reterr) {
    struct store_user *after = &save->after;

    save->has_password = change->password != NULL;
    if (change->password) {
        char account[ACCOUNT_MAX];

        (void)snprintf(account, sizeof account, "%u", (unsigned)change->id);
        after->has_password = change->password[0] != '\0';
        after->password_console = after->has_password && password_rules_console(change->password, account);
        save->password.console = after->password_console;
    }
    if (after->level > 0 && !after->password_console) {
        return refuse(reterr, USERS_FIELD_PASSWORD, E_PASSWORD_RULES);
    }
    return 0;
}

static int check_rights(const struct actor *by, const struct users_change *change, const struct save *save,
                        struct users_refusal *reterr) {
    if (save->exists && save->before.level > by->level) {
        return refuse(reterr, USERS_FIELD_ID, E_ABOVE_LEVEL);
    }
    if (save->after.level > by->level) {
        return refuse(reterr, USERS_FIELD_LEVEL, E_ABOVE_LEVEL);
    }
    if (save->exists && save->after.id == by->userid && save->after.level < save->before.level) {
        return refuse(reterr, USERS_FIELD_LEVEL, E_OWN_ACCOUNT);
    }
    /* A borrowed session must not be enough to take the account over. */
    if (save->after.id == by->userid && change->password) {
        return refuse(reterr, USERS_FIELD_PASSWORD, E_OWN_PASSWORD);
    }
    return 0;
}

static int check_whole(const struct save *save, struct users_refusal *reterr) {
    const struct store_user *user = &save->after;

    if (user->mode == USERS_MODE_ALL && user->factors == 0) {
        return refuse(reterr, USERS_FIELD_FACTORS, E_MISSING);
    }
    if (user->valid_from && user->valid_to && user->valid_to < user->valid_from) {
        return refuse(reterr, USERS_FIELD_VALID_TO, E_RANGE);
    }
    return 0;
}

static int check_card(struct core *core, const struct save *save, struct users_refusal *reterr) {
    uint32_t holder = 0;
    int r = save->after.card ? store_users_by_card(core->store, save->after.card, &holder) : E_NOTFOUND;

    if (r == 0 && holder != save->after.id) {
        return refuse(reterr, USERS_FIELD_CARD, E_CARD_EXISTS);
    }
    return r == E_NOTFOUND ? 0 : r;
}

/* Reads the user, if it must or must not exist, and works out what it becomes. Done once before the password is hashed, so that
 * nothing is hashed in vain, and once in the transaction. */
static int work_out(struct core *core, const struct actor *by, const struct users_change *change, bool add, bool again,
                    struct save *save, struct users_refusal *reterr) {
    int r = accounts_check_actor(core, by);

    if (!r) {
        r = store_users_get(core->store, change->id, &save->arena, &save->before);
    }
    if (r && r != E_NOTFOUND) {
        return r;
    }
    save->exists = r == 0;
    if (!save->exists && !add) {
        return refuse(reterr, USERS_FIELD_ID, E_USER_UNKNOWN);
    }
    if (save->exists && add && !again) {
        return refuse(reterr, USERS_FIELD_ID, E_USER_ID_EXISTS);
    }
    if (save->exists && change->has_revision && change->revision != save->before.revision) {
        return refuse(reterr, USERS_FIELD_REVISION, E_CHANGED_MEANWHILE);
    }
    save->after = save->exists ? save->before : (struct store_user){.name = "", .group = USERS_GROUP_DEFAULT};
    merge(change, &save->after);
    r = check_rights(by, change, save, reterr);
    if (!r) {
        r = check_whole(save, reterr);
    }
    if (!r) {
        r = merge_password(change, save, reterr);
    }
    if (!r && !save->exists) {
        r = check_capacity(core);
    }
    return r ? r : check_card(core, save, reterr);
}

/* Answers that a password is taken are rationed, because each tells that somebody has it. Outside any transaction. */
static int pin_taken(struct core *core, const struct actor *by, struct users_refusal *reterr) {
    int r = throttle_pin_taken(core, by->account);

    return refuse(reterr, USERS_FIELD_PASSWORD, r ? r : E_PASSWORD_EXISTS);
}

/* Key and hash of a new password. */
static int make_password(struct core *core, const struct actor *by, const struct users_change *change,
                         struct save *save, struct users_refusal *reterr) {
    uint32_t holder = 0;
    int r;

    if (!change->password || !change->password[0]) {
        return 0;
    }
    r = throttle_pin_check(core, by->account, &reterr->wait_s);
    if (r) {
        return refuse(reterr, USERS_FIELD_PASSWORD, r);
    }
    accounts_pin_key(core, change->password, save->password.pin_key);
    r = store_users_by_pin(core->store, save->password.pin_key, &holder);
    if (r == 0 && holder != change->id) {
        return pin_taken(core, by, reterr);
    }
    if (r && r != E_NOTFOUND) {
        return r;
    }
    return accounts_hash_password(core, change->password, save->password.hash);
}

static bool is_same(const struct save *save) {
    const struct store_user *a = &save->before, *b = &save->after;

    return save->exists && !save->has_password && strcmp(a->name, b->name) == 0 && a->card == b->card &&
           a->level == b->level && a->group == b->group && a->mode == b->mode && a->factors == b->factors &&
           a->shift == b->shift && a->valid_from == b->valid_from && a->valid_to == b->valid_to;
}

/* Row and audit row, in the transaction. Nothing is written when nothing differs. */
static int write_save(struct core *core, const struct actor *by, const struct save *save,
                      struct users_saved *ret_saved) {
    const struct store_password *password = save->has_password ? &save->password : NULL;
    enum users_password_change change = !save->has_password         ? USERS_PASSWORD_SAME
                                        : save->after.has_password  ? USERS_PASSWORD_SET
                                        : save->before.has_password ? USERS_PASSWORD_REMOVED
                                                                    : USERS_PASSWORD_SAME;
    int r;

    ret_saved->id = save->after.id;
    ret_saved->revision = save->before.revision;
    if (is_same(save)) {
        return 0;
    }
    if (save->exists) {
        r = store_users_update(core->store, &save->after, password, &ret_saved->revision);
    } else {
        ret_saved->revision = 1;
        r = store_users_add(core->store, &save->after, password);
    }
    return r ? r : users_audit(core, by, save->exists ? &save->before : NULL, &save->after, change);
}

static int commit_save(struct core *core, const struct actor *by, const struct users_change *change, bool add,
                       bool again, struct save *save, struct users_saved *ret_saved, struct users_refusal *reterr) {
    int r = store_begin(core->store);

    if (r) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = work_out(core, by, change, add, again, save, reterr);
    if (!r) {
        r = write_save(core, by, save, ret_saved);
    }
    return r ? r : store_commit(txn);
}

/* A new password or level ends the sessions of the account, which is never the own one. */
static void end_sessions(struct core *core, const struct save *save) {
    if (save->exists && save->before.level > 0 && (save->has_password || save->before.level != save->after.level)) {
        accounts_end_user(core, save->after.id);
    }
}

static int save_user(struct core *core, const struct actor *by, const struct users_change *change, bool add, bool again,
                     struct users_saved *ret_saved, struct users_refusal *reterr) {
    _cleanup_(save_done) struct save save = {.exists = false};
    int r = check_change(change, reterr);

    arena_init(&save.arena, USERS_ARENA_MAX);
    if (!r) {
        r = work_out(core, by, change, add, again, &save, reterr);
    }
    if (!r) {
        r = make_password(core, by, change, &save, reterr);
    }
    if (!r) {
        r = commit_save(core, by, change, add, again, &save, ret_saved, reterr);
        r = r == E_PASSWORD_EXISTS ? pin_taken(core, by, reterr) : r;
    }
    if (!r) {
        end_sessions(core, &save);
    }
    return r;
}

int users_add(struct core *core, const struct actor *by, const struct users_change *change, bool again,
              struct users_saved *ret_saved, struct users_refusal *reterr) {
    return save_user(core, by, change, /* add= */ true, again, ret_saved, reterr);
}

int users_edit(struct core *core, const struct actor *by, const struct users_change *change,
               struct users_saved *ret_saved, struct users_refusal *reterr) {
    return save_user(core, by, change, /* add= */ false, /* again= */ false, ret_saved, reterr);
}
