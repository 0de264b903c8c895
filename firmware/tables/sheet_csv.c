/* CSV reader (RFC 4180, and the variants of spreadsheets and people): decodes bytes to UTF-8 piece by piece, and splits
 * them into cells by delimiters and quotes. */
#include <errno.h>
#include <iconv.h>
#include <strings.h>

#include "tables/formula.h"
#include "tables/sheet_impl.h"
#include "util/utf8.h"

#define RAW_OCTETS 16384 /* of the file, decoded at once */
#define TEXT_OCTETS (4 * RAW_OCTETS) /* room for the decoded text: no character of these encodings grows more */
#define NO_CHARACTER '\xff' /* replaces invalid bytes in decoded text; does not occur in UTF-8 */
#define END (-1) /* end of the file, in place of a byte */
#define THOUSAND 1000
#define UTF16_ZEROS 8 /* at least one of so many UTF-16 units has a zero byte: digits, delimiters and line ends */

struct sheet_csv {
    FILE *file;
    uint64_t size; /* most bytes of the file to read */
    uint64_t taken; /* bytes read so far */
    iconv_t decoder; /* NO_DECODER: it is UTF-8 */
    size_t unit; /* bytes skipped for an invalid character */
    char raw[RAW_OCTETS]; /* not decoded yet */
    size_t raw_len;
    char text[TEXT_OCTETS]; /* decoded */
    size_t at, len;
    bool is_drained; /* nothing follows the text */
    int failed;
    char delimiter;
    uint32_t line; /* of the next byte */
    char cell[SHEET_RAW_MAX];
    size_t cell_len;
    struct sheet_line row;
    size_t width; /* cells of the row so far */
};

#define NO_DECODER ((iconv_t)(-1)) /* NOLINT(performance-no-int-to-ptr): as iconv_open(3) says it */

/* Reads up to `room` bytes of the file. */
static size_t csv_read(struct sheet_csv *csv, char *to, size_t room) {
    const uint64_t left = csv->size - csv->taken;
    const size_t len = fread(to, 1, left < room ? (size_t)left : room, csv->file);
    if (len == 0 && ferror(csv->file) != 0) {
        csv->failed = err_with_errno(E_IO, errno);
    }
    csv->taken += len;
    return len;
}

/* Decodes the available bytes into the text, which is empty. Keeps a character truncated at the end, unless the file
 * `is_over`. */
static void csv_convert(struct sheet_csv *csv, bool is_over) {
    char *in = csv->raw, *out = csv->text;
    size_t in_left = csv->raw_len, out_left = sizeof(csv->text) - 1; /* reserve one for NO_CHARACTER */
    while (in_left > 0 && out_left > 0) {
        const size_t done = iconv(csv->decoder, &in, &in_left, &out, &out_left);
        const int reason = done == (size_t)-1 ? errno : 0;
        if (reason == 0 || reason == E2BIG || (reason == EINVAL && !is_over)) {
            break;
        }
        const size_t skipped = in_left < csv->unit ? in_left : csv->unit;
        in += skipped;
        in_left -= skipped;
        *out++ = NO_CHARACTER;
        out_left--;
    }
    if (is_over && in_left == 0) {
        (void)iconv(csv->decoder, NULL, NULL, &out, &out_left); /* flushes a letter that waits for its accent */
    }
    csv->len = (size_t)(out - csv->text);
    csv->raw_len = in_left;
    memmove(csv->raw, in, in_left);
}

/* Fetches more text if it is empty. False: there is no more. */
static bool csv_fill(struct sheet_csv *csv) {
    csv->at = 0;
    csv->len = 0;
    while (csv->len == 0 && !csv->is_drained && csv->failed == 0) {
        if (csv->decoder == NO_DECODER) {
            csv->len = csv_read(csv, csv->text, RAW_OCTETS);
            csv->is_drained = csv->len == 0;
        } else {
            const size_t more = csv_read(csv, csv->raw + csv->raw_len, sizeof(csv->raw) - csv->raw_len);
            csv->raw_len += more;
            csv_convert(csv, more == 0);
            csv->is_drained = more == 0 && csv->raw_len == 0;
        }
    }
    return csv->len > 0;
}

/* Returns the next byte of the text, END at its end. */
static int csv_peek(struct sheet_csv *csv) {
    return csv->at < csv->len || csv_fill(csv) ? (unsigned char)csv->text[csv->at] : END;
}

static int csv_get(struct sheet_csv *csv) {
    const int byte = csv_peek(csv);
    if (byte == '\n') {
        csv->line++;
    }
    if (byte != END) {
        csv->at++;
    }
    if (byte == '\r' && csv_peek(csv) != '\n') {
        csv->line++; /* CR LF is one line end */
    }
    return byte;
}

static bool is_line_end(int octet) {
    return octet == '\n' || octet == '\r' || octet == END;
}

/* Adds a byte to a cell; too many only break the row. */
static void cell_add(struct sheet_csv *csv, int octet) {
    if (csv->cell_len < sizeof(csv->cell)) {
        csv->cell[csv->cell_len++] = (char)octet;
    } else {
        csv->row.is_broken = true;
    }
}

/* Reads quoted text, where two quotes mean one; the first quote is already read. */
static void take_quoted(struct sheet_csv *csv) {
    for (int octet = csv_get(csv); octet != END; octet = csv_get(csv)) {
        if (octet == '"' && csv_peek(csv) != '"') {
            return;
        }
        cell_add(csv, octet == '"' ? csv_get(csv) : octet);
    }
    csv->row.is_broken = true; /* the quote is not closed */
}

/* Removes the apostrophes before what would be a formula. */
static void cell_take_guards(struct sheet_csv *csv) {
    char *text = csv->cell;
    size_t kept = 0;
    for (size_t at = 0; at < csv->cell_len; at++) {
        const bool is_guard = text[at] == '\'' && formula_may_begin(text, at) &&
                              formula_is_guarded(text + at + 1, csv->cell_len - at - 1);
        if (!is_guard) {
            text[kept++] = text[at];
        }
    }
    csv->cell_len = kept;
}

static void cell_put(struct sheet_csv *csv) {
    cell_take_guards(csv);
    sheet_line_put(&csv->row, csv->width, csv->cell, csv->cell_len);
    csv->width++;
}

/* If blanks are the delimiter, any number of blanks and tabs separates two cells. */
static bool is_delimiter(const struct sheet_csv *csv, int byte) {
    return byte == (unsigned char)csv->delimiter || (csv->delimiter == ' ' && byte == '\t');
}

static void skip_delimiters(struct sheet_csv *csv) {
    while (csv->delimiter == ' ' && is_delimiter(csv, csv_peek(csv))) {
        (void)csv_get(csv);
    }
}

/* Reads a cell and returns what ends it: the delimiter, a line feed, a carriage return, or END. */
static int take_cell(struct sheet_csv *csv) {
    csv->cell_len = 0;
    int byte = csv_get(csv);
    while (!is_delimiter(csv, byte) && (byte == ' ' || byte == '\t')) {
        byte = csv_get(csv);
    }
    if (byte == '"' && !is_delimiter(csv, byte)) {
        take_quoted(csv);
        byte = csv_get(csv);
    }
    while (!is_delimiter(csv, byte) && !is_line_end(byte)) {
        cell_add(csv, byte);
        byte = csv_get(csv);
    }
    cell_put(csv);
    skip_delimiters(csv);
    return byte;
}

static void take_row(struct sheet_csv *csv) {
    int end;
    csv->width = 0;
    skip_delimiters(csv);
    do {
        end = take_cell(csv);
    } while (is_delimiter(csv, end));
    if (end == '\r' && csv_peek(csv) == '\n') {
        (void)csv_get(csv);
    }
}

int sheet_csv_next(struct sheet_csv *csv, struct sheet_row *ret_row) {
    while (csv_peek(csv) != END) {
        const uint32_t line = csv->line;
        sheet_line_begin(&csv->row);
        take_row(csv);
        int r = csv->failed < 0 ? csv->failed : sheet_line_end(&csv->row, line, ret_row);
        if (r < 0) {
            return r;
        }
        if (ret_row->count > 0 || ret_row->is_broken) {
            return 1;
        }
    }
    return csv->failed;
}

size_t sheet_csv_width(const struct sheet_csv *csv) {
    return csv->width;
}

char sheet_csv_delimiter(const struct sheet_csv *csv) {
    return csv->delimiter;
}

unsigned sheet_csv_done(const struct sheet_csv *csv) {
    const uint64_t waiting = csv->decoder == NO_DECODER ? csv->len - csv->at : csv->raw_len;
    return csv->size == 0 ? THOUSAND : (unsigned)((csv->taken - waiting) * THOUSAND / csv->size);
}

/* Spreadsheets state the delimiter in a first line `sep=;`, optionally quoted. */
static void take_delimiter_line(struct sheet_csv *csv) {
    static const char word[] = "sep=";
    (void)csv_peek(csv);
    const char *text = csv->text;
    const size_t quote = csv->len > 0 && text[0] == '"' ? 1 : 0;
    const size_t place = quote + sizeof(word) - 1, end = place + 1 + quote;
    if (csv->len < end || strncasecmp(text + quote, word, sizeof(word) - 1) != 0 ||
        (quote > 0 && text[end - 1] != '"') || (csv->len > end && !is_line_end(text[end])) ||
        strchr("\"\r\n", text[place]) != NULL || (unsigned char)text[place] >= 0x80) {
        return;
    }
    csv->delimiter = text[place];
    csv->at = end;
    if (csv_get(csv) == '\r' && csv_peek(csv) == '\n') {
        (void)csv_get(csv);
    }
}

struct sheet_encoding sheet_encoding_mark(const char *head, size_t len) {
    static const struct {
        const char *octets;
        const char *name;
    } marks[] = {{"\xef\xbb\xbf", "UTF-8"}, {"\xff\xfe", "UTF-16LE"}, {"\xfe\xff", "UTF-16BE"}};
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        const size_t size = strlen(marks[i].octets);
        if (len >= size && memcmp(head, marks[i].octets, size) == 0) {
            return (struct sheet_encoding){.name = marks[i].name, .mark = size};
        }
    }
    return (struct sheet_encoding){0};
}

struct sheet_encoding sheet_encoding_utf16(const char *head, size_t len) {
    size_t zeros[2] = {0, 0};
    const size_t units = len / 2;
    for (size_t i = 0; i < units * 2; i++) {
        zeros[i % 2] += head[i] == '\0' ? 1 : 0;
    }
    const size_t enough = units / UTF16_ZEROS + 2;
    if (zeros[0] == 0 && zeros[1] >= enough) {
        return (struct sheet_encoding){.name = "UTF-16LE"};
    }
    if (zeros[1] == 0 && zeros[0] >= enough) {
        return (struct sheet_encoding){.name = "UTF-16BE"};
    }
    return (struct sheet_encoding){0};
}

/* Detects the encoding of the file, and starts after its byte order mark. */
static int csv_decode(struct sheet_csv *csv, const char *encoding) {
    const size_t len = fread(csv->text, 1, RAW_OCTETS, csv->file);
    struct sheet_encoding found = sheet_encoding_mark(csv->text, len);
    if (found.name == NULL && strcasecmp(encoding, "UTF-16") == 0) {
        found = sheet_encoding_utf16(csv->text, len);
        found.name = found.name == NULL ? "UTF-16LE" : found.name;
    }
    found.name = found.name == NULL ? encoding : found.name;
    if (fseeko(csv->file, (off_t)found.mark, SEEK_SET) < 0) {
        return err_with_errno(E_IO, errno);
    }
    csv->taken = found.mark;
    csv->unit = strncasecmp(found.name, "UTF-16", strlen("UTF-16")) == 0 ? 2 : 1;
    if (strcasecmp(found.name, "UTF-8") != 0) {
        csv->decoder = iconv_open("UTF-8", found.name);
        return csv->decoder != NO_DECODER ? 0 : errno == EINVAL ? E_NOTSUP : err_from_errno(errno);
    }
    return 0;
}

/* Reads the size of a file in bytes. */
static int file_size(FILE *file, uint64_t *ret_size) {
    off_t size = fseeko(file, 0, SEEK_END) < 0 ? -1 : ftello(file);
    if (size < 0 || fseeko(file, 0, SEEK_SET) < 0) {
        return err_with_errno(E_IO, errno);
    }
    *ret_size = (uint64_t)size;
    return 0;
}

static int csv_begin(struct sheet_csv *csv, const char *path, const struct sheet_form *form, uint64_t octets) {
    csv->file = fopen(path, "rbe");
    if (csv->file == NULL) {
        return errno == ENOENT ? E_NOTFOUND : errno == ENOMEM ? E_NOMEM : err_with_errno(E_IO, errno);
    }
    int r = file_size(csv->file, &csv->size);
    r = r < 0 ? r : csv_decode(csv, form->encoding);
    if (r < 0) {
        return r;
    }
    csv->size = csv->size > octets ? octets : csv->size;
    csv->size = csv->size < csv->taken ? csv->taken : csv->size;
    csv->delimiter = form->delimiter;
    csv->line = 1;
    take_delimiter_line(csv);
    return csv->failed;
}

int sheet_csv_open(const char *path, const struct sheet_form *form, uint64_t octets, struct sheet_csv **ret_csv) {
    _cleanup_(sheet_csv_freep) struct sheet_csv *csv = calloc(1, sizeof(*csv));
    if (csv == NULL) {
        return E_NOMEM;
    }
    csv->decoder = NO_DECODER;
    int r = csv_begin(csv, path, form, octets);
    if (r < 0) {
        return r;
    }
    *ret_csv = TAKE_PTR(csv);
    return 0;
}

struct sheet_csv *sheet_csv_free(struct sheet_csv *csv) {
    if (csv != NULL) {
        cleanup_fclose(&csv->file);
        if (csv->decoder != NO_DECODER) {
            (void)iconv_close(csv->decoder);
        }
        sheet_line_done(&csv->row);
        free(csv);
    }
    return NULL;
}
