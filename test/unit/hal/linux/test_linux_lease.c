/* Lines of postern-dhcp about a lease, and what is rejected. */
#include "hal/linux/linux_lease.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

#define GOOD \
    "bound\tip=192.168.1.50\tsubnet=255.255.255.0\trouter=192.168.1.1\tdns=192.168.1.1 9.9.9.9 1.1.1.1\tlease=3600"

static struct linux_lease lease;

static enum linux_lease_event read_line(const char *text) {
    static char line[1024];
    memset(&lease, 0xee, sizeof(lease));
    (void)snprintf(line, sizeof(line), "%s", text);
    return linux_lease_read(line, &lease);
}

void setUp(void) {
}

void tearDown(void) {
}

void test_a_lease_is_read_whole(void) {
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND, read_line(GOOD));
    TEST_ASSERT_EQUAL_HEX32(0xC0A80132, lease.address);
    TEST_ASSERT_EQUAL_HEX32(0xFFFFFF00, lease.mask);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80101, lease.gateway);
    TEST_ASSERT_EQUAL_HEX32(0xC0A80101, lease.dns[0]);
    TEST_ASSERT_EQUAL_HEX32(0x09090909, lease.dns[1]);
    TEST_ASSERT_EQUAL(3600, lease.seconds);
}

void test_events_without_a_lease(void) {
    TEST_ASSERT_EQUAL(LINUX_LEASE_GONE, read_line("deconfig"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_SILENT, read_line("leasefail"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_NOTHING, read_line("nak"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_NOTHING, read_line(""));
    TEST_ASSERT_EQUAL(LINUX_LEASE_NOTHING, read_line("bounded\tip=192.168.1.50\tsubnet=255.255.255.0"));
}

void test_what_cannot_be_used_is_a_bad_offer(void) {
    TEST_ASSERT_EQUAL(LINUX_LEASE_BAD, read_line("bound"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_BAD, read_line("bound\tip=192.168.1.50"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_BAD, read_line("bound\tip=192.168.1.50\tsubnet=255.0.255.0"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_BAD, read_line("bound\tip=192.168.1.0\tsubnet=255.255.255.0"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_BAD, read_line("bound\tip=192.168.1.255\tsubnet=255.255.255.0"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_BAD, read_line("bound\tip=127.0.0.1\tsubnet=255.0.0.0"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_BAD, read_line("renew\tip=1.2.3.4.5\tsubnet=255.255.255.0"));
}

void test_a_gateway_that_cannot_be_reached_is_none(void) {
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND,
                      read_line("bound\tip=192.168.1.50\tsubnet=255.255.255.0\trouter=192.168.2.1\tlease=1"));
    TEST_ASSERT_EQUAL(0, lease.gateway);
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND,
                      read_line("bound\tip=192.168.1.50\tsubnet=255.255.255.0\trouter=192.168.1.50\tlease=1"));
    TEST_ASSERT_EQUAL(0, lease.gateway);
}

void test_a_lease_ends_within_a_year(void) {
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND, read_line("bound\tip=10.0.0.2\tsubnet=255.0.0.0\tlease=4294967295"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_MAX_S, lease.seconds);
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND, read_line("bound\tip=10.0.0.2\tsubnet=255.0.0.0\tlease=-5"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_MAX_S, lease.seconds);
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND, read_line("bound\tip=10.0.0.2\tsubnet=255.0.0.0\tlease=12x"));
    TEST_ASSERT_EQUAL(LINUX_LEASE_MAX_S, lease.seconds);
}

void test_parts_of_no_meaning_are_left_out(void) {
    TEST_ASSERT_EQUAL(LINUX_LEASE_BOUND,
                      read_line("renew\thostname\tip=10.0.0.2\t=\tsubnet=255.0.0.0\tdns=x 0.0.0.0 10.0.0.9\tlease=60"));
    TEST_ASSERT_EQUAL_HEX32(0x0A000009, lease.dns[0]);
    TEST_ASSERT_EQUAL(0, lease.dns[1]);
    TEST_ASSERT_EQUAL(60, lease.seconds);
}
