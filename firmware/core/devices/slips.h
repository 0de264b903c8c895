/* Slips: what is printed for a punch. Composed here, printed by the driver in its own time: nothing waits for paper. */
#ifndef POSTERN_CORE_SLIPS_H
#define POSTERN_CORE_SLIPS_H

#include <stddef.h>
#include <stdint.h>

#include "hal/input.h"
#include "hal/printer.h"
#include "util/err.h"

struct slips;
struct core;

#define SLIPS_LINES_MAX 16 /* lines of a slip */
#define SLIPS_LINE_MAX (HAL_PRINTER_COLUMNS * 3 + 1) /* bytes of a line, with the NUL: no code page has longer ones */

/* For core/start. E_NOMEM. */
_must_check_ int slips_new(struct slips **ret_slips);
void slips_free(struct slips *slips);

/* An accepted punch. */
struct slips_punch {
    uint32_t userid;
    const char *name; /* UTF-8, "" for none */
    enum hal_credential_kind kind; /* what was presented */
    int64_t time_ms; /* milliseconds since 1970 UTC */
    const char *status; /* label of the attendance status it got, UTF-8; NULL for none */
};

/* What a slip is to hold. */
struct slips_layout {
    uint32_t fields; /* bits of enum slip_field */
    const char *header; /* UTF-8, may be "" */
    const char *footer;
};

/* A composed slip: HAL_PRINTER_COLUMNS wide, UTF-8 in the order of reading, only with characters the printer has. */
struct slips_slip {
    char lines[SLIPS_LINES_MAX][SLIPS_LINE_MAX];
    size_t count;
};

/* Prints a slip for an accepted punch if that is switched on. Never waits. Returns 0, also when it is off; E_OFFLINE or
 * E_BUSY (too many wait) when the printer takes none: the slip is lost, the punch is not. */
_must_check_ int slips_print(struct core *core, const struct slips_punch *punch);

/* Prints a sample with the stored settings. E_SWITCHED_OFF, E_OFFLINE, E_PAPER_OUT, E_BUSY. */
_must_check_ int slips_print_sample(struct core *core);

/* The printer as it is now. */
void slips_printer(struct core *core, struct hal_printer_status *ret_status);

/* Composes a sample as `layout` asks. */
void slips_preview(struct core *core, const struct slips_layout *layout, struct slips_slip *ret_slip);

/* For app/upkeep: when a printer that did not answer before is to be tried again, on the monotonic clock; and doing it,
 * on a worker. */
int64_t slips_due_ms(struct core *core);
void slips_upkeep(struct core *core);

/* Name of the code page in use, from the language. Static. */
const char *slips_code_page(struct core *core);

#endif
