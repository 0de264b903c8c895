/* The simulated clock chip, display and time service through their ops. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include "hal/hal.h"
#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "unity.h"
#include "util/err.h"

static struct hal *hal;

void setUp(void) {
    TEST_ASSERT_EQUAL(0, hal_new(&(struct hal_options){.bench = NULL}, &hal));
}

void tearDown(void) {
    hal_free(hal);
}

static int64_t utc_ms(void) {
    return hal->clock.utc_ms(hal->clock.ctx);
}

static struct sim *sim(void) {
    return (struct sim *)hal;
}

static void advance(int64_t ms) {
    atomic_fetch_add(&sim()->clock_offset_ms, ms);
}

static void fault(const char *device, const char *kind, bool on) {
    pthread_mutex_lock(&sim()->mutex);
    TEST_ASSERT_TRUE(sim_set_fault(sim(), device, kind, on));
    pthread_mutex_unlock(&sim()->mutex);
}

void test_a_clock_that_is_set_goes_on_from_there_and_the_world_does_not_notice(void) {
    int64_t world = sim_world_ms(sim()), mono = hal->clock.mono_ms(hal->clock.ctx);
    TEST_ASSERT_EQUAL(0, hal->clock.set(hal->clock.ctx, INT64_C(1900000000000)));
    TEST_ASSERT_INT64_WITHIN(1000, INT64_C(1900000000000), utc_ms());
    advance(5000);
    TEST_ASSERT_INT64_WITHIN(1000, INT64_C(1900000005000), utc_ms());
    TEST_ASSERT_INT64_WITHIN(1000, world + 5000, sim_world_ms(sim()));
    TEST_ASSERT_INT64_WITHIN(1000, mono + 5000, hal->clock.mono_ms(hal->clock.ctx));
}

void test_a_slew_takes_its_time_and_never_goes_back(void) {
    static const int32_t shifts[] = {400, -400};
    for (int i = 0; i < 2; i++) {
        int64_t offset = utc_ms() - sim_world_ms(sim());
        TEST_ASSERT_EQUAL(0, hal->clock.slew(hal->clock.ctx, shifts[i]));
        TEST_ASSERT_INT64_WITHIN(2, offset, utc_ms() - sim_world_ms(sim()));
        int64_t last = utc_ms();
        for (int second = 0; second < 100; second++) {
            advance(1000);
            TEST_ASSERT_GREATER_THAN_INT64(last, utc_ms());
            last = utc_ms();
        }
        TEST_ASSERT_INT64_WITHIN(3, offset + (shifts[i] > 0 ? 50 : -50), utc_ms() - sim_world_ms(sim())); /* 500 ppm */
        advance(2000000);
        TEST_ASSERT_INT64_WITHIN(2, offset + shifts[i], utc_ms() - sim_world_ms(sim()));
    }
}

void test_setting_ends_a_slew(void) {
    TEST_ASSERT_EQUAL(0, hal->clock.slew(hal->clock.ctx, 450));
    TEST_ASSERT_EQUAL(0, hal->clock.set(hal->clock.ctx, INT64_C(1900000000000)));
    advance(10000000);
    TEST_ASSERT_INT64_WITHIN(300, INT64_C(1900010000000), utc_ms());
}

void test_a_clock_that_does_not_answer_changes_nothing(void) {
    int64_t before = utc_ms();
    fault("clock", "offline", true);
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->clock.set(hal->clock.ctx, 0));
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->clock.slew(hal->clock.ctx, 100));
    TEST_ASSERT_INT64_WITHIN(1000, before, utc_ms());
    fault("clock", "offline", false);
    TEST_ASSERT_EQUAL(0, hal->clock.slew(hal->clock.ctx, 100));
}

void test_the_display_falls_asleep_and_wakes_up(void) {
    struct hal_display_style style = {.separator = '-', .saving = POWER_SAVING_CLOSE_SCREEN, .saving_after_s = 30};
    struct hal_display_state state;
    TEST_ASSERT_EQUAL(0, hal->display.style(hal->display.ctx, &style));
    advance(29000);
    hal->display.state(hal->display.ctx, &state);
    TEST_ASSERT_TRUE(state.online);
    TEST_ASSERT_FALSE(state.asleep);
    advance(1000);
    hal->display.state(hal->display.ctx, &state);
    TEST_ASSERT_TRUE(state.asleep);
    struct hal_display_result result = {.credential = "…1"};
    TEST_ASSERT_EQUAL(0, hal->display.show_result(hal->display.ctx, &result));
    hal->display.state(hal->display.ctx, &state);
    TEST_ASSERT_FALSE(state.asleep);
    style.saving = POWER_SAVING_DISABLE;
    TEST_ASSERT_EQUAL(0, hal->display.style(hal->display.ctx, &style));
    advance(4000000);
    hal->display.state(hal->display.ctx, &state);
    TEST_ASSERT_FALSE(state.asleep);
}

void test_without_a_network_there_is_no_time_service(void) {
    char url[HAL_TIME_SERVICE_MAX];
    TEST_ASSERT_EQUAL(E_OFFLINE, hal->clock.time_service(hal->clock.ctx, 0xC0000201, url));
}

/* Sends a request to the service and gives the length of the answer; 0 for none within a tenth of a second. */
static ssize_t ask(unsigned port, uint8_t packet[48]) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct timeval most = {.tv_usec = 100000};
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
    memset(packet, 0, 48);
    packet[0] = 0x23;
    memset(packet + 40, 0x5a, 8);
    (void)sendto(fd, packet, 48, 0, (struct sockaddr *)&address, sizeof(address));
    ssize_t n = recv(fd, packet, 48, 0);
    (void)close(fd);
    return n < 0 ? 0 : n;
}

void test_the_time_service_answers_as_it_should_and_as_its_faults_want(void) {
    struct hal_net_config dhcp = {.dhcp = true};
    char url[HAL_TIME_SERVICE_MAX];
    uint8_t packet[48];
    unsigned port = 0;
    TEST_ASSERT_EQUAL(0, hal->net.configure(hal->net.ctx, WAN_MODE_ETHERNET, &dhcp));
    advance(60000);
    TEST_ASSERT_EQUAL(0, hal->clock.time_service(hal->clock.ctx, 0xC0000201, url));
    TEST_ASSERT_EQUAL(1, sscanf(url, "udp://127.0.0.1:%u", &port));
    TEST_ASSERT_EQUAL(48, ask(port, packet));
    TEST_ASSERT_EQUAL_HEX8(0x24, packet[0]);
    TEST_ASSERT_EACH_EQUAL_HEX8(0x5a, packet + 24, 8);
    int64_t s = ((int64_t)packet[40] << 24 | packet[41] << 16 | packet[42] << 8 | packet[43]) - INT64_C(2208988800);
    TEST_ASSERT_INT64_WITHIN(2, sim_world_ms(sim()) / 1000, s);

    fault("timeService", "mismatch", true);
    TEST_ASSERT_EQUAL(48, ask(port, packet));
    TEST_ASSERT_NOT_EQUAL(0x5a, packet[24]);
    fault("timeService", "mismatch", false);
    fault("timeService", "kissOfDeath", true);
    TEST_ASSERT_EQUAL(48, ask(port, packet));
    TEST_ASSERT_EQUAL(0, packet[1]);
    TEST_ASSERT_EQUAL_MEMORY("RATE", packet + 12, 4);
    fault("timeService", "garbage", true);
    TEST_ASSERT_EQUAL(16, ask(port, packet));
    fault("timeService", "silent", true);
    TEST_ASSERT_EQUAL(0, ask(port, packet));
}
