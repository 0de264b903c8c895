#include "core/bulk/bulk_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/cleanup.h"

#define WINDOW ((size_t)64 * 1024) /* of a file in memory */
#define FLUSH_AT ((size_t)64 * 1024)
#define CELL_HEAD 2 /* bytes of a cell's length */

/* The start of a record. Then come the punch, the days and the conflict, each if there is one, the fields of the user in their
 * order, the text, and the cells. */
struct head {
    uint32_t size; /* bytes of the record, with this */
    uint32_t line, code;
    uint16_t fields_len, text_len, cells_len;
    uint8_t field;
    uint8_t punch_len; /* of the punch behind the head: 0, or its size */
    uint8_t days_len; /* the same of the days behind it */
    uint8_t other_len; /* and of the conflict */
    uint8_t reserved[2]; /* 0 */
    uint64_t given;
};

#define FIELDS_MAX \
    (sizeof(struct user) + USER_TEXTS_MAX) /* bytes of the fields: a text has its NUL, the rest is as in memory */
#define FIELD_NUMBERS (USER_FIELD_COUNT + BULK_FIELD_COUNT)
#define RECORD_MAX                                                                                            \
    (sizeof(struct head) + sizeof(struct bulk_punch) + sizeof(struct bulk_days) + sizeof(struct bulk_other) + \
     FIELDS_MAX + (size_t)(BULK_TEXT_MAX - 1) + BULK_CELLS_MAX)

_Static_assert(RECORD_MAX <= WINDOW, "a record fits the window");

size_t bulk_cells_add(char *cells, size_t at, const char *text, size_t len) {
    if (at + CELL_HEAD > BULK_CELLS_MAX) {
        return at;
    }
    const size_t kept = len <= BULK_CELLS_MAX - at - CELL_HEAD ? len : 0;
    cells[at++] = (char)(kept & 0xff);
    cells[at++] = (char)(kept >> 8);
    memcpy(cells + at, text, kept);
    return at + kept;
}

size_t bulk_cells_keep(const struct sheet_row *row, char *ret_cells) {
    size_t at = 0;
    for (size_t i = 0; i < row->count; i++) {
        at = bulk_cells_add(ret_cells, at, row->cells[i].text, row->cells[i].len);
    }
    return at;
}

bool bulk_cells_next(const char **cells, size_t *len, const char **ret_text, size_t *ret_len) {
    if (*len < CELL_HEAD) {
        return false;
    }
    const size_t size = (size_t)(uint8_t)(*cells)[0] | (size_t)(uint8_t)(*cells)[1] << 8;
    if (size > *len - CELL_HEAD) {
        return false;
    }
    *ret_text = *cells + CELL_HEAD;
    *ret_len = size;
    *cells += CELL_HEAD + size;
    *len -= CELL_HEAD + size;
    return true;
}

uint8_t bulk_field_number(const char *name) {
    for (unsigned i = 0; name != NULL && i < USER_FIELD_COUNT; i++) {
        if (strcmp(user_rows[i].name, name) == 0) {
            return (uint8_t)i;
        }
    }
    for (unsigned i = BULK_FIELD_NONE + 1; name != NULL && i < BULK_FIELD_COUNT; i++) {
        if (strcmp(bulk_field_text[i], name) == 0) {
            return (uint8_t)(USER_FIELD_COUNT + i);
        }
    }
    return USER_FIELD_COUNT;
}

const char *bulk_field_name(uint8_t number) {
    if (number < USER_FIELD_COUNT) {
        return user_rows[number].name;
    }
    return number > USER_FIELD_COUNT && number < FIELD_NUMBERS ? bulk_field_text[number - USER_FIELD_COUNT] : "";
}

int bulk_writer_open(const char *path, int64_t at, struct bulk_writer *ret_writer) {
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    if (ftruncate(fd, (off_t)at) < 0) {
        int r = err_from_errno(errno);
        (void)close(fd);
        return r;
    }
    *ret_writer = (struct bulk_writer){.fd = fd, .at = at};
    return 0;
}

void bulk_writer_close(struct bulk_writer *writer) {
    buf_done(&writer->waits);
    cleanup_close(&writer->fd);
    writer->fd = -1;
}

int bulk_writer_flush(struct bulk_writer *writer) {
    struct buf *waits = &writer->waits;
    const int64_t from = writer->at - (int64_t)waits->len;
    for (size_t done = 0; done < waits->len;) {
        ssize_t n = pwrite(writer->fd, waits->data + done, waits->len - done, (off_t)(from + (int64_t)done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return n < 0 ? err_from_errno(errno) : err_with_text(E_NOSPC, "written in part");
        }
        done += (size_t)n;
    }
    buf_clear(waits);
    return 0;
}

int bulk_writer_sync(struct bulk_writer *writer) {
    int r = bulk_writer_flush(writer);
    return r < 0 ? r : fdatasync(writer->fd) == 0 ? 0 : err_from_errno(errno);
}

/* At most so many bytes of a text, whole characters of it. */
static uint16_t cut_of(const char *text, size_t most) {
    size_t len = text != NULL ? strlen(text) : 0;
    if (len > most) {
        for (len = most; len > 0 && ((uint8_t)text[len] & 0xc0) == 0x80;) {
            len--;
        }
    }
    return (uint16_t)len;
}

/* Fields that a record keeps. */
static bool is_kept(unsigned field) {
    return !user_rows[field].secret;
}

static void put_fields(const struct user *user, struct buf *out) {
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const struct value_row *row = &user_rows[i];
        const void *at = value_in_const(row, user);
        if (is_kept(i) && row->type == VALUE_TEXT) {
            const char *text = value_text(row, at);
            buf_append(out, text, cut_of(text, value_size(row) - 1));
            buf_append_char(out, '\0');
        } else if (is_kept(i)) {
            buf_append(out, at, value_size(row));
        }
    }
}

static uint32_t size_of(const struct head *head) {
    return (uint32_t)(sizeof(*head) + head->punch_len + head->days_len + head->other_len + head->fields_len +
                      head->text_len + head->cells_len);
}

int bulk_writer_put(struct bulk_writer *writer, const struct bulk_record *record) {
    _cleanup_(buf_donep) struct buf fields = {0};
    put_fields(&record->change.values, &fields);
    struct head head = {
        .line = record->line,
        .code = record->code,
        .fields_len = (uint16_t)fields.len,
        .text_len = cut_of(record->text, BULK_TEXT_MAX - 1),
        .cells_len = (uint16_t)record->cells_len,
        .field = record->field,
        .punch_len = record->punch.time_ms != 0 ? sizeof(record->punch) : 0,
        .days_len = record->days.from != 0 ? sizeof(record->days) : 0,
        .other_len = record->other.line != 0 || record->other.userid != 0 ? sizeof(record->other) : 0,
        .given = record->change.given,
    };
    head.size = size_of(&head);
    buf_append(&writer->waits, &head, sizeof(head));
    buf_append(&writer->waits, &record->punch, head.punch_len);
    buf_append(&writer->waits, &record->days, head.days_len);
    buf_append(&writer->waits, &record->other, head.other_len);
    buf_append(&writer->waits, fields.data, fields.len);
    buf_append(&writer->waits, record->text, head.text_len);
    buf_append(&writer->waits, record->cells, head.cells_len);
    if (buf_failed(&fields) || buf_failed(&writer->waits)) {
        return E_NOMEM;
    }
    writer->at += head.size;
    return writer->waits.len >= FLUSH_AT ? bulk_writer_flush(writer) : 0;
}

int bulk_reader_open(const char *path, int64_t at, int64_t end, struct bulk_reader *ret_reader) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno);
    }
    *ret_reader = (struct bulk_reader){.fd = fd, .at = at, .end = end, .window_at = at, .window = malloc(WINDOW)};
    if (ret_reader->window == NULL) {
        bulk_reader_close(ret_reader);
        return E_NOMEM;
    }
    return 0;
}

void bulk_reader_close(struct bulk_reader *reader) {
    free(reader->window);
    reader->window = NULL;
    cleanup_close(&reader->fd);
    reader->fd = -1;
}

/* Fills the window from `at` on. */
static int window_fill(struct bulk_reader *reader) {
    reader->window_at = reader->at;
    reader->window_len = 0;
    while (reader->window_len < WINDOW) {
        ssize_t n = pread(reader->fd, reader->window + reader->window_len, WINDOW - reader->window_len,
                          (off_t)(reader->at + (int64_t)reader->window_len));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return err_from_errno(errno);
        }
        if (n == 0) {
            break;
        }
        reader->window_len += (size_t)n;
    }
    return 0;
}

/* `len` bytes from `at` on; NULL where the file has no more. */
static int window_need(struct bulk_reader *reader, size_t len, const char **ret_data) {
    const int64_t from = reader->at - reader->window_at;
    int r = 0;
    if (from < 0 || from + (int64_t)len > (int64_t)reader->window_len) {
        r = window_fill(reader);
    }
    const int64_t start = reader->at - reader->window_at;
    *ret_data = r == 0 && start + (int64_t)len <= (int64_t)reader->window_len ? reader->window + start : NULL;
    return r;
}

static bool is_sound(const struct head *head) {
    return head->fields_len <= FIELDS_MAX && head->text_len < BULK_TEXT_MAX && head->cells_len <= BULK_CELLS_MAX &&
           head->size == size_of(head) && (head->punch_len == 0 || head->punch_len == sizeof(struct bulk_punch)) &&
           (head->days_len == 0 || head->days_len == sizeof(struct bulk_days)) &&
           (head->other_len == 0 || head->other_len == sizeof(struct bulk_other)) && head->field < FIELD_NUMBERS;
}

/* The bytes that a field takes from `from` on, up to `len`; 0: they are none of ours. Texts go to *room. */
static size_t read_field(const struct value_row *row, const char *from, size_t len, struct user *user, char **room) {
    void *at = value_in(row, user);
    if (row->type != VALUE_TEXT) {
        if (len < value_size(row)) {
            return 0;
        }
        memcpy(at, from, value_size(row));
        return value_size(row);
    }
    const size_t size = strnlen(from, len) + 1;
    if (size > len || size > value_size(row)) {
        return 0;
    }
    memcpy(*room, from, size);
    memcpy(at, room, sizeof(*room));
    *room += size;
    return size;
}

/* Of a row that is to be written each value has to be one; of a wrong row it is what somebody typed. */
static int read_fields(struct bulk_reader *reader, const char *from, size_t len, bool is_wrong,
                       struct user_change *change) {
    char *room = reader->texts;
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const struct value_row *row = &user_rows[i];
        const size_t size = is_kept(i) ? read_field(row, from, len, &change->values, &room) : 0;
        if (is_kept(i) && size == 0) {
            return err_here(E_CORRUPT);
        }
        if (!is_wrong && user_gives(change, (enum user_field)i) && is_kept(i) &&
            value_check(row, value_in_const(row, change)) < 0) {
            return err_here(E_CORRUPT);
        }
        from += size;
        len -= size;
    }
    return len == 0 ? 0 : err_here(E_CORRUPT);
}

static int take_record(struct bulk_reader *reader, const struct head *head, const char *data,
                       struct bulk_record *ret_record) {
    const char *days = data + head->punch_len, *other = days + head->days_len;
    const char *fields = other + head->other_len;
    const char *text = fields + head->fields_len;
    memcpy(reader->text, text, head->text_len);
    reader->text[head->text_len] = '\0';
    *ret_record = (struct bulk_record){
        .line = head->line,
        .change = {.given = head->given},
        .code = head->code,
        .field = head->field,
        .text = reader->text,
        .cells = text + head->text_len,
        .cells_len = head->cells_len,
    };
    memcpy(&ret_record->punch, data, head->punch_len);
    memcpy(&ret_record->days, days, head->days_len);
    memcpy(&ret_record->other, other, head->other_len);
    if (ret_record->punch.status >= RECORD_STATUS_COUNT) {
        return err_here(E_CORRUPT);
    }
    return read_fields(reader, fields, head->fields_len, head->code != 0, &ret_record->change);
}

int bulk_reader_next(struct bulk_reader *reader, struct bulk_record *ret_record) {
    struct head head;
    const char *data = NULL;
    if (reader->at >= reader->end) {
        return 0;
    }
    int r = window_need(reader, sizeof(head), &data);
    if (r < 0 || data == NULL) {
        return r;
    }
    memcpy(&head, data, sizeof(head));
    if (!is_sound(&head)) {
        return err_here(E_CORRUPT);
    }
    r = window_need(reader, head.size, &data);
    if (r < 0 || data == NULL) {
        return r < 0 ? r : err_here(E_CORRUPT);
    }
    r = take_record(reader, &head, data + sizeof(head), ret_record);
    if (r < 0) {
        return r;
    }
    reader->at += head.size;
    return 1;
}
