/* Detects the kind of a file, and calls its reader. */
#include <errno.h>
#include <strings.h>

#include "tables/sheet_impl.h"

struct sheet {
    struct sheet_csv *csv; /* one of the two is set */
    struct sheet_workbook *workbook;
};

/* The beginning of a file. */
struct head {
    char *octets;
    size_t len;
};

static void head_done(struct head *head) {
    free(head->octets);
}

static int head_read(const char *path, struct head *ret_head) {
    _cleanup_fclose_ FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return errno == ENOENT ? E_NOTFOUND : errno == ENOMEM ? E_NOMEM : err_with_errno(E_IO, errno);
    }
    ret_head->octets = malloc(SHEET_HEAD_MAX);
    if (ret_head->octets == NULL) {
        return E_NOMEM;
    }
    ret_head->len = fread(ret_head->octets, 1, SHEET_HEAD_MAX, file);
    return ferror(file) != 0 ? err_with_errno(E_IO, errno) : 0;
}

static bool head_begins(const struct head *head, const char *octets, size_t len) {
    return head->len >= len && memcmp(head->octets, octets, len) == 0;
}

/* Known starts of other files, whatever their name: old workbooks and encrypted ones (OLE), documents, pictures,
 * archives, programs, and the markup that some programs call a spreadsheet. */
static bool head_is_foreign(const struct head *head) {
    static const struct {
        const char *octets;
        size_t len;
    } begin[] = {
        {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8},
        {"%PDF-", 5},
        {"\x89PNG", 4},
        {"\xff\xd8\xff", 3},
        {"GIF8", 4},
        {"\x1f\x8b", 2},
        {"7z\xbc\xaf", 4},
        {"Rar!", 4},
        {"\x7f"
         "ELF",
         4},
        {"{\\rtf", 5},
    };
    for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++) {
        if (head_begins(head, begin[i].octets, begin[i].len)) {
            return true;
        }
    }
    return false;
}

static bool head_is_markup(const struct head *head) {
    static const char *const begin[] = {"<?xml", "<!doctype", "<html", "<table"};
    size_t at = sheet_encoding_mark(head->octets, head->len).mark;
    while (at < head->len && strchr(" \t\r\n", head->octets[at]) != NULL) {
        at++;
    }
    for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++) {
        const size_t len = strlen(begin[i]);
        if (head->len - at >= len && strncasecmp(head->octets + at, begin[i], len) == 0) {
            return true;
        }
    }
    return false;
}

static bool head_is_archive(const struct head *head) {
    return head_begins(head, "PK\x03\x04", 4) || head_begins(head, "PK\x05\x06", 4);
}

int sheet_guess(const char *path, const char *code_page, struct sheet_guess *ret_guess) {
    _cleanup_(head_done) struct head head = {0};
    int r = head_read(path, &head);
    if (r < 0) {
        return r;
    }
    if (head_is_foreign(&head) || head_is_markup(&head)) {
        return E_FORMAT;
    }
    memset(ret_guess, 0, sizeof(*ret_guess));
    if (head_is_archive(&head)) {
        return sheet_workbook_guess(path, ret_guess);
    }
    ret_guess->form = (struct sheet_form){.kind = SHEET_CSV, .encoding = code_page};
    return sheet_csv_guess(path, head.octets, head.len, ret_guess);
}

static int csv_open(struct sheet *sheet, const char *path, const struct sheet_form *form, uint64_t most) {
    _cleanup_(head_done) struct head head = {0};
    int r = head_read(path, &head);
    if (r < 0) {
        return r;
    }
    return head_is_foreign(&head) || head_is_archive(&head) ? E_FORMAT : sheet_csv_open(path, form, most, &sheet->csv);
}

/* Limits in bytes of a CSV file, and of each part of a workbook. */
struct most {
    uint64_t csv, part;
};

static int open_most(const char *path, const struct sheet_form *form, struct most most, struct sheet **ret_sheet) {
    _cleanup_(sheet_freep) struct sheet *sheet = calloc(1, sizeof(*sheet));
    if (sheet == NULL) {
        return E_NOMEM;
    }
    int r = form->kind == SHEET_CSV ? csv_open(sheet, path, form, most.csv)
                                    : sheet_workbook_open(path, form->sheet, most.part, &sheet->workbook);
    if (r < 0) {
        return r;
    }
    *ret_sheet = TAKE_PTR(sheet);
    return 0;
}

int sheet_open(const char *path, const struct sheet_form *form, struct sheet **ret_sheet) {
    return open_most(path, form, (struct most){SHEET_WHOLE, SHEET_WHOLE}, ret_sheet);
}

int sheet_open_head(const char *path, const struct sheet_form *form, struct sheet **ret_sheet) {
    return open_most(path, form, (struct most){SHEET_LOOK_MAX, SHEET_PART_HEAD_MAX}, ret_sheet);
}

int sheet_go(struct sheet *sheet, unsigned number) {
    return sheet->workbook != NULL ? sheet_workbook_go(sheet->workbook, number) : E_FORMAT;
}

struct sheet *sheet_free(struct sheet *sheet) {
    if (sheet != NULL) {
        (void)sheet_csv_free(sheet->csv);
        (void)sheet_workbook_free(sheet->workbook);
        free(sheet);
    }
    return NULL;
}

int sheet_next(struct sheet *sheet, struct sheet_row *ret_row) {
    return sheet->csv != NULL ? sheet_csv_next(sheet->csv, ret_row) : sheet_workbook_next(sheet->workbook, ret_row);
}

unsigned sheet_done(const struct sheet *sheet) {
    return sheet->csv != NULL ? sheet_csv_done(sheet->csv) : sheet_workbook_done(sheet->workbook);
}
