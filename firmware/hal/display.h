/* The terminal's display. Ops may be called from any thread, return at once (a slow driver draws in the background) and
 * copy their arguments. */
#ifndef POSTERN_HAL_DISPLAY_H
#define POSTERN_HAL_DISPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

#define HAL_DISPLAY_LINES_MAX 4 /* lines of the idle screen */
#define HAL_DISPLAY_LINE_MAX 256 /* bytes of a line, with the NUL */

#define HAL_DISPLAY_STATUSES_MAX 8 /* attendance statuses that can be selected at the terminal */

/* The idle screen. The driver draws the clock on it. */
struct hal_display_content {
    const char *lines[HAL_DISPLAY_LINES_MAX]; /* UTF-8, from the top; a longer one is truncated at a character */
    size_t line_count; /* 0 to HAL_DISPLAY_LINES_MAX */
    const char *language; /* language tag for the driver's own texts: "en", "ar" */
    const char *initial_password; /* shown large with an explanation; NULL once it was changed */
    const char *console; /* URL of the web console, "http://192.0.2.7:80"; NULL: no address yet */
    const char *wifi_ssid; /* name of the terminal's own Wi-Fi access point; NULL while it is closed */
    /* its key, if the terminal generated it; NULL if an administrator chose it, or it is closed */
    const char *wifi_key;
    const char *status; /* label of the current attendance status, UTF-8; NULL: none */
    const char *statuses[HAL_DISPLAY_STATUSES_MAX]; /* labels of the selectable statuses, in order */
    enum punch_status status_keys[HAL_DISPLAY_STATUSES_MAX]; /* the statuses: each has a key beside the screen */
    size_t status_count; /* of them */
};

/* Clock format and power saving. Includes the next change of the UTC offset, so that the display is right the moment it
 * happens. */
struct hal_display_style {
    enum date_order order;
    char separator; /* '-', '/' or '.' */
    bool hour24; /* else 12 hours */
    enum power_saving saving; /* when idle: nothing, a screen saver, or display off */
    unsigned saving_after_s; /* since the last key, credential or result: 10 to 3600 */
    bool locked; /* the keypad accepts only the administrator's menu; the display says so */
    int32_t offset_min; /* current local time minus UTC, in minutes */
    int64_t next_change_s; /* when it changes, in seconds since 1970 UTC; INT64_MAX: never */
    int32_t next_offset_min; /* its value then */
};

/* Current state of the display. */
struct hal_display_state {
    bool online; /* it responds */
    bool asleep; /* the screen saver runs, or it is off to save power */
};

enum hal_credential_kind {
    HAL_CREDENTIAL_CARD,
    HAL_CREDENTIAL_PIN,
    HAL_CREDENTIAL_FINGER,
    HAL_CREDENTIAL_FACE,
    HAL_CREDENTIAL_IRIS,
};

/* The message for a result; the driver has the texts. */
enum hal_display_word {
    HAL_WORD_MISSING, /* never shown: a reason without a message */
    HAL_WORD_WELCOME,
    HAL_WORD_RECORDED, /* the terminal does not control a door */
    HAL_WORD_OPEN, /* for everyone, now */
    HAL_WORD_MORE, /* `missing` tells what else is required */
    HAL_WORD_NO_ACCESS, /* without a reason */
    HAL_WORD_AGAIN, /* it could not be read */
    HAL_WORD_PAUSE, /* PINs are rejected for `wait_s` */
    HAL_WORD_CLOSED, /* for everyone, now */
    HAL_WORD_TEMPERATURE,
    HAL_WORD_TWICE, /* anti-passback violation */
    HAL_WORD_CANNOT, /* fault of the terminal, or of a server */
    HAL_WORD_NOT_RECORDED, /* access granted, but the log is full */
    HAL_WORDS
};

/* Result of a presented credential; shown for some seconds over the idle screen. The user is shown only if access is
 * granted. */
struct hal_display_result {
    enum hal_credential_kind kind; /* kind that was presented */
    const char *credential; /* masked so that it cannot be used: "…4301", "••••" */
    bool known; /* it belongs to a user */
    bool granted; /* access granted */
    bool repeated; /* already granted a moment ago: not recorded again */
    unsigned wait_s; /* seconds until the next PIN is checked, after too many wrong ones; 0: none */
    uint32_t missing; /* known and not granted: bits 1u << of enum factor that are also required; 0: denied */
    bool second_person; /* known and not granted: a second person is required */
    uint32_t userid; /* of that user; 0 when unknown */
    const char *name; /* of that user, UTF-8, may be ""; NULL unless granted */
    enum hal_display_word word;
    int64_t time_ms; /* calendar time of presentation, in milliseconds since 1970 UTC */
    const char *status; /* label of the attendance status for a punch now, UTF-8; NULL: none */
};

/* The small photo of a person who was granted access. */
struct hal_display_photo {
    uint32_t userid;
    const void *jpeg;
    size_t len; /* at most HAL_DISPLAY_PHOTO_MAX */
};

#define HAL_DISPLAY_PHOTO_MAX 8000 /* bytes */

#define HAL_DISPLAY_ENTRIES_MAX 10 /* menu entries: one per key */
#define HAL_MENU_NAME_MAX 257 /* bytes of a name in the menu, with the NUL: 64 characters */
#define HAL_MENU_ADDRESS_MAX 16 /* bytes of an IPv4 address as text, with the NUL */
#define HAL_MENU_LINKS_MAX 2 /* interfaces */

/* Pages of the administrator's menu. On pages with entries a key selects one; on pages that ask, digits are typed. */
enum hal_menu_page {
    HAL_MENU_CLOSED,
    HAL_MENU_ASK_ID,
    HAL_MENU_ASK_CODE,
    HAL_MENU_ENTRIES, /* the main menu */
    HAL_MENU_WORKING, /* an action is in progress: only the MENU key works */
    HAL_MENU_ENROL_USER, /* asks for the user ID to enrol */
    HAL_MENU_ENROL_WHAT, /* choice of the credential; `userid`, `name`, `is_new` */
    HAL_MENU_ENROL_HAND,
    HAL_MENU_ENROL_FINGER,
    HAL_MENU_ENROL_RUNS, /* enrol() shows the progress */
    HAL_MENU_NETWORK, /* `links` */
    HAL_MENU_ASK_ADDRESS, /* asks for the next part of `address`, typed so far: "192.168." */
    HAL_MENU_ASK_MASK, /* asks for the prefix length of the mask */
    HAL_MENU_ASK_GATEWAY, /* asks for the next part of `gateway`; 0 as the first part: none */
    HAL_MENU_SET_ADDRESS, /* asks to confirm `address`, `mask` and `gateway` */
    HAL_MENU_KEEP_ADDRESS, /* asks to keep the address, within `wait_s`; else it is reverted */
    HAL_MENU_RESTART, /* asks to confirm a restart */
    HAL_MENU_SELF_TEST, /* `checks` */
};

#define HAL_MENU_PAGES (HAL_MENU_SELF_TEST + 1)
/* Names of the pages, for the log and the bench. */
extern const char *const hal_menu_page_text[HAL_MENU_PAGES];

/* Result of the last input. */
enum hal_menu_note {
    HAL_MENU_NOTHING, /* nothing to say */
    HAL_MENU_REFUSED, /* not authorized; gives no reason, so that nobody learns which users exist */
    HAL_MENU_WAIT, /* too many attempts: rejected for `wait_s` seconds */
    HAL_MENU_DONE, /* the selected action is done */
    HAL_MENU_FAILED, /* it could not be done */
    HAL_MENU_INVALID, /* invalid input */
    HAL_MENU_FORBIDDEN, /* no permission for the person who opened the menu */
    HAL_MENU_BUSY, /* another enrolment is in progress, started by `holder` */
    HAL_MENU_OFFLINE, /* the device does not respond */
    HAL_MENU_FULL, /* no capacity left */
    HAL_MENU_PENDING, /* another network change waits for confirmation */
    HAL_MENU_UNDONE, /* the address was reverted */
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
    char key; /* '0' to '9': the key that selects it */
    enum hal_menu_what what; /* the driver has the text */
};

/* An interface with its address. */
struct hal_menu_link {
    enum wan_mode interface;
    enum lease_state lease;
    char address[HAL_MENU_ADDRESS_MAX]; /* "" while it has none */
};

/* Parts of the self-test. */
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
    HAL_CHECK_NONE, /* not installed, or not configured: not tested */
    HAL_CHECK_GOOD,
    HAL_CHECK_WARNING, /* it works but needs attention: the driver has the text for what to do */
    HAL_CHECK_FAILED, /* it does not work */
};

/* The administrator's menu, over the idle screen. Results of credentials are shown over it. Members that the page does
 * not use are zero. */
struct hal_display_menu {
    enum hal_menu_page page; /* HAL_MENU_CLOSED: back to the idle screen */
    enum hal_menu_note note;
    unsigned wait_s; /* with HAL_MENU_WAIT: 1 to 3600; on HAL_MENU_KEEP_ADDRESS: 1 to 90; else 0 */
    struct hal_menu_entry entries[HAL_DISPLAY_ENTRIES_MAX]; /* from the top */
    size_t entry_count; /* 0 to HAL_DISPLAY_ENTRIES_MAX */
    uint32_t userid; /* user being enrolled */
    bool is_new; /* the ID is new: choosing a credential adds the user */
    char name[HAL_MENU_NAME_MAX]; /* of that user, UTF-8 */
    char holder[HAL_MENU_NAME_MAX]; /* with HAL_MENU_BUSY: account that started the other enrolment */
    char address[HAL_MENU_ADDRESS_MAX], mask[HAL_MENU_ADDRESS_MAX], gateway[HAL_MENU_ADDRESS_MAX];
    struct hal_menu_link links[HAL_MENU_LINKS_MAX];
    size_t link_count;
    enum hal_menu_result checks[HAL_PARTS]; /* on HAL_MENU_SELF_TEST */
};

/* Instructions for the person being enrolled, over the idle screen and the menu; the driver has the texts. */
struct hal_display_enrol {
    enum enrol_step step; /* IDLE: removes them; DONE and FAILED stay for some seconds */
    enum enrol_note note; /* of the last press, or why it failed */
    enum enrol_factor factor; /* the credential */
    unsigned presses, needed; /* that counted so far; that are needed */
    uint32_t userid; /* user being enrolled; 0: none, for the initial administrator's card */
    char name[HAL_MENU_NAME_MAX]; /* of that user, UTF-8 */
};

struct hal_display {
    void *ctx; /* of the backend; passed to every op */

    /* Replaces the idle screen. Returns 0, or E_OFFLINE if the display does not respond; the driver then shows the
     * content as soon as it does. */
    int (*show)(void *ctx, const struct hal_display_content *content);

    /* Shows the result of a credential. Returns 0, or E_OFFLINE if the display does not respond. */
    int (*show_result)(void *ctx, const struct hal_display_result *result);

    /* Adds a photo, which arrives slightly later, to the current result if that is of the same user. Returns 0, or
     * E_OFFLINE if the display does not respond. */
    int (*photo)(void *ctx, const struct hal_display_photo *photo);

    /* Shows the current state of the administrator's menu, or removes it. Returns 0, or E_OFFLINE if the display does
     * not respond; the driver then shows it as soon as it does. */
    int (*menu)(void *ctx, const struct hal_display_menu *menu);

    /* Shows the progress of an enrolment. Returns 0, or E_OFFLINE if the display does not respond; the driver then
     * shows it as soon as it does. */
    int (*enrol)(void *ctx, const struct hal_display_enrol *enrol);

    /* Shows the attendance status selected for the next punch, by its label (UTF-8), instead of the current one; NULL:
     * no selection. Returns 0, or E_OFFLINE if the display does not respond; the driver then shows it as soon as it
     * does. */
    int (*chosen)(void *ctx, const char *label);

    /* Restarts the display, as a change of the language requires. Returns 0 at once, or E_OFFLINE; the display is dark
     * for a moment and then shows the last content given to it, before or during the restart. */
    int (*restart)(void *ctx);

    /* Sets clock format and power saving. Returns 0, or E_OFFLINE if the display does not respond; the driver then uses
     * the style as soon as it does. */
    int (*style)(void *ctx, const struct hal_display_style *style);

    /* Reads the current state of the display. Cannot fail. */
    void (*state)(void *ctx, struct hal_display_state *ret_state);
};

#endif
