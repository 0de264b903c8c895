/* Receipts: printed for a punch. Composed here, printed by the driver in the background: nothing waits for paper. */
#ifndef POSTERN_CORE_SLIPS_H
#define POSTERN_CORE_SLIPS_H

#include <stddef.h>
#include <stdint.h>

#include "hal/input.h"
#include "hal/printer.h"
#include "util/err.h"

struct slips;
struct core;

#define SLIPS_LINES_MAX 16 /* lines of a receipt */
#define SLIPS_LINE_MAX (HAL_PRINTER_COLUMNS * 3 + 1) /* bytes of a line, with the NUL: enough for every code page */

/* For core/start. E_NOMEM. */
_must_check_ int slips_new(struct slips **ret_slips);
void slips_free(struct slips *slips);

/* An accepted punch. */
struct slips_punch {
    uint32_t userid;
    const char *name; /* UTF-8, "": none */
    enum hal_credential_kind kind; /* the credential */
    int64_t time_ms; /* milliseconds since 1970 UTC */
    const char *status; /* label of its attendance status, UTF-8; NULL: none */
};

/* Content of a receipt. */
struct slips_layout {
    uint32_t fields; /* bits of enum slip_field */
    const char *header; /* UTF-8, may be "" */
    const char *footer;
};

/* A composed receipt: HAL_PRINTER_COLUMNS wide, UTF-8 in logical order, only with characters of the printer. */
struct slips_slip {
    char lines[SLIPS_LINES_MAX][SLIPS_LINE_MAX];
    size_t count;
};

/* Prints a receipt for an accepted punch if that is switched on. Never waits. Returns 0, also when it is off; E_OFFLINE
 * or E_BUSY (queue full) when the printer accepts none: the receipt is lost, the punch is not. */
_must_check_ int slips_print(struct core *core, const struct slips_punch *punch);

/* Prints a sample with the stored settings. E_SWITCHED_OFF, E_OFFLINE, E_PAPER_OUT, E_BUSY. */
_must_check_ int slips_print_sample(struct core *core);

/* Reads the state of the printer. */
void slips_printer(struct core *core, struct hal_printer_status *ret_status);

/* Composes a sample with `layout`. */
void slips_preview(struct core *core, const struct slips_layout *layout, struct slips_slip *ret_slip);

/* For app/upkeep: when to retry a printer that did not respond, on the monotonic clock; and doing it, on a worker. */
int64_t slips_due_ms(struct core *core);
void slips_upkeep(struct core *core);

/* Returns the name of the code page in use, from the language. Static. */
const char *slips_code_page(struct core *core);

#endif
