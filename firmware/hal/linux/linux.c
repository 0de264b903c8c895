/* The devices of a board that runs Linux: opens what the file of --board names; all other devices are not installed. */
#include <stdlib.h>

#include "hal/linux/linux_impl.h"
#include "hal/none.h"
#include "util/err.h"

bool hal_has_bench(void) {
    return false;
}

static int entropy_fill(void *ctx, void *buf, size_t len) {
    (void)ctx;
    return entropy_fill_system(buf, len);
}

static int linux_bind(struct linux_hal *linux_hal) {
    hal_none_bind(&linux_hal->hal, HAL_DEVICES_ALL);
    linux_hal->hal.entropy = (struct hal_entropy){.fill = entropy_fill};
    linux_notify_init(&linux_hal->notify, &linux_hal->hal.notify);
    linux_input_bind(linux_hal);
    linux_clock_bind(linux_hal);
    linux_display_bind(linux_hal);
    linux_machine_bind(linux_hal);
    linux_watchdog_bind(linux_hal);
    return linux_hal->board.ethernet[0] == '\0'
               ? 0
               : linux_net_new(&linux_hal->board, &linux_hal->notify, &linux_hal->hal.net, &linux_hal->net);
}

int hal_new(const struct hal_options *options, struct hal **ret_hal) {
    struct linux_hal *linux_hal = calloc(1, sizeof(*linux_hal));
    if (linux_hal == NULL) {
        return E_NOMEM;
    }
    int r = linux_board_read(options->board, &linux_hal->board);
    if (r < 0) {
        free(linux_hal);
        return r;
    }
    if (options->bare) {
        linux_hal->board.text_display[0] = linux_hal->board.wear[0] = '\0';
    }
    r = linux_bind(linux_hal);
    if (r < 0) {
        hal_free(&linux_hal->hal);
        return r;
    }
    *ret_hal = &linux_hal->hal;
    return 0;
}

void hal_free(struct hal *hal) {
    if (hal == NULL) {
        return;
    }
    struct linux_hal *linux_hal = (struct linux_hal *)hal;
    linux_hal->net = linux_net_free(linux_hal->net);
    linux_watchdog_end(linux_hal);
    linux_display_end(linux_hal);
    linux_input_end(linux_hal);
    linux_notify_done(&linux_hal->notify);
    free(linux_hal);
}
