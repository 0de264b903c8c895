#include "util/arena.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "unity.h"

static struct arena arena;

void setUp(void) {
    arena_init(&arena, 1024 * 1024);
}

void tearDown(void) {
    arena_done(&arena);
}

void test_pieces_are_zeroed_aligned_and_apart(void) {
    unsigned char *pieces[100];
    for (size_t i = 0; i < 100; i++) {
        pieces[i] = arena_alloc(&arena, i + 1);
        TEST_ASSERT_NOT_NULL(pieces[i]);
        TEST_ASSERT_EQUAL_UINT64(0, (uintptr_t)pieces[i] % alignof(max_align_t));
        for (size_t k = 0; k <= i; k++) {
            TEST_ASSERT_EQUAL_UINT8(0, pieces[i][k]);
        }
        memset(pieces[i], (int)i, i + 1);
    }
    for (size_t i = 0; i < 100; i++) {
        for (size_t k = 0; k <= i; k++) {
            TEST_ASSERT_EQUAL_UINT8(i, pieces[i][k]);
        }
    }
}

void test_large_piece_gets_a_block_of_its_own(void) {
    char *large = arena_alloc(&arena, 100000);
    TEST_ASSERT_NOT_NULL(large);
    memset(large, 'x', 100000);
    TEST_ASSERT_NOT_NULL(arena_alloc(&arena, 10));
}

void test_piece_of_nothing_is_a_pointer_of_its_own(void) {
    void *first = arena_alloc(&arena, 0);
    void *second = arena_alloc(&arena, 0);
    TEST_ASSERT_NOT_NULL(first);
    TEST_ASSERT_NOT_NULL(second);
    TEST_ASSERT_TRUE(first != second);
}

void test_cap_is_kept(void) {
    arena_done(&arena);
    arena_init(&arena, 10000);
    size_t pieces = 0;
    while (arena_alloc(&arena, 100) != NULL) {
        pieces++;
        TEST_ASSERT_TRUE(pieces < 100);
    }
    TEST_ASSERT_TRUE(pieces > 50);
    TEST_ASSERT_TRUE(arena.taken <= 10000);
    TEST_ASSERT_NULL(arena_alloc(&arena, 20000));
}

void test_cap_comes_back_with_the_memory(void) {
    arena_done(&arena);
    arena_init(&arena, 10000);
    TEST_ASSERT_NOT_NULL(arena_alloc(&arena, 9000));
    TEST_ASSERT_NULL(arena_alloc(&arena, 9000));
    arena_done(&arena);
    TEST_ASSERT_NOT_NULL(arena_alloc(&arena, 9000));
}

void test_sizes_do_not_wrap_around(void) {
    TEST_ASSERT_NULL(arena_alloc(&arena, SIZE_MAX));
    TEST_ASSERT_NULL(arena_alloc(&arena, SIZE_MAX - 8));
    TEST_ASSERT_NULL(arena_calloc(&arena, SIZE_MAX / 2, 3));
    TEST_ASSERT_NULL(arena_strndup(&arena, "x", SIZE_MAX));
}

void test_calloc_gives_zeroed_elements(void) {
    uint32_t *numbers = arena_calloc(&arena, 1000, sizeof(*numbers));
    TEST_ASSERT_NOT_NULL(numbers);
    TEST_ASSERT_EACH_EQUAL_UINT32(0, numbers, 1000);
    TEST_ASSERT_NOT_NULL(arena_calloc(&arena, 0, 4));
    TEST_ASSERT_NOT_NULL(arena_calloc(&arena, 4, 0));
}

void test_copies_of_text(void) {
    char text[] = "hello";
    char *whole = arena_strdup(&arena, text);
    char *part = arena_strndup(&arena, text, 3);
    text[0] = 'J';
    TEST_ASSERT_EQUAL_STRING("hello", whole);
    TEST_ASSERT_EQUAL_STRING("hel", part);
    TEST_ASSERT_EQUAL_STRING("", arena_strndup(&arena, NULL, 0));
}

void test_done_twice(void) {
    TEST_ASSERT_NOT_NULL(arena_alloc(&arena, 10));
    arena_done(&arena);
    arena_done(&arena);
    TEST_ASSERT_EQUAL_size_t(0, arena.taken);
}
