#include "core/users/users_many.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/accounts/accounts.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/users/users_impl.h"
#include "util/arena.h"
#include "util/text.h"

struct users_many {
    struct users_save save;
    bool writes; /* the last checked change must be written */
};

int users_many_new(struct users_many **ret_many) {
    struct users_many *many = calloc(1, sizeof(*many));
    if (many == NULL) {
        return E_NOMEM;
    }
    arena_init(&many->save.arena, USERS_ARENA_MAX);
    *ret_many = many;
    return 0;
}

struct users_many *users_many_free(struct users_many *many) {
    if (many != NULL) {
        users_save_done(&many->save);
        free(many);
    }
    return NULL;
}

static int many_read(struct core *core, uint32_t userid, struct users_many *many) {
    struct users_save *save = &many->save;
    arena_done(&save->arena);
    arena_init(&save->arena, USERS_ARENA_MAX);
    *save = (struct users_save){.arena = save->arena};
    many->writes = false;
    int r = store_users_get(core->store, userid, &save->arena, &save->before);
    save->exists = r == 0;
    return r == E_NOTFOUND ? 0 : r;
}

static int check_cards(struct core *core, const struct users_save *save, struct users_verdict *ret_verdict,
                       struct users_refusal *reterr) {
    uint64_t cards[USERS_CARDS_MAX];
    uint32_t holders[USERS_CARDS_MAX];
    int r = users_check_cards(core, &save->after, holders, reterr);
    (void)users_cards(&save->after, cards);
    for (size_t i = 0; r == E_CARD_EXISTS && i < USERS_CARDS_MAX; i++) {
        ret_verdict->taken[i] = holders[i] != 0 ? cards[i] : 0;
        ret_verdict->takers[i] = holders[i];
        ret_verdict->holder = ret_verdict->holder == 0 ? holders[i] : ret_verdict->holder;
    }
    return r;
}

/* Checks the rules after those of existence, in the same order as for a single user. */
static int many_check(struct core *core, const struct actor *by, const struct user_change *change,
                      struct users_save *save, struct users_verdict *ret_verdict, struct users_refusal *reterr) {
    save->after = save->exists ? save->before : user_defaults;
    user_merge(change, &save->after);
    int r = users_check_rights(core, by, change, save, reterr);
    if (r == 0) {
        r = users_check_whole(save, reterr);
    }
    if (r == 0) {
        r = users_merge_password(change, save, reterr);
    }
    if (r == 0) {
        r = check_cards(core, save, ret_verdict, reterr);
    }
    users_close_card_gaps(&save->after);
    return r < 0 ? r : users_check_unique(core, save, reterr, &ret_verdict->holder);
}

static uint64_t given_up(const struct users_save *save) {
    uint64_t fields = 0;
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const char *before = users_unique_text(&save->before, (enum user_field)i);
        const bool is_kept = strcasecmp(before, users_unique_text(&save->after, (enum user_field)i)) == 0;
        fields |= before[0] != '\0' && !is_kept ? VALUE_BIT(i) : 0;
    }
    return fields;
}

/* Finds the ID of a new user at or above *next_id. */
static int find_free_id(struct core *core, uint32_t *next_id, uint32_t *ret_id) {
    int r = store_users_next_id(core->store, *next_id, ret_id);
    *next_id = r == 0 ? *ret_id + 1 : *next_id;
    return r;
}

int users_many_find_there(struct core *core, struct user_change *change) {
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const bool is_key = (user_rows[i].uses & VALUE_KEY) != 0 && user_gives(change, (enum user_field)i);
        const char *text = is_key ? users_unique_text(&change->values, (enum user_field)i) : "";
        int r = text[0] != '\0' ? store_users_by_text(core->store, (enum user_field)i, text, &change->values.userid)
                                : E_NOTFOUND;
        if (r != E_NOTFOUND) {
            return r;
        }
    }
    return E_NOTFOUND;
}

int users_many_find(struct core *core, struct user_change *change, uint32_t *next_id) {
    int r = users_many_find_there(core, change);
    return r == E_NOTFOUND ? find_free_id(core, next_id, &change->values.userid) : r;
}

int users_many_by_name(struct core *core, struct user_change *change) {
    char folded[TEXT_FOLD_MAX];
    size_t len = 0, count = 0;
    uint32_t ids[2];
    const char *name = change->values.username;
    int r = text_fold(name, strlen(name), folded, &len);
    if (r == 0 && len > 0) {
        r = store_users_by_name(core->store, folded, ids, 2, &count);
    }
    if (r == 0 && count == 1) {
        change->values.userid = ids[0];
    }
    return r < 0 ? r : count == 0 ? E_NOTFOUND : count == 1 ? 0 : E_NAME_SEVERAL;
}

int users_many_by_key(struct core *core, const char *text, uint32_t *ret_ids, size_t max, size_t *ret_count) {
    *ret_count = 0;
    for (unsigned i = 0; i < USER_FIELD_COUNT && *ret_count < max; i++) {
        const unsigned key = VALUE_KEY | VALUE_UNIQUE;
        int r = (user_rows[i].uses & key) == key
                    ? store_users_by_text(core->store, (enum user_field)i, text, &ret_ids[*ret_count])
                    : E_NOTFOUND;
        *ret_count += r == 0 ? 1 : 0;
        if (r < 0 && r != E_NOTFOUND) {
            return r;
        }
    }
    return 0;
}

int users_many_exists(struct core *core, uint32_t userid, bool *ret_exists) {
    uint32_t sponsor = 0;
    int r = store_users_sponsor(core->store, userid, &sponsor);
    *ret_exists = r == 0;
    return r == E_NOTFOUND ? 0 : r;
}

int users_many_judge(struct core *core, const struct actor *by, const struct user_change *change,
                     enum bulk_existing existing, bool must_exist, struct users_many *many,
                     struct users_verdict *ret_verdict, struct users_refusal *reterr) {
    struct users_save *save = &many->save;
    *ret_verdict = (struct users_verdict){.outcome = USERS_SKIPPED};
    *reterr = (struct users_refusal){0};
    int r = users_check_change(change, reterr);
    if (r == 0) {
        r = many_read(core, change->values.userid, many);
    }
    if (r < 0) {
        return r;
    }
    if (!save->exists && must_exist) {
        return users_refuse(reterr, USER_USERID, E_USER_UNKNOWN);
    }
    if (save->exists && existing == BULK_EXISTING_REFUSE) {
        ret_verdict->holder = change->values.userid;
        return users_refuse(reterr, USER_USERID, E_USER_ID_EXISTS);
    }
    if (save->exists && existing == BULK_EXISTING_SKIP) {
        return 0;
    }
    /* Also if another user has the card: it may be given up before this is written. */
    r = many_check(core, by, change, save, ret_verdict, reterr);
    const uint8_t level = save->exists ? save->before.level : 0;
    ret_verdict->outcome = !save->exists ? USERS_ADDED : users_is_same(save) ? USERS_SAME : USERS_CHANGED;
    ret_verdict->raises = save->after.level > level;
    ret_verdict->freed_count = save->exists ? users_cards_given_up(&save->before, &save->after, ret_verdict->freed) : 0;
    ret_verdict->gives_up = save->exists ? given_up(save) : 0;
    ret_verdict->is_admin = save->after.level > 0 || level > 0;
    many->writes = r == 0 && ret_verdict->outcome != USERS_SAME;
    return r;
}

int users_many_write(struct core *core, const struct actor *by, struct users_many *many) {
    const struct users_save *save = &many->save;
    struct users_saved saved;
    if (!many->writes) {
        return 0;
    }
    return save->after.level > 0 || (save->exists && save->before.level > 0) ? users_write_save(core, by, save, &saved)
                                                                             : users_write_row(core, by, save, &saved);
}

bool users_many_follows(const struct users_many *many, struct users_end *ret_follow) {
    const struct users_save *save = &many->save;
    if (!many->writes || !save->exists || save->before.level == 0) {
        return false;
    }
    *ret_follow = (struct users_end){.userid = save->after.userid,
                                     .valid_from = save->after.valid_from,
                                     .valid_to = save->after.valid_to,
                                     .ends = save->after.level != save->before.level};
    return true;
}

void users_many_follow(struct core *core, const struct users_end *follow) {
    if (follow->ends) {
        accounts_end_user(core, follow->userid);
    } else {
        accounts_set_days(core, follow->userid, follow->valid_from, follow->valid_to);
    }
}

const struct user *users_many_after(const struct users_many *many) {
    return &many->save.after;
}

int users_many_room(struct core *core, uint32_t *ret_room) {
    struct store_users_counts counts;
    int r = store_users_counts(core->store, &counts);
    const uint32_t capacity = users_capacity(core);
    *ret_room = r == 0 && counts.users < capacity ? capacity - counts.users : 0;
    return r;
}
