#include "core/display.h"

#include <pthread.h>

#include "core/accounts.h"
#include "core/core.h"
#include "core/settings.h"
#include "hal/hal.h"
#include "util/err.h"

/* Reads what is to be shown and shows it. With the display's mutex held, so that what was read later is shown later. */
static int show(struct core_shared *shared, struct store *store, const struct settings *settings) {
    char initial_password[ACCOUNTS_INITIAL_LEN + 1];
    int r = accounts_initial_password(shared, store, initial_password);
    if (r < 0) {
        return r;
    }
    struct hal_display_content content = {
        .lines = {settings->device_name, shared->serial},
        .line_count = 2,
        .language = settings->language,
        .initial_password = initial_password[0] ? initial_password : NULL,
    };
    r = shared->hal->display.show(shared->hal->display.ctx, &content);
    crypto_wipe(initial_password, sizeof initial_password);
    return r;
}

int display_refresh(struct core_shared *shared, struct store *store, const struct settings *settings) {
    pthread_mutex_lock(&shared->display_mutex);
    int r = show(shared, store, settings);
    pthread_mutex_unlock(&shared->display_mutex);
    return r;
}

int display_restart(struct core_shared *shared, struct store *store, const struct settings *settings) {
    pthread_mutex_lock(&shared->display_mutex);
    int r = shared->hal->display.restart(shared->hal->display.ctx);
    int shown = show(shared, store, settings);
    pthread_mutex_unlock(&shared->display_mutex);
    return r < 0 ? r : shown;
}
