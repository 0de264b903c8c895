/* The administrator's menu at the keypad, which somebody with the right to write the advanced settings opens at the
 * terminal itself: key MENU, then ID and code, or ID 0 and the password of the keypad's menu where one is set. Here are
 * its pages; what it does is in core/door/menu_acts.h and core/machine/menu_jobs.h. Pure but for its
 * lines of the log; the clock is an argument.
 *
 *     CLOSED --initial card--> ASK_CODE
 *     CLOSED --MENU--> ASK_ID --digits--> ASK_CODE --digits--> (verified) --> ENTRIES, or ASK_ID again
 *     ENTRIES --an entry--> its pages --0--> ENTRIES; WORKING while a worker does what was chosen
 *     every page but CLOSED: MENU, a card, MENU_IDLE_MS without a key → CLOSED; ENTRIES: its entry "leave", too
 *
 * Closing it ends what was begun there and is not kept yet: an enrolment, another address (core/door/menu_desk.h).
 * Nothing in it opens the door, and no entry is offered to who may not do it.
 *
 * It tells nobody who there is: every ID is asked for its code, and a wrong code, an ID of nobody and one without the
 * right get the same answer. Cards go on opening the door, so nobody keeps it busy by the menu; who wants to type a PIN
 * presses MENU first. TimeParam.keyboardLock keeps digits from the door and not from the menu: the lock is there against
 * people who try PINs, and the menu is the way back in for an administrator whose sign-in strangers keep locked. */
#ifndef POSTERN_CORE_MENU_H
#define POSTERN_CORE_MENU_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/actor.h"
#include "hal/display.h"
#include "hal/input.h"

#define MENU_IDLE_MS 30000 /* without a key that means something it closes */
#define MENU_LOOK_MS 250 /* how often is looked whether an enrolment goes on, or an address came */

/* What who opened it may do besides what everybody may who opens it, and what the model has. Bits. */
#define MENU_MAY_ENROL 1U
#define MENU_MAY_NETWORK 2U
#define MENU_HAS_FINGER 4U
#define MENU_HAS_FACE 8U

/* What a worker is to do. */
enum menu_task {
    MENU_TASK_NONE,
    MENU_TASK_END_WAITS,
    MENU_TASK_FIND_USER, /* `userid` */
    MENU_TASK_ENROL, /* `userid`, who is added if nobody has the ID; `factor`, `finger` */
    MENU_TASK_CANCEL,
    MENU_TASK_LINKS,
    MENU_TASK_SET_ADDRESS, /* `dhcp`, or else the three texts */
    MENU_TASK_KEEP_ADDRESS,
    MENU_TASK_UNDO_ADDRESS,
    MENU_TASK_RESTART,
    MENU_TASK_TEST,
};

struct menu_job {
    enum menu_task task;
    struct actor by;
    uint32_t mark; /* of what it begins, or of what was begun and is to be ended; given by the desk */
    uint32_t userid;
    enum enrol_factor factor;
    uint8_t finger;
    bool dhcp;
    char address[HAL_MENU_ADDRESS_MAX], mask[HAL_MENU_ADDRESS_MAX],
        gateway[HAL_MENU_ADDRESS_MAX]; /* gateway "": none */
};

/* What came of it. */
struct menu_result {
    int r; /* 0 or why not */
    unsigned wait_s; /* E_THROTTLED; SET_ADDRESS: time to keep it, 0: nothing differs */
    bool is_new; /* FIND_USER: nobody has the ID */
    char name[HAL_MENU_NAME_MAX]; /* FIND_USER */
    char holder[HAL_MENU_NAME_MAX]; /* E_ENROL_BUSY: account that began the other enrolment */
    struct hal_menu_link links[HAL_MENU_LINKS_MAX]; /* of all that end on the page of the network */
    size_t link_count;
    enum hal_menu_result checks[HAL_PARTS]; /* TEST */
};

/* Zeroed it is closed. Holds nothing of anybody while it is closed. */
struct menu {
    struct hal_display_menu view; /* but for the entries */
    char id[HAL_INPUT_DIGITS_MAX + 1]; /* typed, whosever it is; "" before */
    struct actor by; /* behind HAL_MENU_ASK_CODE: who opened it */
    unsigned may; /* MENU_MAY_* and MENU_HAS_* */
    int64_t opened_ms; /* when the code was typed */
    int64_t until_ms; /* monotonic time at which it closes */
    unsigned parts; /* of an address that were typed */
    bool is_left; /* hand */
    struct menu_job job; /* given last */
};

/* What is to be done about what was typed. */
enum menu_act {
    MENU_SHOW, /* show the menu as it is now */
    MENU_ADMIT, /* look whether `id` and these digits may open it, then menu_admitted() */
    MENU_ASK, /* have `job` done, then menu_did() */
};

/* The key MENU was pressed: opens it, or closes it. */
void menu_key(struct menu *menu, int64_t now_ms);

/* The initial administrator's card was shown (core/users/init_card.h): `id` is given, and the code is asked for. */
void menu_card(struct menu *menu, const char *id, int64_t now_ms);

/* Digits were typed while it is open. */
enum menu_act menu_digits(struct menu *menu, const char *digits, int64_t now_ms);

/* What came of MENU_ADMIT: `r` 0 opens it for `by`, who `may`; E_THROTTLED with `wait_s`, and all else, ask for the ID
 * again. */
struct menu_admission {
    int r;
    unsigned wait_s, may;
    struct actor by;
};
void menu_admitted(struct menu *menu, const struct menu_admission *admission, int64_t now_ms);

/* What came of the job. After E_SESSION_ENDED it is closed. */
void menu_did(struct menu *menu, const struct menu_result *result, int64_t now_ms);

/* The enrolment that was begun here is over; the display has said how. */
void menu_enrolled(struct menu *menu, int64_t now_ms);

/* The interfaces as they are now. True if that is shown and differs. */
bool menu_links(struct menu *menu, const struct hal_menu_link *links, size_t count);

/* Closes it if its time is over, or in any case; `by` (for the log): what closes it. True if that closed it. */
bool menu_expire(struct menu *menu, int64_t now_ms);
bool menu_close(struct menu *menu, const char *by);

/* Milliseconds until something is to be looked at, at least 0; `otherwise` while it is closed. */
int menu_left_ms(const struct menu *menu, int64_t now_ms, int otherwise);

/* What the display is to show. */
void menu_view(const struct menu *menu, struct hal_display_menu *ret_view);

#endif
