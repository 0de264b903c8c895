#include "core/users/users.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/password_rules.h"
#include "core/accounts/throttle.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/users_impl.h"
#include "setting_hooks.h"
#include "util/arena.h"
#include "util/text.h"

#define ACCOUNT_MAX 16
#define CARD3_OCTETS 3
#define CARD3_MAX UINT32_C(0xffffff) /* highest card of three octets */

/* A change on its way: the user before and after it, and the password it sets. */
struct save {
    struct arena arena;
    bool exists;
    struct user before;
    struct user after;
    bool has_password;              /* the password is sent */
    struct store_password password; /* hash "" takes it away */
};

static void save_done(struct save *save) {
    arena_done(&save->arena);
    crypto_wipe(&save->password, sizeof(save->password));
}

static int user_refuse(struct users_refusal *reterr, enum user_field field, int err) {
    reterr->field = user_rows[field].name;
    return err;
}

static uint32_t capacity_of(const struct core *core) {
    struct hal_capacity_limits limits;
    about_capacity(core, &limits);
    return limits.users;
}

/* How many fields say where the page is, and the last of them. */
static int find_place(const struct user_query *query, enum user_query_field *ret_place) {
    const struct {
        enum user_query_field field;
        bool given;
    } places[] = {
        {USER_QUERY_AFTER, query->after != NULL},
        {USER_QUERY_BEFORE, query->before != NULL},
        {USER_QUERY_FROM, query->from != NULL},
        {USER_QUERY_LAST, query->last},
    };
    int count = 0;

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        if (places[i].given) {
            *ret_place = places[i].field;
            count++;
        }
    }
    return count;
}

int users_list(struct core *core, const struct user_query *query, struct arena *arena,
               struct store_users_page *ret_page, struct users_refusal *reterr) {
    enum user_query_field place = USER_QUERY_AFTER;
    bool many = find_place(query, &place) > 1;
    int r = many ? E_FORMAT : store_users_page(core->store, query, clock_today(core), arena, ret_page);

    if (r == E_FORMAT) {
        reterr->field = user_query_rows[place].name;
    }
    return r;
}

/* A row that is not there is a user nobody knows. */
int users_known(int r) {
    return r == E_NOTFOUND ? E_USER_UNKNOWN : r;
}

int users_get(struct core *core, uint32_t id, struct arena *arena, struct user *ret_user) {
    return users_known(store_users_get(core->store, id, arena, ret_user));
}

int users_counts(struct core *core, struct store_users_counts *ret_counts) {
    return store_users_counts(core->store, ret_counts);
}

static int check_capacity(struct core *core) {
    struct store_users_counts counts;
    int r = store_users_counts(core->store, &counts);

    if (r < 0) {
        return r;
    }
    return counts.users < capacity_of(core) ? 0 : E_CAPACITY;
}

int users_long_cards(struct core *core, uint32_t *ret_count) {
    return store_users_cards_above(core->store, CARD3_MAX, ret_count);
}

/* An effect and no check: the settings are in force already, so that nobody adds such a card while they are counted. */
int effect_cards(struct core *core, const struct settings *before, const struct settings *after) {
    uint32_t count = 0;
    if (before == NULL || after->values.access_control.card_length != CARD3_OCTETS) {
        return 0;
    }
    int r = users_long_cards(core, &count);
    if (r == 0 && count > 0) {
        r = E_CARDS_TOO_LONG;
    }
    return r;
}

int users_defaults(struct core *core, struct user *ret_user) {
    int r = check_capacity(core);

    if (r == 0) {
        *ret_user = user_defaults;
        r = store_users_next_id(core->store, &ret_user->userid);
    }
    return r;
}

/* What a value beyond its limits is called: an ID, a name and a password have words of their own. */
static int error_of(const struct value_row *row, int err) {
    if (row == &user_rows[USER_USERID]) {
        return E_USER_ID_INVALID;
    }
    if (row == &user_rows[USER_USERNAME]) {
        return E_USER_NAME_FORMAT;
    }
    return row == &user_rows[USER_PASSWORD] ? E_PASSWORD_RULES : err;
}

/* What can be said about a change without looking at the user. */
static int check_change(const struct user_change *change, struct users_refusal *reterr) {
    const struct value_row *wrong = NULL;
    int r = user_check(change, &wrong);

    if (r < 0 && wrong != NULL) {
        reterr->field = wrong->name;
        return error_of(wrong, r);
    }
    return r;
}

/* A password opens the console if it meets its rules; who may sign in must have such a one. */
static int merge_password(const struct user_change *change, struct save *save, struct users_refusal *reterr) {
    struct user *after = &save->after;

    save->has_password = user_gives(change, USER_PASSWORD);
    if (save->has_password) {
        char account[ACCOUNT_MAX];

        (void)snprintf(account, sizeof(account), "%u", (unsigned)change->values.userid);
        after->has_password = change->password[0] != '\0';
        after->password_console = after->has_password && password_rules_console(change->password, account);
        save->password.console = after->password_console;
    }
    if (after->level > 0 && !after->password_console) {
        return user_refuse(reterr, USER_PASSWORD, E_PASSWORD_RULES);
    }
    return 0;
}

int users_check_own_hours(const struct actor *by, uint32_t userid) {
    return userid != 0 && actor_person(by) == userid && by->level < ACCOUNTS_ADMIN_LEVEL ? E_OWN_HOURS : 0;
}

static int check_rights(const struct actor *by, const struct user_change *change, const struct save *save,
                        struct users_refusal *reterr) {
    if (save->exists && save->before.level > actor_reach(by)) {
        return user_refuse(reterr, USER_USERID, E_ABOVE_LEVEL);
    }
    if (save->after.level > actor_reach(by)) {
        return user_refuse(reterr, USER_LEVEL, E_ABOVE_LEVEL);
    }
    if (save->exists && save->after.userid == by->userid && save->after.level < save->before.level) {
        return user_refuse(reterr, USER_LEVEL, E_OWN_ACCOUNT);
    }
    /* A borrowed session must not be enough to take the account over. */
    if (save->after.userid == by->userid && user_gives(change, USER_PASSWORD)) {
        return user_refuse(reterr, USER_PASSWORD, E_OWN_PASSWORD);
    }
    if (save->exists && save->after.shift != save->before.shift && users_check_own_hours(by, save->after.userid) < 0) {
        return user_refuse(reterr, USER_SHIFT, E_OWN_HOURS);
    }
    return 0;
}

static int check_whole(const struct save *save, struct users_refusal *reterr) {
    const struct user *user = &save->after;

    if (user->identify_mode == IDENTIFY_MODE_ALL && user->identify_factors == 0) {
        return user_refuse(reterr, USER_IDENTIFY_FACTORS, E_MISSING);
    }
    if (user->valid_from != 0 && user->valid_to != 0 && user->valid_to < user->valid_from) {
        return user_refuse(reterr, USER_VALID_TO, E_RANGE);
    }
    return 0;
}

static int check_card(struct core *core, const struct save *save, struct users_refusal *reterr) {
    uint32_t holder = 0;
    int r = E_NOTFOUND;

    if (save->after.cardno > CARD3_MAX && settings_get(core)->values.access_control.card_length == CARD3_OCTETS) {
        return user_refuse(reterr, USER_CARDNO, E_RANGE);
    }
    if (save->after.cardno > 0) {
        r = store_users_by_card(core->store, (uint32_t)save->after.cardno, &holder);
    }

    if (r == 0 && holder != save->after.userid) {
        return user_refuse(reterr, USER_CARDNO, E_CARD_EXISTS);
    }
    return r == E_NOTFOUND ? 0 : r;
}

/* Who makes somebody an administrator, or gives an administrator another password, has typed the own password not long
 * ago: a session that was left open is not enough. */
static int check_fresh(const struct actor *by, const struct user_change *change, const struct save *save) {
    bool is_raised = save->after.level > (save->exists ? save->before.level : 0);
    bool is_given = user_gives(change, USER_PASSWORD) && save->after.level > 0;

    return is_raised || is_given ? accounts_check_fresh(by) : 0;
}

/* Reads the user, if it must or must not exist, and works out what it becomes. Done once before the password is hashed,
 * so that nothing is hashed in vain, and once in the transaction. */
static int work_out(struct core *core, const struct actor *by, const struct user_change *change, bool add, bool again,
                    struct save *save, struct users_refusal *reterr) {
    int r = accounts_check_actor(core, by);

    if (r == 0) {
        r = store_users_get(core->store, change->values.userid, &save->arena, &save->before);
    }
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    save->exists = r == 0;
    if (!save->exists && !add) {
        return user_refuse(reterr, USER_USERID, E_USER_UNKNOWN);
    }
    if (save->exists && add && !again) {
        return user_refuse(reterr, USER_USERID, E_USER_ID_EXISTS);
    }
    if (save->exists && user_gives(change, USER_REVISION) && change->values.revision != save->before.revision) {
        return user_refuse(reterr, USER_REVISION, E_CHANGED_MEANWHILE);
    }
    save->after = save->exists ? save->before : user_defaults;
    user_merge(change, &save->after);
    r = check_rights(by, change, save, reterr);
    if (r == 0) {
        r = check_fresh(by, change, save);
    }
    if (r == 0) {
        r = check_whole(save, reterr);
    }
    if (r == 0) {
        r = merge_password(change, save, reterr);
    }
    if (r == 0 && !save->exists) {
        r = check_capacity(core);
    }
    return r < 0 ? r : check_card(core, save, reterr);
}

/* Giving somebody a code is rationed below the highest level, taken or not: each answer tells something about the codes
 * of others. A person's keys count as the person. */
static int ration_codes(struct core *core, const struct actor *by, struct users_refusal *reterr) {
    char person[ACCOUNT_MAX];

    if (by->level >= ACCOUNTS_ADMIN_LEVEL) {
        return 0;
    }
    (void)snprintf(person, sizeof(person), "%u", (unsigned)actor_person(by));
    return throttle_count(core, THROTTLE_CODES, person, &reterr->wait_s);
}

/* The key of a code that says by itself who somebody is, if nobody else has it. */
static int make_pin(struct core *core, const struct actor *by, const struct user_change *change, struct save *save,
                    struct users_refusal *reterr) {
    uint32_t holder = 0;
    int r = ration_codes(core, by, reterr);

    if (r < 0) {
        return user_refuse(reterr, USER_PASSWORD, r);
    }
    accounts_pin_key(core, change->password, save->password.pin_key);
    r = store_users_by_pin(core->store, save->password.pin_key, &holder);
    if (r == 0 && holder != change->values.userid) {
        return user_refuse(reterr, USER_PASSWORD, E_PASSWORD_EXISTS);
    }
    return r == E_NOTFOUND ? 0 : r;
}

/* Key and hash of a new password. Who may sign in gives ID and code at the keypad: such a code is compared with
 * nobody's, so that nobody learns it by asking. */
static int make_password(struct core *core, const struct actor *by, const struct user_change *change, struct save *save,
                         struct users_refusal *reterr) {
    int r = 0;

    if (!user_gives(change, USER_PASSWORD) || change->password[0] == '\0') {
        return 0;
    }
    save->password.identifies = save->after.level == 0;
    if (save->password.identifies) {
        r = make_pin(core, by, change, save, reterr);
    }
    return r < 0 ? r : accounts_hash_password(core, change->password, save->password.hash);
}

static bool is_same(const struct save *save) {
    return save->exists && !save->has_password && user_equal(&save->before, &save->after);
}

/* Who gives a password answers for what is done with it, so that nobody gets more room in the audit log by making
 * accounts (core/accounts/accounts.h); admin answers for nobody. */
static int write_sponsor(struct core *core, const struct actor *by, const struct save *save) {
    return save->has_password ? store_users_set_sponsor(core->store, save->after.userid, actor_sponsor(by)) : 0;
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

    ret_saved->userid = save->after.userid;
    ret_saved->revision = save->before.revision;
    if (is_same(save)) {
        return 0;
    }
    if (save->exists) {
        r = save->before.shift == save->after.shift ? 0 : users_shift_was(core, save->after.userid, save->before.shift);
        if (r == 0) {
            r = store_users_update(core->store, &save->after, password, &ret_saved->revision);
        }
    } else {
        ret_saved->revision = 1;
        r = store_users_add(core->store, &save->after, password);
    }
    if (r == 0 && save->has_password) {
        r = accounts_password_given(core, save->after.userid);
    }
    if (r == 0) {
        r = write_sponsor(core, by, save);
    }
    return r < 0 ? r : users_audit(core, by, save->exists ? &save->before : NULL, &save->after, change);
}

static int commit_save(struct core *core, const struct actor *by, const struct user_change *change, bool add,
                       bool again, struct save *save, struct users_saved *ret_saved, struct users_refusal *reterr) {
    int r = store_begin_growth(core->store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = work_out(core, by, change, add, again, save, reterr);
    save->password.identifies = save->password.identifies && save->after.level == 0;
    if (r == 0) {
        r = write_save(core, by, save, ret_saved);
    }
    return r < 0 ? r : store_commit(txn);
}

/* A new password or level ends the sessions of the account, which is never the own one; other days of validity hold for
 * them at once. */
static void follow_sessions(struct core *core, const struct save *save) {
    if (!save->exists || save->before.level == 0) {
        return;
    }
    if (save->has_password || save->before.level != save->after.level) {
        accounts_end_user(core, save->after.userid);
    } else {
        accounts_set_days(core, save->after.userid, save->after.valid_from, save->after.valid_to);
    }
}

static int save_user(struct core *core, const struct actor *by, const struct user_change *change, bool add, bool again,
                     struct users_saved *ret_saved, struct users_refusal *reterr) {
    _cleanup_(save_done) struct save save = {.exists = false};
    int r = check_change(change, reterr);

    arena_init(&save.arena, USERS_ARENA_MAX);
    if (r == 0) {
        r = work_out(core, by, change, add, again, &save, reterr);
    }
    if (r == 0) {
        r = make_password(core, by, change, &save, reterr);
    }
    if (r == 0) {
        r = commit_save(core, by, change, add, again, &save, ret_saved, reterr);
        reterr->field = r == E_PASSWORD_EXISTS ? user_rows[USER_PASSWORD].name : reterr->field;
    }
    if (r == 0) {
        follow_sessions(core, &save);
    }
    return r;
}

int users_add(struct core *core, const struct actor *by, const struct user_change *change, bool again,
              struct users_saved *ret_saved, struct users_refusal *reterr) {
    return save_user(core, by, change, /* add= */ true, again, ret_saved, reterr);
}

int users_edit(struct core *core, const struct actor *by, const struct user_change *change,
               struct users_saved *ret_saved, struct users_refusal *reterr) {
    return save_user(core, by, change, /* add= */ false, /* again= */ false, ret_saved, reterr);
}

int users_by_card(struct core *core, uint64_t card, uint32_t *ret_userid) {
    bool can_be = card != 0 && card <= USER_CARDNO_MAX;
    return can_be ? store_users_by_card(core->store, (uint32_t)card, ret_userid) : E_NOTFOUND;
}
