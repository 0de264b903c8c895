#include "update/cpio.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#define MAGIC "070702"
#define DIGITS 8 /* of each number */

/* Numbers of a header after the magic, in order. */
enum cpio_field { FIELD_SIZE = 6, FIELD_NAME_SIZE = 11, FIELD_SUM = 12, FIELD_COUNT = 13 };

static_assert(sizeof(MAGIC) - 1 + (size_t)FIELD_COUNT * DIGITS == CPIO_HEADER, "size of a header");

static bool read_number(const uint8_t *header, enum cpio_field field, uint32_t *ret_number) {
    const uint8_t *at = header + sizeof(MAGIC) - 1 + (size_t)field * DIGITS;
    uint32_t number = 0;
    for (unsigned i = 0; i < DIGITS; i++) {
        uint8_t digit = at[i];
        if (digit >= '0' && digit <= '9') {
            digit = (uint8_t)(digit - '0');
        } else if ((digit | 0x20) >= 'a' && (digit | 0x20) <= 'f') {
            digit = (uint8_t)((digit | 0x20) - 'a' + 10);
        } else {
            return false;
        }
        number = number << 4 | digit;
    }
    *ret_number = number;
    return true;
}

static bool is_header(const uint8_t *octets) {
    uint32_t number = 0;
    for (unsigned field = 0; field < FIELD_COUNT; field++) {
        if (!read_number(octets, (enum cpio_field)field, &number)) {
            return false;
        }
    }
    return true;
}

/* The available part of the magic already identifies other files. */
static bool is_magic(const uint8_t *octets, size_t len) {
    return memcmp(octets, MAGIC, len < sizeof(MAGIC) - 1 ? len : sizeof(MAGIC) - 1) == 0;
}

uint64_t cpio_aligned(uint64_t at) {
    return (at + CPIO_ALIGN - 1) / CPIO_ALIGN * CPIO_ALIGN;
}

int cpio_read(const uint8_t *octets, size_t len, struct cpio_entry *ret_entry) {
    uint32_t size = 0, name_size = 0, sum = 0;
    if (!is_magic(octets, len)) {
        return E_UPLOAD_FORMAT;
    }
    if (len < CPIO_HEADER) {
        return CPIO_MORE;
    }
    if (!is_header(octets) || !read_number(octets, FIELD_SIZE, &size) ||
        !read_number(octets, FIELD_NAME_SIZE, &name_size) || !read_number(octets, FIELD_SUM, &sum) || name_size < 2 ||
        name_size > CPIO_NAME_MAX) {
        return E_UPLOAD_FORMAT;
    }
    size_t head_size = (size_t)cpio_aligned(CPIO_HEADER + name_size);
    if (len < head_size) {
        return CPIO_MORE;
    }
    const uint8_t *name = octets + CPIO_HEADER;
    for (size_t i = CPIO_HEADER + name_size; i < head_size; i++) {
        if (octets[i] != 0) {
            return E_UPLOAD_FORMAT;
        }
    }
    if (memchr(name, 0, name_size) != name + name_size - 1) {
        return E_UPLOAD_FORMAT;
    }
    *ret_entry = (struct cpio_entry){.size = size, .sum = sum, .head_size = head_size};
    memcpy(ret_entry->name, name, name_size);
    return 0;
}

uint32_t cpio_sum(uint32_t sum, const void *octets, size_t len) {
    const uint8_t *at = octets;
    for (size_t i = 0; i < len; i++) {
        sum += at[i];
    }
    return sum;
}
