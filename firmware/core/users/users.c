#include "core/users/users.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/users/credentials.h"
#include "core/users/users_impl.h"
#include "setting_hooks.h"
#include "util/arena.h"
#include "util/text.h"

#define ACCOUNT_MAX 16

/* Counts the fields that give the position of the page, and returns the last of them. */
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

/* A missing row is an unknown user. */
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
    return counts.users < users_capacity(core) ? 0 : E_CAPACITY;
}

/* An effect instead of a check: the settings already apply, so that nobody adds such a card during the count. */
int effect_cards(struct core *core, const struct settings *before, const struct settings *after) {
    uint32_t count = 0;
    const unsigned length = after->values.access_control.card_length;
    if (before == NULL || length >= before->values.access_control.card_length) {
        return 0;
    }
    int r = credentials_check_held(core); /* a pending bulk job may have such cards */
    if (r == 0) {
        r = users_long_cards(core, length, &count);
    }
    if (r == 0 && count > 0) {
        r = E_CARDS_TOO_LONG;
    }
    return r;
}

int users_defaults(struct core *core, struct user *ret_user) {
    int r = check_capacity(core);

    if (r == 0) {
        *ret_user = user_defaults;
        r = store_users_next_id(core->store, 0, &ret_user->userid);
    }
    return r;
}

/* Making a user an administrator, or giving an administrator another password, requires a fresh password: an unattended
 * session is not enough. */
static int check_fresh(const struct actor *by, const struct user_change *change, const struct users_save *save) {
    bool is_raised = save->after.level > (save->exists ? save->before.level : 0);
    bool is_given = user_gives(change, USER_PASSWORD) && save->after.level > 0;

    return is_raised || is_given ? accounts_check_fresh(by) : 0;
}

/* Reads the user, which must or must not exist, and computes the result. Done once before the password is hashed, so
 * that no hash is wasted, and once in the transaction. */
static int work_out(struct core *core, const struct actor *by, const struct user_change *change, bool add, bool again,
                    struct users_save *save, struct users_refusal *reterr) {
    int r = credentials_check_held(core);

    if (r == 0) {
        r = accounts_check_actor(core, by);
    }
    if (r == 0) {
        r = store_users_get(core->store, change->values.userid, &save->arena, &save->before);
    }
    if (r < 0 && r != E_NOTFOUND) {
        return r;
    }
    save->exists = r == 0;
    if (!save->exists && !add) {
        return users_refuse(reterr, USER_USERID, E_USER_UNKNOWN);
    }
    if (save->exists && add && !again) {
        return users_refuse(reterr, USER_USERID, E_USER_ID_EXISTS);
    }
    if (save->exists && user_gives(change, USER_REVISION) && change->values.revision != save->before.revision) {
        return users_refuse(reterr, USER_REVISION, E_CHANGED_MEANWHILE);
    }
    save->after = save->exists ? save->before : user_defaults;
    user_merge(change, &save->after);
    r = users_check_rights(core, by, change, save, reterr);
    if (r == 0) {
        r = check_fresh(by, change, save);
    }
    if (r == 0) {
        r = users_check_whole(save, reterr);
    }
    if (r == 0) {
        r = users_merge_password(change, save, reterr);
    }
    if (r == 0 && !save->exists) {
        r = check_capacity(core);
    }
    uint32_t holder = 0, holders[USERS_CARDS_MAX];
    if (r == 0) {
        r = users_check_cards(core, &save->after, holders, reterr);
    }
    users_close_card_gaps(&save->after);
    return r < 0 ? r : users_check_unique(core, save, reterr, &holder);
}

/* Giving PINs is throttled below the highest level, whether they are taken or not: each answer reveals something about
 * the PINs of others. A person's keys count as the person. */
static int ration_codes(struct core *core, const struct actor *by, struct users_refusal *reterr) {
    char person[ACCOUNT_MAX];

    if (by->level >= ACCOUNTS_ADMIN_LEVEL) {
        return 0;
    }
    (void)snprintf(person, sizeof(person), "%u", (unsigned)actor_person(by));
    return throttle_count(core, THROTTLE_CODES, person, &reterr->wait_s);
}

/* Makes the key of a PIN that alone identifies a user, if nobody else has it. */
static int make_pin(struct core *core, const struct actor *by, const struct user_change *change,
                    struct users_save *save, struct users_refusal *reterr) {
    uint32_t holder = 0;
    int r = ration_codes(core, by, reterr);

    if (r < 0) {
        return users_refuse(reterr, USER_PASSWORD, r);
    }
    accounts_pin_key(core, change->password, save->password.pin_key);
    r = store_users_by_pin(core->store, save->password.pin_key, &holder);
    if (r == 0 && holder != change->values.userid) {
        return users_refuse(reterr, USER_PASSWORD, E_PASSWORD_EXISTS);
    }
    return r == E_NOTFOUND ? 0 : r;
}

/* Makes key and hash of a new password. A user with a level enters ID and PIN at the keypad: such a PIN is compared
 * with no other, so that nobody can find it by trying. */
static int make_password(struct core *core, const struct actor *by, const struct user_change *change,
                         struct users_save *save, struct users_refusal *reterr) {
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

static int commit_save(struct core *core, const struct actor *by, const struct user_change *change, bool add,
                       bool again, struct users_save *save, struct users_saved *ret_saved,
                       struct users_refusal *reterr) {
    int r = store_begin_growth(core->store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = work_out(core, by, change, add, again, save, reterr);
    save->password.identifies = save->password.identifies && save->after.level == 0;
    if (r == 0) {
        r = users_write_save(core, by, save, ret_saved);
    }
    return r < 0 ? r : store_commit(txn);
}

static int save_user(struct core *core, const struct actor *by, const struct user_change *change, bool add, bool again,
                     struct users_saved *ret_saved, struct users_refusal *reterr) {
    _cleanup_(users_save_done) struct users_save save = {.exists = false};
    int r = users_check_change(change, reterr);

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
        users_follow(core, &save);
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

int users_values(struct core *core, enum user_field field, struct arena *arena, struct store_users_value *ret_values,
                 size_t max, size_t *ret_count, bool *ret_more) {
    return store_users_values(core->store, field, arena, ret_values, max, ret_count, ret_more);
}
