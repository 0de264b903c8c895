/* See conformance_biometric.h. */
#include "conformance_biometric.h"

#include <string.h>

#include "unity.h"
#include "util/err.h"

#define SOON_MS 60000 /* within which a module does whatever it does by itself */
#define STEP_MS 100
#define SLOT 3

static const struct hal_biometric *module_of(const struct conformance_world *world) {
    return world->module;
}

static struct hal_biometric_info info_of(const struct conformance_world *world) {
    struct hal_biometric_info info;
    module_of(world)->info(module_of(world)->ctx, &info);
    return info;
}

static struct hal_enrol_state enrol_of(const struct conformance_world *world) {
    struct hal_enrol_state state;
    module_of(world)->enrol_state(module_of(world)->ctx, &state);
    return state;
}

static int enrol(const struct conformance_world *world, uint32_t slot) {
    return module_of(world)->enrol(module_of(world)->ctx, slot);
}

/* Lets time pass until the enrolment has left the step. */
static struct hal_enrol_state enrol_leaves(const struct conformance_world *world, enum hal_enrol_step step) {
    for (int ms = 0; ms < SOON_MS && enrol_of(world).step == step; ms += STEP_MS) {
        world->advance(world->ctx, STEP_MS);
    }
    return enrol_of(world);
}

/* One press: comes, is made out, goes. */
static struct hal_enrol_state press(const struct conformance_world *world, unsigned person, bool well) {
    world->present(world->ctx, person, well);
    (void)enrol_leaves(world, HAL_ENROL_PRESENT);
    struct hal_enrol_state state = enrol_leaves(world, HAL_ENROL_WORKING);
    world->lift(world->ctx);
    (void)enrol_leaves(world, HAL_ENROL_LIFT);
    return state;
}

static struct hal_enrol_state enrol_person(const struct conformance_world *world, uint32_t slot, unsigned person) {
    TEST_ASSERT_EQUAL(0, enrol(world, slot));
    struct hal_enrol_state state = enrol_of(world);
    TEST_ASSERT_EQUAL(slot, state.slot);
    TEST_ASSERT_GREATER_THAN(0, state.needed);
    for (unsigned i = 0; i < 3 * state.needed && enrol_of(world).step == HAL_ENROL_PRESENT; i++) {
        (void)press(world, person, true);
    }
    return enrol_of(world);
}

/* What the module says of somebody who comes and goes. */
static struct hal_match show(const struct conformance_world *world, unsigned person, bool well) {
    struct hal_input_event event = {0};
    world->present(world->ctx, person, well);
    int r = E_TIMEOUT;
    for (int ms = 0; ms < SOON_MS && r != 0; ms += STEP_MS) {
        world->advance(world->ctx, STEP_MS);
        r = world->input->wait(world->input->ctx, 0, &event);
    }
    world->lift(world->ctx);
    TEST_ASSERT_EQUAL(0, r);
    TEST_ASSERT_EQUAL(HAL_INPUT_CREDENTIAL, event.what);
    TEST_ASSERT_EQUAL(world->kind, event.kind);
    TEST_ASSERT_TRUE(event.time_ms > 0);
    TEST_ASSERT_EQUAL(event.match.found, event.match.slot != HAL_BIOMETRIC_NO_SLOT);
    TEST_ASSERT_LESS_OR_EQUAL(1000, event.match.score);
    TEST_ASSERT_LESS_OR_EQUAL(HAL_BIOMETRIC_QUALITY_MAX, event.match.quality);
    return event.match;
}

static void clear(const struct conformance_world *world) {
    TEST_ASSERT_EQUAL(0, module_of(world)->clear(module_of(world)->ctx));
    TEST_ASSERT_EQUAL(0, info_of(world).count);
}

static bool is_taken(const struct conformance_world *world, uint32_t slot) {
    uint32_t found = 0;
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, module_of(world)->list(module_of(world)->ctx, slot, &found, 1, &count));
    return count == 1 && found == slot;
}

void conformance_biometric_enrols_and_recognises(const struct conformance_world *world) {
    clear(world);
    TEST_ASSERT_FALSE(show(world, 1, true).found);
    struct hal_enrol_state state = enrol_person(world, SLOT, 1);
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, state.step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_NONE, state.note);
    TEST_ASSERT_EQUAL(state.needed, state.presses);
    TEST_ASSERT_EQUAL(HAL_BIOMETRIC_NO_SLOT, state.duplicate);
    TEST_ASSERT_EQUAL(1, info_of(world).count);
    TEST_ASSERT_TRUE(is_taken(world, SLOT));
    TEST_ASSERT_FALSE(is_taken(world, SLOT + 1));
    struct hal_match match = show(world, 1, true);
    TEST_ASSERT_TRUE(match.found);
    TEST_ASSERT_TRUE(match.readable);
    TEST_ASSERT_TRUE(match.live);
    TEST_ASSERT_EQUAL(SLOT, match.slot);
    match = show(world, 2, true);
    TEST_ASSERT_FALSE(match.found);
    TEST_ASSERT_TRUE(match.readable);
    TEST_ASSERT_EQUAL(0, module_of(world)->erase(module_of(world)->ctx, SLOT));
    TEST_ASSERT_FALSE(show(world, 1, true).found);
    TEST_ASSERT_EQUAL(0, info_of(world).count);
}

void conformance_biometric_expects_somebody(const struct conformance_world *world) {
    const struct hal_biometric *module = module_of(world);
    const uint32_t expected[] = {SLOT + 1, SLOT};
    if (module->expect == NULL) {
        return;
    }
    clear(world);
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_person(world, SLOT, 1).step);
    /* Who is found anyway is found as ever, also with a slot that is free among the expected; a stranger is nobody. */
    module->expect(module->ctx, expected, 2);
    struct hal_match match = show(world, 1, true);
    TEST_ASSERT_TRUE(match.found);
    TEST_ASSERT_FALSE(match.verified);
    TEST_ASSERT_EQUAL(SLOT, match.slot);
    match = show(world, 2, true);
    TEST_ASSERT_FALSE(match.found);
    TEST_ASSERT_FALSE(match.verified);
    module->expect(module->ctx, NULL, 0);
    TEST_ASSERT_TRUE(show(world, 1, true).found);
    clear(world);
}

void conformance_biometric_counts_no_poor_press(const struct conformance_world *world) {
    clear(world);
    TEST_ASSERT_FALSE(show(world, 1, false).readable);
    TEST_ASSERT_EQUAL(0, enrol(world, SLOT));
    struct hal_enrol_state state = press(world, 1, false);
    TEST_ASSERT_EQUAL(HAL_ENROL_LIFT, state.step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_POOR, state.note);
    TEST_ASSERT_EQUAL(0, state.presses);
    TEST_ASSERT_EQUAL(HAL_ENROL_PRESENT, enrol_of(world).step);
    state = press(world, 1, true);
    TEST_ASSERT_EQUAL(1, state.presses);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_NONE, state.note);
    module_of(world)->cancel_enrol(module_of(world)->ctx);
    clear(world);
}

void conformance_biometric_wants_the_same_person(const struct conformance_world *world) {
    clear(world);
    TEST_ASSERT_EQUAL(0, enrol(world, SLOT));
    struct hal_enrol_state state = press(world, 1, true);
    if (state.needed > 1) {
        TEST_ASSERT_EQUAL(HAL_ENROL_LIFT, state.step);
        state = press(world, 2, true);
        TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_NOT_SAME, state.note);
        TEST_ASSERT_EQUAL(1, state.presses);
        module_of(world)->cancel_enrol(module_of(world)->ctx);
    }
    clear(world);
}

void conformance_biometric_names_a_duplicate(const struct conformance_world *world) {
    clear(world);
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_person(world, SLOT, 1).step);
    struct hal_enrol_state state = enrol_person(world, SLOT + 1, 1);
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, state.step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_DUPLICATE, state.note);
    TEST_ASSERT_EQUAL(SLOT, state.duplicate);
    TEST_ASSERT_FALSE(is_taken(world, SLOT + 1));
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_person(world, SLOT + 1, 2).step);
    clear(world);
}

void conformance_biometric_gives_up_waiting(const struct conformance_world *world) {
    clear(world);
    TEST_ASSERT_EQUAL(0, enrol(world, SLOT));
    struct hal_enrol_state state = enrol_leaves(world, HAL_ENROL_PRESENT);
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, state.step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_TIMEOUT, state.note);
    TEST_ASSERT_FALSE(is_taken(world, SLOT));
}

void conformance_biometric_can_be_cancelled(const struct conformance_world *world) {
    const struct hal_biometric *module = module_of(world);
    clear(world);
    module->cancel_enrol(module->ctx);
    TEST_ASSERT_EQUAL(0, enrol(world, SLOT));
    TEST_ASSERT_EQUAL(E_BUSY, enrol(world, SLOT + 1));
    module->cancel_enrol(module->ctx);
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, enrol_of(world).step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_CANCELLED, enrol_of(world).note);
    TEST_ASSERT_EQUAL(0, info_of(world).count);
    TEST_ASSERT_EQUAL(0, enrol(world, SLOT + 1));
    module->cancel_enrol(module->ctx);
}

void conformance_biometric_moves_templates(const struct conformance_world *world) {
    const struct hal_biometric *module = module_of(world);
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX];
    uint8_t again[HAL_BIOMETRIC_TEMPLATE_MAX];
    size_t len = 0;
    size_t again_len = 0;
    clear(world);
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_person(world, SLOT, 1).step);
    TEST_ASSERT_EQUAL(0, module->read(module->ctx, SLOT, data, &len));
    TEST_ASSERT_TRUE(len > 0 && len <= HAL_BIOMETRIC_TEMPLATE_MAX);
    clear(world);
    TEST_ASSERT_EQUAL(0, module->write(module->ctx, SLOT + 4, data, len));
    TEST_ASSERT_EQUAL(SLOT + 4, show(world, 1, true).slot);
    TEST_ASSERT_EQUAL(0, module->read(module->ctx, SLOT + 4, again, &again_len));
    TEST_ASSERT_EQUAL(len, again_len);
    TEST_ASSERT_EQUAL_MEMORY(data, again, len);
    /* Damaged, cut and empty ones are none. */
    again[len / 2] ^= 0x10;
    TEST_ASSERT_EQUAL(E_FORMAT, module->write(module->ctx, SLOT, again, len));
    TEST_ASSERT_EQUAL(E_FORMAT, module->write(module->ctx, SLOT, data, len - 1));
    TEST_ASSERT_EQUAL(E_FORMAT, module->write(module->ctx, SLOT, data, 0));
    TEST_ASSERT_EQUAL(1, info_of(world).count);
    /* A taken slot is replaced. */
    TEST_ASSERT_EQUAL(0, module->write(module->ctx, SLOT + 4, data, len));
    TEST_ASSERT_EQUAL(1, info_of(world).count);
    TEST_ASSERT_EQUAL(0, module->write(module->ctx, SLOT, data, len));
    uint32_t slots[4] = {0};
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, module->list(module->ctx, 0, slots, 4, &count));
    TEST_ASSERT_EQUAL(2, count);
    TEST_ASSERT_EQUAL(SLOT, slots[0]);
    TEST_ASSERT_EQUAL(SLOT + 4, slots[1]);
    TEST_ASSERT_EQUAL(0, module->list(module->ctx, SLOT + 1, slots, 4, &count));
    TEST_ASSERT_EQUAL(1, count);
    TEST_ASSERT_EQUAL(0, module->list(module->ctx, 0, slots, 1, &count));
    TEST_ASSERT_EQUAL(1, count);
    clear(world);
}

void conformance_biometric_refuses(const struct conformance_world *world) {
    const struct hal_biometric *module = module_of(world);
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX];
    size_t len = 0;
    clear(world);
    uint32_t capacity = info_of(world).capacity;
    TEST_ASSERT_TRUE(info_of(world).fitted);
    TEST_ASSERT_GREATER_THAN(SLOT + 4, capacity);
    TEST_ASSERT_EQUAL(E_RANGE, enrol(world, capacity));
    TEST_ASSERT_EQUAL(E_RANGE, module->read(module->ctx, capacity, data, &len));
    TEST_ASSERT_EQUAL(E_RANGE, module->write(module->ctx, HAL_BIOMETRIC_NO_SLOT, data, 1));
    TEST_ASSERT_EQUAL(E_RANGE, module->erase(module->ctx, capacity));
    TEST_ASSERT_EQUAL(E_NOTFOUND, module->read(module->ctx, SLOT, data, &len));
    TEST_ASSERT_EQUAL(E_NOTFOUND, module->erase(module->ctx, capacity - 1));
    TEST_ASSERT_EQUAL(HAL_ENROL_DONE, enrol_person(world, SLOT, 1).step);
    TEST_ASSERT_EQUAL(E_EXISTS, enrol(world, SLOT));
    TEST_ASSERT_EQUAL(0, enrol(world, SLOT + 1));
    TEST_ASSERT_EQUAL(E_BUSY, module->read(module->ctx, SLOT, data, &len));
    TEST_ASSERT_EQUAL(E_BUSY, module->write(module->ctx, SLOT, data, len));
    TEST_ASSERT_EQUAL(E_BUSY, module->erase(module->ctx, SLOT));
    TEST_ASSERT_EQUAL(E_BUSY, module->clear(module->ctx));
    module->cancel_enrol(module->ctx);
    for (unsigned level = 0; level <= HAL_BIOMETRIC_PRECISION_MAX; level++) {
        TEST_ASSERT_EQUAL(0, module->set_precision(module->ctx, level));
        TEST_ASSERT_EQUAL(level, info_of(world).precision);
    }
    TEST_ASSERT_EQUAL(0, module->set_precision(module->ctx, 1));
    clear(world);
}

void conformance_biometric_goes_away(const struct conformance_world *world) {
    const struct hal_biometric *module = module_of(world);
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX];
    uint32_t slots[1];
    size_t len = 0;
    clear(world);
    struct hal_biometric_info before = info_of(world);
    TEST_ASSERT_TRUE(before.online);
    TEST_ASSERT_EQUAL(0, enrol(world, SLOT));
    world->connect(world->ctx, false);
    struct hal_enrol_state state = enrol_leaves(world, HAL_ENROL_PRESENT);
    TEST_ASSERT_EQUAL(HAL_ENROL_FAILED, state.step);
    TEST_ASSERT_EQUAL(HAL_ENROL_NOTE_LOST, state.note);
    TEST_ASSERT_FALSE(info_of(world).online);
    TEST_ASSERT_EQUAL(E_OFFLINE, enrol(world, SLOT));
    TEST_ASSERT_EQUAL(E_OFFLINE, module->set_precision(module->ctx, 2));
    TEST_ASSERT_EQUAL(E_OFFLINE, module->read(module->ctx, SLOT, data, &len));
    TEST_ASSERT_EQUAL(E_OFFLINE, module->write(module->ctx, SLOT, data, 0));
    TEST_ASSERT_EQUAL(E_OFFLINE, module->erase(module->ctx, SLOT));
    TEST_ASSERT_EQUAL(E_OFFLINE, module->clear(module->ctx));
    TEST_ASSERT_EQUAL(E_OFFLINE, module->list(module->ctx, 0, slots, 1, &len));
    world->connect(world->ctx, true);
    for (int ms = 0; ms < SOON_MS && !info_of(world).online; ms += STEP_MS) {
        world->advance(world->ctx, STEP_MS);
    }
    /* The same module: nothing has to be written again. */
    TEST_ASSERT_EQUAL_MEMORY(before.serial, info_of(world).serial, sizeof(before.serial));
    clear(world);
}

void conformance_biometric(const struct conformance_world *world) {
    conformance_biometric_enrols_and_recognises(world);
    conformance_biometric_expects_somebody(world);
    conformance_biometric_counts_no_poor_press(world);
    conformance_biometric_wants_the_same_person(world);
    conformance_biometric_names_a_duplicate(world);
    conformance_biometric_gives_up_waiting(world);
    conformance_biometric_can_be_cancelled(world);
    conformance_biometric_moves_templates(world);
    conformance_biometric_refuses(world);
    conformance_biometric_goes_away(world);
}
