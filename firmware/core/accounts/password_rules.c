#include "core/accounts/password_rules.h"

#include <stddef.h>
#include <string.h>

/* Codes that people choose first (protocols.md §7): keypad patterns, words on a keypad, years of songs and films.
 * Repeats, sequences and dates need no list. */
static const char *const well_known[] = {
    "102030", "112233", "112358", "121314", "123321", "123654", "131420", "142536", "147258", "147852", "147963",
    "159357", "159753", "159951", "192837", "198765", "246810", "258369", "258852", "314159", "321654", "332211",
    "357159", "369258", "456852", "520131", "520520", "520530", "591420", "654123", "696969", "741852", "753159",
    "753951", "789456", "789654", "852456", "951357", "951753", "963741", "963852", "987123",
};

/* Returns whether each digit follows from the one before by the same step, also wrapping around: 123456, 890123,
 * 864208, 777777. */
static bool is_sequence(const char *digits) {
    int step = (digits[1] - digits[0] + 10) % 10;
    for (size_t i = 2; i < PASSWORD_RULES_LEN; i++) {
        if ((digits[i] - digits[i - 1] + 10) % 10 != step) {
            return false;
        }
    }
    return true;
}

/* Returns whether it is a repeated group of 1, 2 or 3 digits (121212, 123123), a mirror (123321), or consists of pairs
 * or triples (111222, 112211 is a mirror). */
static bool is_repeat(const char *digits) {
    bool pairs = memcmp(digits, digits + 2, 4) == 0;
    bool threes = memcmp(digits, digits + 3, 3) == 0;
    bool mirror = digits[0] == digits[5] && digits[1] == digits[4] && digits[2] == digits[3];
    bool halves = digits[0] == digits[1] && digits[1] == digits[2] && digits[3] == digits[4] && digits[4] == digits[5];
    bool doubles = digits[0] == digits[1] && digits[2] == digits[3] && digits[4] == digits[5];
    return pairs || threes || mirror || halves || doubles;
}

static int number_of_two(const char *digits) {
    return (digits[0] - '0') * 10 + (digits[1] - '0');
}

static bool is_day_and_month(int day, int month) {
    return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

/* Returns whether it is a birthday in any usual order: day month year, month day year, year month day, with two digits
 * each; or a month with a year from 1940 to 2039 (051984, 198405). */
static bool is_date(const char *digits) {
    int a = number_of_two(digits);
    int b = number_of_two(digits + 2);
    int c = number_of_two(digits + 4);
    int tail = b * 100 + c;
    int head = a * 100 + b;
    return is_day_and_month(a, b) || is_day_and_month(b, a) || is_day_and_month(c, b) ||
           (a >= 1 && a <= 12 && tail >= 1940 && tail <= 2039) || (c >= 1 && c <= 12 && head >= 1940 && head <= 2039);
}

/* Returns whether it is the user ID, with leading zeros or its last digits. */
static bool is_account(const char *digits, const char *account) {
    size_t len = strlen(account);
    if (len == 0 || strspn(account, "0123456789") != len) {
        return false;
    }
    if (len >= PASSWORD_RULES_LEN) {
        return strcmp(account + len - PASSWORD_RULES_LEN, digits) == 0;
    }
    size_t zeros = PASSWORD_RULES_LEN - len;
    return strspn(digits, "0") >= zeros && strcmp(digits + zeros, account) == 0;
}

/* Counts the characters of UTF-8 text, and its distinct bytes: fewer bytes mean fewer characters in any script. */
static size_t count_characters(const char *text, size_t *ret_distinct) {
    bool seen[256] = {false};
    size_t characters = 0;
    *ret_distinct = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        characters += (*at & 0xC0) != 0x80 ? 1 : 0;
        *ret_distinct += seen[*at] ? 0 : 1;
        seen[*at] = true;
    }
    return characters;
}

/* Returns whether the text repeats its own beginning: "wordwordword". */
static bool is_repeated(const char *text, size_t len) {
    for (size_t part = 1; part <= len / 2; part++) {
        if (len % part == 0 && memcmp(text, text + part, len - part) == 0) {
            return true;
        }
    }
    return false;
}

bool password_rules_passphrase(const char *passphrase) {
    size_t len = strlen(passphrase);
    size_t distinct = 0;
    size_t characters = count_characters(passphrase, &distinct);
    if (characters < PASSWORD_RULES_PASSPHRASE_MIN || characters > PASSWORD_RULES_PASSPHRASE_MAX) {
        return false;
    }
    bool has_digits_only = strspn(passphrase, "0123456789") == len;
    bool has_outer_space = passphrase[0] == ' ' || passphrase[len - 1] == ' ';
    return distinct >= PASSWORD_RULES_DISTINCT_MIN && !has_digits_only && !has_outer_space &&
           !is_repeated(passphrase, len);
}

bool password_rules_console(const char *password, const char *account) {
    if (strlen(password) != PASSWORD_RULES_LEN || strspn(password, "0123456789") != PASSWORD_RULES_LEN) {
        return false;
    }
    if (is_sequence(password) || is_repeat(password) || is_date(password) || is_account(password, account)) {
        return false;
    }
    for (size_t i = 0; i < sizeof(well_known) / sizeof(well_known[0]); i++) {
        if (strcmp(well_known[i], password) == 0) {
            return false;
        }
    }
    return true;
}
