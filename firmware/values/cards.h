/* Card numbers as people and programs write them: a single text, and the cells of a table column, which together may
 * show their format. Pure. The console has a twin (web/lib/cardNumber.ts); test/cases/cards.json has the cases of
 * both. */
#ifndef POSTERN_VALUES_CARDS_H
#define POSTERN_VALUES_CARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

/* Format of the numbers of a column. */
struct card_reading {
    enum bulk_card_base base;
    enum bulk_card_groups groups;
    bool digits_unclear; /* with BULK_CARD_BASE_AUTO: a number of only digits may be hexadecimal */
};

/* Summary of the cells of a column so far. */
struct cards_seen {
    bool facility; /* has a facility code and a number, separated by a comma or blank */
    bool thousands; /* has a number that only thousands separators explain */
    bool prefixed; /* has hexadecimal with 0x */
    uint32_t letters, digits; /* number of cells with hexadecimal letters without 0x, and with only digits */
    bool other; /* has another format, or numbers of different lengths */
    size_t length; /* characters of numbers of letters or digits; 0: none yet */
};

void cards_note(struct cards_seen *seen, const char *text);

/* Detects the format where it was not given: one that fits all cells and that at least one shows; auto: none. */
void cards_decide(const struct cards_seen *seen, struct card_reading *reading);

/* Parses a cell: decimal, optionally with a leading apostrophe, thousands separators or zero decimals; facility code
 * and number (facility * 65536 + number); hexadecimal. E_FORMAT, E_RANGE; E_CARD_GROUPS, E_CARD_BASE: the column's
 * format is ambiguous; E_CARD_ROUNDED: like 2.09E+05, digits are missing; or only zeros follow the 15 digits that a
 * spreadsheet keeps, without an apostrophe that would show that it was a text. */
_must_check_ int card_parse(const char *text, const struct card_reading *reading, uint64_t *ret_number);

/* Format that a text shows. */
enum card_as { CARD_AS_NUMBER, CARD_AS_FACILITY, CARD_AS_HEX };

#define CARD_TEXT_MAX 32

/* Formats a number in groups of three with blanks: a text to every spreadsheet, which would round a number of more than
 * CARD_SHEET_MAX. card_parse() and card_read() read it, whatever the column's format is. */
void card_format(uint64_t number, char ret_text[CARD_TEXT_MAX]);
#define CARD_SHEET_MAX UINT64_C(999999999999999) /* the largest number that a spreadsheet does not round */

#define CARD_READINGS_MAX 2

/* Possible numbers of a text. */
struct card_readings {
    size_t count;
    struct {
        uint64_t number; /* 0 only if the text is 0 */
        enum card_as as;
    } at[CARD_READINGS_MAX];
};

/* Parses a single text. Two readings: a whole number or facility code and number ("208,956"); 8 or 14 digits, decimal or
 * hexadecimal, decimal first. E_FORMAT, E_RANGE, E_CARD_ROUNDED as card_parse(), with no readings. */
_must_check_ int card_read(const char *text, struct card_readings *ret_readings);

#endif
