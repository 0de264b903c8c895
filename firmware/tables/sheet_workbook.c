/* A workbook (ECMA-376 part 1, 12.3): an archive whose relationships say which part is what. The names of the parts
 * cannot be guessed. */
#include <strings.h>

#include "tables/sheet_impl.h"
#include "util/utf8.h"

#define THOUSAND 1000
#define SHEETS_LISTED 64 /* sheets of any kind; at most SHEET_SHEETS_MAX with rows are read */
#define LINK_MAX 64 /* bytes of a relationship ID, with the NUL */
#define NAME_CHARACTERS 31 /* of a sheet */
#define PART_MAX UNZIP_NAME_MAX

/* Spreadsheets compress to a fiftieth and less, if there are formatted rows without cells. */
static const struct unzip_limits workbook_limits = {.entries = 10000, .octets = SHEET_UNPACKED_MAX, .ratio = 200};

struct listed {
    char name[SHEET_NAME_MAX];
    char link[LINK_MAX];
    char part[PART_MAX]; /* "": not a sheet with rows */
    bool is_hidden;
};

struct sheet_workbook {
    struct unzip *unzip;
    char part[PART_MAX]; /* with the list of sheets */
    struct listed sheets[SHEETS_LISTED];
    unsigned count;
    char texts[PART_MAX], styles[PART_MAX]; /* "": none */
    struct sheet_book book;
    struct sheet_rows *rows;
    uint64_t octets; /* of the sheet's part */
};

/* --- Parts --- */

/* Names of parts are case-insensitive; some programs write backslashes, or a leading slash. */
static bool part_is(const char *entry, const char *part) {
    entry += *entry == '/' || *entry == '\\' ? 1 : 0;
    for (; *entry != '\0' && *part != '\0'; entry++, part++) {
        const char letter[2] = {*entry == '\\' ? '/' : *entry, '\0'}, other[2] = {*part, '\0'};
        if (strcasecmp(letter, other) != 0) {
            return false;
        }
    }
    return *entry == *part;
}

/* Goes to the entry of a part. */
static int part_find(struct unzip *unzip, const char *part, struct unzip_entry *ret_entry) {
    int r = unzip_find(unzip, part, ret_entry);
    for (uint32_t i = 0; r == E_NOTFOUND && i < unzip_count(unzip); i++) {
        r = unzip_seek(unzip, i, ret_entry);
        if (r == E_FORMAT || (r == 0 && !part_is(ret_entry->name, part))) {
            r = E_NOTFOUND;
        }
    }
    return r;
}

/* Removes the last component of a path. */
static void path_up(char *path) {
    char *slash = strrchr(path, '/');
    *(slash != NULL ? slash : path) = '\0';
}

/* Appends a component to a path; resolves `.` and `..`. False: too long. */
static bool path_add(char path[PART_MAX], const char *name, size_t len) {
    const size_t have = strlen(path);
    if (len == 0 || (len == 1 && name[0] == '.')) {
        return true;
    }
    if (len == 2 && name[0] == '.' && name[1] == '.') {
        path_up(path);
        return true;
    }
    int n = snprintf(path + have, PART_MAX - have, "%s%.*s", have > 0 ? "/" : "", (int)len, name);
    return n > 0 && (size_t)n < PART_MAX - have;
}

/* Resolves the target of a relationship of `from`; "": impossible name. */
static void part_resolve(const char *from, const char *target, char ret_part[PART_MAX]) {
    (void)snprintf(ret_part, PART_MAX, "%s", *target == '/' ? "" : from);
    path_up(ret_part);
    bool is_good = strlen(target) < PART_MAX;
    while (is_good && *target != '\0') {
        const size_t len = strcspn(target, "/");
        is_good = path_add(ret_part, target, len);
        target += len + (target[len] == '/' ? 1 : 0);
    }
    if (!is_good) {
        ret_part[0] = '\0';
    }
}

/* Builds the name of the part with the relationships of a part: `xl/_rels/workbook.xml.rels` of `xl/workbook.xml`. */
static bool part_links(const char *part, char ret_links[PART_MAX]) {
    const char *slash = strrchr(part, '/');
    const int folder = slash != NULL ? (int)(slash - part) + 1 : 0;
    int n = snprintf(ret_links, PART_MAX, "%.*s_rels/%s.rels", folder, part, part + folder);
    return n > 0 && n < PART_MAX;
}

/* --- Relationships --- */

/* Which relationships are wanted, and of which part. */
struct links_reader {
    const char *from;
    void (*take)(struct sheet_workbook *workbook, const char *link, const char *kind, const char *part);
    struct sheet_workbook *workbook;
};

static void links_begin(void *context, const char *name, const char *const *attributes) {
    const struct links_reader *reader = context;
    const char *link = sheet_xml_attribute(attributes, "Id"), *type = sheet_xml_attribute(attributes, "Type");
    const char *target = sheet_xml_attribute(attributes, "Target");
    const char *mode = sheet_xml_attribute(attributes, "TargetMode");
    char part[PART_MAX];
    if (strcmp(name, "Relationship") != 0 || link == NULL || type == NULL || target == NULL ||
        (mode != NULL && strcmp(mode, "External") == 0)) {
        return;
    }
    const char *kind = strrchr(type, '/');
    part_resolve(reader->from, target, part);
    reader->take(reader->workbook, link, kind != NULL ? kind + 1 : type, part);
}

static void ignore_end(void *context, const char *name) {
    (void)context;
    (void)name;
}

static void ignore_text(void *context, const char *text, size_t len) {
    (void)context;
    (void)text;
    (void)len;
}

/* Reads a whole part. E_NOTFOUND: there is none. */
static int part_read(struct unzip *unzip, const char *part, const struct sheet_xml_watcher *watcher, void *context) {
    _cleanup_(sheet_xml_freep) struct sheet_xml *xml = NULL;
    struct unzip_entry entry;
    int r = part_find(unzip, part, &entry);
    /* Lists of sheets and parts are short. */
    r = r < 0 ? r : sheet_xml_open(unzip, SHEET_PART_HEAD_MAX, watcher, context, &xml);
    return r < 0 ? r : sheet_xml_next(xml);
}

static int links_read(struct sheet_workbook *workbook, const char *part, const char *from,
                      void (*take)(struct sheet_workbook *, const char *, const char *, const char *)) {
    static const struct sheet_xml_watcher watcher = {
        .root = "Relationships", .begin = links_begin, .end = ignore_end, .text = ignore_text};
    struct links_reader reader = {.from = from, .take = take, .workbook = workbook};
    return part_read(workbook->unzip, part, &watcher, &reader);
}

/* --- The list of sheets --- */

/* Truncates a name to the allowed length. */
static void name_take(const char *name, char ret_name[SHEET_NAME_MAX]) {
    _cleanup_(buf_donep) struct buf clean = {0};
    size_t len = strlen(name), at = 0;
    (void)sheet_clean(name, len < SHEET_RAW_MAX ? len : SHEET_RAW_MAX, &clean);
    for (unsigned i = 0; i < NAME_CHARACTERS && at < clean.len; i++) {
        uint32_t code_point;
        at += utf8_next(clean.data + at, clean.len - at, &code_point);
    }
    memcpy(ret_name, at > 0 ? clean.data : "", at);
    ret_name[at] = '\0';
}

static void list_begin(void *context, const char *name, const char *const *attributes) {
    struct sheet_workbook *workbook = context;
    if (strcmp(name, "workbookPr") == 0) {
        const char *flag = sheet_xml_attribute(attributes, "date1904");
        workbook->book.is_1904 = flag != NULL && (strcmp(flag, "1") == 0 || strcmp(flag, "true") == 0);
        return;
    }
    const char *title = sheet_xml_attribute(attributes, "name"), *link = sheet_xml_attribute_prefixed(attributes, "id");
    if (strcmp(name, "sheet") == 0 && title != NULL && link != NULL && strlen(link) < LINK_MAX &&
        workbook->count < SHEETS_LISTED) {
        struct listed *sheet = &workbook->sheets[workbook->count++];
        const char *state = sheet_xml_attribute(attributes, "state"); /* hidden, veryHidden */
        sheet->is_hidden = state != NULL && strcmp(state, "visible") != 0;
        name_take(title, sheet->name);
        (void)snprintf(sheet->link, sizeof(sheet->link), "%s", link);
    }
}

static void take_document(struct sheet_workbook *workbook, const char *link, const char *kind, const char *part) {
    (void)link;
    if (strcmp(kind, "officeDocument") == 0) {
        (void)snprintf(workbook->part, sizeof(workbook->part), "%s", part);
    }
}

static void take_part(struct sheet_workbook *workbook, const char *link, const char *kind, const char *part) {
    if (strcmp(kind, "sharedStrings") == 0) {
        (void)snprintf(workbook->texts, sizeof(workbook->texts), "%s", part);
    } else if (strcmp(kind, "styles") == 0) {
        (void)snprintf(workbook->styles, sizeof(workbook->styles), "%s", part);
    } else if (strcmp(kind, "worksheet") == 0) {
        for (unsigned i = 0; i < workbook->count; i++) {
            if (strcmp(workbook->sheets[i].link, link) == 0) {
                (void)snprintf(workbook->sheets[i].part, sizeof(workbook->sheets[i].part), "%s", part);
            }
        }
    }
}

/* Removes sheets without rows, such as charts. */
static void sheets_keep(struct sheet_workbook *workbook) {
    unsigned count = 0;
    for (unsigned i = 0; i < workbook->count && count < SHEET_SHEETS_MAX; i++) {
        if (workbook->sheets[i].part[0] != '\0') {
            workbook->sheets[count++] = workbook->sheets[i];
        }
    }
    workbook->count = count;
}

/* Reads the list of sheets, and their parts. E_FORMAT: an archive, but not a workbook. */
static int sheets_list(struct sheet_workbook *workbook) {
    static const struct sheet_xml_watcher watcher = {
        .root = "workbook", .begin = list_begin, .end = ignore_end, .text = ignore_text};
    char links[PART_MAX];
    int r = links_read(workbook, "_rels/.rels", "", take_document);
    if (r == 0) {
        r = part_read(workbook->unzip, workbook->part, &watcher, workbook);
    }
    if (r == 0) {
        r = part_links(workbook->part, links) ? links_read(workbook, links, workbook->part, take_part) : E_FORMAT;
    }
    sheets_keep(workbook);
    return r == E_NOTFOUND || (r == 0 && workbook->count == 0) ? E_FORMAT : r;
}

/* --- The workbook --- */

static int workbook_list(const char *path, struct sheet_workbook **ret_workbook) {
    _cleanup_(sheet_workbook_freep) struct sheet_workbook *workbook = calloc(1, sizeof(*workbook));
    if (workbook == NULL) {
        return E_NOMEM;
    }
    int r = unzip_open(path, &workbook_limits, &workbook->unzip);
    r = r < 0 ? r : sheets_list(workbook);
    if (r < 0) {
        return r;
    }
    *ret_workbook = TAKE_PTR(workbook);
    return 0;
}

/* Reads a part that cells refer to; if it is missing, so is what they refer to. */
static int extra_read(struct sheet_workbook *workbook, const char *part,
                      int (*read)(struct unzip *unzip, struct sheet_book *book)) {
    struct unzip_entry entry;
    int r = *part != '\0' ? part_find(workbook->unzip, part, &entry) : E_NOTFOUND;
    return r == E_NOTFOUND ? 0 : r < 0 ? r : read(workbook->unzip, &workbook->book);
}

int sheet_workbook_go(struct sheet_workbook *workbook, unsigned sheet) {
    struct unzip_entry entry;
    workbook->rows = sheet_rows_free(workbook->rows);
    workbook->octets = 0;
    if (sheet >= workbook->count) {
        return E_FORMAT;
    }
    int r = part_find(workbook->unzip, workbook->sheets[sheet].part, &entry);
    if (r < 0) {
        return r == E_NOTFOUND ? E_FORMAT : r;
    }
    workbook->octets = entry.octets;
    return sheet_rows_open(workbook->unzip, &workbook->book, &workbook->rows);
}

int sheet_workbook_open(const char *path, unsigned sheet, uint64_t most, struct sheet_workbook **ret_workbook) {
    _cleanup_(sheet_workbook_freep) struct sheet_workbook *workbook = NULL;
    int r = workbook_list(path, &workbook);
    if (r == 0) {
        workbook->book.most = most;
        r = sheet < workbook->count ? 0 : E_FORMAT;
    }
    r = r < 0 ? r : extra_read(workbook, workbook->texts, sheet_texts_read);
    r = r < 0 ? r : extra_read(workbook, workbook->styles, sheet_styles_read);
    r = r < 0 ? r : sheet_workbook_go(workbook, sheet);
    if (r < 0) {
        return r;
    }
    *ret_workbook = TAKE_PTR(workbook);
    return 0;
}

struct sheet_workbook *sheet_workbook_free(struct sheet_workbook *workbook) {
    if (workbook != NULL) {
        (void)sheet_rows_free(workbook->rows);
        (void)unzip_free(workbook->unzip);
        sheet_book_done(&workbook->book);
        free(workbook);
    }
    return NULL;
}

int sheet_workbook_next(struct sheet_workbook *workbook, struct sheet_row *ret_row) {
    return workbook->rows != NULL ? sheet_rows_next(workbook->rows, ret_row) : E_FORMAT;
}

unsigned sheet_workbook_done(const struct sheet_workbook *workbook) {
    return workbook->octets == 0 ? THOUSAND
                                 : (unsigned)(sheet_rows_taken(workbook->rows) * THOUSAND / workbook->octets);
}

int sheet_workbook_guess(const char *path, struct sheet_guess *guess) {
    _cleanup_(sheet_workbook_freep) struct sheet_workbook *workbook = NULL;
    int r = workbook_list(path, &workbook);
    if (r < 0) {
        return r;
    }
    guess->form.kind = SHEET_WORKBOOK;
    guess->form.encoding = "UTF-8";
    guess->form.delimiter = ',';
    guess->is_sure = true;
    guess->sheet_count = workbook->count;
    for (unsigned i = 0; i < workbook->count; i++) {
        memcpy(guess->sheets[i], workbook->sheets[i].name, SHEET_NAME_MAX);
        guess->is_hidden[i] = workbook->sheets[i].is_hidden;
    }
    return 0;
}
