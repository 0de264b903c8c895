#include "api/status.h"

#include "unity.h"
#include "util/err.h"

void setUp(void) {
}

void tearDown(void) {
}

void test_success_is_ok(void) {
    TEST_ASSERT_EQUAL(CAT_OK, status_of(0));
}

/* Each E_* with what it says on the wire; those that no client can do anything about are the system's. */
void test_every_error_has_its_code(void) {
    static const struct {
        int err;
        enum catalogue_code code;
    } expected[] = {
        {E_NOMEM, CAT_SYSTEM_ERROR},
        {E_INVAL, CAT_SYSTEM_ERROR},
        {E_IO, CAT_SYSTEM_ERROR},
        {E_CORRUPT, CAT_SYSTEM_ERROR},
        {E_INTERNAL, CAT_SYSTEM_ERROR},
        {E_OFFLINE, CAT_DEVICE_OFFLINE},
        {E_BUSY, CAT_BUSY},
        {E_NOSPC, CAT_STORAGE_FULL},
        {E_TIMEOUT, CAT_BUSY},
        {E_CANCELLED, CAT_BUSY},
        {E_TYPE, CAT_WRONG_TYPE},
        {E_TEXT, CAT_BAD_TEXT},
        {E_TOO_LARGE, CAT_BODY_TOO_LARGE},
        {E_DUPLICATE, CAT_DUPLICATE_KEY},
        {E_UNKNOWN, CAT_UNKNOWN_KEY},
        {E_NOT_ALLOWED, CAT_NOT_PERMITTED},
        {E_NOTFOUND, CAT_GONE},
        {E_USER_UNKNOWN, CAT_USER_UNKNOWN},
        {E_CONFIRM_UNKNOWN, CAT_CONFIRM_UNKNOWN},
        {E_USER_ID_EXISTS, CAT_USER_ID_EXISTS},
        {E_CARD_EXISTS, CAT_CARD_EXISTS},
        {E_PASSWORD_EXISTS, CAT_PASSWORD_EXISTS},
        {E_CAPACITY, CAT_CAPACITY},
        {E_CHANGED_MEANWHILE, CAT_CHANGED_MEANWHILE},
        {E_MISSING, CAT_MISSING_PARAMETER},
        {E_RANGE, CAT_OUT_OF_RANGE},
        {E_FORMAT, CAT_BAD_FORMAT},
        {E_USER_ID_INVALID, CAT_USER_ID_INVALID},
        {E_FORBIDDEN, CAT_FORBIDDEN},
        {E_ABOVE_LEVEL, CAT_ABOVE_LEVEL},
        {E_OWN_ACCOUNT, CAT_OWN_ACCOUNT},
        {E_TOKEN_FAILED, CAT_TOKEN_FAILED},
        {E_SESSION_ENDED, CAT_SESSION_ENDED},
        {E_PASSWORD_WRONG, CAT_PASSWORD_WRONG},
        {E_PASSWORD_RULES, CAT_PASSWORD_RULES},
        {E_THROTTLED, CAT_THROTTLED},
        {E_ADMIN_ONLY, CAT_ADMIN_ONLY},
        {E_SERIAL_WRONG, CAT_SERIAL_WRONG},
        {-9999, CAT_SYSTEM_ERROR},
        {E_PASSWORD_CHANGE_REQUIRED, CAT_PASSWORD_CHANGE_REQUIRED},
        {E_PASSWORD_MISMATCH, CAT_PASSWORD_MISMATCH},
    };
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(expected[i].code, status_of(expected[i].err), err_name(expected[i].err));
    }
}

void test_every_answer_of_the_catalogue_is_an_error_of_its_own(void) {
#define CODE(name, code, text) TEST_ASSERT_EQUAL_MESSAGE(code, status_of(name), #name);
    ERR_CATALOGUE(CODE)
#undef CODE
    TEST_ASSERT_EQUAL(CAT_GONE, status_of(-CAT_GONE));
    TEST_ASSERT_EQUAL(CAT_SYSTEM_ERROR, status_of(-12000)); /* not in the catalogue */
}

void test_refusal_names_the_field_and_the_wait(void) {
    struct api_ctx ctx = {0};
    TEST_ASSERT_EQUAL(CAT_PASSWORD_RULES, status_refuse(&ctx, E_PASSWORD_RULES, "password"));
    TEST_ASSERT_EQUAL_STRING("password", ctx.error_field);
    TEST_ASSERT_EQUAL(E_PASSWORD_RULES, ctx.error);
    TEST_ASSERT_EQUAL(0, ctx.retry_after_s);
    TEST_ASSERT_EQUAL(CAT_OK, status_refuse(&ctx, 0, "password")); /* no refusal is about no field */
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_EQUAL(0, ctx.error);
    TEST_ASSERT_EQUAL(CAT_THROTTLED, status_refuse_after(&ctx, E_THROTTLED, NULL, 16));
    TEST_ASSERT_EQUAL(16, ctx.retry_after_s);
    TEST_ASSERT_EQUAL(CAT_THROTTLED, status_refuse_after(&ctx, E_THROTTLED, NULL, 1));
    TEST_ASSERT_EQUAL(1, ctx.retry_after_s);
    TEST_ASSERT_NULL(ctx.error_field);
    TEST_ASSERT_EQUAL(CAT_THROTTLED, status_refuse(&ctx, E_THROTTLED, NULL));
    TEST_ASSERT_EQUAL(1, ctx.retry_after_s);
}

void test_answers_of_503_say_when_to_come_again(void) {
    struct api_ctx ctx = {0};
    TEST_ASSERT_EQUAL(CAT_BUSY, status_refuse(&ctx, E_BUSY, NULL));
    TEST_ASSERT_EQUAL(1, ctx.retry_after_s);
    TEST_ASSERT_EQUAL(CAT_STORAGE_FULL, status_refuse(&ctx, E_NOSPC, NULL));
    TEST_ASSERT_EQUAL(60, ctx.retry_after_s);
}
