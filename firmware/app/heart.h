/* Feeds the watchdog as long as every kind of thread makes progress. The loop looks, so that nobody feeds when the loop
 * hangs; the others it asks how far they are. A thread that hangs restarts the machine: the log has it first. */
#ifndef POSTERN_APP_HEART_H
#define POSTERN_APP_HEART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hal_watchdog;

#define HEART_PARTS_MAX 4
#define HEART_EVERY_MS 5000 /* between two looks; several of them within the time of any watchdog */

/* A thread that is looked after. */
struct heart_part {
    const char *name; /* for the log; static */
    void *ctx;

    /* Writes a number that changes with each piece of work. False: it waits for work, and cannot hang. Never waits. */
    bool (*progress)(void *ctx, unsigned *ret_count);

    /* Asks for a sign of life, which changes the number soon. NULL where work is sign enough. */
    void (*poke)(void *ctx);

    int64_t limit_ms; /* for a piece of work; above it the thread hangs */
};

struct heart {
    const struct hal_watchdog *watchdog;
    int64_t (*mono_ms)(void *ctx);
    void *clock_ctx;
    struct {
        struct heart_part part;
        unsigned seen;
        int64_t since_ms; /* when that was seen first */
        bool is_told;
    } parts[HEART_PARTS_MAX];
    size_t count;
    int64_t due_ms;
    bool is_told; /* that the watchdog does not answer */
};

/* All of it belongs to the loop; `watchdog` outlives it. Without one that is fitted the others do nothing. */
void heart_init(struct heart *heart, const struct hal_watchdog *watchdog, int64_t (*mono_ms)(void *ctx),
                void *clock_ctx);

/* Looks after one more thread; at most HEART_PARTS_MAX. What `part->ctx` is outlives the heart. */
void heart_add(struct heart *heart, const struct heart_part *part);

/* Looks at all and feeds, if it is time to. Returns the milliseconds until then, 0 to `most`. */
int heart_look(struct heart *heart, int most);

/* Ends the watch before an end in order. */
void heart_end(struct heart *heart);

#endif
