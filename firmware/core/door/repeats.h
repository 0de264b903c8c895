/* Second punches: who was let in a moment ago and shows the card again makes no other record and no other slip (setting
 * KaoqinParam.duplicatePunch). Pure; the clock is an argument. */
#ifndef POSTERN_CORE_REPEATS_H
#define POSTERN_CORE_REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REPEATS_MAX 1024 /* punches remembered; with more of them within the time the oldest are forgotten */

/* The last punches of one door. Zeroed at first. */
struct repeats {
    struct {
        uint32_t userid; /* 0: free */
        int64_t at_ms;
    } rows[REPEATS_MAX];
    size_t next; /* row that the next one takes */
};

/* Takes a punch of a user at the monotonic time `now_ms`. Returns true if the user's last punch that counted was less
 * than `window_ms` before: this one does not count. `window_ms` 0: every one counts. */
bool repeats_take(struct repeats *repeats, uint32_t userid, int64_t now_ms, int64_t window_ms);

#endif
