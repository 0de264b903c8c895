/* Workbooks: an input that begins as an archive is one; another one is cut at its NULs into the parts of a workbook. */
#include "fuzz_sheet.h"
#include "tables/zip.h"

#define LINKS "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

static const char *const parts[] = {"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml",       "xl/styles.xml",
                                    "xl/workbook.xml",          "xl/_rels/workbook.xml.rels", "_rels/.rels"};
static const char *const usual[] = {
    "",
    "<sst><si><t>shared</t></si></sst>",
    "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
    "<workbook><sheets><sheet name=\"One\" r:id=\"a\"/></sheets></workbook>",
    "<Relationships><Relationship Id=\"a\" Type=\"" LINKS "worksheet\" Target=\"worksheets/sheet1.xml\"/>"
    "<Relationship Id=\"b\" Type=\"" LINKS "sharedStrings\" Target=\"sharedStrings.xml\"/>"
    "<Relationship Id=\"c\" Type=\"" LINKS "styles\" Target=\"styles.xml\"/></Relationships>",
    "<Relationships><Relationship Id=\"a\" Type=\"" LINKS
    "officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"};

/* Makes a workbook of the input: its parts in the order of `parts`; those that are missing or empty are the usual ones.
 * */
static void pack_parts(const uint8_t *data, size_t size, struct buf *out) {
    struct zip *zip = NULL;
    FUZZ_CHECK(zip_new(ZIP_OCTETS_MAX, &zip) == 0);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        const size_t len = strnlen((const char *)data, size);
        zip_begin(zip, parts[i], out);
        if (len > 0) {
            zip_put(zip, data, len, out);
        } else {
            zip_put(zip, usual[i], strlen(usual[i]), out);
        }
        zip_end(zip, out);
        data += len < size ? len + 1 : len;
        size -= len < size ? len + 1 : len;
    }
    FUZZ_CHECK(zip_finish(zip, out) == 0);
    zip = zip_free(zip);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[FUZZ_PATH_MAX];
    struct buf packed = {0};
    struct sheet_guess guess;
    const bool is_archive = size >= 2 && memcmp(data, "PK", 2) == 0;
    if (!is_archive) {
        pack_parts(data, size, &packed);
    }
    int fd = is_archive ? fuzz_file(data, size, path) : fuzz_file(packed.data, packed.len, path);
    if (sheet_guess(path, "UTF-8", &guess) == 0) {
        FUZZ_CHECK(guess.sheet_count <= SHEET_SHEETS_MAX);
        for (unsigned i = 0; i < guess.sheet_count; i++) {
            FUZZ_CHECK(text_is_clean(guess.sheets[i], strnlen(guess.sheets[i], SHEET_NAME_MAX)));
        }
        fuzz_read_sheet(path, &guess.form, SIZE_MAX);
    }
    buf_done(&packed);
    (void)close(fd);
    return 0;
}
