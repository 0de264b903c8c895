/* Shared by code_page.c, its tables and the visual order (visual.c). */
#ifndef POSTERN_CODE_PAGE_IMPL_H
#define POSTERN_CODE_PAGE_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_page {
    const char *name;
    uint8_t number;        /* of `ESC t n` */
    const char *languages; /* tags, separated by blanks */
    bool begins_right;     /* these languages are written from right to left */
    const uint16_t *upper; /* code points of the bytes 128 to 255; 0: none */
};

extern const struct code_page code_pages[];
extern const size_t code_page_count;

/* Returns the byte of a code point, or -1. */
int code_page_octet(const struct code_page *page, uint32_t code_point);

/* Returns whether the page has a form of the Arabic letter. */
bool visual_is_writable(const struct code_page *page, uint32_t letter);

/* Converts a line to visual order, with Arabic letters in the forms of the page. Returns the new length, at most the
 * old one: two letters may become one. */
size_t visual_order(const struct code_page *page, uint32_t *chars, size_t count);

#endif
