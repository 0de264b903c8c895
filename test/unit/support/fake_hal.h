/* Devices for tests: a clock that only moves when told, randomness that is the same in every run, a display that
 * remembers. */
#ifndef POSTERN_TEST_FAKE_HAL_H
#define POSTERN_TEST_FAKE_HAL_H

#include <stdatomic.h>
#include <stdbool.h>

#include "hal/hal.h"

#define FAKE_UTC_MS INT64_C(1790000000000) /* what the calendar says at first: 2026-09-21 */

struct fake_hal {
    struct hal hal;
    atomic_llong utc_ms, mono_ms;
    atomic_ullong drawn; /* octets of randomness given out */
    bool entropy_fails; /* entropy answers E_IO */
    void (*on_fill)(size_t len); /* called before randomness is given out: what happens at just that moment */
    bool display_offline; /* display ops answer E_OFFLINE */
    unsigned shown, restarted, results;
    char line[HAL_DISPLAY_LINE_MAX]; /* first line of the last content */
    char serial[HAL_DISPLAY_LINE_MAX]; /* second line */
    char language[16];
    char initial_password[16]; /* "" for none */
    struct hal_display_result result; /* the last one; its texts below */
    char credential[64], name[300];
};

/* Makes it anew. The monotonic clock starts at 1,000,000 ms. */
void fake_hal_init(struct fake_hal *fake);

/* Moves both clocks on. */
void fake_hal_advance(struct fake_hal *fake, int64_t ms);

#endif
