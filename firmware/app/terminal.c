#include "app/terminal.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/core.h"
#include "core/door/door.h"
#include "core/door/journal.h"
#include "core/door/menu.h"
#include "core/door/menu_acts.h"
#include "core/door/menu_desk.h"
#include "core/door/pass.h"
#include "core/door/taker.h"
#include "core/door/wiegand.h"
#include "core/engineer/production.h"
#include "core/settings/settings.h"
#include "core/users/enrol.h"
#include "core/users/init_card.h"
#include "hal/hal.h"
#include "store/store.h"
#include "util/crypto.h"
#include "util/log.h"

/* Longest wait for an event; wake() ends it early, so this only limits a lost wake-up. */
#define WAIT_MS 60000

/* Longest wait of this thread for another's write transaction, in total for all input meanwhile: limits the delay of
 * the relay, and of the next person. */
#define STORE_WAIT_MS 150
#define STORE_WAIT_END_MS 5000 /* at the end nobody is waiting */

#define CARDS_MOST 4 /* cards and codes of the Wiegand line per turn */

struct terminal {
    struct core *core;
    const struct hal *hal;
    pthread_t thread;
    struct pass pass;
    struct menu menu;
    atomic_bool stopping;
    atomic_uint turns;
};

static void terminal_play(const struct terminal *terminal, enum hal_sound_kind kind) {
    const struct hal_sound *hal = &terminal->hal->sound;
    int r = hal->play(hal->ctx, kind);
    if (r < 0) {
        log_warn("terminal", "loudspeaker does not answer", log_errno(r));
    }
}

static void menu_show(const struct terminal *terminal) {
    const struct hal_display *display = &terminal->hal->display;
    struct hal_display_menu view;
    menu_view(&terminal->menu, &view);
    int r = display->menu(display->ctx, &view);
    if (r < 0) {
        log_warn("terminal", "display does not answer", log_errno(r));
    }
}

static struct menu_desk *desk_of(const struct terminal *terminal) {
    return door_menu_desk(terminal->core);
}

/* The menu was closed: ends what was started there. */
static void menu_closed(struct terminal *terminal) {
    menu_desk_leave(terminal->core, desk_of(terminal));
    menu_show(terminal);
}

/* Handles a PIN typed for the menu. A failed attempt is logged without the ID: it may be a PIN in the wrong place. */
static void menu_try(struct terminal *terminal, const char *code) {
    struct menu_admission admission;
    menu_admit(terminal->core, terminal->menu.id, code, &admission);
    bool is_open = admission.r == 0;
    log_info("terminal", "menu asked for", log_str("opened", is_open ? "yes" : "no"),
             log_str("account", is_open ? admission.by.account : "?"));
    menu_admitted(&terminal->menu, &admission, core_mono_ms(terminal->core));
    terminal_play(terminal, is_open ? HAL_SOUND_NEXT : HAL_SOUND_DENIED);
}

static void menu_take(struct terminal *terminal, const char *digits) {
    switch (menu_digits(&terminal->menu, digits, core_mono_ms(terminal->core))) {
        case MENU_ADMIT: menu_try(terminal, digits); break;
        case MENU_ASK: menu_desk_ask(terminal->core, desk_of(terminal), &terminal->menu.job); break;
        case MENU_SHOW: break;
    }
    menu_show(terminal);
}

static void menu_take_event(struct terminal *terminal, const struct hal_input_event *event) {
    if (event->what != HAL_INPUT_MENU) {
        menu_take(terminal, event->digits);
        return;
    }
    menu_key(&terminal->menu, core_mono_ms(terminal->core));
    menu_closed(terminal); /* also what was started in a menu that the key closed */
}

/* A credential is being handled: the person who had opened the menu has left. */
static void menu_leave(struct terminal *terminal) {
    if (menu_close(&terminal->menu, "credential")) {
        menu_closed(terminal);
    }
}

/* Handles the result of a worker for the menu. */
static void menu_take_result(struct terminal *terminal) {
    struct menu_result result;
    if (menu_desk_take(desk_of(terminal), &result)) {
        log_info("terminal", "done for the menu", log_uint("task", terminal->menu.job.task),
                 log_str("done", result.r == 0 ? "yes" : "no"), log_str("account", terminal->menu.by.account));
        menu_did(&terminal->menu, &result, core_mono_ms(terminal->core));
        if (terminal->menu.view.page == HAL_MENU_CLOSED) {
            menu_closed(terminal);
        } else {
            menu_show(terminal);
        }
        terminal_play(terminal, result.r == 0 ? HAL_SOUND_NEXT : HAL_SOUND_DENIED);
    }
}

static void menu_tick(struct terminal *terminal) {
    struct menu *menu = &terminal->menu;
    int64_t now_ms = core_mono_ms(terminal->core);
    menu_take_result(terminal);
    if (menu->view.page == HAL_MENU_ENROL_RUNS && !enrol_goes_on(terminal->core)) {
        menu_desk_enrolled(desk_of(terminal));
        menu_enrolled(menu, now_ms);
        menu_show(terminal);
    }
    struct hal_menu_link links[HAL_MENU_LINKS_MAX];
    if (menu->view.page == HAL_MENU_NETWORK) {
        size_t count = menu_read_links(terminal->core, links);
        if (menu_links(menu, links, count)) {
            menu_show(terminal);
        }
    }
    if (menu_expire(menu, now_ms)) {
        menu_closed(terminal);
    }
}

/* Returns whether a card is the initial administrator's, with its user in `ret_userid`. A card that also belongs to a
 * user opens the door. */
static bool is_initial_card(struct terminal *terminal, uint64_t card, uint32_t *ret_userid) {
    uint32_t holder = 0;
    int r = init_card_find(terminal->core, card, ret_userid);
    if (r < 0 && r != E_NOTFOUND) {
        log_error("terminal", "the initial card cannot be read", log_errno(r));
    }
    return r == 0 && users_by_card(terminal->core, card, &holder) != 0;
}

/* The initial administrator's card was presented: the menu asks for the PIN. */
static void menu_take_card(struct terminal *terminal, uint32_t userid) {
    char id[HAL_INPUT_DIGITS_MAX + 1];
    (void)snprintf(id, sizeof(id), "%u", (unsigned)userid);
    menu_card(&terminal->menu, id, core_mono_ms(terminal->core));
    menu_closed(terminal); /* of the person who had opened it */
    terminal_play(terminal, HAL_SOUND_NEXT);
}

/* Decides what handles the input, and finds the user of an initial card. */
static enum taker find_taker(struct terminal *terminal, struct taker_facts *facts, uint64_t card,
                             uint32_t *ret_userid) {
    enum taker taker = taker_of(facts);
    if (taker == TAKER_UNDECIDED) {
        bool is_initial = is_initial_card(terminal, card, ret_userid);
        facts->initial = is_initial ? TAKER_INITIAL_YES : TAKER_INITIAL_NO;
        taker = taker_of(facts);
    }
    return taker;
}

/* Handles an event that is not for the production test. */
static void terminal_take(struct terminal *terminal, struct taker_facts *facts, struct hal_input_event *event) {
    uint32_t userid = 0;
    if (event->what == HAL_INPUT_CREDENTIAL && event->kind == HAL_CREDENTIAL_CARD) {
        event->is_random = wiegand_is_random(event->card, event->uid_octets);
        event->card = event->is_number
                          ? event->card
                          : wiegand_card(&settings_get(terminal->core)->values.access_control, event->card);
    }
    switch (find_taker(terminal, facts, event->card, &userid)) {
        case TAKER_ENROLMENT: /* which may have ended at this moment: present the card again */
            if (enrol_takes_card(terminal->core, event->card, event->is_random)) {
                terminal_play(terminal, HAL_SOUND_NEXT);
            }
            break;
        case TAKER_INITIAL_CARD: menu_take_card(terminal, userid); break;
        case TAKER_MENU: menu_take_event(terminal, event); break;
        case TAKER_DOOR_CLOSES_MENU:
            menu_leave(terminal);
            pass_take(terminal->core, &terminal->pass, event);
            break;
        case TAKER_DOOR: pass_take(terminal->core, &terminal->pass, event); break;
        case TAKER_NOBODY:
        case TAKER_PRODUCTION:
        case TAKER_UNDECIDED: break;
    }
}

/* Handles an event. `is_reader`: from an own device, not over the Wiegand line. */
static void terminal_event(struct terminal *terminal, struct hal_input_event *event, bool is_reader) {
    struct taker_facts facts = {.what = event->what,
                                .kind = event->kind,
                                .from = event->from,
                                .in_production = production_goes_on(terminal->core),
                                .is_frame = event->frame.count > 0,
                                .over_line = !is_reader,
                                .awaits_card = enrol_awaits_card(terminal->core),
                                .menu_is_open = terminal->menu.view.page != HAL_MENU_CLOSED};
    if (taker_of(&facts) == TAKER_PRODUCTION) {
        (void)production_takes(terminal->core, event, is_reader); /* it opens nothing, and is not looked up */
    } else {
        terminal_take(terminal, &facts, event);
    }
    crypto_wipe(event, sizeof(*event)); /* may contain a PIN */
}

/* Returns how long until the door needs attention. */
static int door_left_ms(struct core *core) {
    int64_t due_ms = door_look(core);
    int64_t left_ms = due_ms == INT64_MAX ? WAIT_MS : due_ms - core_mono_ms(core);
    return left_ms < 0 ? 0 : left_ms > WAIT_MS ? WAIT_MS : (int)left_ms;
}

/* Handles cards and codes of the Wiegand line, and checks the door after each: a flooded line delays neither the relay
 * nor the other readers. Returns true if there may be more. */
static bool terminal_cards(struct terminal *terminal) {
    struct hal_input_event event;
    for (unsigned i = 0; i < CARDS_MOST; i++) {
        if (!door_read_line(terminal->core, &event)) {
            return false;
        }
        terminal_event(terminal, &event, /* is_reader= */ false);
        (void)door_look(terminal->core);
    }
    return true;
}

/* Raises the priority: a person at the door comes before everything else on the machine, and this thread mostly waits.
 * Threads it starts do not inherit it. Without the permission only some milliseconds are lost when the machine is
 * busy. */
static void terminal_goes_first(void) {
    const struct sched_param lowest = {.sched_priority = sched_get_priority_min(SCHED_RR)};
    int error = pthread_setschedparam(pthread_self(), SCHED_RR | SCHED_RESET_ON_FORK, &lowest);
    if (error != 0) {
        log_info("terminal", "no real-time priority for the door", log_errno(err_from_errno(error)));
    }
}

/* Checks the door before each wait and after it, before handling the input: a person is judged by the current state of
 * the door. */
static void *terminal_run(void *argument) {
    struct terminal *terminal = argument;
    const struct hal_input *input = &terminal->hal->input;
    terminal_goes_first();
    store_wait_most(terminal->core->store, STORE_WAIT_MS);
    door_begin(terminal->core);
    bool has_cards = false;
    while (!atomic_load(&terminal->stopping)) {
        struct hal_input_event event;
        int door_ms = door_left_ms(terminal->core);
        int64_t now_ms = core_mono_ms(terminal->core);
        int left_ms = pass_left_ms(&terminal->pass, now_ms, menu_left_ms(&terminal->menu, now_ms, WAIT_MS));
        int wait_ms = left_ms < door_ms ? left_ms : door_ms;
        int r = input->wait(input->ctx, has_cards ? 0 : wait_ms, &event);
        cause_clear();
        (void)door_look(terminal->core);
        menu_tick(terminal);
        pass_tick(terminal->core, &terminal->pass);
        if (r == 0) {
            terminal_event(terminal, &event, /* is_reader= */ true);
        }
        has_cards = terminal_cards(terminal);
        (void)atomic_fetch_add(&terminal->turns, 1);
    }
    store_wait_most(terminal->core->store, STORE_WAIT_END_MS);
    pass_end(terminal->core, &terminal->pass);
    (void)journal_write(terminal->core, door_journal(terminal->core));
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
        return err_with_errno(E_SYSTEM, error);
    }
    *ret_terminal = terminal;
    return 0;
}

bool terminal_progress(void *terminal, unsigned *ret_count) {
    struct terminal *one = terminal;
    *ret_count = atomic_load(&one->turns);
    return true;
}

void terminal_poke(void *terminal) {
    const struct hal_input *input = &((const struct terminal *)terminal)->hal->input;
    input->wake(input->ctx);
}

struct terminal *terminal_stop(struct terminal *terminal) {
    if (terminal != NULL) {
        atomic_store(&terminal->stopping, true);
        terminal->hal->input.wake(terminal->hal->input.ctx);
        (void)pthread_join(terminal->thread, NULL);
        (void)menu_close(&terminal->menu, "end");
        free(terminal);
    }
    return NULL;
}
