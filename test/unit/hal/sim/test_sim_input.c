/* The simulated reader, keypad, thermometer, and linked devices: the contract of their drivers (test/conformance). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance_input.h"
#include "hal/sim/sim.h"
#include "sim_world.h"
#include "unity.h"

#define CONTACT_RESTS_MS 500 /* longer than one bounces */

static struct hal *hal;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){0}, &hal));
}

void tearDown(void) {
    hal_free(hal);
}

/* Executes a line as on the bench socket. False: rejected. */
static bool do_line(const char *line) {
    char *answer = sim_bench_ops.command(hal->input.ctx, line);
    TEST_ASSERT_NOT_NULL(answer);
    bool is_ok = strstr(answer, "\"ok\":true") != NULL;
    free(answer);
    return is_ok;
}

static bool input_card(void *ctx, uint64_t number) {
    char line[80];
    (void)ctx;
    (void)snprintf(line, sizeof(line), "{\"do\":\"card\",\"number\":\"%" PRIu64 "\"}", number);
    return do_line(line);
}

static bool input_uid(void *ctx, uint64_t uid, unsigned octets) {
    char line[96];
    (void)ctx;
    (void)snprintf(line, sizeof(line), "{\"do\":\"card\",\"number\":\"%" PRIu64 "\",\"uid\":%u}", uid, octets);
    return do_line(line);
}

static bool input_type(void *ctx, const char *digits) {
    char line[80];
    (void)ctx;
    (void)snprintf(line, sizeof(line), "{\"do\":\"pin\",\"digits\":\"%s\"}", digits);
    return do_line(line);
}

static bool input_menu(void *ctx) {
    (void)ctx;
    return do_line("{\"do\":\"key\",\"key\":\"menu\"}");
}

static bool input_choose(void *ctx, enum punch_status status) {
    char line[80];
    (void)ctx;
    (void)snprintf(line, sizeof(line), "{\"do\":\"key\",\"key\":\"status\",\"status\":\"%s\"}",
                   punch_status_text[status]);
    return do_line(line);
}

static void input_skin(void *ctx, int temperature) {
    char line[80];
    (void)ctx;
    (void)snprintf(line, sizeof(line), "{\"do\":\"thermometer\",\"temperature\":%d}", temperature);
    TEST_ASSERT_TRUE(do_line(temperature == 0 ? "{\"do\":\"thermometer\",\"temperature\":null}" : line));
}

static void input_contact(void *ctx) {
    static bool is_off;
    (void)ctx;
    is_off = !is_off;
    TEST_ASSERT_TRUE(do_line(is_off ? "{\"do\":\"door\",\"tamper\":true}" : "{\"do\":\"door\",\"tamper\":false}"));
    sim_world_advance(hal, CONTACT_RESTS_MS);
}

static void input_connect(void *ctx, bool on) {
    (void)ctx;
    TEST_ASSERT_TRUE(do_line(on ? "{\"do\":\"fault\",\"device\":\"reader\",\"kind\":\"offline\",\"on\":false}"
                                : "{\"do\":\"fault\",\"device\":\"reader\",\"kind\":\"offline\",\"on\":true}"));
    TEST_ASSERT_TRUE(do_line(on ? "{\"do\":\"fault\",\"device\":\"keypad\",\"kind\":\"offline\",\"on\":false}"
                                : "{\"do\":\"fault\",\"device\":\"keypad\",\"kind\":\"offline\",\"on\":true}"));
}

static int64_t input_now_ms(void *ctx) {
    (void)ctx;
    return hal->clock.utc_ms(hal->clock.ctx);
}

static bool input_ask(void *ctx, enum credential_from from, unsigned which, uint64_t number) {
    char line[160];
    (void)ctx;
    (void)snprintf(line, sizeof(line),
                   "{\"do\":\"%s\",\"show\":{\"mac\":\"00:00:00:00:00:0%u\",\"number\":\"%" PRIu64 "\"}}",
                   from == CREDENTIAL_FROM_WIEGAND ? "wiegand" : "bluetooth", which, number);
    return do_line(line);
}

static void set_link_fault(const char *kind, bool on) {
    static const char *const links[] = {"wiegand", "bluetooth"};
    char line[96];
    for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
        (void)snprintf(line, sizeof(line), "{\"do\":\"fault\",\"device\":\"%s\",\"kind\":\"%s\",\"on\":%s}", links[i],
                       kind, on ? "true" : "false");
        TEST_ASSERT_TRUE(do_line(line));
    }
}

static void input_garble(void *ctx, bool on) {
    (void)ctx;
    set_link_fault("garbage", on);
}

static void input_reach(void *ctx, bool on) {
    (void)ctx;
    set_link_fault("offline", !on);
}

/* Two readers on the bus; phones may connect. */
static void open_links(void) {
    const struct hal_bluetooth_config config = {.server = true};
    TEST_ASSERT_TRUE(do_line("{\"do\":\"wiegand\",\"devices\":[{\"mac\":\"00:00:00:00:00:00\",\"model\":\"WR-1\"},"
                             "{\"mac\":\"00:00:00:00:00:01\",\"model\":\"WR-2\"}]}"));
    TEST_ASSERT_EQUAL(0, hal->bluetooth.apply(hal->bluetooth.ctx, &config));
}

void test_it_is_what_the_contract_says(void) {
    open_links();
    conformance_input(&(struct conformance_input){.input = &hal->input,
                                                  .card = input_card,
                                                  .uid = input_uid,
                                                  .type = input_type,
                                                  .menu = input_menu,
                                                  .choose = input_choose,
                                                  .skin = input_skin,
                                                  .contact = input_contact,
                                                  .connect = input_connect,
                                                  .now_ms = input_now_ms,
                                                  .ask = input_ask,
                                                  .garble = input_garble,
                                                  .reach = input_reach});
}

#define SHOW_CARD(mac) "{\"do\":\"bluetooth\",\"show\":{\"mac\":\"" mac "\",\"number\":\"5\"}}"
#define PAIRED "D8:A0:1D:4C:77:21" /* initially in range */

/* A paired device in range is heard by its pairing, any other while phones may connect. */
void test_bluetooth_hears_who_is_connected(void) {
    const char bonds[1][HAL_MAC_MAX] = {PAIRED};
    struct hal_bluetooth_config config = {.client = true, .bonds = bonds};
    struct hal_input_event event;
    TEST_ASSERT_FALSE(do_line(SHOW_CARD("00:00:00:00:00:01"))); /* the server is off */
    TEST_ASSERT_EQUAL(0, hal->bluetooth.apply(hal->bluetooth.ctx, &config));
    TEST_ASSERT_FALSE(do_line(SHOW_CARD(PAIRED))); /* not paired */
    config.bond_count = 1;
    TEST_ASSERT_EQUAL(0, hal->bluetooth.apply(hal->bluetooth.ctx, &config));
    TEST_ASSERT_TRUE(do_line(SHOW_CARD(PAIRED)));
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_EQUAL_STRING(PAIRED, event.device.mac);
    TEST_ASSERT_FALSE(do_line(SHOW_CARD("00:00:00:00:00:01")));
    config.client = false;
    TEST_ASSERT_EQUAL(0, hal->bluetooth.apply(hal->bluetooth.ctx, &config));
    TEST_ASSERT_FALSE(do_line(SHOW_CARD(PAIRED)));
}

void test_a_device_of_a_link_shows_what_a_card_can_be(void) {
    open_links();
    TEST_ASSERT_FALSE(input_ask(NULL, CREDENTIAL_FROM_WIEGAND, 0, 0));
    TEST_ASSERT_FALSE(input_ask(NULL, CREDENTIAL_FROM_WIEGAND, 0, UINT64_C(0x100000000000000)));
    TEST_ASSERT_FALSE(input_ask(NULL, CREDENTIAL_FROM_WIEGAND, 2, 7)); /* not on the bus */
    TEST_ASSERT_FALSE(do_line("{\"do\":\"wiegand\",\"show\":{\"mac\":\"00:00:00:00:00:00\",\"number\":\"7 \"}}"));
    TEST_ASSERT_FALSE(do_line("{\"do\":\"wiegand\",\"show\":{\"mac\":\"00:00:00:00:00:00\"}}"));
    struct hal_input_event event;
    TEST_ASSERT_TRUE(input_ask(NULL, CREDENTIAL_FROM_WIEGAND, 0, UINT64_C(0xffffffffffffff))); /* seven bytes */
    TEST_ASSERT_EQUAL(0, hal->input.wait(hal->input.ctx, 0, &event));
    TEST_ASSERT_EQUAL_UINT64(UINT64_C(0xffffffffffffff), event.card);
}
