/* Archives of any content: no more is unpacked than they say, and they say no more than they may. */
#include "fuzz_file.h"
#include "tables/unzip.h"

#define OCTETS_MAX (4 * 1024 * 1024)

static void check_entry(struct unzip *unzip, uint32_t number, uint64_t *octets) {
    struct unzip_entry entry, found;
    struct buf out = {0};
    if (unzip_seek(unzip, number, &entry) < 0) {
        return;
    }
    FUZZ_CHECK(entry.number == number && strlen(entry.name) < UNZIP_NAME_MAX);
    *octets += entry.octets;
    int r = unzip_take(unzip, OCTETS_MAX, &out);
    FUZZ_CHECK(r <= 0 && out.len <= entry.octets && (r < 0 || out.len == entry.octets));
    FUZZ_CHECK(r < 0 || !entry.is_encrypted);
    buf_done(&out);
    if (number < 16 && unzip_find(unzip, entry.name, &found) == 0) {
        FUZZ_CHECK(found.number <= number && strcmp(found.name, entry.name) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct unzip_limits limits = {.entries = 1000, .octets = OCTETS_MAX, .ratio = 200};
    char path[FUZZ_PATH_MAX];
    struct unzip *unzip = NULL;
    uint64_t octets = 0;
    int fd = fuzz_file(data, size, path);
    if (unzip_open(path, &limits, &unzip) == 0) {
        FUZZ_CHECK(unzip_count(unzip) <= limits.entries);
        for (uint32_t i = 0; i < unzip_count(unzip); i++) {
            check_entry(unzip, i, &octets);
        }
        FUZZ_CHECK(octets <= limits.octets);
    }
    unzip = unzip_free(unzip);
    (void)close(fd);
    return 0;
}
