/* The simulated receipt printer. It interprets the data on the line like a printer (ESC/POS: initialize, code page,
 * feed, cut), takes the time that the speed of the line requires, and stores the last receipts:
 *     {"event":"state","device":"printer","state":{…,"printed":7,"slips":[["line", …], …]}}
 * The newest receipt comes first. Faults: no answer, no paper. */
#include <string.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "print/code_page.h"
#include "util/err.h"

#define SLIPS_KEPT 3
#define LINES_MAX 24
#define BITS_OF_AN_OCTET 10 /* 8N1 */
#define FIRST_PAGE 19 /* code page until another is selected */

enum { FAULT_OFFLINE, FAULT_PAPER_OUT };

static const char *const faults[] = {[FAULT_OFFLINE] = "offline", [FAULT_PAPER_OUT] = "paperOut", NULL};

static const char *const condition_words[] = {
    [PRINTER_STATE_OFF] = "off",           [PRINTER_STATE_READY] = "ready",
    [PRINTER_STATE_PRINTING] = "printing", [PRINTER_STATE_PAPER_OUT] = "paperOut",
    [PRINTER_STATE_OFFLINE] = "offline",
};

struct job {
    uint8_t octets[HAL_PRINTER_JOB_MAX];
    size_t len;
};

struct slip {
    char lines[LINES_MAX][HAL_PRINTER_COLUMNS * 3 + 1]; /* UTF-8, as seen on paper from the left */
    size_t count;
};

struct printer {
    bool on;
    uint32_t baud;
    struct job jobs[HAL_PRINTER_JOBS_MAX]; /* the first is being printed */
    size_t job_count;
    int64_t left_us; /* of the job being printed */
    int64_t last_ms; /* time up to which it was printed */
    uint32_t printed; /* receipts since the start */
    struct slip slips[SLIPS_KEPT];
    size_t slip_count;
};

static enum printer_state condition_of(const struct sim *sim, const struct printer *printer) {
    if (!printer->on) {
        return PRINTER_STATE_OFF;
    }
    if (sim_has_fault(sim, &sim_printer, FAULT_OFFLINE)) {
        return PRINTER_STATE_OFFLINE;
    }
    if (sim_has_fault(sim, &sim_printer, FAULT_PAPER_OUT)) {
        return PRINTER_STATE_PAPER_OUT;
    }
    return printer->job_count > 0 ? PRINTER_STATE_PRINTING : PRINTER_STATE_READY;
}

static int64_t time_of(const struct printer *printer, const struct job *job) {
    return (int64_t)job->len * BITS_OF_AN_OCTET * 1000000 / printer->baud;
}

/* Ends a line, at most as wide as the paper. */
static void end_line(struct slip *slip, const struct code_page *page, const uint8_t *octets, size_t len) {
    char text[CODE_PAGE_TEXT_MAX];
    if (slip->count == LINES_MAX || page == NULL) {
        return;
    }
    size_t octets_of_text = code_page_decode(page, octets, len < HAL_PRINTER_COLUMNS ? len : HAL_PRINTER_COLUMNS, text);
    memcpy(slip->lines[slip->count++], text, octets_of_text + 1);
}

/* Returns the length of a command with its parameters; 0: no command begins there. */
static size_t command_length(const uint8_t *octets, size_t len) {
    if (len >= 2 && octets[0] == 0x1b && octets[1] == '@') {
        return 2;
    }
    bool three = len >= 3 && ((octets[0] == 0x1b && (octets[1] == 't' || octets[1] == 'd')) ||
                              (octets[0] == 0x1d && octets[1] == 'V'));
    return three ? 3 : 0;
}

static void printer_draw(const struct job *job, struct slip *ret_slip) {
    const struct code_page *page = code_page_of_number(FIRST_PAGE);
    size_t start = 0;
    ret_slip->count = 0;
    for (size_t i = 0; i < job->len;) {
        size_t command = command_length(job->octets + i, job->len - i);
        if (command == 3 && job->octets[i] == 0x1b && job->octets[i + 1] == 't') {
            page = code_page_of_number(job->octets[i + 2]);
        }
        if (command > 0) {
            i += command;
            start = i;
        } else if (job->octets[i] == '\n') {
            end_line(ret_slip, page, job->octets + start, i - start);
            start = ++i;
        } else {
            i++;
        }
    }
}

static void printer_finish(struct printer *printer) {
    size_t kept = printer->slip_count < SLIPS_KEPT - 1 ? printer->slip_count : SLIPS_KEPT - 1;
    memmove(&printer->slips[1], &printer->slips[0], kept * sizeof(printer->slips[0]));
    printer_draw(&printer->jobs[0], &printer->slips[0]);
    printer->slip_count = kept + 1;
    printer->printed++;
    printer->job_count--;
    memmove(&printer->jobs[0], &printer->jobs[1], printer->job_count * sizeof(printer->jobs[0]));
    if (printer->job_count > 0) {
        printer->left_us += time_of(printer, &printer->jobs[0]);
    }
}

static int64_t printer_step(struct sim *sim, int64_t now_ms) {
    struct printer *printer = sim_state(sim, &sim_printer);
    bool prints = condition_of(sim, printer) == PRINTER_STATE_PRINTING;
    if (prints) {
        printer->left_us -= (now_ms - printer->last_ms) * 1000;
    }
    printer->last_ms = now_ms;
    while (prints && printer->job_count > 0 && printer->left_us <= 0) {
        printer_finish(printer);
    }
    return prints && printer->job_count > 0 ? now_ms + (printer->left_us + 999) / 1000 : SIM_NEVER;
}

static int printer_configure(void *ctx, bool on, uint32_t baud) {
    struct sim *sim = sim_enter(ctx);
    struct printer *printer = sim_state(sim, &sim_printer);
    bool offline = on && sim_has_fault(sim, &sim_printer, FAULT_OFFLINE);
    if (!offline) {
        printer->on = on;
        printer->baud = baud;
        printer->job_count = on ? printer->job_count : 0;
        if (printer->job_count > 0) {
            printer->left_us = time_of(printer, &printer->jobs[0]);
        }
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static int printer_print(void *ctx, const void *octets, size_t len) {
    if (len > HAL_PRINTER_JOB_MAX) {
        return E_TOO_LARGE;
    }
    struct sim *sim = sim_enter(ctx);
    struct printer *printer = sim_state(sim, &sim_printer);
    enum printer_state condition = condition_of(sim, printer);
    int r = 0;
    if (condition == PRINTER_STATE_OFF) {
        r = E_CANCELLED;
    } else if (condition == PRINTER_STATE_OFFLINE) {
        r = E_OFFLINE;
    } else if (printer->job_count == HAL_PRINTER_JOBS_MAX) {
        r = E_BUSY;
    } else {
        struct job *job = &printer->jobs[printer->job_count];
        memcpy(job->octets, octets, len);
        job->len = len;
        if (printer->job_count++ == 0) {
            printer->left_us = time_of(printer, job);
        }
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static void printer_status(void *ctx, struct hal_printer_status *ret_status) {
    struct sim *sim = sim_enter(ctx);
    const struct printer *printer = sim_state(sim, &sim_printer);
    *ret_status =
        (struct hal_printer_status){.condition = condition_of(sim, printer), .waiting = (uint32_t)printer->job_count};
    sim_leave(sim);
}

static void printer_start(struct sim *sim) {
    struct printer *printer = sim_state(sim, &sim_printer);
    sim->hal.printer = (struct hal_printer){
        .ctx = sim, .configure = printer_configure, .print = printer_print, .status = printer_status};
    printer->baud = 9600;
    printer->last_ms = sim_mono_ms(sim);
}

static cJSON *sim_printer_state(struct sim *sim) {
    const struct printer *printer = sim_state(sim, &sim_printer);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "condition", condition_words[condition_of(sim, printer)]);
    cJSON_AddNumberToObject(json, "baud", printer->baud);
    cJSON_AddNumberToObject(json, "waiting", (double)printer->job_count);
    cJSON_AddNumberToObject(json, "printed", printer->printed);
    cJSON *slips = cJSON_AddArrayToObject(json, "slips");
    for (size_t i = 0; i < printer->slip_count; i++) {
        cJSON *lines = cJSON_CreateArray();
        for (size_t j = 0; j < printer->slips[i].count; j++) {
            cJSON_AddItemToArray(lines, cJSON_CreateString(printer->slips[i].lines[j]));
        }
        cJSON_AddItemToArray(slips, lines);
    }
    return json;
}

const struct sim_module sim_printer = {.name = "printer",
                                       .size = sizeof(struct printer),
                                       .faults = faults,
                                       .start = printer_start,
                                       .step = printer_step,
                                       .state = sim_printer_state};
