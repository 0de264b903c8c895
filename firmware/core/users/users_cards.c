/* The cards of a user: the one that the specification knows, and up to four more. */
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "core/users/users_impl.h"

#define BYTE_BITS 8

const enum user_field users_card_fields[USERS_CARDS_MAX] = {USER_CARDNO, USER_CARDNO2, USER_CARDNO3, USER_CARDNO4,
                                                            USER_CARDNO5};

bool users_is_card(enum user_field field) {
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        if (users_card_fields[i] == field) {
            return true;
        }
    }
    return false;
}

size_t users_cards(const struct user *user, uint64_t ret_cards[USERS_CARDS_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        const struct value_row *row = &user_rows[users_card_fields[i]];
        ret_cards[i] = (uint64_t)value_number(row, value_in_const(row, user));
        count += ret_cards[i] != 0 ? 1 : 0;
    }
    return count;
}

uint64_t users_card_max(unsigned card_length) {
    return (UINT64_C(1) << card_length * BYTE_BITS) - 1;
}

int users_long_cards(struct core *core, unsigned card_length, uint32_t *ret_count) {
    return store_users_cards_above(core->store, users_card_max(card_length), ret_count);
}

int users_by_card(struct core *core, uint64_t card, uint32_t *ret_userid) {
    bool can_be = card != 0 && card <= USER_CARDNO_MAX;
    return can_be ? store_users_by_card(core->store, card, ret_userid) : E_NOTFOUND;
}

static bool has_card(const uint64_t *cards, size_t count, uint64_t card) {
    for (size_t i = 0; i < count; i++) {
        if (cards[i] == card) {
            return true;
        }
    }
    return false;
}

size_t users_cards_given_up(const struct user *before, const struct user *after, uint64_t ret_cards[USERS_CARDS_MAX]) {
    uint64_t old[USERS_CARDS_MAX], new[USERS_CARDS_MAX];
    size_t count = 0;
    (void)users_cards(before, old);
    (void)users_cards(after, new);
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        if (old[i] != 0 && !has_card(new, USERS_CARDS_MAX, old[i])) {
            ret_cards[count++] = old[i];
        }
    }
    return count;
}

/* Checks one card; the ones before it are the first `count` of `cards`. */
static int check_card(struct core *core, const struct user *user, const uint64_t *cards, size_t count,
                      uint32_t *ret_holder) {
    const uint64_t card = cards[count];
    if (card == 0) {
        return 0;
    }
    if (card > users_card_max(settings_get(core)->values.access_control.card_length)) {
        return E_CARD_TOO_LONG;
    }
    if (has_card(cards, count, card)) {
        return E_CARD_OWN;
    }
    int r = store_users_by_card(core->store, card, ret_holder);
    if (r == 0 && *ret_holder != user->userid) {
        return E_CARD_EXISTS;
    }
    *ret_holder = 0;
    return r == E_NOTFOUND ? 0 : r;
}

int users_check_cards(struct core *core, const struct user *user, uint32_t ret_holders[USERS_CARDS_MAX],
                      struct users_refusal *reterr) {
    uint64_t cards[USERS_CARDS_MAX];
    int first = 0;
    (void)users_cards(user, cards);
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        ret_holders[i] = 0;
        int r = check_card(core, user, cards, i, &ret_holders[i]);
        if (r < 0 && r != E_CARD_EXISTS) {
            return users_refuse(reterr, users_card_fields[i], r);
        }
        first = first == 0 && r < 0 ? users_refuse(reterr, users_card_fields[i], r) : first;
    }
    return first;
}

void users_close_card_gaps(struct user *user) {
    uint64_t cards[USERS_CARDS_MAX];
    size_t to = 0;
    (void)users_cards(user, cards);
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        cards[to] = cards[i];
        to += cards[i] != 0 ? 1 : 0;
    }
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        const struct value_row *row = &user_rows[users_card_fields[i]];
        value_put(row, i < to ? (int64_t)cards[i] : 0, value_in(row, user));
    }
}
