#include "app/heart.h"

#include <assert.h>

#include "hal/watchdog.h"
#include "util/log.h"

void heart_init(struct heart *heart, const struct hal_watchdog *watchdog, int64_t (*mono_ms)(void *ctx),
                void *clock_ctx) {
    *heart = (struct heart){.watchdog = watchdog, .mono_ms = mono_ms, .clock_ctx = clock_ctx};
    heart->due_ms = mono_ms(clock_ctx);
}

void heart_add(struct heart *heart, const struct heart_part *part) {
    assert(heart->count < HEART_PARTS_MAX);
    heart->parts[heart->count].part = *part;
    heart->parts[heart->count++].since_ms = heart->mono_ms(heart->clock_ctx);
}

/* Returns whether one thread is alive; logs each change once. */
static bool is_alive(struct heart *heart, size_t at, int64_t now_ms) {
    const struct heart_part *part = &heart->parts[at].part;
    unsigned count = 0;
    bool works = part->progress(part->ctx, &count);
    if (!works || count != heart->parts[at].seen) {
        heart->parts[at].seen = count;
        heart->parts[at].since_ms = now_ms;
    }
    bool alive = now_ms - heart->parts[at].since_ms <= part->limit_ms;
    if (alive == heart->parts[at].is_told) {
        if (alive) {
            log_info("app", "a thread goes on again", log_str("thread", part->name));
        } else {
            log_error("app", "a thread hangs: the watchdog is not fed", log_str("thread", part->name));
        }
        heart->parts[at].is_told = !alive;
    }
    if (part->poke != NULL) {
        part->poke(part->ctx);
    }
    return alive;
}

static void heart_feed(struct heart *heart) {
    int r = heart->watchdog->feed(heart->watchdog->ctx);
    if (r < 0 && !heart->is_told) {
        log_error("app", "the watchdog does not answer", log_errno(r));
    }
    heart->is_told = r < 0;
}

int heart_look(struct heart *heart, int most) {
    if (!heart->watchdog->is_fitted) {
        return most;
    }
    int64_t now_ms = heart->mono_ms(heart->clock_ctx);
    if (now_ms >= heart->due_ms) {
        bool all_alive = true;
        for (size_t i = 0; i < heart->count; i++) {
            all_alive = is_alive(heart, i, now_ms) && all_alive;
        }
        if (all_alive) {
            heart_feed(heart);
        }
        heart->due_ms = now_ms + HEART_EVERY_MS;
    }
    int64_t left_ms = heart->due_ms - now_ms;
    return left_ms < most ? (int)left_ms : most;
}

void heart_end(struct heart *heart) {
    if (heart->watchdog->is_fitted) {
        heart->watchdog->release(heart->watchdog->ctx);
    }
}
