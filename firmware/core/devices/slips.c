#include "core/devices/slips.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/devices/display.h"
#include "core/devices/slips_words.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "core/time/clock_rules.h"
#include "core/time/local_time.h"
#include "core/time/status.h"
#include "hal/hal.h"
#include "print/code_page.h"
#include "setting_hooks.h"
#include "util/utf8.h"

#define SAMPLE_ID 1001
#define RETRY_MS 5000 /* until a printer that does not respond is retried */
#define FEED_LINES 3 /* so that the last line is past the cutter */

struct slips {
    atomic_llong not_before_ms; /* monotonic time of the next retry with the printer */
};

int slips_new(struct slips **ret_slips) {
    struct slips *slips = calloc(1, sizeof(*slips));
    if (slips == NULL) {
        return E_NOMEM;
    }
    *ret_slips = slips;
    return 0;
}

void slips_free(struct slips *slips) {
    free(slips);
}

static const uint32_t bauds[] = {
    [BAUD_RATE_B1200] = 1200,   [BAUD_RATE_B2400] = 2400,   [BAUD_RATE_B4800] = 4800,   [BAUD_RATE_B9600] = 9600,
    [BAUD_RATE_B19200] = 19200, [BAUD_RATE_B38400] = 38400, [BAUD_RATE_B57600] = 57600, [BAUD_RATE_B115200] = 115200,
};

/* Data of a receipt. */
struct facts {
    uint32_t userid;
    const char *name, *method, *status;
    struct local_time when;
};

/* State of composing a receipt. */
struct pen {
    const struct settings *settings;
    const struct code_page *page;
    const struct slips_layout *layout;
    struct slips_slip *slip;
};

int effect_printer(struct core *core, const struct settings *before, const struct settings *after) {
    (void)before;
    const struct hal_printer *printer = &core->shared->hal->printer;
    const struct setting_print_param *values = &after->values.print_param;
    return printer->configure(printer->ctx, values->on, bauds[values->baud]);
}

static const struct code_page *page_of(const struct settings *settings) {
    return code_page_of_language(display_language(settings));
}

const char *slips_code_page(struct core *core) {
    return code_page_name(page_of(settings_get(core)));
}

static bool slip_wants(const struct pen *pen, enum slip_field field) {
    return (pen->layout->fields & (1u << field)) != 0;
}

/* Counts the characters of a fitted text. */
static size_t columns_of(const char *text, size_t len) {
    size_t columns = 0;
    for (size_t i = 0; i < len; i++) {
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return columns;
}

/* Adds a line of `len` bytes after some blanks. */
static void put_line(struct pen *pen, size_t blanks, const char *text, size_t len) {
    struct slips_slip *slip = pen->slip;
    if (slip->count < SLIPS_LINES_MAX && blanks + len < SLIPS_LINE_MAX) {
        char *line = slip->lines[slip->count++];
        memset(line, ' ', blanks);
        memcpy(line + blanks, text, len);
        line[blanks + len] = '\0';
    }
}

enum side { START, CENTRE };

/* Adds a text of one line. Right-to-left text starts at the right. */
static void put_aligned(struct pen *pen, enum side side, const char *text, size_t len) {
    size_t free = HAL_PRINTER_COLUMNS - columns_of(text, len);
    if (side == CENTRE) {
        put_line(pen, free / 2, text, len);
    } else {
        put_line(pen, code_page_begins_right(pen->page) ? free : 0, text, len);
    }
}

/* Returns the bytes that fit on a line: up to the last blank, or truncated without one. */
static size_t line_length(const char *text) {
    size_t len = strlen(text);
    size_t at = 0;
    size_t columns = 0;
    size_t blank = 0;
    while (at < len && columns < HAL_PRINTER_COLUMNS) {
        uint32_t c = 0;
        size_t n = utf8_next(text + at, len - at, &c);
        if (n == 0) {
            return at;
        }
        blank = c == ' ' ? at : blank;
        at += n;
        columns++;
    }
    return at == len || text[at] == ' ' || blank == 0 ? at : blank;
}

/* Adds a text of any length, on as many lines as needed. */
static void put_text(struct pen *pen, enum side side, const char *text) {
    char fitted[CODE_PAGE_TEXT_MAX];
    (void)code_page_fit(pen->page, text, fitted);
    const char *at = fitted;
    while (*(at += strspn(at, " ")) != '\0') {
        size_t len = line_length(at);
        if (len == 0) {
            return;
        }
        put_aligned(pen, side, at, len);
        at += len;
    }
}

/* Adds two texts on one line, one at each side, or on two lines if they do not fit. Either may be NULL. */
static void put_pair(struct pen *pen, const char *first, const char *second) {
    char one[CODE_PAGE_TEXT_MAX] = "";
    char other[CODE_PAGE_TEXT_MAX] = "";
    size_t len = first != NULL ? code_page_fit(pen->page, first, one) : 0;
    size_t other_len = second != NULL ? code_page_fit(pen->page, second, other) : 0;
    size_t columns = columns_of(one, len) + columns_of(other, other_len);
    if (len == 0 || other_len == 0 || columns >= HAL_PRINTER_COLUMNS) {
        put_text(pen, START, one);
        put_text(pen, START, other);
        return;
    }
    char line[SLIPS_LINE_MAX];
    int written = snprintf(line, sizeof(line), "%s%*s%s", one, (int)(HAL_PRINTER_COLUMNS - columns), "", other);
    put_line(pen, 0, line, written < SLIPS_LINE_MAX ? (size_t)written : SLIPS_LINE_MAX - 1);
}

static void put_rule(struct pen *pen) {
    char rule[HAL_PRINTER_COLUMNS];
    memset(rule, '-', sizeof(rule));
    put_line(pen, 0, rule, sizeof(rule));
}

static void write_date(const struct setting_time_param *style, const struct local_time *when, char *ret, size_t size) {
    static const char separators[] = {
        [DATE_SEPARATOR_DASH] = '-', [DATE_SEPARATOR_SLASH] = '/', [DATE_SEPARATOR_DOT] = '.'};
    char s = separators[style->date_separator];
    switch (style->date_order) {
        case DATE_ORDER_YMD:
            (void)snprintf(ret, size, "%04d%c%02u%c%02u", when->year, s, when->month, s, when->day);
            break;
        case DATE_ORDER_DMY:
            (void)snprintf(ret, size, "%02u%c%02u%c%04d", when->day, s, when->month, s, when->year);
            break;
        case DATE_ORDER_MDY:
            (void)snprintf(ret, size, "%02u%c%02u%c%04d", when->month, s, when->day, s, when->year);
            break;
    }
}

static void write_time(const struct setting_time_param *style, const struct local_time *when, char *ret, size_t size) {
    unsigned hour = style->hour24 ? when->hour : (when->hour + 11u) % 12u + 1u;
    const char *half = style->hour24 ? "" : when->hour < 12 ? " AM" : " PM";
    (void)snprintf(ret, size, "%02u:%02u:%02u%s", hour, when->minute, when->second, half);
}

static void put_facts(struct pen *pen, const struct facts *facts) {
    char date[24];
    char time[24];
    char id[24];
    const struct setting_time_param *style = &pen->settings->values.time_param;
    write_date(style, &facts->when, date, sizeof(date));
    write_time(style, &facts->when, time, sizeof(time));
    (void)snprintf(id, sizeof(id), "ID %lu", (unsigned long)facts->userid);
    put_pair(pen, slip_wants(pen, SLIP_FIELD_DATE) ? date : NULL, slip_wants(pen, SLIP_FIELD_TIME) ? time : NULL);
    if (slip_wants(pen, SLIP_FIELD_USERID)) {
        put_text(pen, START, id);
    }
    if (slip_wants(pen, SLIP_FIELD_USERNAME)) {
        put_text(pen, START, facts->name);
    }
    put_pair(pen, slip_wants(pen, SLIP_FIELD_STATUS) ? facts->status : NULL,
             slip_wants(pen, SLIP_FIELD_METHOD) ? facts->method : NULL);
}

static void slip_compose(const struct settings *settings, const struct slips_layout *layout, const struct facts *facts,
                         struct slips_slip *ret_slip) {
    struct pen pen = {.settings = settings, .page = page_of(settings), .layout = layout, .slip = ret_slip};
    ret_slip->count = 0;
    put_text(&pen, CENTRE, layout->header);
    if (slip_wants(&pen, SLIP_FIELD_DEVICE_NAME)) {
        put_text(&pen, CENTRE, settings->values.machine_param.device_name);
    }
    if (ret_slip->count > 0) {
        put_rule(&pen);
    }
    put_facts(&pen, facts);
    if (layout->footer[0] != '\0') {
        put_rule(&pen);
    }
    put_text(&pen, CENTRE, layout->footer);
}

/* Encodes a receipt for the printer; returns the number of bytes. */
static size_t slip_encode(const struct code_page *page, const struct slips_slip *slip,
                          uint8_t ret[HAL_PRINTER_JOB_MAX]) {
    const uint8_t begin[] = {0x1b, '@', 0x1b, 't', code_page_number(page)};
    const uint8_t end[] = {0x1b, 'd', FEED_LINES, 0x1d, 'V', 1};
    size_t len = sizeof(begin);
    memcpy(ret, begin, sizeof(begin));
    for (size_t i = 0; i < slip->count; i++) {
        uint8_t octets[CODE_PAGE_CHARS_MAX];
        size_t n = code_page_encode(page, slip->lines[i], octets);
        memcpy(ret + len, octets, n);
        len += n;
        ret[len++] = '\n';
    }
    memcpy(ret + len, end, sizeof(end));
    return len + sizeof(end);
}

static int slip_print(struct core *core, const struct settings *settings, const struct facts *facts) {
    const struct hal_printer *printer = &core->shared->hal->printer;
    const struct setting_print_param *values = &settings->values.print_param;
    struct slips_layout layout = {.fields = values->fields, .header = values->header, .footer = values->footer};
    struct slips_slip slip;
    uint8_t octets[HAL_PRINTER_JOB_MAX];
    slip_compose(settings, &layout, facts, &slip);
    return printer->print(printer->ctx, octets, slip_encode(page_of(settings), &slip, octets));
}

static struct facts sample_facts(struct core *core, const struct settings *settings) {
    const struct slips_words *words = slips_words(display_language(settings));
    struct local_rule rule = clock_rule(settings);
    struct facts facts = {.userid = SAMPLE_ID,
                          .name = words->sample,
                          .method = words->methods[HAL_CREDENTIAL_CARD],
                          .when = local_of(&rule, core_utc_ms(core) / 1000)};
    facts.status = status_label_at(core, core_utc_ms(core));
    return facts;
}

int slips_print(struct core *core, const struct slips_punch *punch) {
    const struct settings *settings = settings_get(core);
    if (!settings->values.print_param.on) {
        return 0;
    }
    const struct slips_words *words = slips_words(display_language(settings));
    const struct local_rule rule = clock_rule_at(core, punch->time_ms / 1000);
    struct facts facts = {
        .userid = punch->userid,
        .name = punch->name,
        .method = words->methods[punch->kind],
        .when = local_of(&rule, punch->time_ms / 1000),
    };
    facts.status = punch->status;
    return slip_print(core, settings, &facts);
}

void slips_printer(struct core *core, struct hal_printer_status *ret_status) {
    const struct hal_printer *printer = &core->shared->hal->printer;
    printer->status(printer->ctx, ret_status);
}

int slips_print_sample(struct core *core) {
    const struct settings *settings = settings_get(core);
    struct hal_printer_status status;
    slips_printer(core, &status);
    switch (status.condition) {
        case PRINTER_STATE_OFF: return E_SWITCHED_OFF;
        case PRINTER_STATE_OFFLINE: return E_OFFLINE;
        case PRINTER_STATE_PAPER_OUT: return E_PAPER_OUT;
        case PRINTER_STATE_READY:
        case PRINTER_STATE_PRINTING: break;
    }
    struct facts facts = sample_facts(core, settings);
    return slip_print(core, settings, &facts);
}

void slips_preview(struct core *core, const struct slips_layout *layout, struct slips_slip *ret_slip) {
    const struct settings *settings = settings_get(core);
    struct facts facts = sample_facts(core, settings);
    slip_compose(settings, layout, &facts, ret_slip);
}

int64_t slips_due_ms(struct core *core) {
    struct hal_printer_status status;
    slips_printer(core, &status);
    bool astray = settings_get(core)->values.print_param.on && status.condition == PRINTER_STATE_OFF;
    return astray ? atomic_load(&core->shared->slips->not_before_ms) : INT64_MAX;
}

void slips_upkeep(struct core *core) {
    if (effect_printer(core, NULL, settings_get(core)) < 0) {
        atomic_store(&core->shared->slips->not_before_ms, core_mono_ms(core) + RETRY_MS);
    }
}
