/* A spreadsheet workbook: XML in a ZIP archive (ECMA-376 part 1, 18; part 2). Its parts may be in any order, so the
 * list of sheets comes last, when their number is known. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/table_impl.h"
#include "tables/zip.h"
#include "util/utf8.h"

#define XML_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
#define MAIN_SPACE "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define OFFICE_SPACE "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE_SPACE "http://schemas.openxmlformats.org/package/2006/"
#define TYPE_PREFIX "application/vnd.openxmlformats-officedocument.spreadsheetml."

/* Styles, counted from 0; each look has all of them. */
enum {
    STYLE_GENERAL,
    STYLE_HEADING,
    STYLE_MOMENT,
    STYLE_TENTHS,
    STYLE_DAY,
    STYLE_SPAN,
    STYLE_TIME,
    STYLE_HOURS,
    STYLE_COUNT
};

#define PACK_OCTETS 16384 /* bytes of rows compressed together */
#define NAME_MAX_OCTETS 48 /* of a part */
#define EPOCH_DAY 25569 /* 1970-01-01 as a spreadsheet serial date: 1899-12-30 is day 0 */
#define SECONDS_A_DAY 86400
#define SECONDS_A_MINUTE 60
#define UNIT_PARTS INT64_C(10000000000) /* a second is 115,741 parts of a day in this unit */
#define HOUR_MIN 60
#define SHEETS_FIRST 4 /* initial capacity */

/* A sheet that was started. */
struct sheet_made {
    const struct table_form *form;
    unsigned number; /* among those of its form, from 1 */
    unsigned last_row;
};

struct workbook {
    const struct table_form *form;
    struct zip *zip;
    struct buf rows; /* of the sheet, not compressed yet */
    char part[NAME_MAX_OCTETS]; /* name of the sheet's part */
    unsigned sheet_rows; /* per sheet, with the heading */
    struct sheet_made *made; /* `sheets` of them */
    unsigned sheets, sheets_room; /* number of started sheets, and capacity */
    unsigned form_sheets; /* of them of this form */
    unsigned row; /* last row of the sheet; 0: none open */
    bool failed; /* E_NOMEM */
    size_t column; /* of the next cell */
    enum table_look look; /* of the cells of this row */
    bool sending; /* the part of the sheet was started */
};

#define FORMAT(id, font, fill)                                      \
    "<xf numFmtId=\"" #id "\" fontId=\"" #font "\" fillId=\"" #fill \
    "\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\""          \
    " applyFont=\"1\" applyFill=\"1\"/>"
#define LOOK_PLAIN(font, fill) FORMAT(0, font, fill) FORMAT(0, 1, fill) FORMAT(164, font, fill)
#define LOOK_DAYS(font, fill) FORMAT(165, font, fill) FORMAT(166, font, fill)
#define LOOK_SPANS(font, fill) FORMAT(167, font, fill) FORMAT(168, font, fill) FORMAT(2, font, fill) /* 2: 0.00 */
#define LOOK(font, fill) LOOK_PLAIN(font, fill) LOOK_DAYS(font, fill) LOOK_SPANS(font, fill)
#define LOOKS LOOK(0, 0) LOOK(0, 2) LOOK(1, 0) /* in the order of enum table_look */

static const char styles[] = XML_HEAD
    "<styleSheet xmlns=\"" MAIN_SPACE "\">"
    "<numFmts count=\"5\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/>"
    "<numFmt numFmtId=\"165\" formatCode=\"0.0\"/>"
    "<numFmt numFmtId=\"166\" formatCode=\"yyyy\\-mm\\-dd\"/>"
    "<numFmt numFmtId=\"167\" formatCode=\"[h]:mm\"/>"
    "<numFmt numFmtId=\"168\" formatCode=\"hh:mm\"/></numFmts>"
    "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
    "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
    "<fills count=\"3\"><fill><patternFill patternType=\"none\"/></fill>"
    "<fill><patternFill patternType=\"gray125\"/></fill>"
    "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFE9ECEF\"/></patternFill></fill></fills>"
    "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
    "<cellXfs count=\"24\">" LOOKS "</cellXfs>"
    "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>";

static const char package_links[] =
    XML_HEAD "<Relationships xmlns=\"" PACKAGE_SPACE "relationships\">"
             "<Relationship Id=\"rId1\" Type=\"" OFFICE_SPACE "/officeDocument\" Target=\"xl/workbook.xml\"/>"
             "</Relationships>";

static void set_form(struct workbook *book, const struct table_form *form) {
    book->form = form;
    book->form_sheets = 0;
    book->sheet_rows = form->sheet_rows > 0 ? form->sheet_rows : TABLE_SHEET_ROWS;
}

int workbook_new(const struct table_form *form, struct workbook **ret_book) {
    struct workbook *book = calloc(1, sizeof(*book));
    int r = book == NULL ? E_NOMEM : zip_new(ZIP_OCTETS_MAX, &book->zip);
    if (r < 0) {
        free(book);
        return r;
    }
    set_form(book, form);
    *ret_book = book;
    return 0;
}

struct workbook *workbook_free(struct workbook *book) {
    if (book != NULL) {
        (void)zip_free(book->zip);
        free(book->made);
        buf_done(&book->rows);
        free(book);
    }
    return NULL;
}

int workbook_failed(const struct workbook *book) {
    return book->failed || buf_failed(&book->rows) ? E_NOMEM : zip_failed(book->zip);
}

/* Returns whether an escape `_xHHHH_` begins here. */
static bool is_escape(const char *text) {
    size_t digits = text[0] == '_' && text[1] == 'x' ? strspn(text + 2, "0123456789abcdefABCDEF") : 0;
    return digits >= 4 && text[6] == '_';
}

/* Writes a character as XML text; characters that XML cannot represent, and a carriage return, which XML would change,
 * are escaped as in ST_Xstring (ECMA-376 part 1, 22.9.2.19). */
static void put_character(struct buf *out, const char *text, size_t size, uint32_t code_point) {
    bool is_control = code_point < 0x20 && code_point != '\t' && code_point != '\n';
    if (is_control || code_point == 0xfffe || code_point == 0xffff) {
        buf_printf(out, "_x%04X_", (unsigned)code_point);
    } else if (code_point == '_' && is_escape(text)) {
        buf_append_text(out, "_x005F_");
    } else if (code_point == '&') {
        buf_append_text(out, "&amp;");
    } else if (code_point == '<') {
        buf_append_text(out, "&lt;");
    } else if (code_point == '>') {
        buf_append_text(out, "&gt;");
    } else {
        buf_append(out, text, size);
    }
}

static void put_escaped(struct buf *out, const char *text) {
    const char *end = text + strlen(text);
    while (text < end) {
        uint32_t code_point = 0;
        size_t size = utf8_next(text, (size_t)(end - text), &code_point);
        if (size > 0) {
            put_character(out, text, size, code_point);
        } else {
            buf_append_text(out, "\xef\xbf\xbd"); /* not UTF-8 */
        }
        text += size > 0 ? size : 1;
    }
}

static char column_letter(size_t column) {
    return (char)('A' + column);
}

/* Opens the element of the next cell up to its attributes. */
static struct buf *cell_open(struct workbook *book) {
    buf_printf(&book->rows, "<c r=\"%c%u\"", column_letter(book->column), book->row);
    book->column++;
    return &book->rows;
}

/* Writes the rest of a cell with text. */
static void put_inline(struct buf *out, const char *text) {
    buf_append_text(out, " t=\"inlineStr\"><is><t xml:space=\"preserve\">");
    put_escaped(out, text);
    buf_append_text(out, "</t></is></c>");
}

static void sheet_note(struct workbook *book) {
    if (book->sheets == book->sheets_room) {
        const unsigned room = book->sheets_room == 0 ? SHEETS_FIRST : book->sheets_room * 2;
        struct sheet_made *made = realloc(book->made, room * sizeof(*made));
        if (made == NULL) {
            book->failed = true;
            return;
        }
        book->made = made;
        book->sheets_room = room;
    }
    book->made[book->sheets++] = (struct sheet_made){.form = book->form, .number = ++book->form_sheets};
}

/* Writes the start of a sheet up to its rows, with the column headings. */
static void sheet_begin(struct workbook *book) {
    const struct table_form *form = book->form;
    sheet_note(book);
    buf_printf(&book->rows,
               XML_HEAD
               "<worksheet xmlns=\"" MAIN_SPACE
               "\"><sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr><sheetViews><sheetView%s workbookViewId=\"0\">"
               "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"
               "</sheetView></sheetViews><cols>",
               book->sheets == 1 ? " tabSelected=\"1\"" : "");
    for (size_t i = 0; i < form->count; i++) {
        buf_printf(&book->rows, "<col min=\"%zu\" max=\"%zu\" width=\"%u\" customWidth=\"1\"/>", i + 1, i + 1,
                   form->columns[i].width);
    }
    buf_append_text(&book->rows, "</cols><sheetData><row r=\"1\">");
    book->row = 1;
    book->column = 0;
    for (size_t i = 0; i < form->count; i++) {
        buf_printf(cell_open(book), " s=\"%d\"", STYLE_HEADING);
        put_inline(&book->rows, form->columns[i].heading);
    }
    buf_append_text(&book->rows, "</row>");
    book->column = 0;
}

/* Compresses the available rows. */
static void rows_send(struct workbook *book, struct buf *out) {
    if (!book->sending) {
        (void)snprintf(book->part, sizeof(book->part), "xl/worksheets/sheet%u.xml", book->sheets);
        zip_begin(book->zip, book->part, out);
        book->sending = true;
    }
    if (!buf_failed(&book->rows)) {
        zip_put(book->zip, book->rows.data, book->rows.len, out);
        buf_clear(&book->rows);
    }
}

static void sheet_end(struct workbook *book, struct buf *out) {
    buf_printf(&book->rows,
               "</sheetData><autoFilter ref=\"A1:%c%u\"/>"
               "<pageSetup paperSize=\"9\" orientation=\"landscape\" fitToHeight=\"0\"/></worksheet>",
               column_letter(book->form->count - 1), book->row);
    rows_send(book, out);
    zip_end(book->zip, out);
    book->sending = false;
    if (book->sheets > 0) {
        book->made[book->sheets - 1].last_row = book->row;
    }
    book->row = 0;
}

/* The first cell of a row starts it, and a sheet if none is open. */
static struct buf *row_cell(struct workbook *book) {
    if (book->row == 0) {
        sheet_begin(book);
    }
    if (book->column == 0) {
        book->row++;
        buf_printf(&book->rows, "<row r=\"%u\">", book->row);
    }
    return cell_open(book);
}

/* Starts the next cell, in a style of the row's look, up to its attributes. */
static struct buf *styled_cell(struct workbook *book, int style) {
    struct buf *out = row_cell(book);
    const int whole = (int)book->look * STYLE_COUNT + style;
    if (whole != STYLE_GENERAL) {
        buf_printf(out, " s=\"%d\"", whole);
    }
    return out;
}

void workbook_look(struct workbook *book, enum table_look look) {
    book->look = look;
}

void workbook_text(struct workbook *book, const char *text) {
    put_inline(styled_cell(book, STYLE_GENERAL), text);
}

void workbook_number(struct workbook *book, int64_t value) {
    buf_printf(styled_cell(book, STYLE_GENERAL), "><v>%" PRId64 "</v></c>", value);
}

void workbook_tenths(struct workbook *book, int32_t tenths) {
    const int32_t size = tenths < 0 ? -tenths : tenths;
    buf_printf(styled_cell(book, STYLE_TENTHS), "><v>%s%" PRId32 ".%" PRId32 "</v></c>", tenths < 0 ? "-" : "",
               size / 10, size % 10);
}

/* Whole units, and the part of one that is behind them. */
static void put_parts(struct buf *out, const char *sign, int64_t value, int64_t unit) {
    const int64_t rest = (value % unit + unit) % unit;
    buf_printf(out, "<v>%s%" PRId64 ".%010" PRId64 "</v></c>", sign, (value - rest) / unit,
               (rest * UNIT_PARTS + unit / 2) / unit);
}

/* Writes the days since the end of 1899, with the fraction of the day. */
static void put_wall(struct workbook *book, int style, int64_t wall_s) {
    struct buf *out = styled_cell(book, style);
    buf_append_char(out, '>');
    put_parts(out, "", wall_s + (int64_t)EPOCH_DAY * SECONDS_A_DAY, SECONDS_A_DAY);
}

void workbook_moment(struct workbook *book, int64_t wall_s) {
    put_wall(book, STYLE_MOMENT, wall_s);
}

void workbook_time(struct workbook *book, int64_t wall_s) {
    put_wall(book, STYLE_TIME, wall_s);
}

void workbook_hours(struct workbook *book, int32_t minutes) {
    const int64_t size = minutes < 0 ? -(int64_t)minutes : minutes;
    struct buf *out = styled_cell(book, STYLE_HOURS);
    buf_append_char(out, '>');
    put_parts(out, minutes < 0 ? "-" : "", size, HOUR_MIN);
}

void workbook_span(struct workbook *book, uint32_t minutes) {
    if (book->form->spans == TABLE_DECIMALS) {
        workbook_hours(book, (int32_t)minutes);
        return;
    }
    struct buf *out = styled_cell(book, STYLE_SPAN);
    buf_append_char(out, '>');
    put_parts(out, "", (int64_t)minutes * SECONDS_A_MINUTE, SECONDS_A_DAY);
}

void workbook_day(struct workbook *book, int64_t day) {
    buf_printf(styled_cell(book, STYLE_DAY), "><v>%" PRId64 "</v></c>", day + EPOCH_DAY);
}

void workbook_nothing(struct workbook *book) {
    buf_append_text(styled_cell(book, STYLE_GENERAL), "/>");
}

void workbook_row(struct workbook *book, struct buf *out) {
    buf_append_text(&book->rows, "</row>");
    book->column = 0;
    book->look = TABLE_PLAIN;
    if (book->row == book->sheet_rows) {
        sheet_end(book, out);
    } else if (book->rows.len >= PACK_OCTETS) {
        rows_send(book, out);
    }
}

/* A form without rows still has a sheet. */
static void form_end(struct workbook *book, struct buf *out) {
    if (book->form_sheets == 0) {
        sheet_begin(book);
    }
    if (book->row > 0) {
        sheet_end(book, out);
    }
}

void workbook_sheet(struct workbook *book, const struct table_form *form, struct buf *out) {
    form_end(book, out);
    set_form(book, form);
}

static void put_sheet_name(const struct workbook *book, unsigned sheet, struct buf *out) {
    const struct sheet_made *made = &book->made[sheet - 1];
    buf_append_text(out, made->form->title);
    if (made->number > 1) {
        buf_printf(out, " %u", made->number);
    }
}

/* Writes the list of sheets, and the names under which some programs look for the filter of each. */
static void put_workbook(const struct workbook *book, struct buf *out) {
    buf_append_text(out, XML_HEAD "<workbook xmlns=\"" MAIN_SPACE "\" xmlns:r=\"" OFFICE_SPACE "\">"
                                  "<bookViews><workbookView/></bookViews><sheets>");
    for (unsigned i = 1; i <= book->sheets; i++) {
        buf_append_text(out, "<sheet name=\"");
        put_sheet_name(book, i, out);
        buf_printf(out, "\" sheetId=\"%u\" r:id=\"rId%u\"/>", i, i);
    }
    buf_append_text(out, "</sheets><definedNames>");
    for (unsigned i = 1; i <= book->sheets; i++) {
        buf_printf(out, "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"%u\" hidden=\"1\">'", i - 1);
        put_sheet_name(book, i, out);
        buf_printf(out, "'!$A$1:$%c$%u</definedName>", column_letter(book->made[i - 1].form->count - 1),
                   book->made[i - 1].last_row);
    }
    buf_append_text(out, "</definedNames></workbook>");
}

static void put_workbook_links(const struct workbook *book, struct buf *out) {
    buf_append_text(out, XML_HEAD "<Relationships xmlns=\"" PACKAGE_SPACE "relationships\">");
    for (unsigned i = 1; i <= book->sheets; i++) {
        buf_printf(out,
                   "<Relationship Id=\"rId%u\" Type=\"" OFFICE_SPACE "/worksheet\" Target=\"worksheets/sheet%u.xml\"/>",
                   i, i);
    }
    buf_printf(out,
               "<Relationship Id=\"rId%u\" Type=\"" OFFICE_SPACE "/styles\" Target=\"styles.xml\"/></Relationships>",
               book->sheets + 1);
}

static void put_types(const struct workbook *book, struct buf *out) {
    buf_append_text(
        out, XML_HEAD
        "<Types xmlns=\"" PACKAGE_SPACE "content-types\">"
        "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
        "<Override PartName=\"/xl/workbook.xml\" ContentType=\"" TYPE_PREFIX "sheet.main+xml\"/>"
        "<Override PartName=\"/xl/styles.xml\" ContentType=\"" TYPE_PREFIX "styles+xml\"/>");
    for (unsigned i = 1; i <= book->sheets; i++) {
        buf_printf(
            out, "<Override PartName=\"/xl/worksheets/sheet%u.xml\" ContentType=\"" TYPE_PREFIX "worksheet+xml\"/>", i);
    }
    buf_append_text(out, "</Types>");
}

static void put_text_part(struct workbook *book, const char *name, const char *text, struct buf *out) {
    zip_begin(book->zip, name, out);
    zip_put(book->zip, text, strlen(text), out);
    zip_end(book->zip, out);
}

static void put_made_part(struct workbook *book, const char *name,
                          void (*make)(const struct workbook *book, struct buf *out), struct buf *out) {
    _cleanup_(buf_donep) struct buf text = {0};
    make(book, &text);
    put_text_part(book, name, buf_text(&text), out);
    if (buf_failed(&text)) {
        out->failed = true;
    }
}

int workbook_end(struct workbook *book, struct buf *out) {
    form_end(book, out);
    put_made_part(book, "xl/workbook.xml", put_workbook, out);
    put_made_part(book, "xl/_rels/workbook.xml.rels", put_workbook_links, out);
    put_made_part(book, "[Content_Types].xml", put_types, out);
    put_text_part(book, "_rels/.rels", package_links, out);
    put_text_part(book, "xl/styles.xml", styles, out);
    int r = workbook_failed(book);
    return r < 0 ? r : zip_finish(book->zip, out);
}
