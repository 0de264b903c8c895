/* Queues of presented and typed credentials, and of cards from devices on a link, for the thread that waits for
 * input. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/clock_wait.h"
#include "hal/sim/sim.h"
#include "hal/sim/sim_stopwatch.h"
#include "hal/sim/sim_thermometer.h"
#include "hal/wiegand.h"
#include "util/err.h"

#define FRAME_DATA_BITS 32 /* bits in which a device sends a card number of up to four bytes */
#define FRAME_LONG_BITS 56 /* and a longer one */
#define CARD_MAX UINT64_C(72057594037927935)
#define CARD_DIGITS_MAX 17
#define SETTLE_MS 200 /* longest real time that the world waits while the terminal handles its input */

int sim_input_push(struct sim *sim, const struct hal_input_event *event) {
    if (sim->queue_count == SIM_QUEUE_MAX) {
        return E_BUSY;
    }
    unsigned place = (sim->queue_start + sim->queue_count) % SIM_QUEUE_MAX;
    struct hal_input_event *at = &sim->queue[place];
    *at = *event;
    sim_stopwatch_came(sim, place);
    if (at->what == HAL_INPUT_CREDENTIAL) {
        at->temperature = sim_thermometer_read(sim);
    }
    sim->queue_count++;
    sim_display_used(sim);
    pthread_cond_signal(&sim->input_came);
    return 0;
}

void sim_input_contacts(struct sim *sim) {
    sim->contacts_came = true;
    pthread_cond_signal(&sim->input_came);
}

/* Decodes a device's frame as the driver does. False: invalid. */
static bool input_receive(uint64_t number, bool is_garbled, uint64_t *ret_card) {
    struct wiegand_layout layout = wiegand_usual(0, number > UINT32_MAX ? FRAME_LONG_BITS : FRAME_DATA_BITS);
    struct wiegand_frame frame;
    if (wiegand_make(&layout, 0, number, &frame) < 0) {
        return false;
    }
    frame.octets[1] ^= is_garbled ? 1 : 0;
    return wiegand_take(&frame, ret_card) == 0;
}

static bool is_from(const struct hal_input_event *event, enum credential_from from,
                    const struct hal_link_device *device) {
    return event->from == from && strcmp(event->device.mac, device->mac) == 0;
}

const char *sim_input_ask(struct sim *sim, enum credential_from from, const struct hal_link_device *device,
                          const char *number, bool is_garbled) {
    size_t len = number != NULL ? strlen(number) : 0;
    unsigned long long card =
        len > 0 && len <= CARD_DIGITS_MAX && strspn(number, "0123456789") == len ? strtoull(number, NULL, 10) : 0;
    unsigned of_link = 0;
    if (card == 0 || card > CARD_MAX) {
        return "number must be a decimal string from 1 to 72057594037927935";
    }
    for (unsigned i = 0; i < sim->ask_count; i++) {
        of_link += sim->asks[i].from == from;
        if (is_from(&sim->asks[i], from, device)) {
            return "what the device showed before still waits";
        }
    }
    if (of_link == HAL_INPUT_ASKS_MAX) {
        return "the link takes no more now";
    }
    struct hal_input_event event = {
        .kind = HAL_CREDENTIAL_CARD, .time_ms = sim_utc_ms(sim), .from = from, .device = *device};
    if (input_receive(card, is_garbled, &event.card)) {
        sim->asks[sim->ask_count++] = event;
        pthread_cond_signal(&sim->input_came);
    }
    return NULL;
}

static bool input_has_come(const struct sim *sim) {
    return sim->queue_count > 0 || sim->input_woken || sim->contacts_came || sim->ask_count > 0;
}

static int input_wait(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    struct sim *sim = ctx;
    struct timespec until = clock_wait_until((unsigned)timeout_ms);
    int r = 0;
    pthread_mutex_lock(&sim->mutex);
    sim_stopwatch_ends(sim);
    sim->input_taker = pthread_self();
    sim->input_has_taker = sim->input_waiting = true;
    while (!input_has_come(sim) && r != ETIMEDOUT) {
        (void)pthread_cond_broadcast(&sim->input_looked);
        r = pthread_cond_timedwait(&sim->input_came, &sim->mutex, &until);
    }
    sim->input_waiting = false;
    if (sim->input_woken) {
        sim->input_woken = false;
        r = E_CANCELLED;
    } else if (sim->queue_count > 0) {
        *ret_event = sim->queue[sim->queue_start];
        if (ret_event->what == HAL_INPUT_CREDENTIAL) {
            sim_stopwatch_taken(sim, sim->queue_start);
        }
        sim->queue_start = (sim->queue_start + 1) % SIM_QUEUE_MAX;
        sim->queue_count--;
        r = 0;
    } else if (sim->contacts_came) {
        sim->contacts_came = false;
        *ret_event = (struct hal_input_event){.what = HAL_INPUT_CONTACTS, .time_ms = sim_utc_ms(sim)};
        r = 0;
    } else if (sim->ask_count > 0) {
        *ret_event = sim->asks[0];
        memmove(&sim->asks[0], &sim->asks[1], --sim->ask_count * sizeof(sim->asks[0]));
        r = 0;
    } else {
        r = E_TIMEOUT;
    }
    pthread_mutex_unlock(&sim->mutex);
    return r;
}

void sim_input_settle(struct sim *sim) {
    struct timespec until = clock_wait_until(SETTLE_MS);
    if (!sim->input_has_taker || pthread_equal(sim->input_taker, pthread_self())) {
        return;
    }
    int r = 0;
    while ((!sim->input_waiting || input_has_come(sim)) && r != ETIMEDOUT) {
        r = pthread_cond_timedwait(&sim->input_looked, &sim->mutex, &until);
    }
}

void sim_input_clock(struct sim *sim) {
    sim->input_woken = true;
    pthread_cond_broadcast(&sim->input_came);
}

static void input_wake(void *ctx) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    sim->input_woken = true;
    pthread_cond_broadcast(&sim->input_came);
    pthread_mutex_unlock(&sim->mutex);
}

void sim_input_bind(struct sim *sim) {
    sim->hal.input = (struct hal_input){.ctx = sim, .wait = input_wait, .wake = input_wake};
}
