#include <string.h>

#include "api/api.h"
#include "unity.h"

/* Sorted byte by byte, as the generator writes it: capitals first, a prefix before what it starts. */
const struct api_route api_routes[] = {
    {.path = "/goform/B"}, {.path = "/goform/Ba"}, {.path = "/goform/a"}, {.path = "/goform/ab"}, {.path = "/goform/b"},
};
const size_t api_route_count = sizeof(api_routes) / sizeof(api_routes[0]);

void setUp(void) {
}

void tearDown(void) {
}

void test_finds_every_row(void) {
    for (size_t i = 0; i < api_route_count; i++) {
        TEST_ASSERT_EQUAL_PTR(&api_routes[i], api_route_find(api_routes[i].path, strlen(api_routes[i].path)));
    }
}

void test_finds_by_length_not_by_nul(void) {
    TEST_ASSERT_EQUAL_PTR(&api_routes[2], api_route_find("/goform/a?x=1", 9));
    TEST_ASSERT_NULL(api_route_find("/goform/a\0", 10));
}

void test_finds_nothing_else(void) {
    static const char *const paths[] = {"",          "/",          "/goform/", "/goform", "/goform/A", "/goform/abc",
                                        "/goform/c", "/goform/aa", "goform/a"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        TEST_ASSERT_NULL_MESSAGE(api_route_find(paths[i], strlen(paths[i])), paths[i]);
    }
}
