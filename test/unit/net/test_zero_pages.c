#include "net/zero_pages.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unity.h"

#define PAGES 8

static size_t size;
static char *block;

void setUp(void) {
    size = (size_t)sysconf(_SC_PAGESIZE);
    block = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    TEST_ASSERT_TRUE(block != MAP_FAILED);
    memset(block, 1, PAGES * size); /* all are resident */
    memset(block, 0, PAGES * size);
}

void tearDown(void) {
    TEST_ASSERT_EQUAL(0, munmap(block, PAGES * size));
}

/* Checks which pages are resident, first to last: "x" is, "-" is not. */
static void expect_resident(const char *expected) {
    unsigned char pages[PAGES];
    char text[PAGES + 1] = "";
    TEST_ASSERT_EQUAL(0, mincore(block, PAGES * size, pages));
    for (size_t i = 0; i < PAGES; i++) {
        text[i] = (pages[i] & 1) != 0 ? 'x' : '-';
    }
    TEST_ASSERT_EQUAL_STRING(expected, text);
}

void test_pages_of_zeros_are_given_back(void) {
    expect_resident("xxxxxxxx");
    zero_pages_release(block, PAGES * size);
    expect_resident("--------");
}

void test_what_is_in_the_others_stays(void) {
    block[0] = 'a';
    block[4 * size - 1] = 'b';
    block[5 * size + 7] = 'c';
    memset(block + 6 * size, 'd', size);
    zero_pages_release(block, PAGES * size);
    TEST_ASSERT_EQUAL('a', block[0]);
    TEST_ASSERT_EQUAL('b', block[4 * size - 1]);
    TEST_ASSERT_EQUAL('c', block[5 * size + 7]);
    TEST_ASSERT_EACH_EQUAL_CHAR('d', block + 6 * size, size);
    expect_resident("x--x-xx-");
}

void test_pages_that_belong_to_others_in_part_are_left_alone(void) {
    zero_pages_release(block + 1, 3 * size);
    expect_resident("x--xxxxx");
    zero_pages_release(block + 4 * size, 2 * size - 1);
    expect_resident("x--x-xxx");
    zero_pages_release(block + 6 * size + 1, size - 2);
    zero_pages_release(block + 6 * size + 1, 0);
    zero_pages_release(block + 6 * size, size - 1);
    expect_resident("x--x-xxx");
}
