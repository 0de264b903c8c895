/* A module that recognises people: fingers, faces or irises; the three have the same contract. It keeps templates in
 * numbered slots and compares what it sees with all of them by itself; what it recognised comes as an event of
 * hal/input.h. Ops may be called from any thread, return at once (what takes long goes on in the module) and copy what
 * they are given. */
#ifndef POSTERN_HAL_BIOMETRIC_H
#define POSTERN_HAL_BIOMETRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HAL_BIOMETRIC_PRECISION_MAX 5 /* strictest */
#define HAL_BIOMETRIC_TEMPLATE_MAX 2048 /* bytes of a template */
#define HAL_BIOMETRIC_QUALITY_MAX 100 /* best */
#define HAL_BIOMETRIC_SERIAL_LEN 16 /* bytes that tell one module from another of its kind */
#define HAL_BIOMETRIC_NO_SLOT UINT32_MAX
#define HAL_BIOMETRIC_EXPECTED_MAX 10 /* templates of one person */

struct hal_biometric_info {
    bool fitted; /* the model has this module; all else is of no meaning when false */
    bool online; /* it answers */
    uint8_t serial[HAL_BIOMETRIC_SERIAL_LEN]; /* another after a swap */
    uint32_t capacity; /* slots: 0 to capacity - 1 */
    uint32_t count; /* of them taken */
    unsigned precision; /* 0 (lenient) to HAL_BIOMETRIC_PRECISION_MAX */
};

enum hal_enrol_step {
    HAL_ENROL_IDLE, /* nothing is enrolled, and nothing was since it started */
    HAL_ENROL_PRESENT, /* waits for the finger, face or eye */
    HAL_ENROL_LIFT, /* waits for it to be taken away */
    HAL_ENROL_WORKING, /* makes the template */
    HAL_ENROL_DONE, /* stored in its slot */
    HAL_ENROL_FAILED, /* why is in `note`; nothing was stored */
};

enum hal_enrol_note {
    HAL_ENROL_NOTE_NONE,
    HAL_ENROL_NOTE_POOR, /* the last press counted not: quality too low; try again */
    HAL_ENROL_NOTE_NOT_SAME, /* the last press counted not: another finger, face or eye than before; try again */
    HAL_ENROL_NOTE_NOT_LIVE, /* the last press counted not: no living one; try again */
    HAL_ENROL_NOTE_SEVERAL, /* the last press counted not: more than one face; try again */
    HAL_ENROL_NOTE_DUPLICATE, /* FAILED: it is enrolled already, in `duplicate` */
    HAL_ENROL_NOTE_FULL, /* FAILED: no slot is free */
    HAL_ENROL_NOTE_TIMEOUT, /* FAILED: nobody came in time */
    HAL_ENROL_NOTE_LOST, /* FAILED: the module went away */
    HAL_ENROL_NOTE_CANCELLED, /* FAILED: cancel_enrol() */
    HAL_ENROL_NOTE_NO_FACE, /* the last press counted not: there is no face in the picture; try again */
};

struct hal_enrol_state {
    enum hal_enrol_step step;
    enum hal_enrol_note note; /* of the last press, or why it failed */
    unsigned presses; /* that counted */
    unsigned needed; /* presses that make a template */
    unsigned quality; /* of the last press, or of the template when DONE; 0 to HAL_BIOMETRIC_QUALITY_MAX */
    uint32_t slot; /* that it is for */
    uint32_t duplicate; /* with HAL_ENROL_NOTE_DUPLICATE: the slot that has it; else HAL_BIOMETRIC_NO_SLOT */
};

/* What the module made of somebody who was there. Comes with an event of hal/input.h. */
struct hal_match {
    bool found; /* it is somebody's template */
    bool verified; /* found by the threshold of expect() alone: it is who was expected, and would not have been found */
    uint32_t slot; /* whose; HAL_BIOMETRIC_NO_SLOT unless found */
    unsigned score; /* likeness to it, 0 to 1000 */
    unsigned quality; /* of what was seen */
    bool readable; /* good enough to be compared */
    bool live; /* a living one; not looked at by a module that cannot tell: then true */
};

struct hal_biometric {
    void *ctx; /* of the backend; handed to every op */

    /* Writes what the module is to *ret_info. Cannot fail: an offline one has `online` false and the rest as known last. */
    void (*info)(void *ctx, struct hal_biometric_info *ret_info);

    /* Sets how alike a template must be, 0 (lenient) to HAL_BIOMETRIC_PRECISION_MAX. 0, or E_OFFLINE. */
    int (*set_precision)(void *ctx, unsigned level);

    /* Says whom it is to expect: the slots of one person who has said by other means who it is. Whoever is found by the
     * search among all is found as ever; who is not, is compared with these slots (1:1), with a threshold of its own that
     * is one precision lower, and comes as `verified`. Holds until the next call, which with `count` 0 expects nobody.
     * At most HAL_BIOMETRIC_EXPECTED_MAX. NULL where the module cannot. */
    void (*expect)(void *ctx, const uint32_t *slots, size_t count);

    /* Begins to enrol into a free slot; the steps are read by enrol_state(), and notify() tells of them. While it goes
     * on nobody is recognised. 0; E_OFFLINE; E_BUSY: another enrolment goes on; E_CAPACITY: it is full; E_EXISTS: the
     * slot is taken; E_RANGE. */
    int (*enrol)(void *ctx, uint32_t slot);

    /* The same from a picture (JPEG or PNG) instead of somebody at the terminal, in one try: what would not count ends
     * it. NULL where the module cannot. As above, and E_FORMAT. The picture is copied. */
    int (*enrol_picture)(void *ctx, uint32_t slot, const void *picture, size_t len);

    /* How far the last enrolment is. Cannot fail. */
    void (*enrol_state)(void *ctx, struct hal_enrol_state *ret_state);

    /* Ends it; nothing is stored. Does nothing when none goes on. */
    void (*cancel_enrol)(void *ctx);

    /* Reads, writes or erases one template. 0; E_OFFLINE; E_BUSY while one is enrolled; E_NOTFOUND: the slot is free
     * (read, erase); E_FORMAT: not a template of this kind of module (write; a taken slot is replaced); E_CAPACITY;
     * E_RANGE. read() needs room for HAL_BIOMETRIC_TEMPLATE_MAX bytes. */
    int (*read)(void *ctx, uint32_t slot, void *buf, size_t *ret_len);
    int (*write)(void *ctx, uint32_t slot, const void *data, size_t len);
    int (*erase)(void *ctx, uint32_t slot);

    /* Erases all. 0, E_OFFLINE, E_BUSY. */
    int (*clear)(void *ctx);

    /* Slots that are taken, from `from` on, in ascending order, at most `max`. 0 with *ret_count, or E_OFFLINE. */
    int (*list)(void *ctx, uint32_t from, uint32_t *ret_slots, size_t max, size_t *ret_count);
};

#endif
