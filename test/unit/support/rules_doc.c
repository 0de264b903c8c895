#include "rules_doc.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "unity.h"

size_t rules_doc_each(const char *kind, void (*each)(char *line)) {
    char line[512], opening[64];
    bool is_inside = false;
    size_t count = 0;
    FILE *file = fopen("../../docs/rules.md", "r"); /* the tests run in test/unit */
    TEST_ASSERT_NOT_NULL(file);
    (void)snprintf(opening, sizeof(opening), "```%s", kind);
    while (fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "```", 3) == 0) {
            is_inside = !is_inside && strcmp(line, opening) == 0;
        } else if (is_inside) {
            each(line);
            count++;
        }
    }
    (void)fclose(file);
    return count;
}
