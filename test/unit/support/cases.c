#include "cases.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

cJSON *cases_read(const char *name) {
    static char text[65536];
    char path[64];
    (void)snprintf(path, sizeof(path), "../cases/%s.json", name); /* the tests run in test/unit */
    FILE *file = fopen(path, "r");
    TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
    size_t len = fread(text, 1, sizeof(text), file);
    TEST_ASSERT_EQUAL(0, fclose(file));
    TEST_ASSERT_LESS_THAN(sizeof(text), len);
    cJSON *cases = cJSON_ParseWithLength(text, len);
    TEST_ASSERT_NOT_NULL_MESSAGE(cases, path);
    return cases;
}
