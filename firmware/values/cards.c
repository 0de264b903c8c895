#include "values/cards.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/plain.h"

#define HALF_MAX 65535 /* of a facility code, and of the number after it */
#define HALF_BITS 16
#define HEX_DIGITS_MAX 8 /* of 32 bits */
#define HEX_DIGITS_LONG 14 /* of the 56 bits of a long UID */
#define HEX_DIGITS_MIN 6 /* of a number whose letters show that it is hexadecimal; A1 may be any label */
#define GROUP 3 /* digits between separators of thousands */
#define NUMBER_DIGITS 5 /* of the number after a facility code */
#define CENTS_MAX 2 /* zeros after a separator that are not a group */
#define SHEET_DIGITS 15 /* that a spreadsheet keeps of a number */
#define VALUE_MAX UINT64_C(1000000000000000000)
#define DECIMAL "0123456789"
#define HEXADECIMAL "0123456789abcdefABCDEF"

enum kind { NONE, DIGITS, LETTERS, PREFIXED, FACILITY, PAIR, THOUSANDS, FLOAT, ROUNDED };

/* A parsed cell. */
struct written {
    enum kind kind;
    char text[PLAIN_MAX]; /* plain, trimmed */
    char sign; /* separator of the groups */
    bool is_quoted; /* an apostrophe was before it: a text to a spreadsheet */
    uint64_t number; /* in the default reading */
    uint64_t facility; /* of a pair: the other reading */
    bool fits; /* of a pair: it can be a number with thousands separators */
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

/* Copies a text without surrounding blanks and without a leading apostrophe, which spreadsheets put before text, or a
 * pair of them. */
static bool card_trim(const char *text, char ret_text[PLAIN_MAX], bool *ret_is_quoted) {
    char plain[PLAIN_MAX];
    if (!plain_text(text, plain)) {
        return false;
    }
    const char *from = plain + strspn(plain, " ");
    const bool is_quoted = *from == '\'';
    *ret_is_quoted = is_quoted;
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

/* Parses 2.08955e5. Without a point and a sign it may also be hexadecimal: false. */
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
    if (plain_digits(&at, &exponent) == 0 || *at != '\0' || is_negative) {
        return false;
    }
    /* Digits that the text does not show are lost, and digits after the point are not a card number. */
    const bool is_whole = places >= exponent && strspn(fraction + exponent, "0") >= places - exponent;
    written->kind = exponent > places ? ROUNDED : is_whole ? FLOAT : NONE;
    if (written->kind == FLOAT) {
        written->number = value_of(text, whole + 1 + exponent);
    }
    return true;
}

/* Parses 003:12345, with optional blanks around the separator. */
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

/* Removes zeros after the last point or comma: 208955.0, 208.955,00. */
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

/* Parses groups with one kind of separator. Returns their number; 0: something else. *ret_fits: all have the length of
 * thousands. */
static unsigned count_groups(const struct written *written, char sign, bool *ret_fits) {
    const char *at = written->text;
    unsigned count = 0;
    *ret_fits = *at != '0';
    while (count < PLAIN_MAX) {
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

/* Two groups that are not thousands: readers print the number after a facility code with five digits. With fewer, 12,5
 * may be a fraction, and 1234 5678 any other number. */
static enum kind pair_kind(char sign, size_t digits) {
    if (sign == ' ') {
        return digits == NUMBER_DIGITS ? FACILITY : NONE;
    }
    return sign != ',' ? NONE : digits < GROUP ? PAIR : FACILITY;
}

/* Parses 0012 884 301, the console's format. */
static bool read_shown(struct written *written) {
    static const char form[] = "0000 000 000";
    uint64_t number = 0;
    for (size_t i = 0; i < sizeof(form); i++) {
        const char c = written->text[i];
        const bool is_digit = c >= '0' && c <= '9';
        if (form[i] == '0' ? !is_digit : c != form[i]) {
            return false;
        }
        number = is_digit ? number * 10 + (uint64_t)(c - '0') : number;
    }
    written->kind = THOUSANDS;
    written->number = number;
    return true;
}

static void read_groups(struct written *written) {
    const char *text = written->text;
    if (read_shown(written)) {
        return;
    }
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
    if (!card_trim(cell, written->text, &written->is_quoted)) {
        return;
    }
    const char *text = written->text;
    const char *sign = strpbrk(text, ":-/");
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        const bool fits = is_all(text + 2, HEXADECIMAL) && strlen(text + 2 + strspn(text + 2, "0")) <= HEX_DIGITS_LONG;
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

void cards_note(struct cards_seen *seen, const char *text) {
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

/* Letters mean hexadecimal if all numbers have the same length, as readers print them, and most have letters: a single
 * letter may be a typo. A prefix applies only to its own cell: beside it, digits may be decimal. */
static enum bulk_card_base base_of(const struct cards_seen *seen) {
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

/* Numbers beside facility codes show that the column has two formats: then none is detected. */
static enum bulk_card_groups groups_of(const struct cards_seen *seen) {
    const bool is_mixed = seen->digits > 0 || seen->letters > 0 || seen->prefixed || seen->other;
    if (seen->thousands) {
        return seen->facility ? BULK_CARD_GROUPS_AUTO : BULK_CARD_GROUPS_THOUSANDS;
    }
    return seen->facility && !is_mixed ? BULK_CARD_GROUPS_FACILITY : BULK_CARD_GROUPS_AUTO;
}

void cards_decide(const struct cards_seen *seen, struct card_reading *reading) {
    if (reading->base == BULK_CARD_BASE_AUTO) {
        reading->base = base_of(seen);
    }
    if (reading->groups == BULK_CARD_GROUPS_AUTO) {
        reading->groups = groups_of(seen);
    }
    reading->digits_unclear = reading->base == BULK_CARD_BASE_AUTO && seen->letters > 0;
}

/* Readers print numbers of up to four bytes, and those of seven. */
static bool is_hex_length(size_t len) {
    return len <= HEX_DIGITS_MAX || len == HEX_DIGITS_LONG;
}

/* A spreadsheet has put zeros in place of all digits that it does not keep. */
static bool is_rounded(const struct written *written) {
    const char *digits = written->text + strspn(written->text, "0");
    const size_t len = strlen(digits);
    return !written->is_quoted && len > SHEET_DIGITS && strspn(digits + SHEET_DIGITS, "0") == len - SHEET_DIGITS;
}

/* Parses digits, with or without hexadecimal letters. */
static int read_digits(const struct written *written, const struct card_reading *reading, uint64_t *ret_number) {
    const char *text = written->text;
    const bool is_decimal = written->kind == DIGITS && reading->base != BULK_CARD_BASE_HEX;
    if (reading->base == BULK_CARD_BASE_AUTO && (written->kind == LETTERS || reading->digits_unclear)) {
        return E_CARD_BASE;
    }
    if (!is_decimal && (reading->base != BULK_CARD_BASE_HEX || !is_hex_length(strlen(text)))) {
        return E_FORMAT;
    }
    if (is_decimal && is_rounded(written)) {
        return E_CARD_ROUNDED;
    }
    *ret_number = is_decimal ? value_of(text, strlen(text)) : hex_of(text);
    return 0;
}

static int read_pair(const struct written *written, const struct card_reading *reading, uint64_t *ret_number) {
    if (reading->groups == BULK_CARD_GROUPS_AUTO) {
        return E_CARD_GROUPS;
    }
    if (reading->groups == BULK_CARD_GROUPS_THOUSANDS && !written->fits) {
        return E_FORMAT;
    }
    *ret_number = reading->groups == BULK_CARD_GROUPS_FACILITY ? written->facility : written->number;
    return 0;
}

int card_parse(const char *text, const struct card_reading *reading, uint64_t *ret_number) {
    struct written written;
    read_cell(text, &written);
    int r = 0;
    *ret_number = written.number;
    switch (written.kind) {
        case NONE: return E_FORMAT;
        case ROUNDED: return E_CARD_ROUNDED;
        case DIGITS:
        case LETTERS: r = read_digits(&written, reading, ret_number); break;
        case PREFIXED: r = reading->base == BULK_CARD_BASE_AUTO ? E_CARD_BASE : 0; break;
        case PAIR: r = read_pair(&written, reading, ret_number); break;
        case FACILITY: *ret_number = written.facility; break;
        case THOUSANDS:
        case FLOAT: break;
    }
    return r == 0 && *ret_number > USER_CARDNO_MAX ? E_RANGE : r;
}

/* Adds a reading unless it exceeds a card number. */
static void add_reading(struct card_readings *readings, uint64_t number, enum card_as as) {
    if (number <= USER_CARDNO_MAX && readings->count < CARD_READINGS_MAX) {
        readings->at[readings->count].number = number;
        readings->at[readings->count++].as = as;
    }
}

/* Readers print hexadecimal numbers with all digits of four or seven bytes, which may all be below ten. */
static void add_digits(struct card_readings *readings, const char *text) {
    add_reading(readings, value_of(text, strlen(text)), CARD_AS_NUMBER);
    const size_t len = strlen(text);
    if ((len == HEX_DIGITS_MAX || len == HEX_DIGITS_LONG) && hex_of(text) > 0) {
        add_reading(readings, hex_of(text), CARD_AS_HEX);
    }
}

static int add_letters(struct card_readings *readings, const char *text) {
    const size_t len = strlen(text);
    if (len < HEX_DIGITS_MIN || !is_hex_length(len)) {
        return E_FORMAT;
    }
    add_reading(readings, hex_of(text), CARD_AS_HEX);
    return 0;
}

static void add_pair(struct card_readings *readings, const struct written *written) {
    if (written->fits) {
        add_reading(readings, written->number, CARD_AS_NUMBER);
    }
    add_reading(readings, written->facility, CARD_AS_FACILITY);
}

int card_read(const char *text, struct card_readings *ret_readings) {
    struct written written;
    int r = 0;
    *ret_readings = (struct card_readings){.count = 0};
    read_cell(text, &written);
    switch (written.kind) {
        case NONE: return E_FORMAT;
        case ROUNDED: return E_CARD_ROUNDED;
        case DIGITS: add_digits(ret_readings, written.text); break;
        case LETTERS: r = add_letters(ret_readings, written.text); break;
        case PREFIXED: add_reading(ret_readings, written.number, CARD_AS_HEX); break;
        case PAIR: add_pair(ret_readings, &written); break;
        case FACILITY: add_reading(ret_readings, written.facility, CARD_AS_FACILITY); break;
        case THOUSANDS:
        case FLOAT: add_reading(ret_readings, written.number, CARD_AS_NUMBER); break;
    }
    return r == 0 && ret_readings->count == 0 ? E_RANGE : r;
}

void card_format(uint64_t number, char ret_text[CARD_TEXT_MAX]) {
    char digits[CARD_TEXT_MAX];
    const size_t len = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, number);
    size_t to = 0;
    for (size_t i = 0; i < len; i++) {
        if (i > 0 && (len - i) % GROUP == 0) {
            ret_text[to++] = ' ';
        }
        ret_text[to++] = digits[i];
    }
    ret_text[to] = '\0';
}
