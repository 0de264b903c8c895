/* See sim_slots.h. */
#include "hal/sim/sim_slots.h"

#include <stdlib.h>
#include <string.h>

#include "util/err.h"

#define COMMON_MAX 1000 /* of the kind's common() */

struct slot {
    uint64_t len; /* 0: free */
    uint64_t sketch[]; /* of the kind's length; followed by the template */
};

struct biometric_slots {
    const struct biometric_kind *kind;
    uint32_t count;
    uint32_t end; /* all slots from here on are free */
    uint64_t *slots; /* consecutive; the system allocates no memory for slots that were never used */
    size_t slot_words; /* of one */
    uint16_t *commons; /* of each slot, during a search */
    uint32_t *chosen; /* slots to compare */
};

static struct slot *slot_at(const struct biometric_slots *slots, uint32_t slot) {
    return (struct slot *)(slots->slots + slot * slots->slot_words);
}

static uint8_t *slot_data(const struct biometric_slots *slots, struct slot *slot) {
    return (uint8_t *)(slot->sketch + slots->kind->sketch_words);
}

struct biometric_slots *sim_slots_new(const struct biometric_kind *kind) {
    struct biometric_slots *slots = calloc(1, sizeof(*slots));
    if (slots == NULL) {
        return NULL;
    }
    slots->kind = kind;
    slots->slot_words = 1 + kind->sketch_words + ((kind->template_max + sizeof(uint64_t) - 1) / sizeof(uint64_t));
    slots->slots = calloc(kind->capacity, slots->slot_words * sizeof(uint64_t));
    slots->commons = calloc(kind->capacity, sizeof(*slots->commons));
    slots->chosen = calloc(kind->looked_at + 1, sizeof(*slots->chosen));
    if (slots->slots == NULL || slots->commons == NULL || slots->chosen == NULL) {
        sim_slots_free(slots);
        return NULL;
    }
    return slots;
}

void sim_slots_free(struct biometric_slots *slots) {
    if (slots == NULL) {
        return;
    }
    sim_slots_clear(slots);
    free(slots->slots);
    free(slots->commons);
    free(slots->chosen);
    free(slots);
}

uint32_t sim_slots_count(const struct biometric_slots *slots) {
    return slots->count;
}

const uint8_t *sim_slots_at(const struct biometric_slots *slots, uint32_t slot, size_t *ret_len) {
    struct slot *at = slot_at(slots, slot);
    if (slot >= slots->end || at->len == 0) { /* not read beyond: some kernels allocate a page that is only read */
        return NULL;
    }
    *ret_len = at->len;
    return slot_data(slots, at);
}

int sim_slots_put(struct biometric_slots *slots, uint32_t slot, const void *data, size_t len) {
    const struct biometric_kind *kind = slots->kind;
    if (len == 0 || len > kind->template_max) {
        return E_RANGE;
    }
    sim_slots_erase(slots, slot);
    struct slot *at = slot_at(slots, slot);
    at->len = len;
    memcpy(slot_data(slots, at), data, len);
    if (kind->sketch != NULL) {
        kind->sketch(data, false, at->sketch);
    }
    slots->count++;
    slots->end = slot >= slots->end ? slot + 1 : slots->end;
    return 0;
}

void sim_slots_erase(struct biometric_slots *slots, uint32_t slot) {
    struct slot *at = slot_at(slots, slot);
    if (slot >= slots->end || at->len == 0) {
        return;
    }
    explicit_bzero(at, slots->slot_words * sizeof(uint64_t));
    slots->count--;
    while (slots->end > 0 && slot_at(slots, slots->end - 1)->len == 0) {
        slots->end--;
    }
}

void sim_slots_clear(struct biometric_slots *slots) {
    for (uint32_t slot = slots->slots != NULL ? slots->end : 0; slot > 0; slot--) {
        sim_slots_erase(slots, slot - 1);
    }
}

/* Writes the slots whose sketch has most in common with the sample's to `chosen`, best first; returns their number. */
static size_t choose_slots(struct biometric_slots *slots, const void *data) {
    const struct biometric_kind *kind = slots->kind;
    uint64_t sketch[BIOMETRIC_SKETCH_WORDS_MAX];
    uint32_t heights[COMMON_MAX + 1] = {0}; /* number of slots with each value in common */
    kind->sketch(data, true, sketch);
    for (uint32_t slot = 0; slot < slots->end; slot++) {
        const struct slot *at = slot_at(slots, slot);
        if (at->len != 0) {
            slots->commons[slot] = (uint16_t)kind->common(sketch, at->sketch);
            heights[slots->commons[slot]]++;
        }
    }
    /* Start index of the slots with each value. */
    uint32_t before = 0;
    for (int common = COMMON_MAX; common >= 0; common--) {
        uint32_t height = heights[common];
        heights[common] = before;
        before += height;
    }
    for (uint32_t slot = 0; slot < slots->end; slot++) {
        if (slot_at(slots, slot)->len != 0) {
            uint32_t place = heights[slots->commons[slot]]++;
            if (place < kind->looked_at) {
                slots->chosen[place] = slot;
            }
        }
    }
    return slots->count < kind->looked_at ? slots->count : kind->looked_at;
}

uint32_t sim_slots_search(struct biometric_slots *slots, const void *data, unsigned *ret_score) {
    const struct biometric_kind *kind = slots->kind;
    size_t count = kind->sketch != NULL ? choose_slots(slots, data) : slots->end;
    uint32_t found = HAL_BIOMETRIC_NO_SLOT;
    *ret_score = 0;
    for (size_t i = 0; i < count && *ret_score < kind->sure; i++) {
        uint32_t slot = kind->sketch != NULL ? slots->chosen[i] : (uint32_t)i;
        struct slot *at = slot_at(slots, slot);
        unsigned score = at->len != 0 ? kind->likeness(data, slot_data(slots, at)) : 0;
        if (score > *ret_score) {
            *ret_score = score;
            found = slot;
        }
    }
    return found;
}
