/* Settings files of any content through their reader. What it takes for one is bounded, its texts are clean, and each
 * value of it is what its row allows: so a page that is saved by it holds nothing that a request could not bring. */
#include <stdlib.h>
#include <string.h>

#include "api/decode_settings.h"
#include "fuzz_check.h"
#include "util/arena.h"
#include "util/text.h"

#define ARENA_MAX ((size_t)1024 * 1024)
#define NAME_MAX_OCTETS 128 /* 32 characters of four */

static void check_about(const char *text, size_t most) {
    FUZZ_CHECK(strlen(text) <= most);
    FUZZ_CHECK(text_is_clean(text, strlen(text)));
}

static void check_values(const struct settings_file *file) {
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        const struct settings_file_value *value = &file->values[i];
        const void *at = value_in_const(&row->value, (const char *)file->given + setting_pages[row->page].offset);
        FUZZ_CHECK(!value->given || (file->has_page[row->page] && !row->value.secret));
        FUZZ_CHECK(value->given || value->error == 0);
        FUZZ_CHECK((value->error < 0) == (value->text != NULL));
        FUZZ_CHECK(value->text == NULL || text_length(value->text, strlen(value->text)) <= SETTINGS_FILE_CUT);
        FUZZ_CHECK(!value->given || value->error < 0 || value_check(&row->value, at) == 0);
        FUZZ_CHECK(!file->is_secret_set[i] || row->value.secret);
    }
}

static void check_file(const struct settings_file *file) {
    check_about(file->serial, NAME_MAX_OCTETS);
    check_about(file->firmware, (size_t)2 * NAME_MAX_OCTETS);
    FUZZ_CHECK(file->made_s >= 0);
    FUZZ_CHECK(file->odd_count <= SETTINGS_FILE_ODD_MAX);
    for (size_t i = 0; i < file->odd_count; i++) {
        FUZZ_CHECK(strlen(file->odd[i].page) <= NAME_MAX_OCTETS && strlen(file->odd[i].setting) <= NAME_MAX_OCTETS);
    }
    check_values(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    struct settings_file *file = malloc(sizeof(*file));
    FUZZ_CHECK(file != NULL);
    arena_init(&arena, ARENA_MAX);
    const int r = api_decode_settings((const char *)data, size, &arena, file);
    FUZZ_CHECK(r == 0 || r == E_SETTINGS_FILE || r == E_NOMEM);
    if (r == 0) {
        check_file(file);
    }
    arena_done(&arena);
    free(file);
    return 0;
}
