/* What is asked of a TPM, and what its answers come to: at the other end of a socket stands the script of one. */
#include "chip.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unity.h"

#define STEPS_MAX 8

/* Answers in their order; the last one is followed by the end. */
struct script {
    int end;
    size_t count;
    struct {
        size_t len;
        uint8_t bytes[32];
    } answers[STEPS_MAX];
    uint8_t asked[STEPS_MAX]; /* last byte of the code of each command */
    size_t seen;
};

static struct script script;
static pthread_t thread;
static int chip;

static void *play(void *arg) {
    struct script *played = arg;
    uint8_t command[TPM_MAX];
    while (played->seen < played->count && read(played->end, command, sizeof(command)) > 0) {
        const size_t nth = played->seen++;
        played->asked[nth] = command[9];
        for (size_t at = 0; at < played->answers[nth].len; at++) { /* byte by byte, as a port may give them */
            TEST_ASSERT_EQUAL(1, write(played->end, played->answers[nth].bytes + at, 1));
        }
    }
    TEST_ASSERT_EQUAL(0, shutdown(played->end, SHUT_RDWR));
    return NULL;
}

static void answer(const uint8_t *bytes, size_t len) {
    memcpy(script.answers[script.count].bytes, bytes, len);
    script.answers[script.count++].len = len;
}

#define ANSWER(...) answer((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))
#define CODE(high, low) ANSWER(0x80, 1, 0, 0, 0, 10, 0, 0, high, low)
#define HANDLE(number) ANSWER(0x80, 2, 0, 0, 0, 14, 0, 0, 0, 0, 0x80, 0, 0, number)
#define UNSEALED ANSWER(0x80, 2, 0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0x5e, 0xa1)

static void begin(void) {
    TEST_ASSERT_EQUAL(0, pthread_create(&thread, NULL, play, &script));
}

/* Whatever was not asked for is not waited for. */
static void end(void) {
    TEST_ASSERT_EQUAL(0, shutdown(chip, SHUT_RDWR));
    TEST_ASSERT_EQUAL(0, pthread_join(thread, NULL));
}

void setUp(void) {
    int ends[2];
    TEST_ASSERT_EQUAL(0, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    chip = ends[0];
    script = (struct script){.end = ends[1]};
}

void tearDown(void) {
    TEST_ASSERT_EQUAL(0, close(chip));
    TEST_ASSERT_EQUAL(0, close(script.end));
}

static const uint8_t object[] = {0, 1, 0x11, 0, 1, 0x22};

static int unseal(void) {
    uint8_t secret[2] = {0};
    begin();
    const int r = chip_unseal(chip, object, sizeof(object), secret, sizeof(secret));
    end();
    TEST_ASSERT_EQUAL(r == 0 ? 0xa1 : 0, secret[1]);
    return r;
}

void test_unsealing_loads_and_lets_both_objects_go(void) {
    static const uint8_t asked[] = {0x31, 0x57, 0x5e, 0x65, 0x65};
    HANDLE(0), HANDLE(1);
    UNSEALED;
    CODE(0, 0), CODE(0, 0);
    TEST_ASSERT_EQUAL(0, unseal());
    TEST_ASSERT_EQUAL_HEX8_ARRAY(asked, script.asked, sizeof(asked));
}

void test_a_tpm_that_has_not_sealed_it_refuses_it(void) {
    HANDLE(0);
    CODE(0x01, 0xdf); /* TPM_RC_INTEGRITY of the first parameter */
    CODE(0, 0);
    TEST_ASSERT_EQUAL(-EKEYREJECTED, unseal());
    TEST_ASSERT_EQUAL_HEX8(0x65, script.asked[2]); /* the parent is let go */
}

void test_a_busy_tpm_is_asked_again(void) {
    CODE(0x09, 0x22);
    CODE(0x09, 0x0a);
    HANDLE(0), HANDLE(1);
    UNSEALED;
    CODE(0, 0), CODE(0, 0);
    TEST_ASSERT_EQUAL(0, unseal());
}

void test_one_that_says_nothing_or_nonsense_is_none(void) {
    TEST_ASSERT_EQUAL(-ENODEV, unseal());
    tearDown();
    setUp();
    ANSWER(0x80, 1, 0, 0, 0, 5, 0, 0, 0, 0);
    TEST_ASSERT_EQUAL(-ENODEV, unseal());
}

void test_a_secret_of_another_length_is_not_ours(void) {
    HANDLE(0), HANDLE(1);
    ANSWER(0x80, 2, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0x5e);
    CODE(0, 0), CODE(0, 0);
    uint8_t secret[2];
    begin();
    TEST_ASSERT_EQUAL(-EKEYREJECTED, chip_unseal(chip, object, sizeof(object), secret, sizeof(secret)));
    end();
}

void test_random_bytes_are_asked_for_until_there_are_enough(void) {
    uint8_t bytes[3] = {0};
    ANSWER(0x80, 1, 0, 0, 0, 14, 0, 0, 0, 0, 0, 2, 1, 2);
    ANSWER(0x80, 1, 0, 0, 0, 13, 0, 0, 0, 0, 0, 1, 3);
    begin();
    TEST_ASSERT_EQUAL(0, chip_random(chip, bytes, sizeof(bytes)));
    end();
    TEST_ASSERT_EQUAL_HEX8_ARRAY(((const uint8_t[]){1, 2, 3}), bytes, 3);
    tearDown();
    setUp();
    ANSWER(0x80, 1, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0); /* none at all would go on for ever */
    begin();
    TEST_ASSERT_EQUAL(-ENODEV, chip_random(chip, bytes, sizeof(bytes)));
    end();
}

void test_sealing_gives_the_object_as_it_is_loaded(void) {
    uint8_t sealed[TPM_OBJECT_MAX];
    size_t len = 0;
    HANDLE(0);
    ANSWER(0x80, 2, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 6, 0, 1, 0x11, 0, 1, 0x22);
    CODE(0, 0);
    begin();
    TEST_ASSERT_EQUAL(0, chip_seal(chip, (const uint8_t *)"key", 3, sealed, &len));
    end();
    TEST_ASSERT_EQUAL_size_t(sizeof(object), len);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(object, sealed, len);
}
