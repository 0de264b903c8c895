#include "core/bulk/bulk_cards.h"

#include <string.h>

#define HALF_MAX 65535 /* of a facility code, and of the number behind it */
#define HALF_BITS 16
#define HEX_DIGITS_MAX 8 /* of 32 bits */
#define HEX_DIGITS_MIN 6 /* of a number that shows by its letters that it is hexadecimal; A1 may be any label */
#define GROUP 3 /* digits between separators of thousands */
#define NUMBER_DIGITS 5 /* of the number behind a facility code */
#define CENTS_MAX 2 /* zeros behind a separator that are no group */
#define VALUE_MAX UINT64_C(1000000000000000)
#define DECIMAL "0123456789"
#define HEXADECIMAL "0123456789abcdefABCDEF"

enum kind { NONE, DIGITS, LETTERS, PREFIXED, FACILITY, PAIR, THOUSANDS, FLOAT, ROUNDED };

/* A cell as it is written. */
struct written {
    enum kind kind;
    char text[BULK_PLAIN_MAX]; /* plain, without what is around it */
    char sign; /* between groups */
    uint64_t number; /* where nothing else reads it otherwise */
    uint64_t facility; /* of a pair: the other reading */
    bool fits; /* of a pair: it can be a number with separators of thousands */
};

static uint64_t value_of(const char *digits, size_t len) {
    uint64_t value = 0;
    for (size_t i = 0; i < len && value < VALUE_MAX; i++) {
        value = digits[i] >= '0' && digits[i] <= '9' ? value * 10 + (uint64_t)(digits[i] - '0') : value;
    }
    return value;
}

static uint64_t hex_of(const char *digits) {
    uint64_t value = 0;
    for (; *digits != '\0' && value < VALUE_MAX; digits++) {
        const uint64_t digit = *digits <= '9' ? (uint64_t)(*digits - '0') : (uint64_t)((*digits | 0x20) - 'a' + 10);
        value = value << 4 | digit;
    }
    return value;
}

static bool is_all(const char *text, const char *characters) {
    return *text != '\0' && text[strspn(text, characters)] == '\0';
}

/* Copies a text without blanks around it and without an apostrophe before it, as a spreadsheet has it before what is no number, or
 * one around it. */
static bool card_trim(const char *text, char ret_text[BULK_PLAIN_MAX]) {
    char plain[BULK_PLAIN_MAX];
    if (!bulk_plain(text, plain)) {
        return false;
    }
    const char *from = plain + strspn(plain, " ");
    const bool is_quoted = *from == '\'';
    from += is_quoted ? 1 : 0;
    from += strspn(from, " ");
    size_t len = strlen(from);
    while (len > 0 && (from[len - 1] == ' ' || (is_quoted && from[len - 1] == '\''))) {
        len--;
    }
    memcpy(ret_text, from, len);
    ret_text[len] = '\0';
    return len > 0;
}

/* 2.08955e5. Without a point and a sign it may be hexadecimal as well: false. */
static bool read_float(struct written *written) {
    const char *text = written->text;
    const size_t whole = strspn(text, DECIMAL);
    const bool has_point = text[whole] == '.' || text[whole] == ',';
    const char *fraction = text + whole + (has_point ? 1 : 0);
    const size_t places = has_point ? strspn(fraction, DECIMAL) : 0;
    const char *at = fraction + places;
    if (whole == 0 || (*at != 'e' && *at != 'E') || (!has_point && at[1] != '+' && at[1] != '-')) {
        return false;
    }
    at++;
    const bool is_negative = *at == '-';
    at += *at == '+' || *at == '-' ? 1 : 0;
    uint32_t exponent = 0;
    if (bulk_digits(&at, &exponent) == 0 || *at != '\0' || is_negative) {
        return false;
    }
    /* Digits that the text does not show are lost, and digits behind the point are no card number. */
    const bool is_whole = places >= exponent && strspn(fraction + exponent, "0") >= places - exponent;
    written->kind = exponent > places ? ROUNDED : is_whole ? FLOAT : NONE;
    if (written->kind == FLOAT) {
        written->number = value_of(text, whole + 1 + exponent);
    }
    return true;
}

/* 003:12345, with blanks around the sign. */
static bool read_halves(struct written *written, const char *sign) {
    const char *text = written->text;
    const char *end = sign;
    while (end > text && end[-1] == ' ') {
        end--;
    }
    const char *number = sign + 1 + strspn(sign + 1, " ");
    const size_t first = strspn(text, DECIMAL);
    if (first == 0 || text + first != end || !is_all(number, DECIMAL)) {
        return false;
    }
    const uint64_t facility = value_of(text, first), rest = value_of(number, strlen(number));
    written->facility = facility <= HALF_MAX && rest <= HALF_MAX ? facility << HALF_BITS | rest : VALUE_MAX;
    written->sign = *sign;
    return true;
}

/* Zeros behind the last point or comma: 208955.0, 208.955,00. They are cut off. */
static bool cut_zeros(struct written *written) {
    char *last = strrchr(written->text, '.');
    char *comma = strrchr(written->text, ',');
    last = last == NULL || (comma != NULL && comma > last) ? comma : last;
    const size_t zeros = last != NULL ? strlen(last + 1) : 0;
    if (zeros == 0 || !is_all(last + 1, "0")) {
        return false;
    }
    const size_t before = (size_t)(last - written->text);
    const bool is_long = *last == '.' && before > GROUP && strspn(written->text, DECIMAL) == before;
    if (zeros > CENTS_MAX && !is_long) {
        return false;
    }
    *last = '\0';
    return true;
}

/* Groups with one sign between them. Returns how many; 0: it is something else. *ret_fits: all have the length of thousands. */
static unsigned count_groups(const struct written *written, char sign, bool *ret_fits) {
    const char *at = written->text;
    unsigned count = 0;
    *ret_fits = *at != '0';
    while (count < BULK_PLAIN_MAX) {
        const size_t len = strspn(at, DECIMAL);
        if (len == 0) {
            return 0;
        }
        *ret_fits = *ret_fits && (count == 0 ? len <= GROUP : len == GROUP);
        count++;
        at += len;
        if (*at == '\0') {
            return count;
        }
        if (*at != sign) {
            return 0;
        }
        at++;
    }
    return 0;
}

/* Two groups that are no thousands: readers print the number behind a facility code with five digits. With fewer, 12,5 may be
 * a fraction, and 1234 5678 any other number. */
static enum kind pair_kind(char sign, size_t digits) {
    if (sign == ' ') {
        return digits == NUMBER_DIGITS ? FACILITY : NONE;
    }
    return sign != ',' ? NONE : digits < GROUP ? PAIR : FACILITY;
}

static void read_groups(struct written *written) {
    const char *text = written->text;
    const bool has_zeros = cut_zeros(written);
    const char sign = text[strspn(text, DECIMAL)];
    bool fits = false;
    if (sign == '\0') {
        written->kind = text[0] != '\0' ? FLOAT : NONE;
        written->number = value_of(text, strlen(text));
        return;
    }
    const unsigned count = strchr(",. '", sign) != NULL ? count_groups(written, sign, &fits) : 0;
    written->number = value_of(text, strlen(text));
    if (count < 2) {
        return;
    }
    if (fits && (count > 2 || has_zeros || sign == '\'')) {
        written->kind = THOUSANDS;
    } else if (count == 2 && !has_zeros && read_halves(written, text + strcspn(text, ",. '"))) {
        written->fits = fits;
        written->kind = fits ? PAIR : pair_kind(sign, strlen(strchr(text, sign) + 1));
    }
}

static void read_cell(const char *cell, struct written *written) {
    *written = (struct written){.kind = NONE};
    if (!card_trim(cell, written->text)) {
        return;
    }
    const char *text = written->text;
    const char *sign = strpbrk(text, ":-/");
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        const bool fits = is_all(text + 2, HEXADECIMAL) && strlen(text + 2 + strspn(text + 2, "0")) <= HEX_DIGITS_MAX;
        written->kind = fits ? PREFIXED : NONE;
        written->number = fits ? hex_of(text + 2) : 0;
    } else if (is_all(text, DECIMAL)) {
        written->kind = DIGITS;
    } else if (read_float(written)) {
        return;
    } else if (is_all(text, HEXADECIMAL)) {
        written->kind = LETTERS;
    } else if (sign != NULL) {
        written->kind = read_halves(written, sign) ? FACILITY : NONE;
    } else {
        read_groups(written);
    }
}

void bulk_cards_note(struct bulk_cards_seen *seen, const char *text) {
    struct written written;
    read_cell(text, &written);
    const bool is_hex = written.kind == DIGITS || written.kind == LETTERS;
    const size_t len = is_hex ? strlen(written.text) : 0;
    seen->facility = seen->facility || (written.kind == FACILITY && (written.sign == ',' || written.sign == ' '));
    seen->thousands = seen->thousands || written.kind == THOUSANDS;
    seen->prefixed = seen->prefixed || written.kind == PREFIXED;
    seen->letters += written.kind == LETTERS ? 1 : 0;
    seen->digits += written.kind == DIGITS ? 1 : 0;
    seen->other = seen->other || written.kind == NONE || written.kind == FLOAT || written.kind == ROUNDED ||
                  (is_hex && seen->length > 0 && seen->length != len);
    seen->length = is_hex ? len : seen->length;
}

/* Letters scan hexadecimal where all numbers have the same length, as readers print them, and most have letters: one letter may
 * be a mistake. A prefix speaks for its own cell alone: beside it, digits may be decimal. */
static enum bulk_card_base base_of(const struct bulk_cards_seen *seen) {
    const bool is_grouped = seen->facility || seen->thousands || seen->other;
    if (seen->letters == 0 && !seen->prefixed) {
        return BULK_CARD_BASE_DECIMAL;
    }
    if (is_grouped || seen->digits > seen->letters || (seen->letters > 0 && seen->length < HEX_DIGITS_MIN) ||
        (seen->prefixed && seen->letters > 0)) {
        return BULK_CARD_BASE_AUTO;
    }
    return BULK_CARD_BASE_HEX;
}

/* Numbers beside facility codes say that the column has two forms: then nothing is shown. */
static enum bulk_card_groups groups_of(const struct bulk_cards_seen *seen) {
    const bool is_mixed = seen->digits > 0 || seen->letters > 0 || seen->prefixed || seen->other;
    if (seen->thousands) {
        return seen->facility ? BULK_CARD_GROUPS_AUTO : BULK_CARD_GROUPS_THOUSANDS;
    }
    return seen->facility && !is_mixed ? BULK_CARD_GROUPS_FACILITY : BULK_CARD_GROUPS_AUTO;
}

void bulk_cards_decide(const struct bulk_cards_seen *seen, struct bulk_reading *reading) {
    if (reading->as.card_base == BULK_CARD_BASE_AUTO) {
        reading->as.card_base = base_of(seen);
    }
    if (reading->as.card_groups == BULK_CARD_GROUPS_AUTO) {
        reading->as.card_groups = groups_of(seen);
    }
    reading->digits_unclear = reading->as.card_base == BULK_CARD_BASE_AUTO && seen->letters > 0;
}

/* Digits alone, with letters or without. */
static int read_digits(const struct written *written, const struct bulk_reading *reading, uint64_t *ret_number) {
    const char *text = written->text;
    const bool is_decimal = written->kind == DIGITS && reading->as.card_base != BULK_CARD_BASE_HEX;
    if (reading->as.card_base == BULK_CARD_BASE_AUTO && (written->kind == LETTERS || reading->digits_unclear)) {
        return E_CARD_BASE;
    }
    if (!is_decimal && (reading->as.card_base != BULK_CARD_BASE_HEX || strlen(text) > HEX_DIGITS_MAX)) {
        return E_FORMAT;
    }
    *ret_number = is_decimal ? value_of(text, strlen(text)) : hex_of(text);
    return 0;
}

static int read_pair(const struct written *written, const struct bulk_reading *reading, uint64_t *ret_number) {
    if (reading->as.card_groups == BULK_CARD_GROUPS_AUTO) {
        return E_CARD_GROUPS;
    }
    if (reading->as.card_groups == BULK_CARD_GROUPS_THOUSANDS && !written->fits) {
        return E_FORMAT;
    }
    *ret_number = reading->as.card_groups == BULK_CARD_GROUPS_FACILITY ? written->facility : written->number;
    return 0;
}

int bulk_card_parse(const char *text, const struct bulk_reading *reading, uint64_t *ret_number) {
    struct written written;
    read_cell(text, &written);
    int r = 0;
    *ret_number = written.number;
    switch (written.kind) {
        case NONE: return E_FORMAT;
        case ROUNDED: return E_CARD_ROUNDED;
        case DIGITS:
        case LETTERS: r = read_digits(&written, reading, ret_number); break;
        case PREFIXED: r = reading->as.card_base == BULK_CARD_BASE_AUTO ? E_CARD_BASE : 0; break;
        case PAIR: r = read_pair(&written, reading, ret_number); break;
        case FACILITY: *ret_number = written.facility; break;
        case THOUSANDS:
        case FLOAT: break;
    }
    return r == 0 && *ret_number > UINT32_MAX ? E_RANGE : r;
}
