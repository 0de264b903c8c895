/* Formats numbers of a workbook as people see them: the file has 17 digits, a spreadsheet shows at most 15. */
#include <math.h>
#include <strings.h>
#include <time.h>

#include "tables/sheet_impl.h"

#define DIGITS 15 /* of a number shown in a spreadsheet */
#define INTEGER_DIGITS_MAX 20 /* of a number that is kept as it is */
#define EXPONENT_MAX 20 /* a larger one is kept */
#define ZEROS "000000" /* after the digits of a number with more than are shown */
#define EPOCH_1900 25569 /* 1970-01-01 where 1899-12-30 is day 0 */
#define EPOCH_1904 24107 /* with 1904-01-01 as day 0 */
#define LEAP_1900 60 /* 1900-02-29, which did not exist; earlier days count from 1899-12-31 */
#define DAY_MAX 2932896 /* 9999-12-31, from 1970-01-01 */
#define SECONDS_A_DAY 86400

/* Accepts only decimal numbers: strtod(3) accepts more. */
static bool number_parse(const char *text, double *ret_value) {
    char *end = NULL;
    if (*text == '\0' || strspn(text, "0123456789+-.eE") != strlen(text)) {
        return false;
    }
    *ret_value = strtod(text, &end);
    return *end == '\0' && isfinite(*ret_value);
}

/* Copies an integer without leading zeros. */
static bool integer_take(const char *text, char ret_text[SHEET_NUMBER_MAX]) {
    const char *sign = *text == '-' ? "-" : "";
    const char *digits = text + strlen(sign);
    const size_t len = strspn(digits, "0123456789");
    if (len == 0 || digits[len] != '\0') {
        return false;
    }
    digits += strspn(digits, "0");
    if (strlen(digits) > INTEGER_DIGITS_MAX) {
        return false;
    }
    (void)snprintf(ret_text, SHEET_NUMBER_MAX, "%s%s", *digits != '\0' ? sign : "", *digits != '\0' ? digits : "0");
    return true;
}

/* Removes zeros after a decimal point, and the point. */
static void zeros_trim(char *text) {
    if (strchr(text, '.') == NULL) {
        return;
    }
    char *end = text + strlen(text);
    while (end[-1] == '0') {
        end--;
    }
    end -= end[-1] == '.' ? 1 : 0;
    *end = '\0';
}

/* Writes the digits that a spreadsheet shows of a number other than 0, without its sign, and returns its exponent: 1.5
 * is "150000000000000" and 0. */
static int digits_of(double value, char ret_digits[DIGITS + 1]) {
    char text[SHEET_NUMBER_MAX];
    (void)snprintf(text, sizeof(text), "%.*e", DIGITS - 1, fabs(value));
    (void)snprintf(ret_digits, DIGITS + 1, "%c%.*s", text[0], DIGITS - 1, text + 2);
    return (int)strtol(strchr(text, 'e') + 1, NULL, 10);
}

bool sheet_number_text(const char *text, char ret_text[SHEET_NUMBER_MAX]) {
    double value;
    char digits[DIGITS + 1];
    if (integer_take(text, ret_text)) {
        return true;
    }
    if (!number_parse(text, &value)) {
        return false;
    }
    if (value == 0) {
        value = 0; /* not -0 */
    }
    const int exponent = digits_of(value, digits);
    const char *sign = value < 0 ? "-" : "";
    if (exponent > EXPONENT_MAX || exponent < -EXPONENT_MAX) {
        (void)snprintf(ret_text, SHEET_NUMBER_MAX, "%.*g", DIGITS, value);
    } else if (exponent >= DIGITS - 1) {
        (void)snprintf(ret_text, SHEET_NUMBER_MAX, "%s%s%.*s", sign, digits, exponent - DIGITS + 1, ZEROS);
    } else {
        (void)snprintf(ret_text, SHEET_NUMBER_MAX, "%.*f", DIGITS - 1 - exponent, value);
        zeros_trim(ret_text);
    }
    return true;
}

/* The time behind a day, unless it is midnight: " 08:05:00", to the nearest second of that day. */
static void add_time(double value, char text[SHEET_NUMBER_MAX]) {
    const int64_t nearest = (int64_t)((value - (double)(int64_t)value) * SECONDS_A_DAY + 0.5);
    const int64_t second = nearest < SECONDS_A_DAY ? nearest : SECONDS_A_DAY - 1;
    const size_t len = strlen(text);
    if (second > 0) {
        (void)snprintf(text + len, SHEET_NUMBER_MAX - len, " %02d:%02d:%02d", (int)(second / 3600),
                       (int)(second / 60 % 60), (int)(second % 60));
    }
}

bool sheet_day_text(const char *text, bool is_1904, char ret_text[SHEET_NUMBER_MAX]) {
    double value;
    if (!number_parse(text, &value) || value < 0 || value > DAY_MAX + EPOCH_1900) {
        return false;
    }
    const int64_t count = (int64_t)value;
    const int64_t first = is_1904 ? EPOCH_1904 : count < LEAP_1900 ? EPOCH_1900 - 1 : EPOCH_1900;
    if (!is_1904 && (count == 0 || count == LEAP_1900)) {
        return false;
    }
    const time_t seconds = (time_t)((count - first) * SECONDS_A_DAY);
    struct tm at;
    if (count - first > DAY_MAX || gmtime_r(&seconds, &at) == NULL ||
        strftime(ret_text, SHEET_NUMBER_MAX, "%Y-%m-%d", &at) == 0) {
        return false;
    }
    add_time(value, ret_text);
    return true;
}

/* Letters of a format outside quotes and brackets, and those of a duration in brackets. */
struct letters {
    bool has_day; /* or a year */
    bool has_month;
    bool has_time;
};

static void letter_meet(struct letters *met, char letter) {
    met->has_day = met->has_day || strchr("yYdD", letter) != NULL;
    met->has_month = met->has_month || strchr("mM", letter) != NULL;
    met->has_time = met->has_time || strchr("hHsS", letter) != NULL;
}

/* Skips what is not a letter of the format: quoted text, an escaped character, a colour or condition in brackets; a
 * duration in brackets counts as time. Returns the number of bytes, 0: none. */
static size_t format_skip(const char *at, struct letters *met) {
    if (*at == '"' || *at == '[') {
        const char *end = strchr(at + 1, *at == '"' ? '"' : ']');
        const size_t len = end != NULL ? (size_t)(end - at) + 1 : strlen(at);
        if (*at == '[' && strspn(at + 1, "hHmMsS") + 2 == len) {
            met->has_time = true;
        }
        return len;
    }
    if (*at == '\\' || *at == '_' || *at == '*') {
        return at[1] != '\0' ? 2 : 1;
    }
    return 0;
}

bool sheet_format_is_day(const char *format) {
    struct letters met = {0};
    if (strcasecmp(format, "General") == 0) {
        return false;
    }
    for (const char *at = format; *at != '\0' && *at != ';';) { /* the first section applies to numbers from 0 on */
        const size_t skipped = format_skip(at, &met);
        if (skipped == 0) {
            letter_meet(&met, *at);
        }
        at += skipped > 0 ? skipped : 1;
    }
    return met.has_day || (met.has_month && !met.has_time);
}
