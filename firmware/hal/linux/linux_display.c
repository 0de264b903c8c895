/* The idle screen as lines on a TTY (a serial console, the screen of a development machine): what a person at the
 * device needs for the first sign-in. Not a display as in hal/display.h, and not listed as a driver: shows nothing
 * else. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/linux_impl.h"
#include "util/cleanup.h"
#include "util/crypto.h"
#include "util/err.h"

/* Adds a line. Leaves out what does not fit: the important lines come first. */
static void text_add(char *text, const char *label, const char *value) {
    size_t len = strlen(text);
    if (value != NULL && len + strlen(label) + strlen(value) + 1 < LINUX_DISPLAY_MAX) {
        (void)snprintf(text + len, LINUX_DISPLAY_MAX - len, "%s%s\n", label, value);
    }
}

static void text_compose(const struct hal_display_content *content, char *ret_text) {
    ret_text[0] = '\0';
    text_add(ret_text, "", "");
    text_add(ret_text, "Console: ", content->console);
    text_add(ret_text, "Initial password of admin: ", content->initial_password);
    for (size_t i = 0; i < content->line_count; i++) {
        text_add(ret_text, "", content->lines[i]);
    }
}

/* Does not block on a TTY that nobody reads. */
static int text_write(const char *path, const char *text) {
    _cleanup_close_ int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    ssize_t len = (ssize_t)strlen(text);
    return fd >= 0 && write(fd, text, (size_t)len) == len ? 0 : E_OFFLINE;
}

/* Called repeatedly with the same content, writes it only when it has changed. */
static int display_show(void *ctx, const struct hal_display_content *content) {
    struct linux_hal *linux_hal = ctx;
    struct linux_display *display = &linux_hal->display;
    char text[LINUX_DISPLAY_MAX];
    int r = 0;
    text_compose(content, text);
    pthread_mutex_lock(&display->mutex);
    if (strcmp(text, display->text) != 0) {
        r = text_write(linux_hal->board.text_display, text);
        if (r == 0) {
            memcpy(display->text, text, sizeof(text));
        }
    }
    pthread_mutex_unlock(&display->mutex);
    crypto_wipe(text, sizeof(text)); /* may contain a password */
    return r;
}

void linux_display_bind(struct linux_hal *linux_hal) {
    (void)pthread_mutex_init(&linux_hal->display.mutex, NULL);
    if (linux_hal->board.text_display[0] != '\0') {
        linux_hal->hal.display.ctx = linux_hal;
        linux_hal->hal.display.show = display_show;
    }
}

void linux_display_end(struct linux_hal *linux_hal) {
    crypto_wipe(linux_hal->display.text, sizeof(linux_hal->display.text));
    (void)pthread_mutex_destroy(&linux_hal->display.mutex);
}
