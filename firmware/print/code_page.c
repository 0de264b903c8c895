#include "print/code_page.h"

#include <string.h>
#include <utf8proc.h>

#include "print/code_page_impl.h"
#include "util/utf8.h"

#define MISSING '?'
#define PARTS_MAX 18 /* code points in a decomposition (U+FDFA) */

/* Replacements of one or two characters for code points without a decomposition. */
static const uint16_t likenesses[][3] = {
    {0x2018, '\''},     {0x2019, '\''},     {0x201a, ','},      {0x201c, '"'},      {0x201d, '"'},
    {0x201e, '"'},      {0x2010, '-'},      {0x2011, '-'},      {0x2013, '-'},      {0x2014, '-'},
    {0x2022, '*'},      {0x0141, 'L'},      {0x0142, 'l'},      {0x00d8, 'O'},      {0x00f8, 'o'},
    {0x0110, 'D'},      {0x0111, 'd'},      {0x0131, 'i'},      {0x0152, 'O', 'E'}, {0x0153, 'o', 'e'},
    {0x00c6, 'A', 'E'}, {0x00e6, 'a', 'e'}, {0x00df, 's', 's'}, {0x06a9, 0x0643},   {0x06cc, 0x064a},
};

/* Code points and their number; what does not fit is left out. */
struct chars {
    uint32_t at[CODE_PAGE_CHARS_MAX];
    size_t count;
};

const struct code_page *code_page_of_language(const char *tag) {
    size_t len = strlen(tag);
    for (size_t i = 0; len > 0 && i < code_page_count; i++) {
        const char *at = code_pages[i].languages;
        while ((at = strstr(at, tag)) != NULL) {
            if (at[-1] == ' ' && at[len] == ' ') {
                return &code_pages[i];
            }
            at++;
        }
    }
    return &code_pages[0];
}

const struct code_page *code_page_of_number(uint8_t number) {
    for (size_t i = 0; i < code_page_count; i++) {
        if (code_pages[i].number == number) {
            return &code_pages[i];
        }
    }
    return NULL;
}

const char *code_page_name(const struct code_page *page) {
    return page->name;
}

uint8_t code_page_number(const struct code_page *page) {
    return page->number;
}

bool code_page_begins_right(const struct code_page *page) {
    return page->begins_right;
}

int code_page_octet(const struct code_page *page, uint32_t code_point) {
    if (code_point >= 0x20 && code_point < 0x7f) {
        return (int)code_point;
    }
    for (int i = 0; i < 128 && code_point >= 0x80; i++) {
        if (page->upper[i] == code_point) {
            return 128 + i;
        }
    }
    return -1;
}

static bool is_writable(const struct code_page *page, uint32_t code_point) {
    return code_page_octet(page, code_point) >= 0 || visual_is_writable(page, code_point);
}

static void page_add(struct chars *chars, uint32_t code_point) {
    if (chars->count < CODE_PAGE_CHARS_MAX) {
        chars->at[chars->count++] = code_point;
    }
}

static size_t write_text(const struct chars *chars, char ret_text[CODE_PAGE_TEXT_MAX]) {
    size_t len = 0;
    for (size_t i = 0; i < chars->count; i++) {
        utf8proc_uint8_t octets[4];
        size_t n = (size_t)utf8proc_encode_char((utf8proc_int32_t)chars->at[i], octets);
        if (len + n >= CODE_PAGE_TEXT_MAX) {
            break;
        }
        memcpy(ret_text + len, octets, n);
        len += n;
    }
    ret_text[len] = '\0';
    return len;
}

/* Adds the parts of a character that the page has. Returns whether there were any. */
static bool add_parts(struct chars *chars, const struct code_page *page, uint32_t code_point) {
    utf8proc_int32_t parts[PARTS_MAX];
    int boundary = 0;
    bool any = false;
    utf8proc_ssize_t count = utf8proc_decompose_char((utf8proc_int32_t)code_point, parts, PARTS_MAX,
                                                     UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE, &boundary);
    for (utf8proc_ssize_t i = 0; i < count && i < PARTS_MAX; i++) {
        if (is_writable(page, (uint32_t)parts[i])) {
            page_add(chars, (uint32_t)parts[i]);
            any = true;
        }
    }
    return any;
}

/* Adds the replacement for a character missing in the page. */
static void add_likeness(struct chars *chars, const struct code_page *page, uint32_t code_point) {
    for (size_t i = 0; i < sizeof(likenesses) / sizeof(likenesses[0]); i++) {
        if (likenesses[i][0] == code_point && is_writable(page, likenesses[i][1])) {
            page_add(chars, likenesses[i][1]);
            if (likenesses[i][2] != 0) {
                page_add(chars, likenesses[i][2]);
            }
            return;
        }
    }
    if (add_parts(chars, page, code_point)) {
        return;
    }
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code_point);
    if (category != UTF8PROC_CATEGORY_MN && category != UTF8PROC_CATEGORY_ME && category != UTF8PROC_CATEGORY_CF) {
        page_add(chars, MISSING);
    }
}

/* Decodes UTF-8 up to its end or its first error. */
static void read_text(const char *text, struct chars *ret_chars) {
    size_t len = strlen(text);
    ret_chars->count = 0;
    while (len > 0) {
        uint32_t code_point = 0;
        size_t n = utf8_next(text, len, &code_point);
        if (n == 0) {
            break;
        }
        page_add(ret_chars, code_point);
        text += n;
        len -= n;
    }
}

size_t code_page_fit(const struct code_page *page, const char *text, char ret_text[CODE_PAGE_TEXT_MAX]) {
    struct chars given;
    struct chars fitted = {.count = 0};
    read_text(text, &given);
    /* Composes letters with the accents that follow them: pages have whole letters. */
    utf8proc_ssize_t count = utf8proc_normalize_utf32((utf8proc_int32_t *)given.at, (utf8proc_ssize_t)given.count,
                                                      UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    for (utf8proc_ssize_t i = 0; i < count; i++) {
        if (is_writable(page, given.at[i])) {
            page_add(&fitted, given.at[i]);
        } else {
            add_likeness(&fitted, page, given.at[i]);
        }
    }
    return write_text(&fitted, ret_text);
}

size_t code_page_encode(const struct code_page *page, const char *text, uint8_t ret_octets[CODE_PAGE_CHARS_MAX]) {
    struct chars chars;
    read_text(text, &chars);
    chars.count = visual_order(page, chars.at, chars.count);
    for (size_t i = 0; i < chars.count; i++) {
        int octet = code_page_octet(page, chars.at[i]);
        ret_octets[i] = octet < 0 ? MISSING : (uint8_t)octet;
    }
    return chars.count;
}

size_t code_page_decode(const struct code_page *page, const uint8_t *octets, size_t len,
                        char ret_text[CODE_PAGE_TEXT_MAX]) {
    struct chars chars = {.count = 0};
    for (size_t i = 0; i < len; i++) {
        uint32_t code_point = octets[i] < 0x80 ? octets[i] : page->upper[octets[i] - 128];
        page_add(&chars, code_point < 0x20 || code_point == 0x7f ? MISSING : code_point);
    }
    return write_text(&chars, ret_text);
}
