/* The time client against a server made of a socket. */
#include "net/sntp.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "net/loop.h"
#include "net/sntp_packet.h"
#include "setting_hooks.h"
#include "terminal_fixture.h"
#include "unity.h"

#define LOOK_MS 1000 /* longest requested wait */

static struct fixture t;
static struct net_loop *loop;
static struct sntp *sntp;
static int server;
static unsigned port;
static uint32_t asked_at; /* address of the last queried server */
static struct sockaddr_in asker; /* sender of the last request */

static int time_service(void *ctx, uint32_t address, char ret_url[HAL_TIME_SERVICE_MAX]) {
    (void)ctx;
    asked_at = address;
    (void)snprintf(ret_url, HAL_TIME_SERVICE_MAX, "udp://127.0.0.1:%u", port);
    return 0;
}

static void open_server(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(at);
    server = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    TEST_ASSERT_EQUAL(0, bind(server, (struct sockaddr *)&at, sizeof(at)));
    TEST_ASSERT_EQUAL(0, getsockname(server, (struct sockaddr *)&at, &len));
    port = ntohs(at.sin_port);
}

void setUp(void) {
    struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetDateTimeParam"};
    struct setting_date_time_param on = {.ntp_on = true, .ntp_server1 = "192.0.2.123", .ntp_server2 = "192.0.2.124"};
    struct settings_change change = {.page = SETTING_PAGE_DATE_TIME_PARAM,
                                     .values = &on,
                                     .given = SETTING_DATE_TIME_PARAM_NTP_ON | SETTING_DATE_TIME_PARAM_NTP_SERVER1 |
                                              SETTING_DATE_TIME_PARAM_NTP_SERVER2};
    struct settings_result result;
    fixture_up(&t);
    open_server();
    t.fake.hal.clock.time_service = time_service;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
    TEST_ASSERT_EQUAL(0, net_loop_new(&loop));
    TEST_ASSERT_EQUAL(0, sntp_new(loop, t.core, &sntp));
}

void tearDown(void) {
    sntp = sntp_free(sntp);
    loop = net_loop_free(loop);
    (void)close(server);
    fixture_down(&t);
}

/* Reads a request; false: none. */
static bool take(uint8_t ret_request[SNTP_PACKET_LEN]) {
    socklen_t len = sizeof(asker);
    ssize_t n = recvfrom(server, ret_request, SNTP_PACKET_LEN, 0, (struct sockaddr *)&asker, &len);
    return n == SNTP_PACKET_LEN;
}

/* Answers with a time and the given originate stamp. */
static void answer(const uint8_t *stamp, int64_t utc_ms) {
    uint8_t packet[SNTP_PACKET_LEN] = {4 << 3 | 4, 2};
    memcpy(packet + SNTP_ORIGINATE_AT, stamp, SNTP_STAMP_LEN);
    sntp_packet_stamp(utc_ms, packet + 32);
    sntp_packet_stamp(utc_ms, packet + SNTP_TRANSMIT_AT);
    TEST_ASSERT_EQUAL(sizeof(packet),
                      sendto(server, packet, sizeof(packet), 0, (struct sockaddr *)&asker, sizeof(asker)));
    net_loop_poll(loop, 1000);
}

static struct clock_state state(void) {
    struct clock_state now;
    clock_read(t.core, &now);
    return now;
}

void test_one_request_goes_out_and_it_is_ours(void) {
    uint8_t request[SNTP_PACKET_LEN], expected[SNTP_PACKET_LEN];
    (void)sntp_look(sntp, LOOK_MS);
    for (unsigned i = 0; i < 5; i++) {
        net_loop_poll(loop, 0);
    }
    TEST_ASSERT_TRUE(take(request));
    sntp_packet_request(request + SNTP_TRANSMIT_AT, expected);
    TEST_ASSERT_EQUAL_MEMORY(expected, request, sizeof(request));
    TEST_ASSERT_FALSE(take(request)); /* not Mongoose's own, which would reveal the uptime */
}

void test_the_answer_is_taken_and_only_it(void) {
    uint8_t request[SNTP_PACKET_LEN], foreign[SNTP_STAMP_LEN] = {1};
    int64_t to_ms = core_utc_ms(t.core) + 60000;
    (void)sntp_look(sntp, LOOK_MS);
    TEST_ASSERT_TRUE(take(request));
    TEST_ASSERT_EQUAL_HEX32(0xc000027b, asked_at);
    answer(foreign, to_ms + 3600000);
    TEST_ASSERT_EQUAL(NTP_STATE_TRYING, state().ntp);
    answer(request + SNTP_TRANSMIT_AT, to_ms);
    TEST_ASSERT_EQUAL(NTP_STATE_GOOD, state().ntp);
    TEST_ASSERT_INT64_WITHIN(1000, to_ms, core_utc_ms(t.core));
    TEST_ASSERT_EQUAL(LOOK_MS, sntp_look(sntp, LOOK_MS)); /* and waits */
    TEST_ASSERT_FALSE(take(request));
}

void test_a_time_that_was_asked_for_before_the_settings_changed_is_not_taken(void) {
    uint8_t request[SNTP_PACKET_LEN];
    struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetDateTimeParam"};
    struct setting_date_time_param off = {.ntp_on = false};
    struct settings_change change = {
        .page = SETTING_PAGE_DATE_TIME_PARAM, .values = &off, .given = SETTING_DATE_TIME_PARAM_NTP_ON};
    struct settings_result result;
    int64_t before_ms = core_utc_ms(t.core);
    (void)sntp_look(sntp, LOOK_MS);
    TEST_ASSERT_TRUE(take(request));
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &by, &change, &result));
    answer(request + SNTP_TRANSMIT_AT, before_ms + 3600000);
    TEST_ASSERT_EQUAL_INT64(before_ms, core_utc_ms(t.core));
}

/* Queries the next server, and answers. */
static void ask_and_answer(uint32_t address, int64_t utc_ms) {
    uint8_t request[SNTP_PACKET_LEN];
    (void)sntp_look(sntp, LOOK_MS);
    TEST_ASSERT_TRUE(take(request));
    TEST_ASSERT_EQUAL_HEX32(address, asked_at);
    answer(request + SNTP_TRANSMIT_AT, utc_ms);
}

void test_a_large_step_is_asked_of_the_second_server_at_once(void) {
    int64_t before_ms = core_utc_ms(t.core), to_ms = before_ms + 3600000;
    ask_and_answer(0xc000027b, to_ms);
    TEST_ASSERT_EQUAL_INT64(before_ms, core_utc_ms(t.core));
    ask_and_answer(0xc000027c, to_ms);
    TEST_ASSERT_INT64_WITHIN(1000, to_ms, core_utc_ms(t.core));
    TEST_ASSERT_EQUAL(NTP_STATE_GOOD, state().ntp);
    TEST_ASSERT_EQUAL(LOOK_MS, sntp_look(sntp, LOOK_MS));
}

void test_a_large_step_that_the_second_server_does_not_confirm_waits_an_hour(void) {
    uint8_t request[SNTP_PACKET_LEN];
    int64_t before_ms = core_utc_ms(t.core), to_ms = before_ms + 3600000;
    ask_and_answer(0xc000027b, to_ms);
    (void)sntp_look(sntp, LOOK_MS);
    TEST_ASSERT_TRUE(take(request)); /* the second one does not answer */
    fake_hal_advance(&t.fake, SNTP_ANSWER_MS);
    (void)sntp_look(sntp, LOOK_MS);
    TEST_ASSERT_EQUAL(NTP_STATE_UNCONFIRMED, state().ntp);
    TEST_ASSERT_EQUAL_STRING("192.0.2.123", state().ntp_server);
    fake_hal_advance(&t.fake, SNTP_INTERVAL_MS - 1);
    (void)sntp_look(sntp, LOOK_MS);
    TEST_ASSERT_FALSE(take(request));
    fake_hal_advance(&t.fake, SNTP_SPREAD_MS + 1);
    ask_and_answer(0xc000027b, to_ms + SNTP_ANSWER_MS + SNTP_INTERVAL_MS + SNTP_SPREAD_MS);
    TEST_ASSERT_INT64_WITHIN(1000, to_ms + SNTP_ANSWER_MS + SNTP_INTERVAL_MS + SNTP_SPREAD_MS, core_utc_ms(t.core));
    TEST_ASSERT_EQUAL(NTP_STATE_GOOD, state().ntp);
}
