/* Workbook data that cells refer to: the shared texts, and which styles show a number as a date. */
#include "tables/sheet_impl.h"
#include "util/utf8.h"

void sheet_text_add(struct sheet_text *text, const char *piece, size_t len) {
    const size_t room = sizeof(text->text) - text->len;
    const size_t taken = len < room ? len : room;
    memcpy(text->text + text->len, piece, taken);
    text->len += taken;
    text->is_cut = text->is_cut || taken < len;
}

#define ESCAPE_OCTETS 7 /* of `_x000D_` */

/* Reads the character number of the escape `_xHHHH_` here; false: there is none. */
static bool escape_number(const char *text, size_t len, uint32_t *ret_number) {
    char digits[5] = {0};
    if (len < ESCAPE_OCTETS || text[0] != '_' || text[1] != 'x' || text[6] != '_') {
        return false;
    }
    memcpy(digits, text + 2, 4);
    if (strspn(digits, "0123456789abcdefABCDEF") != 4) {
        return false;
    }
    *ret_number = (uint32_t)strtoul(digits, NULL, 16);
    return true;
}

void sheet_text_unescape(struct sheet_text *text) {
    size_t to = 0;
    for (size_t at = 0; at < text->len;) {
        uint32_t number = 0;
        if (escape_number(text->text + at, text->len - at, &number)) {
            to += utf8_put(text->text + to, number); /* an escape has at least as many bytes */
            at += ESCAPE_OCTETS;
        } else {
            text->text[to++] = text->text[at++];
        }
    }
    text->len = to;
}

void sheet_book_done(struct sheet_book *book) {
    buf_done(&book->texts);
    buf_done(&book->places);
    buf_done(&book->styles);
}

/* --- The texts --- */

struct texts_reader {
    struct sheet_book *book;
    struct sheet_xml *xml;
    struct sheet_text text; /* of the item */
    bool is_item; /* inside an item */
    bool is_spoken; /* inside a pronunciation of a part of it */
    bool is_text; /* inside a text that counts */
};

static void texts_begin(void *context, const char *name, const char *const *attributes) {
    struct texts_reader *reader = context;
    (void)attributes;
    if (strcmp(name, "si") == 0) {
        reader->is_item = true;
        reader->is_spoken = false;
        reader->text.len = 0;
        reader->text.is_cut = false;
    } else if (strcmp(name, "rPh") == 0) {
        reader->is_spoken = true;
    } else if (strcmp(name, "t") == 0) {
        reader->is_text = reader->is_item && !reader->is_spoken;
    }
}

/* Stores the text of an item. */
static void texts_keep(struct texts_reader *reader) {
    struct sheet_book *book = reader->book;
    uint32_t place = (uint32_t)book->texts.len;
    sheet_text_unescape(&reader->text);
    if (!sheet_clean(reader->text.text, reader->text.len, &book->texts) || reader->text.is_cut) {
        place |= SHEET_TEXT_CUT;
    }
    buf_append_char(&book->texts, '\0');
    buf_append(&book->places, &place, sizeof(place));
    if (buf_failed(&book->texts) || buf_failed(&book->places)) {
        sheet_xml_fail(reader->xml, E_NOMEM);
    } else if (book->texts.len + book->places.len > SHEET_TEXTS_MAX) {
        sheet_xml_fail(reader->xml, E_TOO_LARGE);
    }
}

static void texts_end(void *context, const char *name) {
    struct texts_reader *reader = context;
    if (strcmp(name, "t") == 0) {
        reader->is_text = false;
    } else if (strcmp(name, "rPh") == 0) {
        reader->is_spoken = false;
    } else if (strcmp(name, "si") == 0 && reader->is_item) {
        reader->is_item = false;
        texts_keep(reader);
    }
}

static void texts_text(void *context, const char *text, size_t len) {
    struct texts_reader *reader = context;
    if (reader->is_text) {
        sheet_text_add(&reader->text, text, len);
    }
}

int sheet_texts_read(struct unzip *unzip, struct sheet_book *book) {
    static const struct sheet_xml_watcher watcher = {
        .root = "sst", .begin = texts_begin, .end = texts_end, .text = texts_text};
    _cleanup_free_ struct texts_reader *reader = calloc(1, sizeof(*reader));
    if (reader == NULL) {
        return E_NOMEM;
    }
    reader->book = book;
    int r = sheet_xml_open(unzip, book->most, &watcher, reader, &reader->xml);
    r = r < 0 ? r : sheet_xml_next(reader->xml);
    (void)sheet_xml_free(reader->xml);
    return r;
}

/* --- The styles --- */

struct styles_reader {
    struct sheet_book *book;
    struct sheet_xml *xml;
    bool is_day[SHEET_FORMATS_MAX]; /* for each number format */
    bool is_list; /* inside the list of cell styles */
};

/* Built-in formats: dates of all languages, and of those with their own formats under these numbers. */
static void formats_begin(struct styles_reader *reader) {
    static const unsigned char days[] = {14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58};
    for (size_t i = 0; i < sizeof(days); i++) {
        reader->is_day[days[i]] = true;
    }
}

/* Returns the number of a format; SHEET_FORMATS_MAX: unknown. */
static unsigned long format_number(const char *const *attributes) {
    const char *text = sheet_xml_attribute(attributes, "numFmtId");
    const unsigned long number = text != NULL ? strtoul(text, NULL, 10) : 0;
    return number < SHEET_FORMATS_MAX ? number : SHEET_FORMATS_MAX;
}

static void style_add(struct styles_reader *reader, const char *const *attributes) {
    const unsigned long number = format_number(attributes);
    buf_append_char(&reader->book->styles, number < SHEET_FORMATS_MAX && reader->is_day[number] ? 1 : 0);
    if (buf_failed(&reader->book->styles)) {
        sheet_xml_fail(reader->xml, E_NOMEM);
    }
}

static void styles_begin(void *context, const char *name, const char *const *attributes) {
    struct styles_reader *reader = context;
    if (strcmp(name, "numFmt") == 0) {
        const unsigned long number = format_number(attributes);
        const char *format = sheet_xml_attribute(attributes, "formatCode");
        if (number < SHEET_FORMATS_MAX && format != NULL) {
            reader->is_day[number] = sheet_format_is_day(format);
        }
    } else if (strcmp(name, "cellXfs") == 0) {
        reader->is_list = true;
    } else if (strcmp(name, "xf") == 0 && reader->is_list && reader->book->styles.len < SHEET_FORMATS_MAX) {
        style_add(reader, attributes);
    }
}

static void styles_end(void *context, const char *name) {
    struct styles_reader *reader = context;
    if (strcmp(name, "cellXfs") == 0) {
        sheet_xml_stop(reader->xml); /* formats come before the styles */
    }
}

static void styles_text(void *context, const char *text, size_t len) {
    (void)context;
    (void)text;
    (void)len;
}

int sheet_styles_read(struct unzip *unzip, struct sheet_book *book) {
    static const struct sheet_xml_watcher watcher = {
        .root = "styleSheet", .begin = styles_begin, .end = styles_end, .text = styles_text};
    _cleanup_free_ struct styles_reader *reader = calloc(1, sizeof(*reader));
    if (reader == NULL) {
        return E_NOMEM;
    }
    reader->book = book;
    formats_begin(reader);
    int r = sheet_xml_open(unzip, book->most, &watcher, reader, &reader->xml);
    r = r < 0 ? r : sheet_xml_next(reader->xml);
    (void)sheet_xml_free(reader->xml);
    return r;
}
