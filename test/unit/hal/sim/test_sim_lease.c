/* DHCP and the check of a fixed address, in simulated time. */
#include "hal/sim/sim_lease.h"

#include <string.h>

#include "unity.h"

static struct sim_lease lease;
static struct sim_lease_world world;
static const struct hal_net_config dhcp = {.dhcp = true};
static const struct hal_net_config fixed = {.address = 0xC0A80105, .mask = 0xFFFFFF00, .gateway = 0xC0A80101};

void setUp(void) {
    memset(&lease, 0, sizeof(lease));
    world = (struct sim_lease_world){.address = 0xC0A80132, .mask = 0xFFFFFF00, .gateway = 0xC0A80101, .dns = {1, 2}};
    sim_lease_link(&lease, true, 0);
}

void tearDown(void) {
}

void test_nothing_happens_without_a_configuration_or_a_link(void) {
    TEST_ASSERT_EQUAL(INT64_MAX, sim_lease_step(&lease, &world, 100000));
    TEST_ASSERT_EQUAL(LEASE_STATE_NONE, lease.state);
    sim_lease_link(&lease, false, 100000);
    sim_lease_configure(&lease, &dhcp, 100000);
    TEST_ASSERT_EQUAL(INT64_MAX, sim_lease_step(&lease, &world, 200000));
    TEST_ASSERT_EQUAL(LEASE_STATE_NONE, lease.state);
}

void test_dhcp_takes_its_time_and_renews(void) {
    sim_lease_configure(&lease, &dhcp, 1000);
    TEST_ASSERT_EQUAL(1000 + SIM_LEASE_BIND_MS, sim_lease_step(&lease, &world, 1000));
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, lease.state);
    (void)sim_lease_step(&lease, &world, 1000 + SIM_LEASE_BIND_MS - 1);
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, lease.state);
    (void)sim_lease_step(&lease, &world, 1000 + SIM_LEASE_BIND_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, lease.state);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80132, lease.address);
    int64_t until_ms = lease.until_ms;
    (void)sim_lease_step(&lease, &world, 1000 + INT64_C(600) * SIM_LEASE_S);
    TEST_ASSERT_GREATER_THAN(until_ms, lease.until_ms);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, lease.state);
}

void test_a_lease_that_nobody_renews_ends(void) {
    sim_lease_configure(&lease, &dhcp, 0);
    (void)sim_lease_step(&lease, &world, SIM_LEASE_BIND_MS);
    world.silent = true;
    (void)sim_lease_step(&lease, &world, INT64_C(900) * SIM_LEASE_S);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, lease.state);
    (void)sim_lease_step(&lease, &world, INT64_C(1100) * SIM_LEASE_S);
    TEST_ASSERT_EQUAL(LEASE_STATE_NO_SERVER, lease.state);
    TEST_ASSERT_EQUAL_HEX32(0, lease.address);
}

void test_a_silent_server_is_asked_again(void) {
    world.silent = true;
    sim_lease_configure(&lease, &dhcp, 0);
    (void)sim_lease_step(&lease, &world, SIM_LEASE_PATIENCE_MS - 1);
    TEST_ASSERT_EQUAL(LEASE_STATE_ASKING, lease.state);
    (void)sim_lease_step(&lease, &world, SIM_LEASE_PATIENCE_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_NO_SERVER, lease.state);
    world.silent = false;
    (void)sim_lease_step(&lease, &world, SIM_LEASE_PATIENCE_MS + SIM_LEASE_AGAIN_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, lease.state);
}

void test_nonsense_is_not_taken(void) {
    world.nonsense = true;
    sim_lease_configure(&lease, &dhcp, 0);
    (void)sim_lease_step(&lease, &world, SIM_LEASE_BIND_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_BAD_OFFER, lease.state);
    TEST_ASSERT_EQUAL_HEX32(0, lease.address);
    world.nonsense = false;
    (void)sim_lease_step(&lease, &world, SIM_LEASE_BIND_MS + SIM_LEASE_AGAIN_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, lease.state);
}

void test_a_fixed_address_is_used_unless_somebody_has_it(void) {
    sim_lease_configure(&lease, &fixed, 0);
    TEST_ASSERT_EQUAL_HEX32(0, lease.address);
    (void)sim_lease_step(&lease, &world, SIM_LEASE_CHECK_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_FIXED, lease.state);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80105, lease.address);
    world.conflict = true;
    (void)sim_lease_step(&lease, &world, SIM_LEASE_CHECK_MS + SIM_LEASE_AGAIN_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_CONFLICT, lease.state);
    TEST_ASSERT_EQUAL_HEX32(0, lease.address);
    world.conflict = false;
    (void)sim_lease_step(&lease, &world, SIM_LEASE_CHECK_MS + 2 * SIM_LEASE_AGAIN_MS);
    TEST_ASSERT_EQUAL(LEASE_STATE_FIXED, lease.state);
}

void test_a_leap_of_a_thousand_years_ends_soon(void) {
    int64_t far_ms = INT64_C(1000) * 365 * 86400 * 1000;
    sim_lease_configure(&lease, &dhcp, 0);
    (void)sim_lease_step(&lease, &world, far_ms);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, lease.state);
    (void)sim_lease_step(&lease, &world, 2 * far_ms);
    TEST_ASSERT_EQUAL(LEASE_STATE_BOUND, lease.state);
    world.silent = true;
    TEST_ASSERT_GREATER_THAN(3 * far_ms, sim_lease_step(&lease, &world, 3 * far_ms));
}

void test_an_end_of_the_link_takes_the_address(void) {
    struct hal_net_state state = {.link_up = false};
    sim_lease_configure(&lease, &dhcp, 0);
    (void)sim_lease_step(&lease, &world, SIM_LEASE_BIND_MS);
    sim_lease_read(&lease, SIM_LEASE_BIND_MS, 5000000, &state);
    TEST_ASSERT_EQUAL(5000 + SIM_LEASE_S, state.lease_until_s);
    sim_lease_link(&lease, false, 10000);
    sim_lease_read(&lease, 10000, 5000000, &state);
    TEST_ASSERT_EQUAL(LEASE_STATE_NONE, state.lease);
    TEST_ASSERT_EQUAL_HEX32(0, state.address);
    TEST_ASSERT_EQUAL(0, state.lease_until_s);
}
