/* See conformance_input.h. */
#include "conformance_input.h"

#include <string.h>

#include "unity.h"
#include "util/err.h"

#define KEPT 32 /* events that are kept while nobody waits */
#define COME_MS 2000 /* within which an event is there */
#define SKIN 372 /* tenths of a degree Celsius */

static int wait_for(const struct conformance_input *world, int timeout_ms, struct hal_input_event *ret_event) {
    return world->input->wait(world->input->ctx, timeout_ms, ret_event);
}

static struct hal_input_event next(const struct conformance_input *world) {
    struct hal_input_event event = {0};
    TEST_ASSERT_EQUAL(0, wait_for(world, COME_MS, &event));
    return event;
}

static void expect_none(const struct conformance_input *world) {
    struct hal_input_event event;
    TEST_ASSERT_EQUAL(E_TIMEOUT, wait_for(world, 0, &event));
}

static void expect_card(const struct conformance_input *world, uint64_t number) {
    struct hal_input_event event = next(world);
    TEST_ASSERT_EQUAL(HAL_INPUT_CREDENTIAL, event.what);
    TEST_ASSERT_EQUAL(HAL_CREDENTIAL_CARD, event.kind);
    TEST_ASSERT_EQUAL_UINT64(number, event.card);
}

void conformance_input_reads_cards(const struct conformance_input *world) {
    static const uint64_t numbers[] = {1, 0xFFFFFF, 0x01000000, 0x80000001, UINT32_MAX};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        int64_t before_ms = world->now_ms(world->ctx);
        TEST_ASSERT_TRUE(world->card(world->ctx, numbers[i]));
        struct hal_input_event event = next(world);
        TEST_ASSERT_EQUAL(HAL_INPUT_CREDENTIAL, event.what);
        TEST_ASSERT_EQUAL(HAL_CREDENTIAL_CARD, event.kind);
        TEST_ASSERT_EQUAL_UINT64(numbers[i], event.card);
        TEST_ASSERT_TRUE(event.time_ms >= before_ms && event.time_ms <= world->now_ms(world->ctx));
    }
    expect_none(world); /* a card that is shown once comes in once */
}

void conformance_input_tells_of_uids(const struct conformance_input *world) {
    static const struct {
        uint64_t uid;
        unsigned octets;
    } shown[] = {{0x08A1B2C3, 4}, {0x00000001, 4}, {UINT32_MAX, 4}, {0x04A1B2C3D4E5F6, 7}, {0x00000008A1B2C3, 7}};
    for (size_t i = 0; world->uid != NULL && i < sizeof(shown) / sizeof(shown[0]); i++) {
        TEST_ASSERT_TRUE(world->uid(world->ctx, shown[i].uid, shown[i].octets));
        struct hal_input_event event = next(world);
        TEST_ASSERT_EQUAL_UINT64(shown[i].uid, event.card); /* the first byte highest, none left out */
        TEST_ASSERT_EQUAL_UINT(shown[i].octets, event.uid_octets);
    }
    expect_none(world);
}

void conformance_input_reads_keys(const struct conformance_input *world) {
    static const char *const typed[] = {"0", "0042", "9876543210123456"};
    for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
        TEST_ASSERT_TRUE(world->type(world->ctx, typed[i]));
        struct hal_input_event event = next(world);
        TEST_ASSERT_EQUAL(HAL_INPUT_CREDENTIAL, event.what);
        TEST_ASSERT_EQUAL(HAL_CREDENTIAL_PIN, event.kind);
        TEST_ASSERT_EQUAL_STRING(typed[i], event.digits);
    }
    TEST_ASSERT_TRUE(world->menu(world->ctx));
    TEST_ASSERT_EQUAL(HAL_INPUT_MENU, next(world).what);
    for (unsigned status = 0; status < PUNCH_STATUS_COUNT; status++) {
        if (world->choose(world->ctx, (enum punch_status)status)) {
            struct hal_input_event event = next(world);
            TEST_ASSERT_EQUAL(HAL_INPUT_STATUS, event.what);
            TEST_ASSERT_EQUAL(status, event.status);
        }
    }
    expect_none(world);
}

void conformance_input_measures_skin(const struct conformance_input *world) {
    if (world->skin == NULL) {
        return;
    }
    world->skin(world->ctx, SKIN);
    TEST_ASSERT_TRUE(world->card(world->ctx, 7));
    TEST_ASSERT_INT_WITHIN(3, SKIN, next(world).temperature);
    world->skin(world->ctx, 0);
    TEST_ASSERT_TRUE(world->card(world->ctx, 7));
    TEST_ASSERT_EQUAL(0, next(world).temperature); /* that of the last person is not the next one's */
}

void conformance_input_keeps_events(const struct conformance_input *world) {
    for (unsigned i = 1; i <= KEPT; i++) {
        TEST_ASSERT_TRUE(world->card(world->ctx, i));
    }
    TEST_ASSERT_FALSE(world->card(world->ctx, KEPT + 1)); /* none that came in is lost for one that comes */
    for (unsigned i = 1; i <= KEPT; i++) {
        expect_card(world, i);
    }
    expect_none(world);
    TEST_ASSERT_TRUE(world->card(world->ctx, KEPT + 2));
    expect_card(world, KEPT + 2);
}

void conformance_input_tells_of_contacts(const struct conformance_input *world) {
    struct hal_input_event event = {0};
    unsigned contacts = 0, cards = 0;
    TEST_ASSERT_TRUE(world->card(world->ctx, 5));
    world->contact(world->ctx);
    for (unsigned i = 0; i < KEPT && wait_for(world, 0, &event) == 0; i++) {
        contacts += event.what == HAL_INPUT_CONTACTS;
        cards += event.what == HAL_INPUT_CREDENTIAL;
    }
    TEST_ASSERT_TRUE(contacts >= 1);
    TEST_ASSERT_EQUAL(1, cards);
    /* A full device tells of the door all the same. */
    for (unsigned i = 1; i <= KEPT; i++) {
        TEST_ASSERT_TRUE(world->card(world->ctx, i));
    }
    world->contact(world->ctx);
    contacts = cards = 0;
    for (unsigned i = 0; i < 2 * KEPT && wait_for(world, 0, &event) == 0; i++) {
        contacts += event.what == HAL_INPUT_CONTACTS;
        cards += event.what == HAL_INPUT_CREDENTIAL;
    }
    TEST_ASSERT_TRUE(contacts >= 1);
    TEST_ASSERT_EQUAL(KEPT, cards);
}

void conformance_input_waits(const struct conformance_input *world) {
    struct hal_input_event event;
    TEST_ASSERT_EQUAL(E_TIMEOUT, wait_for(world, 20, &event));
    world->input->wake(world->input->ctx);
    TEST_ASSERT_EQUAL(E_CANCELLED, wait_for(world, COME_MS, &event));
    TEST_ASSERT_EQUAL(E_TIMEOUT, wait_for(world, 20, &event)); /* one call ends one wait */
    TEST_ASSERT_TRUE(world->card(world->ctx, 9));
    world->input->wake(world->input->ctx);
    TEST_ASSERT_EQUAL(E_CANCELLED, wait_for(world, COME_MS, &event));
    expect_card(world, 9); /* which takes no event away */
}

void conformance_input_goes_away(const struct conformance_input *world) {
    TEST_ASSERT_TRUE(world->card(world->ctx, 3));
    world->connect(world->ctx, false);
    TEST_ASSERT_FALSE(world->card(world->ctx, 4));
    TEST_ASSERT_FALSE(world->type(world->ctx, "1234"));
    expect_card(world, 3);
    expect_none(world);
    world->connect(world->ctx, true);
    TEST_ASSERT_TRUE(world->card(world->ctx, 6));
    expect_card(world, 6);
}

static struct hal_input_event next_ask(const struct conformance_input *world, enum credential_from from,
                                       uint64_t number) {
    struct hal_input_event event = next(world);
    TEST_ASSERT_EQUAL(HAL_INPUT_CREDENTIAL, event.what);
    TEST_ASSERT_EQUAL(HAL_CREDENTIAL_CARD, event.kind);
    TEST_ASSERT_EQUAL(from, event.from);
    TEST_ASSERT_EQUAL_UINT64(number, event.card);
    return event;
}

/* Whoever asks is beside what it shows; what is shown at the own reader is nobody's else. */
void conformance_input_takes_links(const struct conformance_input *world) {
    static const enum credential_from links[] = {CREDENTIAL_FROM_WIEGAND, CREDENTIAL_FROM_BLUETOOTH};
    for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
        int64_t before_ms = world->now_ms(world->ctx);
        TEST_ASSERT_TRUE(world->ask(world->ctx, links[i], 0, UINT32_MAX));
        struct hal_input_event first = next_ask(world, links[i], UINT32_MAX);
        TEST_ASSERT_EQUAL(HAL_MAC_MAX - 1, strlen(first.device.mac));
        TEST_ASSERT_TRUE(first.time_ms >= before_ms && first.time_ms <= world->now_ms(world->ctx));
        TEST_ASSERT_TRUE(world->ask(world->ctx, links[i], 1, 1));
        struct hal_input_event second = next_ask(world, links[i], 1);
        TEST_ASSERT_TRUE(strcmp(first.device.mac, second.device.mac) != 0);
    }
    TEST_ASSERT_TRUE(world->card(world->ctx, 11));
    struct hal_input_event own = next_ask(world, CREDENTIAL_FROM_OWN, 11);
    TEST_ASSERT_EQUAL_STRING("", own.device.mac);
    expect_none(world);
}

/* Nobody who asks over a link takes the place of another, or of the own readers, or comes before these. */
void conformance_input_keeps_links_apart(const struct conformance_input *world) {
    for (unsigned i = 0; i < HAL_INPUT_ASKS_MAX; i++) {
        TEST_ASSERT_TRUE(world->ask(world->ctx, CREDENTIAL_FROM_BLUETOOTH, i, i + 1));
        TEST_ASSERT_FALSE(world->ask(world->ctx, CREDENTIAL_FROM_BLUETOOTH, i, 99)); /* one for each device */
    }
    TEST_ASSERT_FALSE(world->ask(world->ctx, CREDENTIAL_FROM_BLUETOOTH, HAL_INPUT_ASKS_MAX, 99));
    TEST_ASSERT_TRUE(world->ask(world->ctx, CREDENTIAL_FROM_WIEGAND, 0, 50));
    for (unsigned i = 1; i <= KEPT; i++) {
        TEST_ASSERT_TRUE(world->card(world->ctx, i));
    }
    TEST_ASSERT_FALSE(world->card(world->ctx, KEPT + 1));
    for (unsigned i = 1; i <= KEPT; i++) {
        (void)next_ask(world, CREDENTIAL_FROM_OWN, i);
    }
    for (unsigned i = 0; i < HAL_INPUT_ASKS_MAX; i++) {
        (void)next_ask(world, CREDENTIAL_FROM_BLUETOOTH, i + 1);
    }
    (void)next_ask(world, CREDENTIAL_FROM_WIEGAND, 50);
    TEST_ASSERT_TRUE(world->ask(world->ctx, CREDENTIAL_FROM_BLUETOOTH, 0, 3));
    (void)next_ask(world, CREDENTIAL_FROM_BLUETOOTH, 3);
    expect_none(world);
}

void conformance_input_drops_what_is_not_whole(const struct conformance_input *world) {
    world->garble(world->ctx, true);
    (void)world->ask(world->ctx, CREDENTIAL_FROM_WIEGAND, 0, 21);
    (void)world->ask(world->ctx, CREDENTIAL_FROM_BLUETOOTH, 0, 22);
    expect_none(world);
    world->garble(world->ctx, false);
    world->reach(world->ctx, false);
    TEST_ASSERT_FALSE(world->ask(world->ctx, CREDENTIAL_FROM_WIEGAND, 0, 23));
    TEST_ASSERT_FALSE(world->ask(world->ctx, CREDENTIAL_FROM_BLUETOOTH, 0, 24));
    expect_none(world);
    world->reach(world->ctx, true);
    TEST_ASSERT_TRUE(world->ask(world->ctx, CREDENTIAL_FROM_WIEGAND, 0, 25));
    (void)next_ask(world, CREDENTIAL_FROM_WIEGAND, 25);
}

void conformance_input(const struct conformance_input *world) {
    conformance_input_reads_cards(world);
    conformance_input_tells_of_uids(world);
    conformance_input_reads_keys(world);
    conformance_input_measures_skin(world);
    conformance_input_keeps_events(world);
    conformance_input_tells_of_contacts(world);
    conformance_input_waits(world);
    conformance_input_goes_away(world);
    if (world->ask != NULL) {
        conformance_input_takes_links(world);
        conformance_input_keeps_links_apart(world);
        conformance_input_drops_what_is_not_whole(world);
    }
}
