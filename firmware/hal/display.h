/* The terminal's display. Ops may be called from any thread, return at once (a driver that needs longer draws in its
 * own time) and copy what they are given. */
#ifndef POSTERN_HAL_DISPLAY_H
#define POSTERN_HAL_DISPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

#define HAL_DISPLAY_LINES_MAX 4 /* lines of the idle screen */
#define HAL_DISPLAY_LINE_MAX 256 /* octets of a line, with the NUL */

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
    bool locked; /* the keypad takes nothing: the display says so */
    int32_t offset_min; /* local time minus UTC now */
    int64_t next_change_s; /* when that changes, in seconds since 1970 UTC; INT64_MAX never */
    int32_t next_offset_min; /* and what it is then */
};

/* The display as it is at this moment. */
struct hal_display_state {
    bool online; /* it answers */
    bool asleep; /* the screen saver runs, or it is dark to save power */
};

enum hal_credential_kind { HAL_CREDENTIAL_CARD, HAL_CREDENTIAL_PIN };

/* What came of a credential that was presented; shown for some seconds over the idle screen. */
struct hal_display_result {
    enum hal_credential_kind kind; /* what was presented */
    const char *credential; /* masked so far that it cannot be used: "…4301", "••••" */
    bool known; /* whether it belongs to a user */
    bool granted; /* the person is let in */
    bool repeated; /* and was a moment ago: it is not recorded again */
    uint32_t missing; /* known and not granted: bits 1u << of enum factor, asked for besides; 0: refused */
    uint32_t userid; /* of that user; 0 when unknown */
    const char *name; /* of that user, UTF-8, may be ""; NULL when unknown */
    int64_t time_ms; /* calendar time it was presented, in milliseconds since 1970 UTC */
    const char *status; /* label of the attendance status that a punch gets now, UTF-8; NULL for none */
};

struct hal_display {
    void *ctx; /* of the backend; handed to every op */

    /* Replaces the idle screen. Returns 0, or E_OFFLINE if the display does not answer; the driver then shows the
     * content as soon as it does. */
    int (*show)(void *ctx, const struct hal_display_content *content);

    /* Shows what came of a credential. Returns 0, or E_OFFLINE if the display does not answer. */
    int (*show_result)(void *ctx, const struct hal_display_result *result);

    /* Starts the display anew, as a change of the language needs. Returns 0 at once, or E_OFFLINE; the display is
     * dark for a moment and then shows the last content given to it, before or during the restart. */
    int (*restart)(void *ctx);

    /* Sets how the clock is written and power is saved, from now on. Returns 0, or E_OFFLINE if the display does not
     * answer; the driver then uses the style as soon as it does. */
    int (*style)(void *ctx, const struct hal_display_style *style);

    /* Writes what the display does now to *ret_state. Cannot fail. */
    void (*state)(void *ctx, struct hal_display_state *ret_state);
};

#endif
