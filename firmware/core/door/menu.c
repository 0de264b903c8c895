#include "core/door/menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/sessions.h"
#include "util/crypto.h"
#include "util/err.h"
#include "util/ipv4.h"
#include "util/log.h"

#define PARTS 4 /* of an address */
#define PART_MAX 255
#define PART_DIGITS 3
#define MASK_MAX 30 /* bits; more leave no room for hosts */
#define ID_DIGITS 9
#define FINGERS 10
#define HAND 5
#define FINGER_KEY HAL_MENU_THUMB /* the first of those that name a finger */

struct menu_row {
    enum hal_menu_page page;
    struct hal_menu_entry entry;
    unsigned needs; /* of MENU_MAY_* and MENU_HAS_*: all of them */
};

/* Which key does what on which page. A key keeps its place when an entry before it is not offered. */
static const struct menu_row rows[] = {
    {HAL_MENU_ENTRIES, {'1', HAL_MENU_END_WAITS}, 0},
    {HAL_MENU_ENTRIES, {'2', HAL_MENU_ENROL}, MENU_MAY_ENROL},
    {HAL_MENU_ENTRIES, {'3', HAL_MENU_SHOW_NETWORK}, MENU_MAY_NETWORK},
    {HAL_MENU_ENTRIES, {'4', HAL_MENU_TEST}, 0},
    {HAL_MENU_ENTRIES, {'5', HAL_MENU_ASK_RESTART}, 0},
    {HAL_MENU_ENTRIES, {'0', HAL_MENU_LEAVE}, 0},
    {HAL_MENU_ENROL_WHAT, {'1', HAL_MENU_FINGER}, MENU_HAS_FINGER},
    {HAL_MENU_ENROL_WHAT, {'2', HAL_MENU_FACE}, MENU_HAS_FACE},
    {HAL_MENU_ENROL_WHAT, {'3', HAL_MENU_CARD}, 0},
    {HAL_MENU_ENROL_WHAT, {'0', HAL_MENU_BACK}, 0},
    {HAL_MENU_ENROL_HAND, {'1', HAL_MENU_RIGHT_HAND}, 0},
    {HAL_MENU_ENROL_HAND, {'2', HAL_MENU_LEFT_HAND}, 0},
    {HAL_MENU_ENROL_HAND, {'0', HAL_MENU_BACK}, 0},
    {HAL_MENU_ENROL_FINGER, {'1', HAL_MENU_THUMB}, 0},
    {HAL_MENU_ENROL_FINGER, {'2', HAL_MENU_FOREFINGER}, 0},
    {HAL_MENU_ENROL_FINGER, {'3', HAL_MENU_MIDDLE}, 0},
    {HAL_MENU_ENROL_FINGER, {'4', HAL_MENU_RING}, 0},
    {HAL_MENU_ENROL_FINGER, {'5', HAL_MENU_LITTLE}, 0},
    {HAL_MENU_ENROL_FINGER, {'0', HAL_MENU_BACK}, 0},
    {HAL_MENU_ENROL_RUNS, {'0', HAL_MENU_CANCEL}, 0},
    {HAL_MENU_NETWORK, {'1', HAL_MENU_DHCP}, 0},
    {HAL_MENU_NETWORK, {'2', HAL_MENU_FIXED}, 0},
    {HAL_MENU_NETWORK, {'0', HAL_MENU_BACK}, 0},
    {HAL_MENU_SET_ADDRESS, {'1', HAL_MENU_YES}, 0},
    {HAL_MENU_SET_ADDRESS, {'0', HAL_MENU_NO}, 0},
    {HAL_MENU_KEEP_ADDRESS, {'1', HAL_MENU_YES}, 0},
    {HAL_MENU_KEEP_ADDRESS, {'0', HAL_MENU_NO}, 0},
    {HAL_MENU_RESTART, {'1', HAL_MENU_YES}, 0},
    {HAL_MENU_RESTART, {'0', HAL_MENU_NO}, 0},
    {HAL_MENU_SELF_TEST, {'0', HAL_MENU_BACK}, 0},
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

/* The one way to a page; `by` (for the log): what led there. */
static void menu_enter(struct menu *menu, enum hal_menu_page page, const char *by) {
    static const struct log_machine machine = {"menu", hal_menu_page_text, HAL_MENU_PAGES};
    log_transition("terminal", &machine, menu->view.page, page, by);
    menu->view.page = page;
}

/* Turns to a page, and gives it its time. */
static void turn_to(struct menu *menu, enum hal_menu_page page, enum hal_menu_note note, const char *by,
                    int64_t now_ms) {
    menu_enter(menu, page, by);
    menu->view.note = note;
    menu->view.wait_s = 0;
    menu->until_ms = now_ms + MENU_IDLE_MS;
}

bool menu_close(struct menu *menu, const char *by) {
    bool was_open = menu->view.page != HAL_MENU_CLOSED;
    menu_enter(menu, HAL_MENU_CLOSED, by);
    crypto_wipe(menu, sizeof(*menu)); /* what was typed as an ID may have been a code */
    return was_open;
}

bool menu_expire(struct menu *menu, int64_t now_ms) {
    return menu->view.page != HAL_MENU_CLOSED && now_ms >= menu->until_ms && menu_close(menu, "time");
}

void menu_key(struct menu *menu, int64_t now_ms) {
    if (!menu_close(menu, "key")) {
        turn_to(menu, HAL_MENU_ASK_ID, HAL_MENU_NOTHING, "key", now_ms);
    }
}

void menu_card(struct menu *menu, const char *id, int64_t now_ms) {
    (void)menu_close(menu, "initial card"); /* the person who had opened it has left it */
    (void)snprintf(menu->id, sizeof(menu->id), "%s", id);
    turn_to(menu, HAL_MENU_ASK_CODE, HAL_MENU_NOTHING, "initial card", now_ms);
}

/* Makes it a job of who opened the menu; the rest of what it needs is there. */
static enum menu_act menu_ask(struct menu *menu, enum menu_task task, int64_t now_ms) {
    menu->job.task = task;
    menu->job.by = menu->by;
    menu->job.by.fresh = now_ms - menu->opened_ms < SESSIONS_FRESH_MS;
    turn_to(menu, HAL_MENU_WORKING, HAL_MENU_NOTHING, "digits", now_ms);
    return MENU_ASK;
}

static enum menu_act menu_turn(struct menu *menu, enum hal_menu_page page, int64_t now_ms) {
    turn_to(menu, page, HAL_MENU_NOTHING, "digits", now_ms);
    return MENU_SHOW;
}

/* Fingers are counted from the right thumb to the right little finger, then from the left little finger to the left
 * thumb. */
static enum menu_act menu_enrol_finger(struct menu *menu, enum hal_menu_what what, int64_t now_ms) {
    unsigned from_thumb = (unsigned)what - FINGER_KEY;
    menu->job.factor = ENROL_FACTOR_FINGER;
    menu->job.finger = (uint8_t)(menu->is_left ? FINGERS - 1 - from_thumb : from_thumb);
    return menu_ask(menu, MENU_TASK_ENROL, now_ms);
}

static enum menu_act menu_enrol_with(struct menu *menu, enum enrol_factor factor, int64_t now_ms) {
    menu->job.factor = factor;
    menu->job.finger = 0;
    return menu_ask(menu, MENU_TASK_ENROL, now_ms);
}

static void forget_address(struct menu *menu) {
    menu->parts = 0;
    menu->view.address[0] = menu->view.mask[0] = menu->view.gateway[0] = '\0';
}

static enum menu_act menu_set_address(struct menu *menu, bool dhcp, int64_t now_ms) {
    menu->job.dhcp = dhcp;
    memcpy(menu->job.address, menu->view.address, sizeof(menu->job.address));
    memcpy(menu->job.mask, menu->view.mask, sizeof(menu->job.mask));
    memcpy(menu->job.gateway, menu->view.gateway, sizeof(menu->job.gateway));
    return menu_ask(menu, MENU_TASK_SET_ADDRESS, now_ms);
}

static enum menu_act menu_answer(struct menu *menu, bool yes, int64_t now_ms) {
    switch ((int)menu->view.page) {
        case HAL_MENU_SET_ADDRESS:
            return yes ? menu_set_address(menu, false, now_ms) : menu_ask(menu, MENU_TASK_LINKS, now_ms);
        case HAL_MENU_KEEP_ADDRESS:
            return menu_ask(menu, yes ? MENU_TASK_KEEP_ADDRESS : MENU_TASK_UNDO_ADDRESS, now_ms);
        case HAL_MENU_RESTART:
            return yes ? menu_ask(menu, MENU_TASK_RESTART, now_ms) : menu_turn(menu, HAL_MENU_ENTRIES, now_ms);
        default: return MENU_SHOW;
    }
}

static enum hal_menu_page page_before(enum hal_menu_page page) {
    return page == HAL_MENU_ENROL_FINGER ? HAL_MENU_ENROL_HAND
           : page == HAL_MENU_ENROL_HAND ? HAL_MENU_ENROL_WHAT
                                         : HAL_MENU_ENTRIES;
}

static enum menu_act menu_do(struct menu *menu, enum hal_menu_what what, int64_t now_ms) {
    switch (what) {
        case HAL_MENU_END_WAITS: return menu_ask(menu, MENU_TASK_END_WAITS, now_ms);
        case HAL_MENU_LEAVE: (void)menu_close(menu, "digits"); return MENU_SHOW;
        case HAL_MENU_ENROL: return menu_turn(menu, HAL_MENU_ENROL_USER, now_ms);
        case HAL_MENU_SHOW_NETWORK: return menu_ask(menu, MENU_TASK_LINKS, now_ms);
        case HAL_MENU_TEST: return menu_ask(menu, MENU_TASK_TEST, now_ms);
        case HAL_MENU_ASK_RESTART: return menu_turn(menu, HAL_MENU_RESTART, now_ms);
        case HAL_MENU_BACK: return menu_turn(menu, page_before(menu->view.page), now_ms);
        case HAL_MENU_FINGER: return menu_turn(menu, HAL_MENU_ENROL_HAND, now_ms);
        case HAL_MENU_FACE: return menu_enrol_with(menu, ENROL_FACTOR_FACE, now_ms);
        case HAL_MENU_CARD: return menu_enrol_with(menu, ENROL_FACTOR_CARD, now_ms);
        case HAL_MENU_CANCEL: return menu_ask(menu, MENU_TASK_CANCEL, now_ms);
        case HAL_MENU_RIGHT_HAND:
        case HAL_MENU_LEFT_HAND:
            menu->is_left = what == HAL_MENU_LEFT_HAND;
            return menu_turn(menu, HAL_MENU_ENROL_FINGER, now_ms);
        case HAL_MENU_THUMB:
        case HAL_MENU_FOREFINGER:
        case HAL_MENU_MIDDLE:
        case HAL_MENU_RING:
        case HAL_MENU_LITTLE: return menu_enrol_finger(menu, what, now_ms);
        case HAL_MENU_DHCP: forget_address(menu); return menu_set_address(menu, true, now_ms);
        case HAL_MENU_FIXED: forget_address(menu); return menu_turn(menu, HAL_MENU_ASK_ADDRESS, now_ms);
        case HAL_MENU_YES:
        case HAL_MENU_NO: return menu_answer(menu, what == HAL_MENU_YES, now_ms);
    }
    return MENU_SHOW;
}

static bool is_offered(const struct menu *menu, const struct menu_row *row) {
    return row->page == menu->view.page && (row->needs & ~menu->may) == 0;
}

/* Any other key gets no answer and no more time, so that nobody holds open what somebody else has opened. */
static enum menu_act menu_choose(struct menu *menu, const char *digits, int64_t now_ms) {
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (is_offered(menu, &rows[i]) && digits[0] == rows[i].entry.key && digits[1] == '\0') {
            return menu_do(menu, rows[i].entry.what, now_ms);
        }
    }
    return MENU_SHOW;
}

/* A number of at most `most_digits`; UINT32_MAX for a longer one. */
static uint32_t number_of(const char *digits, size_t most_digits) {
    return strlen(digits) <= most_digits ? (uint32_t)strtoul(digits, NULL, 10) : UINT32_MAX;
}

/* What was typed cannot be: the same page asks again. */
static enum menu_act menu_refuse(struct menu *menu, int64_t now_ms) {
    turn_to(menu, menu->view.page, HAL_MENU_INVALID, "digits", now_ms);
    return MENU_SHOW;
}

static enum menu_act take_user(struct menu *menu, const char *digits, int64_t now_ms) {
    uint32_t userid = number_of(digits, ID_DIGITS);
    if (userid == 0) {
        return menu_turn(menu, HAL_MENU_ENTRIES, now_ms);
    }
    if (userid > USER_USERID_MAX) {
        return menu_refuse(menu, now_ms);
    }
    menu->job.userid = userid;
    return menu_ask(menu, MENU_TASK_FIND_USER, now_ms);
}

/* Puts the next part behind those that were typed. True once all are there. */
static bool add_part(struct menu *menu, uint32_t part, char text[HAL_MENU_ADDRESS_MAX]) {
    size_t len = strlen(text);
    menu->parts++;
    (void)snprintf(text + len, HAL_MENU_ADDRESS_MAX - len, "%u%s", (unsigned)part, menu->parts < PARTS ? "." : "");
    return menu->parts == PARTS;
}

static bool is_unicast(const char *text) {
    uint32_t address = 0;
    return ipv4_parse(text, &address) == 0 && ipv4_is_unicast(address);
}

/* The next part of an address; whole, it leads to `next`, or is asked for again. */
static enum menu_act take_part(struct menu *menu, const char *digits, char text[HAL_MENU_ADDRESS_MAX],
                               enum hal_menu_page next, int64_t now_ms) {
    uint32_t part = number_of(digits, PART_DIGITS);
    if (part > PART_MAX) {
        return menu_refuse(menu, now_ms);
    }
    if (!add_part(menu, part, text)) {
        return menu_turn(menu, menu->view.page, now_ms);
    }
    menu->parts = 0;
    if (!is_unicast(text)) {
        text[0] = '\0';
        return menu_refuse(menu, now_ms);
    }
    return menu_turn(menu, next, now_ms);
}

static enum menu_act take_mask(struct menu *menu, const char *digits, int64_t now_ms) {
    uint32_t bits = number_of(digits, PART_DIGITS);
    if (bits < 1 || bits > MASK_MAX) {
        return menu_refuse(menu, now_ms);
    }
    ipv4_format(UINT32_MAX << (32 - bits), false, menu->view.mask);
    return menu_turn(menu, HAL_MENU_ASK_GATEWAY, now_ms);
}

static enum menu_act take_gateway(struct menu *menu, const char *digits, int64_t now_ms) {
    if (menu->parts == 0 && number_of(digits, PART_DIGITS) == 0) {
        return menu_turn(menu, HAL_MENU_SET_ADDRESS, now_ms);
    }
    return take_part(menu, digits, menu->view.gateway, HAL_MENU_SET_ADDRESS, now_ms);
}

enum menu_act menu_digits(struct menu *menu, const char *digits, int64_t now_ms) {
    switch ((int)menu->view.page) {
        case HAL_MENU_ASK_ID:
            (void)snprintf(menu->id, sizeof(menu->id), "%s", digits);
            return menu_turn(menu, HAL_MENU_ASK_CODE, now_ms);
        case HAL_MENU_ASK_CODE: return MENU_ADMIT;
        case HAL_MENU_ENROL_USER: return take_user(menu, digits, now_ms);
        case HAL_MENU_ASK_ADDRESS: return take_part(menu, digits, menu->view.address, HAL_MENU_ASK_MASK, now_ms);
        case HAL_MENU_ASK_MASK: return take_mask(menu, digits, now_ms);
        case HAL_MENU_ASK_GATEWAY: return take_gateway(menu, digits, now_ms);
        default: return menu_choose(menu, digits, now_ms);
    }
}

void menu_admitted(struct menu *menu, const struct menu_admission *admission, int64_t now_ms) {
    crypto_wipe(menu->id, sizeof(menu->id));
    if (admission->r == 0) {
        menu->by = admission->by;
        menu->may = admission->may;
        menu->opened_ms = now_ms;
        turn_to(menu, HAL_MENU_ENTRIES, HAL_MENU_NOTHING, "code", now_ms);
        return;
    }
    bool waits = admission->r == E_THROTTLED;
    enum hal_menu_note note = waits                              ? HAL_MENU_WAIT
                              : admission->r == E_PASSWORD_WRONG ? HAL_MENU_REFUSED
                                                                 : HAL_MENU_FAILED;
    turn_to(menu, HAL_MENU_ASK_ID, note, "code", now_ms);
    menu->view.wait_s = waits ? admission->wait_s : 0;
}

static enum hal_menu_note note_of(int r) {
    switch (r) {
        case 0: return HAL_MENU_DONE;
        case E_THROTTLED: return HAL_MENU_WAIT;
        case E_FORBIDDEN:
        case E_ABOVE_LEVEL:
        case E_PASSWORD_NEEDED: return HAL_MENU_FORBIDDEN;
        case E_ENROL_BUSY: return HAL_MENU_BUSY;
        case E_OFFLINE:
        case E_BUSY:
        case E_NOT_FITTED: return HAL_MENU_OFFLINE;
        case E_CAPACITY:
        case E_MODULE_FULL:
        case E_NOSPC: return HAL_MENU_FULL;
        case E_PROVISIONAL_PENDING: return HAL_MENU_PENDING;
        case E_ADDRESS_INVALID:
        case E_GATEWAY_OUTSIDE: return HAL_MENU_INVALID;
        case E_CONFIRM_UNKNOWN: return HAL_MENU_UNDONE;
        default: return HAL_MENU_FAILED;
    }
}

/* Shows the interfaces, and what came of it. */
static void did_network(struct menu *menu, const struct menu_result *result, enum hal_menu_note note, int64_t now_ms) {
    memcpy(menu->view.links, result->links, sizeof(menu->view.links));
    menu->view.link_count = result->link_count;
    forget_address(menu);
    turn_to(menu, HAL_MENU_NETWORK, note, "result", now_ms);
}

static void did_set_address(struct menu *menu, const struct menu_result *result, int64_t now_ms) {
    bool is_wrong = note_of(result->r) == HAL_MENU_INVALID;
    if (result->r == 0 && result->wait_s > 0) {
        turn_to(menu, HAL_MENU_KEEP_ADDRESS, HAL_MENU_NOTHING, "result", now_ms);
        menu->view.wait_s = result->wait_s;
        menu->until_ms = now_ms + (int64_t)result->wait_s * 1000;
    } else if (is_wrong) {
        forget_address(menu);
        turn_to(menu, HAL_MENU_ASK_ADDRESS, HAL_MENU_INVALID, "result", now_ms);
    } else {
        did_network(menu, result, note_of(result->r), now_ms);
    }
}

static void did_find_user(struct menu *menu, const struct menu_result *result, int64_t now_ms) {
    if (result->r < 0) {
        turn_to(menu, HAL_MENU_ENROL_USER, note_of(result->r), "result", now_ms);
        return;
    }
    menu->view.userid = menu->job.userid;
    menu->view.is_new = result->is_new;
    memcpy(menu->view.name, result->name, sizeof(menu->view.name));
    turn_to(menu, HAL_MENU_ENROL_WHAT, HAL_MENU_NOTHING, "result", now_ms);
}

static void did_enrol(struct menu *menu, const struct menu_result *result, int64_t now_ms) {
    menu->view.is_new = menu->view.is_new && result->is_new;
    if (result->r < 0) {
        memcpy(menu->view.holder, result->holder, sizeof(menu->view.holder));
        turn_to(menu, HAL_MENU_ENROL_WHAT, note_of(result->r), "result", now_ms);
        return;
    }
    turn_to(menu, HAL_MENU_ENROL_RUNS, HAL_MENU_NOTHING, "result", now_ms);
    menu->until_ms = INT64_MAX; /* it ends by itself */
}

void menu_did(struct menu *menu, const struct menu_result *result, int64_t now_ms) {
    if (result->r == E_SESSION_ENDED) {
        (void)menu_close(menu, "session ended");
        return;
    }
    switch (menu->job.task) {
        case MENU_TASK_FIND_USER: did_find_user(menu, result, now_ms); break;
        case MENU_TASK_ENROL: did_enrol(menu, result, now_ms); break;
        case MENU_TASK_CANCEL: turn_to(menu, HAL_MENU_ENROL_WHAT, HAL_MENU_NOTHING, "result", now_ms); break;
        case MENU_TASK_SET_ADDRESS: did_set_address(menu, result, now_ms); break;
        case MENU_TASK_LINKS:
            did_network(menu, result, result->r == 0 ? HAL_MENU_NOTHING : note_of(result->r), now_ms);
            break;
        case MENU_TASK_KEEP_ADDRESS: did_network(menu, result, note_of(result->r), now_ms); break;
        case MENU_TASK_UNDO_ADDRESS:
            did_network(menu, result, result->r == 0 ? HAL_MENU_UNDONE : note_of(result->r), now_ms);
            break;
        case MENU_TASK_TEST:
            memcpy(menu->view.checks, result->checks, sizeof(menu->view.checks));
            turn_to(menu, result->r == 0 ? HAL_MENU_SELF_TEST : HAL_MENU_ENTRIES,
                    result->r == 0 ? HAL_MENU_NOTHING : note_of(result->r), "result", now_ms);
            break;
        case MENU_TASK_NONE:
        case MENU_TASK_END_WAITS:
        case MENU_TASK_RESTART: turn_to(menu, HAL_MENU_ENTRIES, note_of(result->r), "result", now_ms); break;
    }
    if (menu->view.note == HAL_MENU_WAIT) {
        menu->view.wait_s = result->wait_s;
    }
}

void menu_enrolled(struct menu *menu, int64_t now_ms) {
    if (menu->view.page == HAL_MENU_ENROL_RUNS) {
        turn_to(menu, HAL_MENU_ENROL_WHAT, HAL_MENU_NOTHING, "enrolment over", now_ms);
    }
}

bool menu_links(struct menu *menu, const struct hal_menu_link *links, size_t count) {
    bool is_same = menu->view.page != HAL_MENU_NETWORK || count != menu->view.link_count;
    for (size_t i = 0; !is_same && i < count; i++) {
        const struct hal_menu_link *shown = &menu->view.links[i];
        if (shown->lease != links[i].lease || strcmp(shown->address, links[i].address) != 0) {
            memcpy(menu->view.links, links, count * sizeof(*links));
            return true;
        }
    }
    return false;
}

/* Whether something on the page changes by itself. */
static bool is_live(const struct menu *menu) {
    return menu->view.page == HAL_MENU_ENROL_RUNS || menu->view.page == HAL_MENU_NETWORK;
}

int menu_left_ms(const struct menu *menu, int64_t now_ms, int otherwise) {
    if (menu->view.page == HAL_MENU_CLOSED) {
        return otherwise;
    }
    otherwise = is_live(menu) && MENU_LOOK_MS < otherwise ? MENU_LOOK_MS : otherwise;
    int64_t left_ms = menu->until_ms - now_ms;
    return left_ms < 0 ? 0 : left_ms < otherwise ? (int)left_ms : otherwise;
}

void menu_view(const struct menu *menu, struct hal_display_menu *ret_view) {
    *ret_view = menu->view;
    ret_view->entry_count = 0;
    for (size_t i = 0; i < ROW_COUNT && ret_view->entry_count < HAL_DISPLAY_ENTRIES_MAX; i++) {
        if (is_offered(menu, &rows[i])) {
            ret_view->entries[ret_view->entry_count++] = rows[i].entry;
        }
    }
}
