/* Text for printers: UTF-8 to the single bytes of a code page, in visual order and shaped for a printer without script
 * support. Characters missing in a page are replaced: letters without their accents, plain quotation marks, else a
 * question mark. */
#ifndef POSTERN_CODE_PAGE_H
#define POSTERN_CODE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODE_PAGE_CHARS_MAX 256 /* characters of a text; the rest is left out */
#define CODE_PAGE_TEXT_MAX 769 /* bytes a text can take, with its NUL: no character of a page has more than three */

struct code_page;

/* Returns the page for a language, by its tag. Never NULL: other languages use the Western European one. */
const struct code_page *code_page_of_language(const char *tag);

/* Returns the page with the printer's `number` (`ESC t n`); NULL: unknown. */
const struct code_page *code_page_of_number(uint8_t number);

/* Return its name ("CP858") and its number. */
const char *code_page_name(const struct code_page *page);
uint8_t code_page_number(const struct code_page *page);

/* Returns whether the language of the page is written from right to left, so that lines start at the right. */
bool code_page_begins_right(const struct code_page *page);

/* Converts a text to characters of the page, UTF-8 in logical order: what will be printed. Returns its bytes without
 * the NUL. */
size_t code_page_fit(const struct code_page *page, const char *text, char ret_text[CODE_PAGE_TEXT_MAX]);

/* Encodes a fitted text of one line, in visual order from the left: Arabic letters joined, right-to-left runs reversed.
 * Returns the number of bytes. Characters outside the page become question marks. */
size_t code_page_encode(const struct code_page *page, const char *text, uint8_t ret_octets[CODE_PAGE_CHARS_MAX]);

/* Decodes bytes as a printer shows them, from the left, to UTF-8; bytes without a character become question marks.
 * Returns the bytes without the NUL. */
size_t code_page_decode(const struct code_page *page, const uint8_t *octets, size_t len,
                        char ret_text[CODE_PAGE_TEXT_MAX]);

#endif
