#include "core/bulk/bulk_parse.h"

#include <string.h>

#include "core/bulk/bulk_days.h"
#include "core/bulk/bulk_names.h"
#include "core/users/users_many.h"

#define WORD_MAX 24 /* bytes of a word of an enumeration, with the NUL */
#define NAME_MAX_BYTES 1024 /* of a name that is joined, with the NUL; a longer one is refused anyway */
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

/* A number, or else a name. */
static int parse_group_or_shift(const struct value_row *row, const char *text, const struct bulk_names *names,
                                struct bulk_parsed *parsed, uint8_t *at) {
    bool is_out = false;
    int r = value_parse(row, text, strlen(text), at);
    if (r == 0 || r == E_RANGE || names == NULL) {
        return r;
    }
    r = bulk_names_find(names, row == &user_rows[USER_GROUP] ? USER_GROUP : USER_SHIFT, text, at, &is_out);
    parsed->is_left_out = parsed->is_left_out || is_out;
    return r;
}

/* The member is nothing at first; a lone `-` leaves it so. */
static int parse_cell(const struct value_row *row, const char *text, const struct bulk_columns *columns, size_t column,
                      struct bulk_parsed *parsed, char **room) {
    const struct bulk_reading *reading = &columns->readings[column];
    void *at = value_in(row, &parsed->change);
    if ((row->uses & VALUE_CLEARS) != 0 && strcmp(text, "-") == 0) {
        return 0;
    }
    if (row->type == VALUE_DECIMAL) {
        return card_parse(text, &reading->cards, at);
    }
    if (row == &user_rows[USER_GROUP] || row == &user_rows[USER_SHIFT]) {
        return parse_group_or_shift(row, text, columns->names, parsed, at);
    }
    switch (row->type) {
        case VALUE_TEXT: return parse_text(row, text, parsed, room);
        case VALUE_FLAGS: return parse_words(row, text, at);
        case VALUE_ENUM: return parse_word(row, text, at);
        case VALUE_DATE: return bulk_day_parse(text, reading, at);
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
    int r = parse_cell(&user_rows[field], row->cells[column].text, columns, column, parsed, room);
    if (r == 0) {
        parsed->change.given |= VALUE_BIT(field);
    }
    return r < 0 ? users_value_error(&user_rows[field], r) : 0;
}

/* Appends the texts of all columns of a field, with blanks between. False: it does not fit. */
static bool join_field(const struct bulk_columns *columns, const struct sheet_row *row, enum bulk_field field,
                       char name[NAME_MAX_BYTES], size_t *len) {
    for (size_t i = 0; i < columns->count && i < row->count; i++) {
        const struct sheet_cell *cell = &row->cells[i];
        if (columns->fields[i] != field || cell->len == 0) {
            continue;
        }
        if (*len + cell->len + 2 > NAME_MAX_BYTES) {
            return false;
        }
        if (*len > 0) {
            name[(*len)++] = ' ';
        }
        memcpy(name + *len, cell->text, cell->len);
        *len += cell->len;
    }
    name[*len] = '\0';
    return true;
}

/* The name in parts, where the row has no whole one: first names before last names, as in the languages of the console. */
static int join_name(const struct bulk_columns *columns, const struct sheet_row *row, struct bulk_parsed *parsed,
                     char **room) {
    char name[NAME_MAX_BYTES];
    size_t len = 0;
    if (user_gives(&parsed->change, USER_USERNAME)) {
        return 0;
    }
    if (!join_field(columns, row, BULK_FIELD_FIRST_NAME, name, &len) ||
        !join_field(columns, row, BULK_FIELD_LAST_NAME, name, &len)) {
        return E_USER_NAME_FORMAT;
    }
    if (len == 0) {
        return 0;
    }
    int r = parse_text(&user_rows[USER_USERNAME], name, parsed, room);
    if (r == 0) {
        parsed->change.given |= VALUE_BIT(USER_USERNAME);
    }
    return r < 0 ? users_value_error(&user_rows[USER_USERNAME], r) : 0;
}

/* A cell of the name, to show what is wrong with it. */
static const char *name_cell(const struct bulk_columns *columns, const struct sheet_row *row) {
    for (size_t i = 0; i < columns->count && i < row->count; i++) {
        if (columns->fields[i] == BULK_FIELD_FIRST_NAME || columns->fields[i] == BULK_FIELD_LAST_NAME) {
            return row->cells[i].text;
        }
    }
    return "";
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
    ret_parsed->is_left_out = false;
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
    const int joined = join_name(columns, row, ret_parsed, &room);
    if (joined < 0 && first == 0) {
        first = joined;
        ret_parsed->field = USER_USERNAME;
        ret_parsed->text = name_cell(columns, row);
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
