#include "app/terminal.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/devices/slips.h"
#include "core/door/identify.h"
#include "core/settings/settings.h"
#include "hal/hal.h"
#include "util/crypto.h"
#include "util/log.h"

/* Longest wait for an event; it ends early by wake(), so this bounds nothing but a lost wake-up. */
#define WAIT_MS 60000

struct terminal {
    struct core *core;
    const struct hal *hal;
    pthread_t thread;
    struct identify_door door;
    atomic_bool stopping;
};

/* Lets everybody near hear what came of it. */
static void terminal_sound(const struct terminal *terminal, const struct identify_result *result) {
    const struct hal_sound *hal = &terminal->hal->sound;
    enum hal_sound_kind kind = result->granted        ? HAL_SOUND_GRANTED
                               : result->missing != 0 ? HAL_SOUND_NEXT
                                                      : HAL_SOUND_DENIED;
    int r = hal->play(hal->ctx, kind);
    if (r < 0) {
        log_warn("terminal", "loudspeaker does not answer", log_errno(r));
    }
}

/* Hands a slip to the printer, which prints it in its own time. */
static void terminal_print(const struct terminal *terminal, const struct identify_result *result) {
    struct slips_punch punch = {
        .userid = result->userid, .name = result->name, .kind = result->kind, .time_ms = result->time_ms};
    int r = result->granted && !result->repeated ? slips_print(terminal->core, &punch) : 0;
    if (r < 0) {
        log_warn("terminal", "the slip is not printed", log_errno(r));
    }
}

static void terminal_take(struct terminal *terminal, const struct hal_input_event *event) {
    struct identify_result result;
    const char *kind = event->kind == HAL_CREDENTIAL_CARD ? "card" : "pin";
    if (event->kind == HAL_CREDENTIAL_PIN && settings_get(terminal->core)->values.time_param.keyboard_lock) {
        log_info("terminal", "the keypad is locked");
        return;
    }
    int r = identify_credential(terminal->core, event, &result);
    if (r < 0) {
        log_error("terminal", "identification failed", log_str("kind", kind), log_errno(r));
        return;
    }
    identify_judge(terminal->core, &terminal->door, &result);
    log_info("terminal", "credential presented", log_str("kind", kind), log_str("known", result.known ? "yes" : "no"),
             log_str("granted", result.granted ? "yes" : "no"), log_uint("userid", result.userid));
    r = identify_show(terminal->core, &result);
    if (r < 0) {
        log_warn("terminal", "display does not answer", log_errno(r));
    }
    terminal_sound(terminal, &result);
    terminal_print(terminal, &result);
}

static void *terminal_run(void *argument) {
    struct terminal *terminal = argument;
    const struct hal_input *input = &terminal->hal->input;
    while (!atomic_load(&terminal->stopping)) {
        struct hal_input_event event;
        int r = input->wait(input->ctx, WAIT_MS, &event);
        if (r == 0) {
            terminal_take(terminal, &event);
            crypto_wipe(&event, sizeof(event)); /* it may hold a PIN */
        }
    }
    return NULL;
}

int terminal_start(struct core *core, const struct hal *hal, struct terminal **ret_terminal) {
    sigset_t all, before;
    struct terminal *terminal = calloc(1, sizeof(*terminal));
    if (terminal == NULL) {
        return E_NOMEM;
    }
    terminal->core = core;
    terminal->hal = hal;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    int error = pthread_create(&terminal->thread, NULL, terminal_run, terminal);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        free(terminal);
        return E_SYSTEM;
    }
    *ret_terminal = terminal;
    return 0;
}

struct terminal *terminal_stop(struct terminal *terminal) {
    if (terminal != NULL) {
        atomic_store(&terminal->stopping, true);
        terminal->hal->input.wake(terminal->hal->input.ctx);
        (void)pthread_join(terminal->thread, NULL);
        free(terminal);
    }
    return NULL;
}
