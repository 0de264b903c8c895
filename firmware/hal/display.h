/* The terminal's display. Ops may be called from any thread, return at once (a driver that needs longer draws in its
 * own time) and copy what they are given. */
#ifndef POSTERN_HAL_DISPLAY_H
#define POSTERN_HAL_DISPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

#define HAL_DISPLAY_LINES_MAX 4 /* lines of the idle screen */
#define HAL_DISPLAY_LINE_MAX 256 /* bytes of a line, with the NUL */

#define HAL_DISPLAY_STATUSES_MAX 8 /* attendance statuses a person can choose at the terminal */

/* The idle screen. The clock on it is the driver's own. */
struct hal_display_content {
    const char *lines[HAL_DISPLAY_LINES_MAX]; /* UTF-8, from the top; a longer one is cut at a character */
    size_t line_count; /* 0 to HAL_DISPLAY_LINES_MAX */
    const char *language; /* tag of the language the driver writes its own words in: "en", "ar" */
    const char *initial_password; /* shown large with the words for it; NULL once it was replaced */
    const char *console; /* address of the console in the network, "http://192.0.2.7:80"; NULL while it has none */
    const char *wifi_ssid; /* name of the own Wi-Fi access point; NULL while it is not open */
    const char *wifi_key; /* its key, if the terminal made it; NULL if somebody chose it, or it is not open */
    const char *status; /* label of the attendance status in force, UTF-8; NULL for none */
    const char *statuses[HAL_DISPLAY_STATUSES_MAX]; /* labels of those that are offered, in their order */
    enum punch_status status_keys[HAL_DISPLAY_STATUSES_MAX]; /* which those are: each has a key beside the screen */
    size_t status_count; /* of them */
};

/* How the driver writes its clock and saves power. It knows of one change of the clock ahead, so that it shows the
 * right time the moment the clock is changed. */
struct hal_display_style {
    enum date_order order;
    char separator; /* '-', '/' or '.' */
    bool hour24; /* else 12 hours */
    enum power_saving saving; /* when nobody uses the terminal: nothing, a screen saver, or the display goes dark */
    unsigned saving_after_s; /* since the last key, credential or result: 10 to 3600 */
    bool locked; /* the keypad takes nothing but the administrator's menu: the display says so */
    int32_t offset_min; /* local time minus UTC now */
    int64_t next_change_s; /* when that changes, in seconds since 1970 UTC; INT64_MAX never */
    int32_t next_offset_min; /* and what it is then */
};

/* The display as it is at this moment. */
struct hal_display_state {
    bool online; /* it answers */
    bool asleep; /* the screen saver runs, or it is dark to save power */
};

enum hal_credential_kind {
    HAL_CREDENTIAL_CARD,
    HAL_CREDENTIAL_PIN,
    HAL_CREDENTIAL_FINGER,
    HAL_CREDENTIAL_FACE,
    HAL_CREDENTIAL_IRIS,
};

/* What is said of it; the driver has the words. */
enum hal_display_word {
    HAL_WORD_MISSING, /* never shown: a reason that nobody has thought of */
    HAL_WORD_WELCOME,
    HAL_WORD_RECORDED, /* the terminal opens no door */
    HAL_WORD_OPEN, /* for everybody, now */
    HAL_WORD_MORE, /* what is asked for besides says the rest */
    HAL_WORD_NO_ACCESS, /* not a word of why */
    HAL_WORD_AGAIN, /* it could not be read */
    HAL_WORD_PAUSE, /* no code is looked at for `wait_s` */
    HAL_WORD_CLOSED, /* for everybody, now */
    HAL_WORD_TEMPERATURE,
    HAL_WORD_TWICE, /* in, or out, twice in a row */
    HAL_WORD_CANNOT, /* fault of the terminal, or of a server */
    HAL_WORD_NOT_RECORDED, /* let in, and the log takes no more */
    HAL_WORDS
};

/* What came of a credential that was presented; shown for some seconds over the idle screen. Whom it belongs to is drawn of
 * who is let in alone. */
struct hal_display_result {
    enum hal_credential_kind kind; /* what was presented */
    const char *credential; /* masked so far that it cannot be used: "…4301", "••••" */
    bool known; /* whether it belongs to a user */
    bool granted; /* the person is let in */
    bool repeated; /* and was a moment ago: it is not recorded again */
    unsigned wait_s; /* too many wrong codes: the next one is looked at after so many seconds; 0: none */
    uint32_t missing; /* known and not granted: bits 1u << of enum factor, asked for besides; 0: refused */
    bool second_person; /* known and not granted: another person is asked for */
    uint32_t userid; /* of that user; 0 when unknown */
    const char *name; /* of that user, UTF-8, may be ""; NULL unless let in */
    enum hal_display_word word;
    int64_t time_ms; /* calendar time it was presented, in milliseconds since 1970 UTC */
    const char *status; /* label of the attendance status that a punch gets now, UTF-8; NULL for none */
};

/* The photo of who was let in, small. */
struct hal_display_photo {
    uint32_t userid;
    const void *jpeg;
    size_t len; /* at most HAL_DISPLAY_PHOTO_MAX */
};

#define HAL_DISPLAY_PHOTO_MAX 8000 /* bytes */

#define HAL_DISPLAY_ENTRIES_MAX 10 /* entries of a menu: a key each */
#define HAL_MENU_NAME_MAX 257 /* bytes of a name in the menu, with the NUL: 64 characters */
#define HAL_MENU_ADDRESS_MAX 16 /* bytes of an IPv4 address as text, with the NUL */
#define HAL_MENU_LINKS_MAX 2 /* interfaces */

/* What the administrator's menu asks for, or offers. On the pages with entries a key chooses; on those that ask, digits are
 * typed. */
enum hal_menu_page {
    HAL_MENU_CLOSED,
    HAL_MENU_ASK_ID,
    HAL_MENU_ASK_CODE,
    HAL_MENU_ENTRIES, /* the menu itself */
    HAL_MENU_WORKING, /* what was chosen is under way: no key but MENU is taken */
    HAL_MENU_ENROL_USER, /* asks for the ID of who is enrolled */
    HAL_MENU_ENROL_WHAT, /* what with; `userid`, `name`, `is_new` */
    HAL_MENU_ENROL_HAND,
    HAL_MENU_ENROL_FINGER,
    HAL_MENU_ENROL_RUNS, /* the display has its progress by enrol() */
    HAL_MENU_NETWORK, /* `links` */
    HAL_MENU_ASK_ADDRESS, /* asks for the next part of `address`, as far as it was typed: "192.168." */
    HAL_MENU_ASK_MASK, /* asks for the bits of the network's mask */
    HAL_MENU_ASK_GATEWAY, /* asks for the next part of `gateway`; 0 as the first: none */
    HAL_MENU_SET_ADDRESS, /* asks whether `address`, `mask` and `gateway` are right */
    HAL_MENU_KEEP_ADDRESS, /* asks whether it stays, within `wait_s`; else it goes back by itself */
    HAL_MENU_RESTART, /* asks whether */
    HAL_MENU_SELF_TEST, /* `checks` */
};

#define HAL_MENU_PAGES (HAL_MENU_SELF_TEST + 1)
/* Their names, for the log and the bench. */
extern const char *const hal_menu_page_text[HAL_MENU_PAGES];

/* What came of what was typed last. */
enum hal_menu_note {
    HAL_MENU_NOTHING, /* nothing to say */
    HAL_MENU_REFUSED, /* nobody who may open it: no word of why, so that nobody learns who there is */
    HAL_MENU_WAIT, /* too many tries: not for `wait_s` seconds */
    HAL_MENU_DONE, /* the entry that was chosen is done */
    HAL_MENU_FAILED, /* it could not be done */
    HAL_MENU_INVALID, /* what was typed cannot be */
    HAL_MENU_FORBIDDEN, /* who opened the menu may not do it */
    HAL_MENU_BUSY, /* somebody else is enrolled: `holder` began it */
    HAL_MENU_OFFLINE, /* the device does not answer */
    HAL_MENU_FULL, /* there is no room */
    HAL_MENU_PENDING, /* another change of the network waits to be confirmed */
    HAL_MENU_UNDONE, /* the address is the one before again */
};

enum hal_menu_what {
    HAL_MENU_END_WAITS,
    HAL_MENU_LEAVE,
    HAL_MENU_ENROL,
    HAL_MENU_SHOW_NETWORK,
    HAL_MENU_TEST,
    HAL_MENU_ASK_RESTART,
    HAL_MENU_BACK,
    HAL_MENU_FINGER,
    HAL_MENU_FACE,
    HAL_MENU_CARD,
    HAL_MENU_CANCEL,
    HAL_MENU_RIGHT_HAND,
    HAL_MENU_LEFT_HAND,
    HAL_MENU_THUMB,
    HAL_MENU_FOREFINGER,
    HAL_MENU_MIDDLE,
    HAL_MENU_RING,
    HAL_MENU_LITTLE,
    HAL_MENU_DHCP,
    HAL_MENU_FIXED,
    HAL_MENU_YES,
    HAL_MENU_NO,
};

struct hal_menu_entry {
    char key; /* '0' to '9': the key of the keypad that chooses it */
    enum hal_menu_what what; /* the driver has the words */
};

/* An interface, with the address that it has. */
struct hal_menu_link {
    enum wan_mode interface;
    enum lease_state lease;
    char address[HAL_MENU_ADDRESS_MAX]; /* "" while it has none */
};

/* What the self-test looks at. */
enum hal_menu_part {
    HAL_PART_DISPLAY,
    HAL_PART_KEYPAD,
    HAL_PART_SOUND,
    HAL_PART_READER,
    HAL_PART_FINGER,
    HAL_PART_FACE,
    HAL_PART_IRIS,
    HAL_PART_CAMERA,
    HAL_PART_RELAY,
    HAL_PART_SENSOR,
    HAL_PART_SUPPLY,
    HAL_PART_STORAGE,
    HAL_PART_CLOCK,
    HAL_PARTS
};

enum hal_menu_result {
    HAL_CHECK_NONE, /* not fitted, or not set up: nothing was looked at */
    HAL_CHECK_GOOD,
    HAL_CHECK_WARNING, /* it works, and somebody should look at it: the driver has the words for what to do */
    HAL_CHECK_FAILED, /* it does not */
};

/* The administrator's menu, over the idle screen. Results of credentials are shown over it. What a page has nothing to do
 * with is zero. */
struct hal_display_menu {
    enum hal_menu_page page; /* HAL_MENU_CLOSED: the idle screen is back */
    enum hal_menu_note note;
    unsigned wait_s; /* with HAL_MENU_WAIT: 1 to 3600; on HAL_MENU_KEEP_ADDRESS: 1 to 90; else 0 */
    struct hal_menu_entry entries[HAL_DISPLAY_ENTRIES_MAX]; /* from the top */
    size_t entry_count; /* 0 to HAL_DISPLAY_ENTRIES_MAX */
    uint32_t userid; /* who is enrolled */
    bool is_new; /* nobody has that ID yet: choosing what with adds the user */
    char name[HAL_MENU_NAME_MAX]; /* of that user, UTF-8 */
    char holder[HAL_MENU_NAME_MAX]; /* with HAL_MENU_BUSY: account that began the other enrolment */
    char address[HAL_MENU_ADDRESS_MAX], mask[HAL_MENU_ADDRESS_MAX], gateway[HAL_MENU_ADDRESS_MAX];
    struct hal_menu_link links[HAL_MENU_LINKS_MAX];
    size_t link_count;
    enum hal_menu_result checks[HAL_PARTS]; /* on HAL_MENU_SELF_TEST */
};

/* What somebody who is enrolled at the terminal is to do now, over the idle screen and the menu; the driver has the words. */
struct hal_display_enrol {
    enum enrol_step step; /* IDLE: takes it away; DONE and FAILED stay for some seconds */
    enum enrol_note note; /* of the last press, or why it failed */
    enum enrol_factor factor; /* with what */
    unsigned presses, needed; /* that counted, and that are needed */
    uint32_t userid; /* who is enrolled; 0: nobody, for the initial administrator's card */
    char name[HAL_MENU_NAME_MAX]; /* of that user, UTF-8 */
};

struct hal_display {
    void *ctx; /* of the backend; handed to every op */

    /* Replaces the idle screen. Returns 0, or E_OFFLINE if the display does not answer; the driver then shows the
     * content as soon as it does. */
    int (*show)(void *ctx, const struct hal_display_content *content);

    /* Shows what came of a credential. Returns 0, or E_OFFLINE if the display does not answer. */
    int (*show_result)(void *ctx, const struct hal_display_result *result);

    /* Shows a photo with the result that stands there, if that is of the same user; it comes a moment behind it. Returns 0,
     * or E_OFFLINE if the display does not answer. */
    int (*photo)(void *ctx, const struct hal_display_photo *photo);

    /* Shows the administrator's menu as it is now, or takes it away. Returns 0, or E_OFFLINE if the display does not
     * answer; the driver then shows it as soon as it does. */
    int (*menu)(void *ctx, const struct hal_display_menu *menu);

    /* Shows how an enrolment goes. Returns 0, or E_OFFLINE if the display does not answer; the driver then shows it as soon
     * as it does. */
    int (*enrol)(void *ctx, const struct hal_display_enrol *enrol);

    /* Shows the attendance status that somebody has chosen for the next punch, by its label (UTF-8), in the place of the one
     * in force; NULL: none any more. Returns 0, or E_OFFLINE if the display does not answer; the driver then shows it as
     * soon as it does. */
    int (*chosen)(void *ctx, const char *label);

    /* Starts the display again, as a change of the language needs. Returns 0 at once, or E_OFFLINE; the display is
     * dark for a moment and then shows the last content given to it, before or during the restart. */
    int (*restart)(void *ctx);

    /* Sets how the clock is written and power is saved, from now on. Returns 0, or E_OFFLINE if the display does not
     * answer; the driver then uses the style as soon as it does. */
    int (*style)(void *ctx, const struct hal_display_style *style);

    /* Writes what the display does now to *ret_state. Cannot fail. */
    void (*state)(void *ctx, struct hal_display_state *ret_state);
};

#endif
