/* Commands to a TPM 2.0 as bytes, and what its answers give. */
#include "tpm.h"

#include <string.h>

#include "unity.h"

#define PARENT 0x80ffffffU

void setUp(void) {
}
void tearDown(void) {
}

static struct tpm_command command;

#define ASSERT_COMMAND(...)                                                  \
    do {                                                                     \
        static const uint8_t wanted[] = {__VA_ARGS__};                       \
        TEST_ASSERT_EQUAL_size_t(sizeof(wanted), command.len);               \
        TEST_ASSERT_EQUAL_HEX8_ARRAY(wanted, command.bytes, sizeof(wanted)); \
    } while (0)

#define AUTHORIZED 0, 0, 0, 9, 0x40, 0, 0, 9, 0, 0, 0, 0, 0 /* the empty password */

void test_commands_without_a_password(void) {
    tpm_get_random(&command, 64);
    ASSERT_COMMAND(0x80, 0x01, 0, 0, 0, 12, 0, 0, 0x01, 0x7b, 0, 64);
    tpm_flush(&command, 0x80000001);
    ASSERT_COMMAND(0x80, 0x01, 0, 0, 0, 14, 0, 0, 0x01, 0x65, 0x80, 0, 0, 1);
}

void test_the_parent_is_the_storage_key_of_p256(void) {
    tpm_create_primary(&command);
    ASSERT_COMMAND(0x80, 0x02, 0, 0, 0, 67, 0, 0, 0x01, 0x31, 0x40, 0, 0, 1, AUTHORIZED, 0, 4, 0, 0, 0,
                   0, /* sensitive */
                   0, 26, 0, 0x23, 0, 0x0b, 0, 3, 0x04, 0x72, 0, 0, /* ECC, SHA-256, attributes, no policy */
                   0, 6, 0, 128, 0, 0x43, 0, 0x10, 0, 3, 0, 0x10, 0, 0, 0, 0, /* AES-128-CFB, P-256 */
                   0, 0, 0, 0, 0, 0);
}

void test_a_sealed_object_is_of_this_tpm_and_needs_no_policy(void) {
    static const uint8_t secret[] = {0xaa, 0xbb, 0xcc};
    tpm_create_sealed(&command, PARENT, secret, sizeof(secret));
    ASSERT_COMMAND(0x80, 0x02, 0, 0, 0, 58, 0, 0, 0x01, 0x53, 0x80, 0xff, 0xff, 0xff, AUTHORIZED, 0, 7, 0, 0, 0, 3,
                   0xaa, 0xbb, 0xcc, 0, 14, 0, 8, 0, 0x0b, 0, 0, 0x04, 0x52, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0);
}

void test_no_more_is_sealed_than_a_tpm_takes(void) {
    uint8_t secret[TPM_SEALED_MAX + 1] = {0};
    tpm_create_sealed(&command, PARENT, secret, TPM_SEALED_MAX);
    const size_t most = command.len;
    tpm_create_sealed(&command, PARENT, secret, sizeof(secret));
    TEST_ASSERT_EQUAL_size_t(most, command.len);
}

void test_load_and_unseal(void) {
    static const uint8_t object[] = {0, 1, 0x11, 0, 1, 0x22};
    tpm_load(&command, PARENT, object, sizeof(object));
    ASSERT_COMMAND(0x80, 0x02, 0, 0, 0, 33, 0, 0, 0x01, 0x57, 0x80, 0xff, 0xff, 0xff, AUTHORIZED, 0, 1, 0x11, 0, 1,
                   0x22);
    tpm_unseal(&command, 0x80000002);
    ASSERT_COMMAND(0x80, 0x02, 0, 0, 0, 27, 0, 0, 0x01, 0x5e, 0x80, 0, 0, 2, AUTHORIZED);
}

void test_an_object_that_is_too_long_makes_a_command_that_fits(void) {
    static const uint8_t object[TPM_MAX] = {0};
    tpm_load(&command, PARENT, object, sizeof(object));
    TEST_ASSERT_LESS_OR_EQUAL_size_t(TPM_MAX, command.len);
}

void test_the_head_of_an_answer(void) {
    size_t len = 0;
    uint32_t code = 0;
    TEST_ASSERT_TRUE(tpm_head((const uint8_t[]){0x80, 1, 0, 0, 0, 10, 0, 0, 0x09, 0x22}, &len, &code));
    TEST_ASSERT_EQUAL_size_t(10, len);
    TEST_ASSERT_EQUAL_HEX32(TPM_RC_RETRY, code);
    TEST_ASSERT_FALSE(tpm_head((const uint8_t[]){0x80, 1, 0, 0, 0, 9, 0, 0, 0, 0}, &len, &code));
    TEST_ASSERT_FALSE(tpm_head((const uint8_t[]){0x80, 1, 0, 0, 4, 1, 0, 0, 0, 0}, &len, &code)); /* TPM_MAX + 1 */
}

void test_what_answers_give(void) {
    static const uint8_t random[] = {0x80, 1, 0, 0, 0, 14, 0, 0, 0, 0, 0, 2, 0xab, 0xcd};
    static const uint8_t created[] = {0x80, 2, 0, 0, 0,    24, 0, 0,    0,    0, 0, 0,
                                      0,    7, 0, 1, 0x11, 0,  2, 0x22, 0x33, 0, 0, 0};
    static const uint8_t object[] = {0, 1, 0x11, 0, 2, 0x22, 0x33};
    static const uint8_t unsealed[] = {0x80, 2, 0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0x5e, 0xa1};
    uint8_t bytes[TPM_OBJECT_MAX];
    size_t len = 0;
    uint32_t handle = 0;
    TEST_ASSERT_TRUE(tpm_random(random, sizeof(random), bytes, 2, &len));
    TEST_ASSERT_EQUAL_size_t(2, len);
    TEST_ASSERT_EQUAL_HEX8(0xcd, bytes[1]);
    TEST_ASSERT_TRUE(tpm_sealed_object(created, sizeof(created), bytes, &len));
    TEST_ASSERT_EQUAL_size_t(sizeof(object), len);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(object, bytes, sizeof(object));
    TEST_ASSERT_TRUE(tpm_unsealed(unsealed, sizeof(unsealed), bytes, 64, &len));
    TEST_ASSERT_EQUAL_HEX8(0x5e, bytes[0]);
    TEST_ASSERT_TRUE(tpm_handle(random, sizeof(random), &handle));
    TEST_ASSERT_EQUAL_HEX32(0x0002abcd, handle);
    TEST_ASSERT_FALSE(tpm_random(random, sizeof(random), bytes, 1, &len)); /* more than there is place for */
    TEST_ASSERT_FALSE(tpm_unsealed(unsealed, sizeof(unsealed), bytes, 1, &len));
}

/* A copy of just its length: the sanitizer sees each byte that is read behind it. */
void test_answers_that_are_cut_short_give_nothing(void) {
    static const uint8_t created[] = {0x80, 2, 0, 0, 0, 21, 0, 0, 0, 0, 0, 0, 0, 7, 0, 1, 0x11, 0, 2, 0x22, 0x33};
    uint8_t bytes[TPM_OBJECT_MAX];
    size_t len = 0;
    uint32_t handle = 0;
    for (size_t cut = TPM_HEAD_LEN; cut < sizeof(created); cut++) {
        uint8_t answer[sizeof(created)];
        uint8_t *at = answer + sizeof(answer) - cut;
        memcpy(at, created, cut);
        TEST_ASSERT_FALSE(tpm_sealed_object(at, cut, bytes, &len));
        TEST_ASSERT_EQUAL(cut >= TPM_HEAD_LEN + 7, tpm_unsealed(at, cut, bytes, sizeof(bytes), &len));
        TEST_ASSERT_EQUAL(cut >= TPM_HEAD_LEN + 4, tpm_handle(at, cut, &handle));
    }
}
