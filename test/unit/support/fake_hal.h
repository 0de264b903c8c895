/* Devices for tests: a clock that the test controls, reproducible random bytes, a display that records its content. */
#ifndef POSTERN_TEST_FAKE_HAL_H
#define POSTERN_TEST_FAKE_HAL_H

#include <stdatomic.h>
#include <stdbool.h>

#include "fake_devices.h"
#include "fake_net.h"
#include "hal/hal.h"

#define FAKE_UTC_MS INT64_C(1790000000000) /* initial calendar time: 2026-09-21 */

struct fake_hal {
    struct hal hal;
    atomic_llong utc_ms, mono_ms;
    atomic_ullong drawn; /* random bytes provided */
    bool entropy_fails; /* entropy returns E_IO */
    void (*on_fill)(size_t len); /* called before random bytes are provided: for events at exactly that moment */
    bool clock_offline; /* setting the clock returns E_OFFLINE */
    int32_t slewed_ms; /* last slew; it does not move utc_ms */
    struct fake_net net;
    unsigned wear; /* of the flash memory, in percent */
    bool is_bare; /* no door, display, sound, camera installed */
    bool display_offline; /* display ops return E_OFFLINE */
    bool sound_offline, camera_offline, finger_offline, sensor_offline; /* the same for the others */
    bool restart_fails; /* the machine cannot restart */
    unsigned restarts; /* requested restarts of the machine */
    unsigned volume, played, precision; /* as last set; sounds played */
    enum hal_sound_kind sound; /* the last one */
    enum camera_light light;
    bool camera_busy; /* a still returns E_BUSY */
    const void *still; /* its content; NULL: four bytes that are not a picture */
    size_t still_len;
    unsigned stills; /* taken */
    unsigned shown, restarted, results, menus;
    struct hal_display_menu menu; /* the last one */
    unsigned photos; /* shown; the last one: */
    uint32_t photo_of;
    size_t photo_len;
    struct hal_display_enrol enrol;
    char chosen[HAL_DISPLAY_LINE_MAX]; /* "" for none */
    char line[HAL_DISPLAY_LINE_MAX]; /* first line of the last content */
    char serial[HAL_DISPLAY_LINE_MAX]; /* second line */
    char language[16];
    char initial_password[16]; /* "" for none */
    char console[256], wifi_ssid[64], wifi_key[64]; /* the same */
    char status[HAL_DISPLAY_LINE_MAX]; /* of the last content */
    size_t status_count;
    struct hal_display_style style; /* the last one */
    struct hal_display_result result; /* the last one; its texts below */
    char credential[64], name[300];
    struct fake_devices devices; /* radio, Wiegand bus, printer */
};

/* Initializes it. The monotonic clock starts at 1,000,000 ms. */
void fake_hal_init(struct fake_hal *fake);

/* Advances both clocks. */
void fake_hal_advance(struct fake_hal *fake, int64_t ms);

#endif
