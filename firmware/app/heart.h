/* Feeds the watchdog as long as all threads make progress. The loop calls it, so a hanging loop stops the feeding; it
 * asks the other threads for their progress. A hanging thread is logged, and then the machine restarts. */
#ifndef POSTERN_APP_HEART_H
#define POSTERN_APP_HEART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hal_watchdog;

#define HEART_PARTS_MAX 4
#define HEART_EVERY_MS 5000 /* check interval; several fit into the timeout of any watchdog */

/* A monitored thread. */
struct heart_part {
    const char *name; /* for the log; static */
    void *ctx;

    /* Writes a number that changes with each piece of work. Returns false if the thread is idle, and cannot hang. Never
     * waits. */
    bool (*progress)(void *ctx, unsigned *ret_count);

    /* Makes the thread change its number soon. NULL if its work is enough. */
    void (*poke)(void *ctx);

    int64_t limit_ms; /* longest time for a piece of work; a longer one counts as hanging */
};

struct heart {
    const struct hal_watchdog *watchdog;
    int64_t (*mono_ms)(void *ctx);
    void *clock_ctx;
    struct {
        struct heart_part part;
        unsigned seen;
        int64_t since_ms; /* when this value was first seen */
        bool is_told;
    } parts[HEART_PARTS_MAX];
    size_t count;
    int64_t due_ms;
    bool is_told; /* the watchdog's failure was logged */
};

/* Initializes it. All functions belong to the loop; `watchdog` must outlive it. Without a watchdog the other functions
 * do nothing. */
void heart_init(struct heart *heart, const struct hal_watchdog *watchdog, int64_t (*mono_ms)(void *ctx),
                void *clock_ctx);

/* Adds a thread to monitor; at most HEART_PARTS_MAX. `part->ctx` must outlive it. */
void heart_add(struct heart *heart, const struct heart_part *part);

/* Checks all threads and feeds the watchdog, if due. Returns the milliseconds until the next check, 0 to `most`. */
int heart_look(struct heart *heart, int most);

/* Releases the watchdog before a clean end. */
void heart_end(struct heart *heart);

#endif
