#include "core/bulk/bulk_parse.h"

#include <stdio.h>
#include <string.h>

#include "core/users/users_many.h"

#define WORD_MAX 24 /* bytes of a word of an enumeration, with the NUL */
#define MONTHS 12
#define YEAR_DIGITS 4
#define DAY_MAX 16 /* bytes of a day as text, with the NUL */
#define SEPARATORS " ,;+|/"

void bulk_change_init(struct user_change *ret_change) {
    static const char *const nothing = "";
    *ret_change = (struct user_change){.given = 0};
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        if (user_rows[i].type == VALUE_TEXT && !user_rows[i].secret) {
            memcpy(value_in(&user_rows[i], ret_change), (const void *)&nothing, sizeof(const char *));
        }
    }
}

/* A word in small letters; "" where it is longer than any. */
static void small_word(const char *text, size_t len, char ret_word[WORD_MAX]) {
    size_t n = len < WORD_MAX ? len : 0;
    for (size_t i = 0; i < n; i++) {
        ret_word[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    }
    ret_word[n] = '\0';
}

static int parse_word(const struct value_row *row, const char *text, void *at) {
    char word[WORD_MAX];
    small_word(text, strlen(text), word);
    return value_parse(row, word, strlen(word), at);
}

static int parse_words(const struct value_row *row, const char *text, uint32_t *at) {
    char word[WORD_MAX];
    int r = 0;
    *at = 0;
    for (const char *from = text + strspn(text, SEPARATORS); r == 0 && *from != '\0';) {
        const size_t len = strcspn(from, SEPARATORS);
        small_word(from, len, word);
        r = value_add_word(row, word, strlen(word), at);
        from += len;
        from += strspn(from, SEPARATORS);
    }
    return r;
}

static int parse_number(const char **at, unsigned most, uint32_t *ret_number, unsigned *ret_digits) {
    *ret_number = 0;
    *ret_digits = 0;
    while (**at >= '0' && **at <= '9' && *ret_digits < most) {
        *ret_number = *ret_number * 10 + (uint32_t)(**at - '0');
        (*at)++;
        (*ret_digits)++;
    }
    return *ret_digits > 0 ? 0 : E_FORMAT;
}

/* Three numbers with the same sign between them. */
static int parse_three(const char *text, uint32_t ret_numbers[3], char *ret_sign, bool *ret_year_first) {
    const char *at = text;
    unsigned digits[3];
    int r = parse_number(&at, YEAR_DIGITS, &ret_numbers[0], &digits[0]);
    *ret_sign = *at;
    if (r < 0 || *at == '\0' || strchr("-./", *at) == NULL) {
        return E_FORMAT;
    }
    at++;
    r = parse_number(&at, 2, &ret_numbers[1], &digits[1]);
    if (r < 0 || *at != *ret_sign) {
        return E_FORMAT;
    }
    at++;
    r = parse_number(&at, YEAR_DIGITS, &ret_numbers[2], &digits[2]);
    *ret_year_first = digits[0] == YEAR_DIGITS;
    const bool fits = *ret_year_first ? digits[2] <= 2 : digits[0] <= 2 && digits[2] == YEAR_DIGITS;
    return r == 0 && *at == '\0' && fits ? 0 : E_FORMAT;
}

int bulk_parse_day(const char *text, uint32_t *ret_day) {
    uint32_t n[3];
    char sign = '\0';
    bool year_first = false;
    char plain[DAY_MAX];
    int r = parse_three(text, n, &sign, &year_first);
    if (r < 0) {
        return r;
    }
    uint32_t year = year_first ? n[0] : n[2], month = n[1], day = year_first ? n[2] : n[0];
    /* Two orders are usual where there are slashes or dashes: 13/2 and 2/13 say which, 3/2 does not. */
    if (!year_first && sign != '.' && n[0] != n[1]) {
        if (n[0] <= MONTHS && n[1] <= MONTHS) {
            return E_FORMAT;
        }
        month = n[0] > MONTHS ? n[1] : n[0];
        day = n[0] > MONTHS ? n[0] : n[1];
    }
    (void)snprintf(plain, sizeof(plain), "%04u-%02u-%02u", (unsigned)(year % 10000), (unsigned)(month % 100),
                   (unsigned)(day % 100));
    return value_parse(&user_rows[USER_VALID_FROM], plain, strlen(plain), ret_day);
}

/* Reads a text into the room for texts, and lets the member point there. */
static int parse_text(const struct value_row *row, const char *text, struct bulk_parsed *parsed, char **room) {
    char *at = *room;
    int r = value_parse(row, text, strlen(text), at);
    if (r == 0) {
        memcpy(value_in(row, &parsed->change), &at, sizeof(at));
        *room = at + strlen(at) + 1;
    }
    return r;
}

/* The member is nothing at first; a lone `-` leaves it so. */
static int parse_cell(const struct value_row *row, const char *text, struct bulk_parsed *parsed, char **room) {
    void *at = value_in(row, &parsed->change);
    if ((row->uses & VALUE_CLEARS) != 0 && strcmp(text, "-") == 0) {
        return 0;
    }
    switch (row->type) {
        case VALUE_TEXT: return parse_text(row, text, parsed, room);
        case VALUE_FLAGS: return parse_words(row, text, at);
        case VALUE_ENUM: return parse_word(row, text, at);
        case VALUE_DATE: return bulk_parse_day(text, at);
        case VALUE_BOOL:
        case VALUE_INT:
        case VALUE_DECIMAL:
        case VALUE_NUMBERS:
        case VALUE_LIST:
        case VALUE_OBJECT: break;
    }
    return value_parse(row, text, strlen(text), at);
}

/* One column; 0 also if it gives nothing. */
static int parse_column(const struct bulk_columns *columns, size_t column, const struct sheet_row *row,
                        struct bulk_parsed *parsed, char **room) {
    const uint8_t field = bulk_field_fields[columns->fields[column]];
    if (field == USER_FIELD_COUNT || column >= row->count || row->cells[column].len == 0) {
        return 0;
    }
    int r = parse_cell(&user_rows[field], row->cells[column].text, parsed, room);
    if (r == 0) {
        parsed->change.given |= VALUE_BIT(field);
    }
    return r < 0 ? users_value_error(&user_rows[field], r) : 0;
}

/* Whether a row says which user it is about. */
static bool has_key(const struct user_change *change) {
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const struct value_row *row = &user_rows[i];
        if ((row->uses & VALUE_KEY) != 0 && user_gives(change, (enum user_field)i) &&
            !value_is_empty(row, value_in_const(row, change))) {
            return true;
        }
    }
    return user_gives(change, USER_USERID);
}

int bulk_parse(const struct bulk_columns *columns, const struct sheet_row *row, struct bulk_parsed *ret_parsed) {
    char *room = ret_parsed->texts;
    bulk_change_init(&ret_parsed->change);
    ret_parsed->field = USER_FIELD_COUNT;
    ret_parsed->text = "";
    int first = 0;
    /* All of them, so that a row with something wrong has its ID and its name. */
    for (size_t i = 0; i < columns->count; i++) {
        int r = parse_column(columns, i, row, ret_parsed, &room);
        if (r < 0 && first == 0) {
            first = r;
            ret_parsed->field = (enum user_field)bulk_field_fields[columns->fields[i]];
            ret_parsed->text = row->cells[i].text;
        }
    }
    if (row->is_broken) {
        ret_parsed->field = USER_FIELD_COUNT;
        ret_parsed->text = "";
        return E_CELLS_TOO_MANY;
    }
    if (first == 0 && !has_key(&ret_parsed->change)) {
        ret_parsed->field = USER_USERID;
        return E_MISSING;
    }
    return first;
}
