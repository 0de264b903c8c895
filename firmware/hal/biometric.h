/* A module that recognizes people: fingers, faces or irises; all three have the same contract. It stores templates in
 * numbered slots and matches against all of them by itself; each result is an event of hal/input.h. Ops may be called
 * from any thread, return at once (long operations continue in the module) and copy their arguments. */
#ifndef POSTERN_HAL_BIOMETRIC_H
#define POSTERN_HAL_BIOMETRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HAL_BIOMETRIC_PRECISION_MAX 5 /* strictest */
#define HAL_BIOMETRIC_TEMPLATE_MAX 2048 /* bytes of a template */
#define HAL_BIOMETRIC_QUALITY_MAX 100 /* best */
#define HAL_BIOMETRIC_SERIAL_LEN 16 /* unique within a kind of module */
#define HAL_BIOMETRIC_NO_SLOT UINT32_MAX
#define HAL_BIOMETRIC_EXPECTED_MAX 10 /* templates of one person */

struct hal_biometric_info {
    bool fitted; /* the model has this module; if false, the rest is meaningless */
    bool online; /* it responds */
    uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN]; /* changes when the module is replaced */
    uint32_t capacity; /* slots: 0 to capacity - 1 */
    uint32_t count; /* of them in use */
    unsigned precision; /* 0 (lenient) to HAL_BIOMETRIC_PRECISION_MAX */
};

enum hal_enrol_step {
    HAL_ENROL_IDLE, /* no enrolment since start */
    HAL_ENROL_PRESENT, /* waits for the finger, face or eye */
    HAL_ENROL_LIFT, /* waits for it to be removed */
    HAL_ENROL_WORKING, /* makes the template */
    HAL_ENROL_DONE, /* stored in its slot */
    HAL_ENROL_FAILED, /* see `note`; nothing was stored */
};

enum hal_enrol_note {
    HAL_ENROL_NOTE_NONE,
    HAL_ENROL_NOTE_POOR, /* the last press did not count: quality too low; try again */
    HAL_ENROL_NOTE_NOT_SAME, /* the last press did not count: another finger, face or eye than before; try again */
    HAL_ENROL_NOTE_NOT_LIVE, /* the last press did not count: not a live one; try again */
    HAL_ENROL_NOTE_SEVERAL, /* the last press did not count: more than one face; try again */
    HAL_ENROL_NOTE_DUPLICATE, /* FAILED: already enrolled, in `duplicate` */
    HAL_ENROL_NOTE_FULL, /* FAILED: no slot is free */
    HAL_ENROL_NOTE_TIMEOUT, /* FAILED: no press in time */
    HAL_ENROL_NOTE_LOST, /* FAILED: the module stopped responding */
    HAL_ENROL_NOTE_CANCELLED, /* FAILED: cancel_enrol() */
    HAL_ENROL_NOTE_NO_FACE, /* the last press did not count: no face in the picture; try again */
};

struct hal_enrol_state {
    enum hal_enrol_step step;
    enum hal_enrol_note note; /* of the last press, or why it failed */
    unsigned presses; /* that counted so far */
    unsigned needed; /* needed for a template */
    unsigned quality; /* of the last press, or of the template when DONE; 0 to HAL_BIOMETRIC_QUALITY_MAX */
    uint32_t slot; /* where the template is stored */
    /* with HAL_ENROL_NOTE_DUPLICATE: the slot with the same finger, face or eye; else HAL_BIOMETRIC_NO_SLOT */
    uint32_t duplicate;
};

/* Result of a match. Comes with an event of hal/input.h. */
struct hal_match {
    bool found; /* a template matches */
    bool verified; /* matches only by the lower threshold of expect(): the expected person, not found by the search */
    uint32_t slot; /* of the template; HAL_BIOMETRIC_NO_SLOT unless found */
    unsigned score; /* similarity, 0 to 1000 */
    unsigned quality; /* of the capture */
    bool readable; /* good enough to be compared */
    bool live; /* a live finger, face or eye; always true from a module without liveness detection */
};

struct hal_biometric {
    void *ctx; /* of the backend; passed to every op */

    /* Reads the module's data. Cannot fail: offline, `online` is false and the rest is the last known. */
    void (*info)(void *ctx, struct hal_biometric_info *ret_info);

    /* Sets how similar a match must be, 0 (lenient) to HAL_BIOMETRIC_PRECISION_MAX. 0, or E_OFFLINE. */
    int (*set_precision)(void *ctx, unsigned level);

    /* Sets the expected person: the slots of a person who was already identified by other means. A match by the search
     * among all is reported as usual; without one, the capture is compared with these slots (1:1) at one precision
     * lower, and a match comes as `verified`. Applies until the next call; `count` 0 expects nobody. At most
     * HAL_BIOMETRIC_EXPECTED_MAX. NULL: the module cannot do it. */
    void (*expect)(void *ctx, const uint32_t *slots, size_t count);

    /* Starts to enrol into a free slot; enrol_state() reads the progress, and notify() reports changes. Meanwhile
     * nobody is recognized. 0; E_OFFLINE; E_BUSY: another enrolment is running; E_CAPACITY: it is full; E_EXISTS: the
     * slot is in use; E_RANGE. */
    int (*enrol)(void *ctx, uint32_t slot);

    /* The same from a picture (JPEG or PNG), in a single attempt: a press that would not count ends it. NULL: the
     * module cannot do it. As above, and E_FORMAT. The picture is copied. */
    int (*enrol_picture)(void *ctx, uint32_t slot, const void *picture, size_t len);

    /* Reads the state of the last enrolment. Cannot fail. */
    void (*enrol_state)(void *ctx, struct hal_enrol_state *ret_state);

    /* Cancels the enrolment; nothing is stored. Does nothing when none is running. */
    void (*cancel_enrol)(void *ctx);

    /* Reads, writes or erases one template. 0; E_OFFLINE; E_BUSY during an enrolment; E_NOTFOUND: the slot is free
     * (read, erase); E_FORMAT: not a template for this kind of module (write; it replaces a template in the slot);
     * E_CAPACITY; E_RANGE. read() needs a buffer of HAL_BIOMETRIC_TEMPLATE_MAX bytes. */
    int (*read)(void *ctx, uint32_t slot, void *buf, size_t *ret_len);
    int (*write)(void *ctx, uint32_t slot, const void *data, size_t len);
    int (*erase)(void *ctx, uint32_t slot);

    /* Erases all. 0, E_OFFLINE, E_BUSY. */
    int (*clear)(void *ctx);

    /* Lists used slots at or above `from`, ascending, at most `max`. 0 with *ret_count, or E_OFFLINE. */
    int (*list)(void *ctx, uint32_t from, uint32_t *ret_slots, size_t max, size_t *ret_count);
};

#endif
