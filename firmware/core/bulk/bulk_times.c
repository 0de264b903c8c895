#include "core/bulk/bulk_times.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "core/bulk/bulk_days.h"
#include "core/time/local_time.h"
#include "util/plain.h"

#define DAY_S 86400
#define HOUR_S 3600
#define MIN_S 60
#define HALF_DAY_H 12
#define FRACTION_DIGITS 9
#define CELL_MAX 64 /* bytes of a cell with a time, with the NUL */
#define STATUS_UNKNOWN "255" /* what terminals write where no key was pressed */

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " ");
}

/* Writes a cell in ASCII, the Arabic letters for before and after noon as those of English. */
static bool take_plain(const char *text, char ret_plain[PLAIN_MAX]) {
    static const struct {
        const char *letter, *word;
    } halves[] = {{"ص", "AM"}, {"م", "PM"}};
    char cell[CELL_MAX];
    size_t len = strlen(text);
    if (len + 1 > sizeof(cell)) {
        return false;
    }
    memcpy(cell, text, len + 1);
    for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++) {
        const size_t size = strlen(halves[i].letter);
        if (len > size && strcmp(cell + len - size, halves[i].letter) == 0) {
            memcpy(cell + len - size, halves[i].word, size); /* both have two bytes */
        }
    }
    return plain_text(cell, ret_plain);
}

/* "AM", "p.m.", "a. m.": moves behind it. 0: there is none; 1: before noon; 2: after. */
static unsigned take_half(const char **at) {
    const char *letter = skip_blanks(*at);
    const unsigned half = *letter == 'a' || *letter == 'A' ? 1 : *letter == 'p' || *letter == 'P' ? 2 : 0;
    if (half == 0) {
        return 0;
    }
    letter += 1 + strspn(letter + 1, ". ");
    if (*letter != 'm' && *letter != 'M') {
        return 0;
    }
    *at = letter + 1 + strspn(letter + 1, ".");
    return half;
}

static int take_hour(uint32_t hour, unsigned half, uint32_t *ret_hour) {
    if (half != 0 && (hour == 0 || hour > HALF_DAY_H)) {
        return E_TIME_OF_DAY;
    }
    *ret_hour = half == 0 ? hour : hour % HALF_DAY_H + (half == 2 ? HALF_DAY_H : 0);
    return *ret_hour < DAY_S / HOUR_S ? 0 : E_TIME_OF_DAY;
}

/* Hours and minutes, with or without seconds. */
static int parse_clock(const char *plain, uint32_t *ret_second) {
    uint32_t part[3] = {0};
    const char *at = plain;
    unsigned digits = plain_digits(&at, &part[0]);
    if (digits == 0 || digits > 2 || *at != ':') {
        return E_TIME_OF_DAY;
    }
    for (unsigned i = 1; i < 3 && *at == ':'; i++) {
        at++;
        if (plain_digits(&at, &part[i]) != 2 || part[i] >= MIN_S) {
            return E_TIME_OF_DAY;
        }
    }
    if (*at == '.') {
        at++;
        at += strspn(at, "0123456789");
    }
    const unsigned half = take_half(&at);
    int r = take_hour(part[0], half, &part[0]);
    *ret_second = part[0] * HOUR_S + part[1] * MIN_S + part[2];
    return *skip_blanks(at) == '\0' ? r : E_TIME_OF_DAY;
}

/* What is behind the point of the number of a spreadsheet; `at` is the point, or the end. */
static int parse_fraction(const char *at, uint32_t *ret_second) {
    uint64_t value = 0, whole = 1;
    *ret_second = 0;
    if (*at == '\0') {
        return 0;
    }
    if ((*at != '.' && *at != ',') || at[1] == '\0' || at[1 + strspn(at + 1, "0123456789")] != '\0') {
        return E_TIME_OF_DAY;
    }
    at++;
    for (unsigned i = 0; i < FRACTION_DIGITS && at[i] != '\0'; i++) {
        value = value * 10 + (unsigned)(at[i] - '0');
        whole *= 10;
    }
    const uint64_t second = (value * DAY_S + whole / 2) / whole;
    *ret_second = second < DAY_S ? (uint32_t)second : DAY_S - 1;
    return 0;
}

int bulk_time_parse(const char *text, uint32_t *ret_second) {
    char plain[PLAIN_MAX];
    if (!take_plain(text, plain)) {
        return E_TIME_OF_DAY;
    }
    if (strchr(plain, ':') != NULL) {
        return parse_clock(plain, ret_second);
    }
    return plain[0] == '0' ? parse_fraction(plain + 1, ret_second) : E_TIME_OF_DAY;
}

static bool has_word(const char *const *words, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++) {
        if (strcasecmp(words[i], text) == 0) {
            return true;
        }
    }
    return false;
}

/* Words that other systems write. */
static enum record_status usual_status(const char *text) {
    static const char *const in[] = {"i",        "c/in",    "check in", "check-in", "checkin",
                                     "clock in", "entrada", "دخول",     "حضور"};
    static const char *const out[] = {"o",         "c/out",  "check out", "check-out", "checkout",
                                      "clock out", "salida", "خروج",      "انصراف"};
    if (has_word(in, sizeof(in) / sizeof(in[0]), text)) {
        return RECORD_STATUS_IN;
    }
    return has_word(out, sizeof(out) / sizeof(out[0]), text) ? RECORD_STATUS_OUT : RECORD_STATUS_NONE;
}

int bulk_status_parse(const char *text, const char *const *labels, enum record_status *ret_status) {
    char plain[PLAIN_MAX];
    *ret_status = RECORD_STATUS_NONE;
    if (text[0] == '\0' || strcmp(text, STATUS_UNKNOWN) == 0) {
        return 0;
    }
    if (plain_text(text, plain) && plain[0] >= '0' && plain[0] < '0' + PUNCH_STATUS_COUNT && plain[1] == '\0') {
        *ret_status = (enum record_status)(plain[0] - '0'); /* the keys of both are in the same order */
        return 0;
    }
    for (unsigned i = 0; i < PUNCH_STATUS_COUNT; i++) {
        if (strcasecmp(text, punch_status_text[i]) == 0 || strcasecmp(text, labels[i]) == 0) {
            *ret_status = (enum record_status)i;
            return 0;
        }
    }
    *ret_status = usual_status(text);
    return *ret_status != RECORD_STATUS_NONE ? 0 : E_PUNCH_STATUS;
}

size_t bulk_column_of(const struct bulk_columns *columns, enum bulk_field field) {
    size_t at = 0;
    while (at < columns->count && columns->fields[at] != field) {
        at++;
    }
    return at;
}

size_t bulk_column_of_user(const struct bulk_columns *columns, enum user_field field) {
    size_t at = 0;
    while (at < columns->count && bulk_field_fields[columns->fields[at]] != field) {
        at++;
    }
    return at;
}

size_t bulk_column_named(const struct bulk_columns *columns, const char *name) {
    size_t at = 0;
    while (at < columns->count && strcmp(bulk_field_text[columns->fields[at]], name) != 0) {
        at++;
    }
    return at;
}

static const char *cell_at(const struct sheet_row *row, size_t column) {
    return column < row->count ? row->cells[column].text : "";
}

/* Day and time of one cell; `ret_day` has PLAIN_MAX bytes. Where the cell has no clock it is the number of a spreadsheet. */
static int split_cell(const char *text, char ret_day[PLAIN_MAX], uint32_t *ret_second) {
    char plain[PLAIN_MAX];
    if (!take_plain(text, plain)) {
        return E_TIME_OF_DAY;
    }
    const char *colon = strchr(plain, ':');
    const char *time = colon;
    if (colon == NULL) {
        const char *point = plain + strspn(plain, "0123456789");
        memcpy(ret_day, plain, (size_t)(point - plain));
        ret_day[point - plain] = '\0';
        return *point != '\0' ? parse_fraction(point, ret_second) : E_TIME_OF_DAY;
    }
    while (time > plain && time[-1] >= '0' && time[-1] <= '9') {
        time--;
    }
    size_t len = (size_t)(time - plain);
    while (len > 0 && strchr(" ,Tt", plain[len - 1]) != NULL) {
        len--;
    }
    memcpy(ret_day, plain, len);
    ret_day[len] = '\0';
    return len < (size_t)(time - plain) ? parse_clock(time, ret_second) : E_TIME_OF_DAY;
}

int bulk_punch_time(const struct bulk_columns *columns, const struct sheet_row *row, int64_t *ret_wall_s,
                    size_t *ret_column) {
    char day_text[PLAIN_MAX];
    const size_t whole = bulk_column_of(columns, BULK_FIELD_DATE_TIME);
    const size_t date = whole < columns->count ? whole : bulk_column_of(columns, BULK_FIELD_DATE);
    const size_t time = whole < columns->count ? whole : bulk_column_of(columns, BULK_FIELD_TIME);
    const char *day_cell = cell_at(row, date);
    uint32_t day = 0, second = 0;
    *ret_column = time;
    int r =
        whole < columns->count ? split_cell(day_cell, day_text, &second) : bulk_time_parse(cell_at(row, time), &second);
    if (r == 0) {
        *ret_column = date;
        r = bulk_day_parse(whole < columns->count ? day_text : day_cell, &columns->readings[date], &day);
    }
    *ret_wall_s = r == 0 ? local_day_number(day) * DAY_S + second : 0;
    return r;
}

enum bulk_field bulk_time_field(const char *text) {
    const struct bulk_reading reading = {.as = {.date_order = BULK_DATE_ORDER_DAY_FIRST}};
    char day_text[PLAIN_MAX];
    uint32_t day = 0, second = 0;
    const size_t digits = strspn(text, "0123456789");
    if (text[digits] == '\0') {
        return BULK_FIELD_NONE;
    }
    if (bulk_time_parse(text, &second) == 0) {
        return BULK_FIELD_TIME;
    }
    const bool is_split = split_cell(text, day_text, &second) == 0;
    const int r = bulk_day_parse(is_split ? day_text : text, &reading, &day);
    if (r < 0 && r != E_RANGE && r != E_YEAR_SHORT) {
        return BULK_FIELD_NONE;
    }
    return is_split ? BULK_FIELD_DATE_TIME : BULK_FIELD_DATE;
}
