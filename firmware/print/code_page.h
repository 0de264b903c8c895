/* Text for printers: UTF-8 to the single bytes of a code page, in the order and the forms in which a printer that
 * knows nothing of scripts must get them. What a page lacks is replaced by what it has: letters without their accents,
 * plain quotation marks, else a question mark. */
#ifndef POSTERN_CODE_PAGE_H
#define POSTERN_CODE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODE_PAGE_CHARS_MAX 256 /* characters of a text; what follows is left out */
#define CODE_PAGE_TEXT_MAX 769 /* bytes a text can take, with its NUL: no page has a character of more than three */

struct code_page;

/* The page for a language, by its tag. Never NULL: languages without one of their own have the Western European. */
const struct code_page *code_page_of_language(const char *tag);

/* The page that a printer calls `number` (`ESC t n`); NULL if it is none of ours. */
const struct code_page *code_page_of_number(uint8_t number);

/* Its name ("CP858") and its number. */
const char *code_page_name(const struct code_page *page);
uint8_t code_page_number(const struct code_page *page);

/* True if the language of the page is written from right to left, so that lines begin at the right. */
bool code_page_begins_right(const struct code_page *page);

/* The text with only what the page has, UTF-8 and in the order of reading: what will be seen. Returns its bytes
 * without the NUL. */
size_t code_page_fit(const struct code_page *page, const char *text, char ret_text[CODE_PAGE_TEXT_MAX]);

/* The bytes of a fitted text of one line, from the left: Arabic letters joined, right-to-left runs turned round.
 * Returns how many. A text that was not fitted has question marks. */
size_t code_page_encode(const struct code_page *page, const char *text, uint8_t ret_octets[CODE_PAGE_CHARS_MAX]);

/* What a printer shows for bytes, from the left, as UTF-8; bytes without a character are question marks. Returns the
 * bytes without the NUL. */
size_t code_page_decode(const struct code_page *page, const uint8_t *octets, size_t len,
                        char ret_text[CODE_PAGE_TEXT_MAX]);

#endif
