#include "util/err.h"

#include <errno.h>
#include <limits.h>

#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

void test_every_error_is_negative_and_distinct(void) {
    static const int all[] = {
#define VALUE(name, value, text) name,
        ERR_LIST(VALUE) ERR_CATALOGUE(VALUE)
#undef VALUE
    };
    const int count = (int)(sizeof(all) / sizeof(all[0]));

    for (int i = 0; i < count; i++) {
        TEST_ASSERT_LESS_THAN_INT(0, all[i]);
        for (int j = 0; j < i; j++) {
            TEST_ASSERT_NOT_EQUAL(all[j], all[i]);
        }
    }
}

void test_names_and_texts(void) {
    TEST_ASSERT_EQUAL_STRING("OK", err_name(0));
    TEST_ASSERT_EQUAL_STRING("no error", err_text(0));
    TEST_ASSERT_EQUAL_STRING("E_NOSPC", err_name(E_NOSPC));
    TEST_ASSERT_EQUAL_STRING("storage is full", err_text(E_NOSPC));
    TEST_ASSERT_EQUAL_STRING("E_?", err_name(-9999));
    TEST_ASSERT_EQUAL_STRING("unknown error", err_text(-9999));
    TEST_ASSERT_EQUAL_STRING("E_?", err_name(1));
}

void test_a_stored_number_is_its_error_or_none_that_is_known(void) {
    TEST_ASSERT_EQUAL_INT(0, err_from_stored(0));
    TEST_ASSERT_EQUAL_INT(E_UNKNOWN, err_from_stored(48));
    TEST_ASSERT_EQUAL_INT(-INT_MAX, err_from_stored(INT_MAX));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, err_from_stored(2147483648U));
    TEST_ASSERT_EQUAL_INT(E_INTERNAL, err_from_stored(UINT32_MAX));
}

void test_errno_is_mapped_and_never_to_success(void) {
    TEST_ASSERT_EQUAL_INT(E_NOMEM, err_from_errno(ENOMEM));
    TEST_ASSERT_EQUAL_INT(E_NOSPC, err_from_errno(ENOSPC));
    TEST_ASSERT_EQUAL_INT(E_NOSPC, err_from_errno(EDQUOT));
    TEST_ASSERT_EQUAL_INT(E_INVAL, err_from_errno(EINVAL));
    TEST_ASSERT_EQUAL_INT(E_BUSY, err_from_errno(EAGAIN));
    TEST_ASSERT_EQUAL_INT(E_TIMEOUT, err_from_errno(ETIMEDOUT));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, err_from_errno(ENOENT));
    TEST_ASSERT_EQUAL_INT(E_EXISTS, err_from_errno(EEXIST));
    TEST_ASSERT_EQUAL_INT(E_IO, err_from_errno(EIO));
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, err_from_errno(EPERM));
    TEST_ASSERT_EQUAL_INT(E_SYSTEM, err_from_errno(0));
}
