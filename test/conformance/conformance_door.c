/* See conformance_door.h. */
#include "conformance_door.h"

#include <string.h>

#include "unity.h"
#include "util/err.h"

#define SETTLE_MS 500 /* within which a contact rests, and a device that came back answers */
#define LINE_MS 500 /* within which the longest frame is out */
#define FRAMES_KEPT 8

static struct hal_door_contacts contacts_of(const struct conformance_door *world) {
    struct hal_door_contacts contacts;
    world->door->read(world->door->ctx, &contacts);
    return contacts;
}

static int output(const struct conformance_door *world, enum hal_door_output which, bool on) {
    return world->door->output(world->door->ctx, which, on);
}

static bool wire_of(const struct hal_door_contacts *contacts, enum conformance_wire wire) {
    switch ((int)wire) {
        case CONFORMANCE_SENSOR: return contacts->sensor;
        case CONFORMANCE_BUTTON: return contacts->button;
        case CONFORMANCE_TAMPER: return contacts->tamper;
        default: return contacts->fire;
    }
}

/* True if it was told since that something changed; takes all that was told. */
static bool was_told(const struct conformance_door *world) {
    struct hal_input_event event = {0};
    bool is_told = false;
    while (world->input->wait(world->input->ctx, 0, &event) == 0) {
        is_told = is_told || event.what == HAL_INPUT_CONTACTS;
    }
    return is_told;
}

static void settle(const struct conformance_door *world) {
    world->advance(world->ctx, SETTLE_MS);
}

static struct wiegand_frame frame_of(unsigned bits, unsigned seed) {
    char text[WIEGAND_TEXT_MAX];
    struct wiegand_frame frame;
    for (unsigned i = 0; i < bits; i++) {
        text[i] = (char)('0' + ((i * i + seed * i + seed) % 3 == 0));
    }
    text[bits] = '\0';
    TEST_ASSERT_EQUAL(0, wiegand_parse(text, &frame));
    return frame;
}

static void expect_frame(const struct wiegand_frame *wanted, const struct wiegand_frame *frame) {
    char left[WIEGAND_TEXT_MAX], right[WIEGAND_TEXT_MAX];
    wiegand_print(wanted, left);
    wiegand_print(frame, right);
    TEST_ASSERT_EQUAL_STRING(left, right);
}

void conformance_door_begins_switched_off(const struct conformance_door *world) {
    settle(world);
    TEST_ASSERT_FALSE(world->relay(world->ctx));
    struct hal_door_contacts contacts = contacts_of(world);
    TEST_ASSERT_TRUE(contacts.online);
    TEST_ASSERT_FALSE(contacts.relay);
    TEST_ASSERT_FALSE(contacts.supply);
}

void conformance_door_switches(const struct conformance_door *world) {
    for (unsigned on = 2; on-- > 0;) {
        for (unsigned i = 0; i < HAL_DOOR_OUTPUTS; i++) {
            TEST_ASSERT_EQUAL(0, output(world, (enum hal_door_output)i, on != 0));
            TEST_ASSERT_EQUAL(0, output(world, (enum hal_door_output)i, on != 0)); /* once more is no harm */
        }
        settle(world);
        TEST_ASSERT_EQUAL(on != 0, world->relay(world->ctx));
        TEST_ASSERT_EQUAL(on != 0, contacts_of(world).relay);
        TEST_ASSERT_EQUAL(on != 0, contacts_of(world).supply);
    }
    TEST_ASSERT_EQUAL(0, output(world, HAL_DOOR_RELAY, true));
    settle(world);
    TEST_ASSERT_FALSE(contacts_of(world).supply); /* one output is not another */
    TEST_ASSERT_EQUAL(0, output(world, HAL_DOOR_RELAY, false));
    TEST_ASSERT_EQUAL(0, output(world, HAL_DOOR_SUPPLY, true));
    world->supply(world->ctx, false);
    settle(world);
    TEST_ASSERT_FALSE(contacts_of(world).supply);
    TEST_ASSERT_FALSE(contacts_of(world).relay);
    world->supply(world->ctx, true);
    settle(world);
    TEST_ASSERT_TRUE(contacts_of(world).supply);
    TEST_ASSERT_EQUAL(0, output(world, HAL_DOOR_SUPPLY, false));
}

void conformance_door_reads_each_wire(const struct conformance_door *world) {
    for (unsigned i = 0; i < CONFORMANCE_WIRES; i++) {
        enum conformance_wire wire = (enum conformance_wire)i;
        world->wire(world->ctx, wire, false);
        settle(world);
        (void)was_told(world);
        struct hal_door_contacts before = contacts_of(world);
        TEST_ASSERT_FALSE(wire_of(&before, wire));
        world->wire(world->ctx, wire, true);
        struct hal_door_contacts contacts = contacts_of(world);
        if (wire != CONFORMANCE_BUTTON) { /* which springs back */
            settle(world);
            contacts = contacts_of(world);
        }
        TEST_ASSERT_TRUE(wire_of(&contacts, wire));
        TEST_ASSERT_TRUE(was_told(world));
        for (unsigned other = 0; other < CONFORMANCE_WIRES; other++) {
            if (other != i) {
                TEST_ASSERT_EQUAL(wire_of(&before, (enum conformance_wire)other),
                                  wire_of(&contacts, (enum conformance_wire)other));
            }
        }
        world->wire(world->ctx, wire, false);
        settle(world);
        contacts = contacts_of(world);
        TEST_ASSERT_FALSE(wire_of(&contacts, wire));
        TEST_ASSERT_TRUE(was_told(world));
        if (wire == CONFORMANCE_SENSOR) { /* at rest the door is closed */
            world->wire(world->ctx, wire, true);
            settle(world);
        }
    }
}

void conformance_door_sends_frames(const struct conformance_door *world) {
    static const unsigned lengths[] = {1, 26, 34, 37, WIEGAND_BITS_MAX};
    struct wiegand_frame sent;
    for (unsigned i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        struct wiegand_frame frame = frame_of(lengths[i], i);
        struct wiegand_frame given = frame;
        TEST_ASSERT_EQUAL(0, world->door->send(world->door->ctx, &given));
        memset(&given, 0xff, sizeof(given)); /* it was copied */
        struct wiegand_frame next = frame_of(26, 9);
        TEST_ASSERT_EQUAL(E_BUSY, world->door->send(world->door->ctx, &next));
        world->advance(world->ctx, LINE_MS);
        world->sent(world->ctx, &sent);
        expect_frame(&frame, &sent);
    }
}

void conformance_door_keeps_frames(const struct conformance_door *world) {
    struct wiegand_frame frame;
    TEST_ASSERT_EQUAL(E_NOTFOUND, world->door->receive(world->door->ctx, &frame));
    (void)was_told(world);
    for (unsigned i = 0; i < FRAMES_KEPT + 1; i++) {
        struct wiegand_frame came = frame_of(20 + i, i); /* of any length and parity: it judges nothing */
        world->frame(world->ctx, &came);
        world->advance(world->ctx, LINE_MS);
    }
    TEST_ASSERT_TRUE(was_told(world));
    for (unsigned i = 0; i < FRAMES_KEPT; i++) {
        struct wiegand_frame wanted = frame_of(20 + i, i);
        TEST_ASSERT_EQUAL(0, world->door->receive(world->door->ctx, &frame));
        expect_frame(&wanted, &frame);
    }
    TEST_ASSERT_EQUAL(E_NOTFOUND, world->door->receive(world->door->ctx, &frame));
}

void conformance_door_goes_away(const struct conformance_door *world) {
    struct wiegand_frame frame = frame_of(26, 1);
    (void)was_told(world);
    world->connect(world->ctx, false);
    settle(world);
    TEST_ASSERT_FALSE(contacts_of(world).online);
    TEST_ASSERT_TRUE(was_told(world));
    TEST_ASSERT_EQUAL(E_OFFLINE, output(world, HAL_DOOR_RELAY, true));
    TEST_ASSERT_EQUAL(E_OFFLINE, world->door->send(world->door->ctx, &frame));
    world->connect(world->ctx, true);
    settle(world);
    TEST_ASSERT_TRUE(contacts_of(world).online);
    TEST_ASSERT_TRUE(was_told(world));
    TEST_ASSERT_FALSE(world->relay(world->ctx)); /* what was refused is not done later */
    TEST_ASSERT_EQUAL(0, output(world, HAL_DOOR_RELAY, true));
    settle(world);
    TEST_ASSERT_TRUE(world->relay(world->ctx));
    TEST_ASSERT_EQUAL(0, output(world, HAL_DOOR_RELAY, false));
}

void conformance_door(const struct conformance_door *world) {
    conformance_door_begins_switched_off(world);
    conformance_door_switches(world);
    conformance_door_reads_each_wire(world);
    conformance_door_sends_frames(world);
    conformance_door_keeps_frames(world);
    conformance_door_goes_away(world);
}
