#include <string.h>

#include "made_file.h"
#include "sheet_said.h"
#include "tables/zip.h"
#include "unity.h"

#define LINK "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
#define STRICT "http://purl.oclc.org/ooxml/officeDocument/relationships/"
#define RELATION(id, kind, target) "<Relationship Id=\"" id "\" Type=\"" LINK kind "\" Target=\"" target "\"/>"
#define RELATIONS(list) \
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" list "</Relationships>"
#define MAIN "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"" LINK "\""
#define SHEET(rows) "<worksheet " MAIN "><dimension ref=\"A1:A1\"/><sheetData>" rows "</sheetData></worksheet>"

/* Parts of a workbook that a test may replace. */
static struct {
    const char *name;
    const char *text;
} parts[8];
static struct buf archive, said;
static struct sheet_form form;

static void set_part(const char *name, const char *text) {
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].name == NULL || strcmp(parts[i].name, name) == 0) {
            parts[i].name = name;
            parts[i].text = text;
            return;
        }
    }
    TEST_FAIL_MESSAGE(name);
}

void setUp(void) {
    memset(parts, 0, sizeof(parts));
    set_part("_rels/.rels", RELATIONS(RELATION("r1", "officeDocument", "xl/workbook.xml")));
    set_part("xl/workbook.xml",
             "<workbook " MAIN "><sheets><sheet name=\"One\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>");
    set_part("xl/_rels/workbook.xml.rels", RELATIONS(RELATION("r1", "worksheet", "worksheets/sheet1.xml")
                                                         RELATION("r2", "sharedStrings", "sharedStrings.xml")
                                                             RELATION("r3", "styles", "styles.xml")));
    set_part("xl/sharedStrings.xml", "<sst " MAIN "><si><t>first</t></si><si><t>second</t></si></sst>");
    set_part("xl/styles.xml",
             "<styleSheet " MAIN "><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>");
    form = (struct sheet_form){.kind = SHEET_WORKBOOK};
    buf_init(&archive);
    buf_init(&said);
}

void tearDown(void) {
    buf_done(&archive);
    buf_done(&said);
    made_file_done();
}

/* Packs the parts; a text that is NULL leaves one out. */
static const char *pack_parts(void) {
    struct zip *zip = NULL;
    buf_clear(&archive);
    TEST_ASSERT_EQUAL_INT(0, zip_new(ZIP_OCTETS_MAX, &zip));
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].text != NULL) {
            zip_begin(zip, parts[i].name, &archive);
            zip_put(zip, parts[i].text, strlen(parts[i].text), &archive);
            zip_end(zip, &archive);
        }
    }
    TEST_ASSERT_EQUAL_INT(0, zip_finish(zip, &archive));
    zip = zip_free(zip);
    return made_file(archive.data, archive.len);
}

static int read_parts(void) {
    buf_clear(&said);
    return sheet_said(pack_parts(), &form, &said);
}

static const char *read_sheet(const char *sheet) {
    set_part("xl/worksheets/sheet1.xml", sheet);
    TEST_ASSERT_EQUAL_INT(0, read_parts());
    return buf_text(&said);
}

static int fail_sheet(const char *sheet) {
    set_part("xl/worksheets/sheet1.xml", sheet);
    return read_parts();
}

#define READ(rows) read_sheet(SHEET(rows))
#define CELL(attributes, value) "<c " attributes "><v>" value "</v></c>"
#define INLINE(text) "<c t=\"inlineStr\"><is>" text "</is></c>"
#define ROW(cells) "<row>" cells "</row>"

void test_cells_have_what_their_type_says(void) {
    TEST_ASSERT_EQUAL_STRING(
        "1|second|first|7|text|TRUE|FALSE|2024-02-29|one\n",
        READ(ROW(CELL("t=\"s\"", "1") CELL("t=\"s\"", "0")
                     CELL("t=\"n\"", "7") "<c t=\"str\"><f>A1&amp;B1</f><v>text</v></c>" CELL("t=\"b\"", "1")
                         CELL("t=\"b\"", "0") CELL("t=\"d\"", "2024-02-29T10:00:00") INLINE("<t>one</t>"))));
}

void test_places_may_have_gaps_or_be_missing(void) {
    TEST_ASSERT_EQUAL_STRING(
        "3|1||3|4\n5|5\n6|6\n9||9\n",
        READ("<row r=\"3\">" CELL("r=\"A3\"", "1") CELL("r=\"C3\"", "3")
                 CELL("", "4") "</row><row/><row>" CELL("", "5") "</row><row>" CELL(
                     "r=\"\"", "6") "</row><row r=\"9\">" CELL("r=\"B9\"", "9") "<c r=\"D9\" s=\"1\"/></row>"));
    TEST_ASSERT_EQUAL_STRING("1!|1\n", READ(ROW(CELL("r=\"A1\"", "1") CELL("r=\"A1\"", "2"))));
    TEST_ASSERT_EQUAL_STRING("1!|1\n", READ(ROW(CELL("r=\"A1\"", "1") CELL("r=\"BM1\"", "2"))));
    TEST_ASSERT_EQUAL_STRING("1|1\n", READ(ROW(CELL("r=\"A1\"", "1") "<c r=\"XFD1\"/>")));
}

void test_the_last_column_is_the_sixty_fourth(void) {
    (void)READ(ROW(CELL("r=\"BL1\"", "2")));
    TEST_ASSERT_EQUAL_size_t(strlen("1\n2") + SHEET_COLUMNS_MAX, said.len);
}

static void assert_number(const char *value, const char *wanted) {
    char sheet[512];
    (void)snprintf(sheet, sizeof(sheet), SHEET("<row><c><v>%s</v></c></row>"), value);
    char row[128];
    (void)snprintf(row, sizeof(row), "1|%s\n", wanted);
    TEST_ASSERT_EQUAL_STRING(row, read_sheet(sheet));
}

void test_numbers_come_out_whole(void) {
    assert_number("4294967295", "4294967295");
    assert_number("4.294967295E9", "4294967295");
    assert_number("1.2345E+9", "1234500000");
    assert_number("18446744073709551615", "18446744073709551615");
    assert_number("1.23456789012346E+19", "12345678901234600000");
    assert_number("1e15", "1000000000000000");
    assert_number("999999999999999.9", "1000000000000000");
    assert_number("1e21", "1e+21");
    assert_number("12.0", "12");
    assert_number("0.30000000000000004", "0.3");
    assert_number("3.3000000000000003", "3.3");
    assert_number("-0.5", "-0.5");
    assert_number("-12E2", "-1200");
    assert_number("1E-3", "0.001");
    assert_number("0.1", "0.1");
    assert_number("007", "7");
    assert_number("-0", "0");
    assert_number("-0.0", "0");
    assert_number("000", "0");
    assert_number(" 5\n", "5");
}

void test_what_is_no_number_breaks_its_row(void) {
    TEST_ASSERT_EQUAL_STRING("1!|abc\n2!|0x10\n3!|inf\n4!|1e999\n5!|1 2\n",
                             READ(ROW(CELL("", "abc")) ROW(CELL("", "0x10")) ROW(CELL("", "inf")) ROW(CELL("", "1e999"))
                                      ROW(CELL("", "1 2"))));
}

void test_errors_are_empty_and_break_their_row(void) {
    TEST_ASSERT_EQUAL_STRING("1!||x\n", READ(ROW(CELL("t=\"e\"", "#N/A") INLINE("<t>x</t>"))));
    TEST_ASSERT_EQUAL_STRING("1!\n", READ(ROW(CELL("t=\"s\"", "2"))));
    TEST_ASSERT_EQUAL_STRING("1!\n", READ(ROW(CELL("t=\"s\"", "-1"))));
    TEST_ASSERT_EQUAL_STRING("1!\n", READ(ROW(CELL("t=\"s\"", "1x"))));
}

static void assert_day(const char *value, const char *wanted) {
    char sheet[512], row[128];
    (void)snprintf(sheet, sizeof(sheet), SHEET("<row><c s=\"1\"><v>%s</v></c></row>"), value);
    (void)snprintf(row, sizeof(row), "1|%s\n", wanted);
    TEST_ASSERT_EQUAL_STRING(row, read_sheet(sheet));
}

void test_numbers_that_are_shown_as_days_are_days(void) {
    assert_day("46350", "2026-11-24");
    assert_day("46350.999", "2026-11-24 23:58:34");
    assert_day("46350.0", "2026-11-24");
    assert_day("4.635E4", "2026-11-24");
    assert_day("1", "1900-01-01");
    assert_day("59", "1900-02-28");
    assert_day("60", "60");
    assert_day("61", "1900-03-01");
    assert_day("0", "0");
    assert_day("-1", "-1");
    assert_day("2958465", "9999-12-31");
    assert_day("2958466", "2958466");
}

void test_days_may_be_counted_from_1904(void) {
    static const char *const flags[] = {"1", "true"};
    for (size_t i = 0; i < 2; i++) {
        char workbook[512];
        (void)snprintf(workbook, sizeof(workbook),
                       "<workbook " MAIN
                       "><workbookPr date1904=\"%s\"/><sheets><sheet name=\"One\" r:id=\"r1\"/></sheets></workbook>",
                       flags[i]);
        set_part("xl/workbook.xml", workbook);
        assert_day("0", "1904-01-01");
        assert_day("44888", "2026-11-24");
        assert_day("60", "1904-03-01");
        assert_day("2957003", "9999-12-31");
        assert_day("2957004", "2957004");
    }
    set_part("xl/workbook.xml",
             "<workbook " MAIN
             "><workbookPr date1904=\"0\"/><sheets><sheet name=\"One\" r:id=\"r1\"/></sheets></workbook>");
    assert_day("46350", "2026-11-24");
}

static void assert_format(bool is_day, const char *id, const char *format) {
    char styles[512];
    (void)snprintf(
        styles, sizeof(styles),
        "<styleSheet " MAIN
        "><numFmts><numFmt numFmtId=\"%s\" formatCode=\"%s\"/></numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>"
        "<cellXfs><xf/><xf numFmtId=\"%s\"/></cellXfs></styleSheet>",
        format != NULL ? id : "999", format != NULL ? format : "0", id);
    set_part("xl/styles.xml", styles);
    (void)READ(ROW(CELL("s=\"1\"", "46350")));
    TEST_ASSERT_EQUAL_STRING_MESSAGE(is_day ? "1|2026-11-24\n" : "1|46350\n", buf_text(&said),
                                     format != NULL ? format : id);
}

void test_formats_say_what_is_a_day(void) {
    static const char *const days[] = {"14", "15", "16", "17", "22", "31", "57"};
    static const char *const others[] = {"0", "1", "13", "18", "19", "20", "21", "23", "45", "46", "47", "48", "49"};
    for (size_t i = 0; i < sizeof(days) / sizeof(days[0]); i++) {
        assert_format(true, days[i], NULL);
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        assert_format(false, others[i], NULL);
    }
    assert_format(true, "164", "yyyy\\-mm\\-dd");
    assert_format(true, "164", "[$-407]DD/MM/YYYY hh:mm;@");
    assert_format(true, "164", "mmmm");
    assert_format(true, "164", "d");
    assert_format(true, "65535", "yy");
    assert_format(false, "65536", "yy");
    assert_format(false, "164", "General");
    assert_format(false, "164", "0.00");
    assert_format(false, "164", "hh:mm");
    assert_format(false, "164", "mm:ss.0");
    assert_format(false, "164", "[h]:mm");
    assert_format(false, "164", "[mm]:ss");
    assert_format(false, "164", "0 &quot;days&quot;");
    assert_format(false, "164", "0\\d");
    assert_format(false, "164", "0_d*y");
    assert_format(false, "164", "[Red]0");
    assert_format(false, "164", "0;yyyy");
    assert_format(false, "164", "0&quot;day");
    assert_format(false, "14", "0");
}

void test_texts_are_put_together_of_their_runs(void) {
    set_part(
        "xl/sharedStrings.xml",
        "<sst " MAIN
        " count=\"1\" uniqueCount=\"99999999\"><si><r><rPr><b/></rPr><t>Jo</t></r><r><t xml:space=\"preserve\">hn </t></r>"
        "<rPh sb=\"0\" eb=\"1\"><t>sound</t></rPh><phoneticPr/></si><si/><si><t> a_x000D__x000A_b_x005F_x0041_c_xd83d__x4E2D_ </t></si></sst>");
    TEST_ASSERT_EQUAL_STRING("1!|John||a b_x0041_c\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xe4\xb8\xad\n",
                             READ(ROW(CELL("t=\"s\"", "0") CELL("t=\"s\"", "1") CELL("t=\"s\"", "2"))));
    TEST_ASSERT_EQUAL_STRING("1|ab|_x004_|<&\xf0\x9f\x98\x80 x\n",
                             READ(ROW(INLINE("<r><t>a</t></r><rPh><t>no</t></rPh><r><t>b</t></r>")
                                          INLINE("<t>_x004_</t>") INLINE("<t>&lt;&amp;&#x1F600;<![CDATA[ x]]></t>"))));
}

void test_other_prefixes_and_the_strict_form_are_read(void) {
    TEST_ASSERT_EQUAL_STRING(
        "1|1|x\n",
        read_sheet(
            "<?xml version=\"1.0\"?><!-- c --><x:worksheet xmlns:x=\"http://purl.oclc.org/ooxml/spreadsheetml/main\" xmlns:y=\"other\"><x:sheetData><x:row>"
            "<x:c><x:v>1</x:v><y:v>2</y:v></x:c><x:c t=\"inlineStr\"><x:is><x:t>x</x:t></x:is></x:c><y:c><y:v>3</y:v></y:c></x:row></x:sheetData></x:worksheet>"));
    set_part("_rels/.rels", "<Relationships><Relationship Id=\"a\" Type=\"" STRICT
                            "officeDocument\" Target=\"/book/b.xml\"/></Relationships>");
    set_part(
        "book/b.xml",
        "<workbook xmlns=\"http://purl.oclc.org/ooxml/spreadsheetml/main\" xmlns:rel=\"x\"><sheets><sheet name=\"S\" rel:id=\"q\"/></sheets></workbook>");
    set_part("book/_rels/b.xml.rels", "<Relationships><Relationship Id=\"q\" Type=\"" STRICT
                                      "worksheet\" Target=\"../xl/./worksheets/sheet1.xml\"/></Relationships>");
    TEST_ASSERT_EQUAL_STRING("1|5\n", READ(ROW(CELL("", "5"))));
}

void test_utf16_is_read(void) {
    static const char text[] = SHEET("<row><c><v>5</v></c></row>");
    char wide[2 * sizeof(text) + 2] = "\xff\xfe";
    for (size_t i = 0; i < sizeof(text) - 1; i++) {
        wide[2 + 2 * i] = text[i];
    }
    struct zip *zip = NULL;
    (void)pack_parts();
    buf_clear(&archive);
    TEST_ASSERT_EQUAL_INT(0, zip_new(ZIP_OCTETS_MAX, &zip));
    for (size_t i = 0; i < 3; i++) {
        zip_begin(zip, parts[i].name, &archive);
        zip_put(zip, parts[i].text, strlen(parts[i].text), &archive);
        zip_end(zip, &archive);
    }
    zip_begin(zip, "xl/worksheets/sheet1.xml", &archive);
    zip_put(zip, wide, 2 * sizeof(text), &archive);
    zip_end(zip, &archive);
    TEST_ASSERT_EQUAL_INT(0, zip_finish(zip, &archive));
    zip = zip_free(zip);
    TEST_ASSERT_EQUAL_INT(0, sheet_said(made_file(archive.data, archive.len), &form, &said));
    TEST_ASSERT_EQUAL_STRING("1|5\n", buf_text(&said));
}

void test_names_of_parts_may_differ_in_case_and_slashes(void) {
    set_part("xl/sharedStrings.xml", NULL);
    set_part("XL\\SharedStrings.xml", "<sst><si><t>other</t></si></sst>");
    TEST_ASSERT_EQUAL_STRING("1|other\n", READ(ROW(CELL("t=\"s\"", "0"))));
}

void test_styles_and_texts_may_be_missing(void) {
    set_part("xl/sharedStrings.xml", NULL);
    set_part("xl/styles.xml", NULL);
    TEST_ASSERT_EQUAL_STRING("1!|46350\n", READ(ROW(CELL("s=\"1\"", "46350") CELL("t=\"s\"", "0"))));
}

void test_the_sheets_are_listed_by_their_names(void) {
    struct sheet_guess guess;
    set_part(
        "xl/workbook.xml",
        "<workbook " MAIN
        "><sheets><sheet name=\"Second &amp; more\" r:id=\"r9\"/><sheet name=\"Chart\" r:id=\"r7\"/><sheet name=\"Lost\" r:id=\"r8\"/>"
        "<sheet name=\"Hidden\" state=\"veryHidden\" r:id=\"r1\"/></sheets></workbook>");
    set_part("xl/_rels/workbook.xml.rels",
             RELATIONS(RELATION("r1", "worksheet", "worksheets/sheet1.xml") RELATION("r7", "chartsheet", "charts/c.xml")
                           RELATION("r9", "worksheet", "/xl/other.xml")));
    set_part("xl/other.xml", SHEET(ROW(CELL("", "9"))));
    TEST_ASSERT_EQUAL_STRING("1|9\n", READ(ROW(CELL("", "1"))));
    TEST_ASSERT_EQUAL_INT(0, sheet_guess(pack_parts(), "CP1252", &guess));
    TEST_ASSERT_EQUAL_INT(SHEET_WORKBOOK, guess.form.kind);
    TEST_ASSERT_TRUE(guess.is_sure);
    TEST_ASSERT_EQUAL_UINT(2, guess.sheet_count);
    TEST_ASSERT_EQUAL_STRING("Second & more", guess.sheets[0]);
    TEST_ASSERT_EQUAL_STRING("Hidden", guess.sheets[1]);
    form.sheet = 1;
    TEST_ASSERT_EQUAL_STRING("1|1\n", READ(ROW(CELL("", "1"))));
    form.sheet = 2;
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_parts());
}

void test_no_more_sheets_are_listed_than_may_be(void) {
    _cleanup_(buf_donep) struct buf book = {0}, links = {0};
    struct sheet_guess guess;
    buf_append_text(&book, "<workbook " MAIN "><sheets>");
    buf_append_text(&links, "<Relationships>");
    for (unsigned i = 0; i < 100; i++) {
        buf_printf(
            &book,
            "<sheet name=\"%u\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9\xd8\xb9"
            "\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80+\" r:id=\"r%u\"/>",
            i % 10, i);
        buf_printf(&links, RELATION("r%u", "worksheet", "worksheets/sheet1.xml"), i);
    }
    buf_append_text(&book, "</sheets></workbook>");
    buf_append_text(&links, "</Relationships>");
    set_part("xl/workbook.xml", buf_text(&book));
    set_part("xl/_rels/workbook.xml.rels", buf_text(&links));
    set_part("xl/worksheets/sheet1.xml", SHEET(""));
    TEST_ASSERT_EQUAL_INT(0, sheet_guess(pack_parts(), "CP1252", &guess));
    TEST_ASSERT_EQUAL_UINT(SHEET_SHEETS_MAX, guess.sheet_count);
    TEST_ASSERT_EQUAL_size_t(1 + 20 * 2 + 10 * 4, strlen(guess.sheets[31])); /* 31 characters */
}

void test_an_archive_that_is_no_workbook_is_told(void) {
    set_part("xl/worksheets/sheet1.xml", SHEET(""));
    set_part("xl/_rels/workbook.xml.rels", RELATIONS(""));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_parts());
    set_part("xl/_rels/workbook.xml.rels", NULL);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_parts());
    set_part("xl/workbook.xml", "<document/>");
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_parts());
    set_part("_rels/.rels", NULL);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, read_parts());
    TEST_ASSERT_EQUAL_INT(E_FORMAT, sheet_said(made_file("id,name", 7), &form, &said));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, sheet_said("/nowhere/file", &form, &said));
}

void test_a_document_type_is_refused(void) {
    TEST_ASSERT_EQUAL_INT(
        E_FORMAT, fail_sheet("<!DOCTYPE w [<!ENTITY a \"b\">]>" SHEET("<row><c t=\"str\"><v>&a;</v></c></row>")));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_sheet("<!DOCTYPE worksheet SYSTEM \"file:///etc/passwd\">" SHEET("")));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_sheet(SHEET("<row><c t=\"str\"><v>&a;</v></c></row>")));
    TEST_ASSERT_EQUAL_size_t(0, said.len);
}

void test_rows_before_the_damage_are_read(void) {
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_sheet("<worksheet><sheetData><row><c><v>1</v></c></row><row><c></row>"));
    TEST_ASSERT_EQUAL_STRING("1|1\n", buf_text(&said));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_sheet("<worksheet><sheetData><row><c><v>1</v></c></row>"));
    TEST_ASSERT_EQUAL_STRING("1|1\n", buf_text(&said));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_sheet(""));
}

/* The checksum of the data after the rows is verified, too. */
void test_a_wrong_checksum_is_damage(void) {
    set_part("xl/worksheets/sheet1.xml", SHEET("<row><c><v>1</v></c></row>"));
    (void)pack_parts();
    char *central = NULL;
    for (size_t i = 0; i + 46 < archive.len; i++) {
        if (memcmp(archive.data + i, "PK\x01\x02", 4) == 0) {
            central = archive.data + i; /* of the last part */
        }
    }
    TEST_ASSERT_NOT_NULL(central);
    central[16] = (char)(central[16] ^ 1);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, sheet_said(made_file(archive.data, archive.len), &form, &said));
    TEST_ASSERT_EQUAL_STRING("1|1\n", buf_text(&said));
}

/* A part of the sheet with `piece` so many times between `begin` and `end`. */
static int fail_many(const char *begin, const char *piece, unsigned times, const char *end) {
    _cleanup_(buf_donep) struct buf sheet = {0};
    buf_append_text(&sheet, begin);
    for (unsigned i = 0; i < times; i++) {
        buf_printf(&sheet, piece, i);
    }
    buf_append_text(&sheet, end);
    return fail_sheet(buf_text(&sheet));
}

void test_depth_names_and_tags_are_bounded(void) {
    TEST_ASSERT_EQUAL_INT(0, fail_many("<worksheet>", "<a>", 0, "</worksheet>"));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_many("<worksheet>", "<a>", 64, ""));
    TEST_ASSERT_EQUAL_INT(0, fail_many("<worksheet>", "<a%u/>", 255, "</worksheet>"));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_many("<worksheet>", "<a%u/>", 256, "</worksheet>"));
    TEST_ASSERT_EQUAL_INT(0, fail_many("<worksheet>", "<a b%u=\"\"/>", 254, "</worksheet>"));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_many("<worksheet>", "<a b%u=\"\"/>", 255, "</worksheet>"));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_many("<worksheet><", "abcdefgh", 16, "/></worksheet>"));
    TEST_ASSERT_EQUAL_INT(0, fail_many("<worksheet><a b=\"", "%07u ", 30000, "\"/></worksheet>"));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, fail_many("<worksheet><a b=\"", "%07u ", 50000, "\"/></worksheet>"));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, fail_many("<worksheet><!--", "%07u ", 50000, "--></worksheet>"));
}

static uint32_t fnv(const char *name) {
    uint32_t hash = 2166136261U;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619U;
    }
    return hash;
}

/* Names that all fall into one place would make each of a million others take as long as all of them. */
void test_names_that_are_made_to_fall_together_are_refused(void) {
    _cleanup_(buf_donep) struct buf sheet = {0};
    unsigned count = 0;
    buf_append_text(&sheet, "<worksheet>");
    for (unsigned i = 0; count < 17; i++) {
        char name[16];
        (void)snprintf(name, sizeof(name), "n%u", i);
        if (fnv(name) % 2048 == 7) {
            buf_printf(&sheet, "<%s/>", name);
            count++;
        }
    }
    buf_append_text(&sheet, "</worksheet>");
    TEST_ASSERT_EQUAL_INT(E_FORMAT, fail_sheet(buf_text(&sheet)));
}

void test_long_texts_are_cut_and_break_their_rows(void) {
    TEST_ASSERT_EQUAL_INT(0, fail_many("<worksheet><sheetData><row><c t=\"str\"><v>", "%08u", 512,
                                       "</v></c></row></sheetData></worksheet>"));
    TEST_ASSERT_EQUAL_size_t(strlen("1|\n") + SHEET_CELL_MAX, said.len);
    TEST_ASSERT_EQUAL_INT(0, fail_many("<worksheet><sheetData><row><c t=\"str\"><v>", "%08u", 513,
                                       "</v></c></row></sheetData></worksheet>"));
    TEST_ASSERT_EQUAL_size_t(strlen("1!|\n") + SHEET_CELL_MAX, said.len);
    TEST_ASSERT_EQUAL_INT(0, fail_many("<worksheet><sheetData><row><c t=\"str\"><v>", "%08u", 20000,
                                       "</v></c></row></sheetData></worksheet>"));
    TEST_ASSERT_EQUAL_size_t(strlen("1!|\n") + SHEET_CELL_MAX, said.len);
    _cleanup_(buf_donep) struct buf texts = {0};
    buf_append_text(&texts, "<sst><si><t>");
    for (unsigned i = 0; i < 513; i++) {
        buf_printf(&texts, "%08u", i);
    }
    buf_append_text(&texts, "</t></si></sst>");
    set_part("xl/sharedStrings.xml", buf_text(&texts));
    (void)READ(ROW(CELL("t=\"s\"", "0")) ROW(CELL("", "1")));
    TEST_ASSERT_EQUAL_size_t(strlen("1!|\n2|1\n") + SHEET_CELL_MAX, said.len);
}

/* As many as there may be, counted with their places, and one more. Their letters are not packed by the ratio that is
 * refused. */
void test_shared_texts_are_bounded(void) {
    const unsigned fit = (unsigned)(SHEET_TEXTS_MAX / (SHEET_CELL_MAX + 1 + sizeof(uint32_t)));
    uint32_t state = 1;
    for (unsigned more = 0; more <= 1; more++) {
        _cleanup_(buf_donep) struct buf texts = {0};
        char text[SHEET_CELL_MAX + 1] = "";
        buf_append_text(&texts, "<sst>");
        for (unsigned i = 0; i < fit + more; i++) {
            for (unsigned k = 0; k < SHEET_CELL_MAX; k++) {
                state = k % 64 == 0 ? state * 1664525U + 1013904223U : state;
                text[k] = (char)('a' + (state >> 24) % 26);
            }
            buf_printf(&texts, "<si><t>%s</t></si>", text);
        }
        buf_append_text(&texts, "</sst>");
        set_part("xl/sharedStrings.xml", buf_text(&texts));
        TEST_ASSERT_EQUAL_INT(more == 0 ? 0 : E_TOO_LARGE, fail_sheet(SHEET("")));
    }
}

void test_what_is_packed_far_too_well_is_refused(void) {
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE,
                          fail_many("<worksheet><sheetData>", "<row/>", 200000, "</sheetData></worksheet>"));
    TEST_ASSERT_EQUAL_INT(
        0, fail_many("<worksheet><sheetData>", "<row r=\"%u\" ht=\"15\"/>", 50000, "</sheetData></worksheet>"));
    TEST_ASSERT_EQUAL_size_t(0, said.len);
}

/* How many rows and cells of a workbook are there when it is opened to show its first rows, or whole. */
static unsigned count_rows(int (*open)(const char *, const struct sheet_form *, struct sheet **),
                           unsigned *ret_broken) {
    struct sheet *sheet = NULL;
    struct sheet_row row;
    unsigned count = 0;
    *ret_broken = 0;
    TEST_ASSERT_EQUAL_INT(0, open(pack_parts(), &form, &sheet));
    int r = sheet_next(sheet, &row);
    for (; r == 1; r = sheet_next(sheet, &row)) {
        count++;
        *ret_broken += row.is_broken;
    }
    sheet = sheet_free(sheet);
    TEST_ASSERT_EQUAL_INT(0, r);
    return count;
}

/* Rows without cells, or shared texts, up to the limit, and one that is behind it. */
void test_a_look_reads_no_more_than_the_head_of_a_part(void) {
    _cleanup_(buf_donep) struct buf rows = {0};
    _cleanup_(buf_donep) struct buf texts = {0};
    unsigned broken = 0;
    buf_append_text(&rows, "<worksheet><sheetData><row>" INLINE("<t>first</t>") "</row>");
    buf_append_text(&texts, "<sst>");
    for (unsigned i = 2; rows.len < SHEET_PART_HEAD_MAX; i++) {
        buf_printf(&rows, "<row r=\"%u\"/>", i);
        buf_printf(&texts, "<si><t>%u</t></si>", i);
    }
    buf_append_text(&rows, "<row>" INLINE("<t>last</t>") "</row></sheetData></worksheet>");
    set_part("xl/worksheets/sheet1.xml", buf_text(&rows));
    TEST_ASSERT_EQUAL_UINT(1, count_rows(sheet_open_head, &broken));
    TEST_ASSERT_EQUAL_UINT(2, count_rows(sheet_open, &broken));
    while (texts.len < SHEET_PART_HEAD_MAX) {
        buf_printf(&texts, "<si><t>%zu</t></si>", texts.len);
    }
    buf_append_text(&texts, "</sst>");
    set_part("xl/sharedStrings.xml", buf_text(&texts));
    set_part("xl/worksheets/sheet1.xml",
             SHEET(ROW(CELL("t=\"s\"", "0")) ROW(CELL("t=\"s\"", "230000")))); /* the second is behind it */
    TEST_ASSERT_EQUAL_UINT(2, count_rows(sheet_open_head, &broken));
    TEST_ASSERT_EQUAL_UINT(1, broken);
    TEST_ASSERT_EQUAL_UINT(2, count_rows(sheet_open, &broken));
    TEST_ASSERT_EQUAL_UINT(0, broken);
}
