/* Linked devices for tests: a radio, a Wiegand bus and a printer that the test controls and that record their calls. */
#ifndef POSTERN_TEST_FAKE_DEVICES_H
#define POSTERN_TEST_FAKE_DEVICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/hal.h"

#define FAKE_EVENTS_MAX 4

struct fake_devices {
    bool radio_offline, bus_offline; /* ops return E_OFFLINE */
    bool server, client; /* as last applied */
    size_t bond_count;
    char bond[HAL_MAC_MAX]; /* the first one of them */
    char connecting[HAL_MAC_MAX]; /* of the last connect() */
    char forgotten[HAL_MAC_MAX]; /* of the last forget() */
    struct hal_bluetooth_state state;
    struct hal_bluetooth_device heard[2];
    size_t heard_count;
    struct hal_bluetooth_event events[FAKE_EVENTS_MAX];
    size_t event_count;
    bool calling;
    unsigned calls; /* of the bus */
    struct hal_wiegand_answer answers[HAL_WIEGAND_ANSWERS_MAX];
    size_t answer_count;
    struct hal_printer_status printer; /* result of status(); print() depends on it */
    uint32_t baud;
    uint8_t job[HAL_PRINTER_JOB_MAX]; /* the last one */
    size_t job_len;
    unsigned jobs;
    struct hal_door_contacts door; /* result of read(); initially online */
    bool outputs[HAL_DOOR_OUTPUTS]; /* as switched */
    unsigned switched[HAL_DOOR_OUTPUTS]; /* how often */
    bool relay_stuck, line_busy; /* does not follow; the Wiegand line is busy */
    struct wiegand_frame frame, came; /* the last one sent; the next one received, count 0: none */
    unsigned frames; /* sent */
};

/* Sets the ops in `hal`. */
void fake_devices_init(struct fake_devices *fake, struct hal *hal);

/* A phone sends a request, with this address and model; or a pairing with the device succeeded. */
void fake_devices_ask(struct fake_devices *fake, const char *mac, const char *model);
void fake_devices_pair(struct fake_devices *fake, const char *mac, const char *name);

/* A device answers on the Wiegand bus. */
void fake_devices_answer(struct fake_devices *fake, const char *mac, bool accepts);

#endif
