#include "memory_watch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "unity.h"

#ifdef __SANITIZE_ADDRESS__

/* From the address sanitizer, whose header not every compiler provides. */
int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void *, size_t),
                                              void (*free_hook)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);

const char *__asan_default_options(void);

/* Newer compilers put a function's variables on a separate stack of the sanitizer, where they would not be found. */
const char *__asan_default_options(void) {
    return "detect_stack_use_after_return=0:quarantine_size_mb=8";
}

#define STACK_SIZE ((size_t)2 << 20)
#define ROOM 65536

static struct {
    const void *secret;
    size_t len;
    atomic_uint freed, frames;
    atomic_bool on;
} watch;

/* Not memmem(): the sanitizer would report the red zones between stack variables. */
__attribute__((no_sanitize("address"))) static unsigned count_places(const unsigned char *data, size_t size,
                                                                     const unsigned char *secret, size_t len) {
    unsigned count = 0;
    for (size_t at = 0; at + len <= size; at++) {
        size_t same = 0;
        while (same < len && data[at + same] == secret[same]) {
            same++;
        }
        count += same == len;
    }
    return count;
}

static void before_free(const volatile void *block) {
    if (atomic_load(&watch.on) && block != NULL &&
        memmem((const void *)block, __sanitizer_get_allocated_size(block), watch.secret, watch.len) != NULL) {
        (void)atomic_fetch_add(&watch.freed, 1);
    }
}

void __cyg_profile_func_exit(void *function, void *site);

/* Called by every function of the firmware before it returns: its variables are between the two frame pointers. */
void __cyg_profile_func_exit(void *function, void *site) {
    (void)function;
    (void)site;
    if (atomic_load(&watch.on)) {
        const unsigned char *from = __builtin_frame_address(0);
        const unsigned char *to;
        memcpy(&to, from, sizeof(to));
        (void)atomic_fetch_add(&watch.frames, count_places(from, (size_t)(to - from), watch.secret, watch.len));
    }
}

static void after_malloc(const volatile void *block, size_t size) {
    (void)block;
    (void)size;
}

/* Deep enough that the end of the thread does not overwrite what `act` left. */
static void *run(void *act) {
    volatile char room[ROOM];
    room[0] = room[ROOM - 1] = 0;
    (*(void (**)(void))act)();
    return NULL;
}

static void run_on(void *stack, void (*act)(void)) {
    pthread_attr_t attributes;
    pthread_t thread;
    TEST_ASSERT_EQUAL(0, pthread_attr_init(&attributes));
    TEST_ASSERT_EQUAL(0, pthread_attr_setstack(&attributes, stack, STACK_SIZE));
    TEST_ASSERT_EQUAL(0, pthread_create(&thread, &attributes, run, &act));
    TEST_ASSERT_EQUAL(0, pthread_join(thread, NULL));
    (void)pthread_attr_destroy(&attributes);
}

struct memory_found memory_watch(void (*act)(void), const void *secret, size_t len) {
    static bool installed;
    if (!installed) {
        TEST_ASSERT_NOT_EQUAL(0, __sanitizer_install_malloc_and_free_hooks(after_malloc, before_free));
        installed = true;
    }
    void *stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    TEST_ASSERT_TRUE(stack != MAP_FAILED);
    watch.secret = secret;
    watch.len = len;
    atomic_store(&watch.freed, 0);
    atomic_store(&watch.frames, 0);
    atomic_store(&watch.on, true);
    run_on(stack, act);
    atomic_store(&watch.on, false);
    struct memory_found found = {.freed = atomic_load(&watch.freed),
                                 .frames = atomic_load(&watch.frames),
                                 .stack = count_places(stack, STACK_SIZE, secret, len)};
    TEST_ASSERT_EQUAL(0, munmap(stack, STACK_SIZE));
    return found;
}

#else

/* For a board: the sanitizer knows freed memory, and the layout of a frame differs between processors. */
struct memory_found memory_watch(void (*act)(void), const void *secret, size_t len) {
    (void)act;
    (void)secret;
    (void)len;
    TEST_FAIL_MESSAGE("nobody watches the memory without the address sanitizer");
    return (struct memory_found){0};
}

#endif

void memory_watch_nothing(void (*act)(void), const char *secret) {
    struct memory_found found = memory_watch(act, secret, strlen(secret));
    TEST_ASSERT_EQUAL_MESSAGE(0, found.freed, "freed with the secret inside");
    TEST_ASSERT_EQUAL_MESSAGE(0, found.frames, "left by a function that returned");
    TEST_ASSERT_EQUAL_MESSAGE(0, found.stack, "left on the stack");
}
