/* A change of a user in progress: the checks common to all ways of changing one, and writing it. */
#include <stdio.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/base/about.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/users/users_impl.h"
#include "core/users/users_many.h"
#include "util/arena.h"

#define ACCOUNT_MAX 16

void users_save_done(struct users_save *save) {
    arena_done(&save->arena);
    crypto_wipe(&save->password, sizeof(save->password));
}

int users_refuse(struct users_refusal *reterr, enum user_field field, int err) {
    reterr->field = user_rows[field].name;
    return err;
}

uint32_t users_capacity(const struct core *core) {
    struct hal_capacity_limits limits;
    about_capacity(core, &limits);
    return limits.users;
}

int users_value_error(const struct value_row *row, int err) {
    if (row == &user_rows[USER_USERID]) {
        return E_USER_ID_INVALID;
    }
    if (row == &user_rows[USER_USERNAME]) {
        return E_USER_NAME_FORMAT;
    }
    return row == &user_rows[USER_PASSWORD] ? E_PASSWORD_RULES : err;
}

/* Checks a change as far as possible without reading the user. */
int users_check_change(const struct user_change *change, struct users_refusal *reterr) {
    const struct value_row *wrong = NULL;
    int r = user_check(change, &wrong);

    if (r < 0 && wrong != NULL) {
        reterr->field = wrong->name;
        return users_value_error(wrong, r);
    }
    return r;
}

/* Merges the password: it is for the console if it meets the rules; a user with a level must have such a password. */
int users_merge_password(const struct user_change *change, struct users_save *save, struct users_refusal *reterr) {
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
        return users_refuse(reterr, USER_PASSWORD, E_PASSWORD_RULES);
    }
    return 0;
}

/* Returns the first changed field of those that determine a user's working hours; USER_FIELD_COUNT: none. */
static enum user_field changed_hours_field(const struct user *before, const struct user *after) {
    return before->shift != after->shift             ? USER_SHIFT
           : before->group != after->group           ? USER_GROUP
           : before->valid_from != after->valid_from ? USER_VALID_FROM
           : before->valid_to != after->valid_to     ? USER_VALID_TO
                                                     : USER_FIELD_COUNT;
}

static int check_hours_fields(struct core *core, const struct actor *by, const struct users_save *save,
                              struct users_refusal *reterr) {
    const enum user_field field = changed_hours_field(&save->before, &save->after);
    int r = field != USER_FIELD_COUNT ? users_check_own_hours(core, by, save->after.userid) : 0;
    return r < 0 ? users_refuse(reterr, field, r) : 0;
}

int users_check_rights(struct core *core, const struct actor *by, const struct user_change *change,
                       const struct users_save *save, struct users_refusal *reterr) {
    if (save->exists && save->before.level > actor_reach(by)) {
        return users_refuse(reterr, USER_USERID, E_ABOVE_LEVEL);
    }
    if (save->after.level > actor_reach(by)) {
        return users_refuse(reterr, USER_LEVEL, E_ABOVE_LEVEL);
    }
    if (save->exists && save->after.userid == by->userid && save->after.level < save->before.level) {
        return users_refuse(reterr, USER_LEVEL, E_OWN_ACCOUNT);
    }
    /* A borrowed session must not be enough to take the account over. */
    if (save->after.userid == by->userid && user_gives(change, USER_PASSWORD)) {
        return users_refuse(reterr, USER_PASSWORD, E_OWN_PASSWORD);
    }
    return save->exists ? check_hours_fields(core, by, save, reterr) : 0;
}

int users_check_whole(const struct users_save *save, struct users_refusal *reterr) {
    const struct user *user = &save->after;

    if (user->identify_mode == IDENTIFY_MODE_ALL && user->identify_factors == 0) {
        return users_refuse(reterr, USER_IDENTIFY_FACTORS, E_MISSING);
    }
    if (user->valid_from != 0 && user->valid_to != 0 && user->valid_to < user->valid_from) {
        return users_refuse(reterr, USER_VALID_TO, E_RANGE);
    }
    return 0;
}

int users_check_unique(struct core *core, const struct users_save *save, struct users_refusal *reterr,
                       uint32_t *ret_holder) {
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const struct value_row *row = &user_rows[i];
        const char *text = users_unique_text(&save->after, (enum user_field)i);
        if (text[0] == '\0' ||
            (save->exists && value_equal(row, value_in_const(row, &save->before), value_in_const(row, &save->after)))) {
            continue;
        }
        int r = store_users_by_text(core->store, (enum user_field)i, text, ret_holder);
        if (r == 0 && *ret_holder != save->after.userid) {
            return users_refuse(reterr, (enum user_field)i, E_VALUE_EXISTS);
        }
        if (r < 0 && r != E_NOTFOUND) {
            return r;
        }
    }
    *ret_holder = 0;
    return 0;
}

bool users_is_same(const struct users_save *save) {
    return save->exists && !save->has_password && user_equal(&save->before, &save->after);
}

/* The person who gives a password becomes the sponsor, so that nobody gets more room in the audit log by creating
 * accounts (core/accounts/accounts.h); admin sponsors nobody. */
static int write_sponsor(struct core *core, const struct actor *by, const struct users_save *save) {
    return save->has_password
               ? store_users_set_sponsor(core->store, save->after.userid, actor_sponsor(by), actor_person(by))
               : 0;
}

int users_write_row(struct core *core, const struct actor *by, const struct users_save *save,
                    struct users_saved *ret_saved) {
    const struct store_password *password = save->has_password ? &save->password : NULL;
    int r;

    ret_saved->userid = save->after.userid;
    ret_saved->revision = save->before.revision;
    if (users_is_same(save)) {
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
    return r < 0 ? r : write_sponsor(core, by, save);
}

int users_write_save(struct core *core, const struct actor *by, const struct users_save *save,
                     struct users_saved *ret_saved) {
    enum users_password_change change = !save->has_password         ? USERS_PASSWORD_SAME
                                        : save->after.has_password  ? USERS_PASSWORD_SET
                                        : save->before.has_password ? USERS_PASSWORD_REMOVED
                                                                    : USERS_PASSWORD_SAME;
    int r = users_write_row(core, by, save, ret_saved);

    return r < 0 || users_is_same(save)
               ? r
               : users_audit(core, by, save->exists ? &save->before : NULL, &save->after, change);
}

/* A new password or level ends the sessions of the account, which is never the caller's own; other validity days apply
 * to them at once. */
void users_follow(struct core *core, const struct users_save *save) {
    if (!save->exists || save->before.level == 0) {
        return;
    }
    if (save->has_password || save->before.level != save->after.level) {
        accounts_end_user(core, save->after.userid);
    } else {
        accounts_set_days(core, save->after.userid, save->after.valid_from, save->after.valid_to);
    }
}
