/* The terminal's display. Ops may be called from any thread, return at once (a driver that needs longer draws in its
 * own time) and copy what they are given. */
#ifndef POSTERN_HAL_DISPLAY_H
#define POSTERN_HAL_DISPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HAL_DISPLAY_LINES_MAX 4 /* lines of the idle screen */
#define HAL_DISPLAY_LINE_MAX 256 /* octets of a line, with the NUL */

/* The idle screen. The clock on it is the driver's own. */
struct hal_display_content {
    const char *lines[HAL_DISPLAY_LINES_MAX]; /* UTF-8, from the top; a longer one is cut at a character */
    size_t line_count; /* 0 to HAL_DISPLAY_LINES_MAX */
    const char *language; /* tag of the language the driver writes its own words in: "en", "ar" */
    const char *initial_password; /* shown large with the words for it; NULL once it was replaced */
};

enum hal_credential_kind { HAL_CREDENTIAL_CARD, HAL_CREDENTIAL_PIN };

/* What came of a credential that was presented; shown for some seconds over the idle screen. */
struct hal_display_result {
    enum hal_credential_kind kind; /* what was presented */
    const char *credential; /* masked so far that it cannot be used: "…4301", "••••" */
    bool known; /* whether it belongs to a user */
    uint32_t userid; /* of that user; 0 when unknown */
    const char *name; /* of that user, UTF-8, may be ""; NULL when unknown */
    int64_t time_ms; /* calendar time it was presented, in milliseconds since 1970 UTC */
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
};

#endif
