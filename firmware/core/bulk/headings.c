#include "core/bulk/headings.h"

#include <string.h>

#include "util/fnv.h"
#include "util/text.h"
#include "util/utf8.h"

#define HEADING_MAX 64 /* characters of a heading that can be one of these */
#define PIECES "/|()[]:\n"
#define BLANKS_MAX 6 /* of a heading, at each of which it is cut */

static bool is_kept(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || ((unsigned char)c & 0x80) != 0;
}

/* Folds a text and removes what is neither letter nor digit. "" for one that is too long. */
static void heading_fold(const char *text, char ret_folded[TEXT_FOLD_MAX]) {
    size_t len = 0, kept = 0;
    const size_t given = strlen(text);
    if (text_length(text, given) > HEADING_MAX || text_fold(text, given, ret_folded, &len) < 0) {
        len = 0;
    }
    for (size_t i = 0; i < len; i++) {
        if (is_kept(ret_folded[i])) {
            ret_folded[kept++] = ret_folded[i];
        }
    }
    ret_folded[kept] = '\0';
}

static uint64_t hash_of(const char *folded) {
    uint64_t hash = FNV_START;
    for (; *folded != '\0'; folded++) {
        hash = fnv_add(hash, *folded);
    }
    return hash;
}

static bool is_of_punch(enum bulk_field field) {
    return field == BULK_FIELD_DATE_TIME || field == BULK_FIELD_DATE || field == BULK_FIELD_TIME ||
           field == BULK_FIELD_STATUS;
}

/* A field that says which user a row is about. */
bool headings_is_key(enum bulk_field field) {
    const uint8_t of = bulk_field_fields[field];
    return of != USER_FIELD_COUNT && (of == USER_USERID || (user_rows[of].uses & VALUE_KEY) != 0);
}

static bool is_of_roster(enum bulk_field field) {
    return field == BULK_FIELD_FIRST_DAY || field == BULK_FIELD_LAST_DAY;
}

bool headings_has_field(enum bulk_kind kind, enum bulk_field field) {
    const bool is_person = field == BULK_FIELD_NONE || headings_is_key(field);
    switch (kind) {
        case BULK_KIND_PUNCHES: return is_person || is_of_punch(field);
        case BULK_KIND_ROSTER:
            return is_person || is_of_roster(field) || field == BULK_FIELD_SHIFT || field == BULK_FIELD_USERNAME ||
                   headings_is_part(field);
        case BULK_KIND_USERS:
        case BULK_KIND_PHOTOS:
        case BULK_KIND_EDIT: break;
    }
    return !is_of_punch(field) && !is_of_roster(field);
}

static void word_add(struct headings *headings, enum bulk_kind kind, const char *word, enum bulk_field field) {
    char folded[TEXT_FOLD_MAX];
    if (!headings_has_field(kind, field)) {
        return;
    }
    heading_fold(word, folded);
    if (folded[0] != '\0') {
        headings->words[headings->count].hash = hash_of(folded);
        headings->words[headings->count++].field = field;
    }
}

/* Labels go before other words. */
void headings_init(enum bulk_kind kind, struct headings *ret_headings) {
    ret_headings->count = 0;
    for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
        for (unsigned field = BULK_FIELD_NONE + 1; field < BULK_FIELD_COUNT; field++) {
            word_add(ret_headings, kind, bulk_field_labels[language][field], (enum bulk_field)field);
        }
    }
    for (size_t i = 0; i < BULK_FIELD_HEADING_COUNT; i++) {
        word_add(ret_headings, kind, bulk_field_headings[i].word, bulk_field_headings[i].value);
    }
}

static enum bulk_field find_word(const struct headings *headings, const char *text, size_t len) {
    char word[HEADING_MAX * UTF8_BYTES_MAX + 1], folded[TEXT_FOLD_MAX];
    if (len >= sizeof(word)) {
        return BULK_FIELD_NONE;
    }
    memcpy(word, text, len);
    word[len] = '\0';
    heading_fold(word, folded);
    const uint64_t hash = hash_of(folded);
    for (size_t i = 0; folded[0] != '\0' && i < headings->count; i++) {
        if (headings->words[i].hash == hash) {
            return headings->words[i].field;
        }
    }
    return BULK_FIELD_NONE;
}

/* What two words of a heading mean together; NONE says nothing. *ret_agree: they do not contradict each other. */
static enum bulk_field join_fields(enum bulk_field one, enum bulk_field other, bool *ret_agree) {
    if (one == other || one == BULK_FIELD_NONE || other == BULK_FIELD_NONE) {
        return one != BULK_FIELD_NONE ? one : other;
    }
    const bool is_name = (headings_is_part(one) || one == BULK_FIELD_USERNAME) &&
                         (headings_is_part(other) || other == BULK_FIELD_USERNAME);
    *ret_agree = *ret_agree && is_name;
    return BULK_FIELD_USERNAME;
}

/* "Card / Tarjeta", "Card number (decimal)". */
static enum bulk_field find_pieces(const struct headings *headings, const char *text) {
    enum bulk_field field = BULK_FIELD_NONE;
    bool agree = true;
    while (*text != '\0') {
        const size_t len = strcspn(text, PIECES);
        field = join_fields(field, find_word(headings, text, len), &agree);
        text += len + (text[len] != '\0' ? 1 : 0);
    }
    return agree ? field : BULK_FIELD_NONE;
}

/* Two languages, one behind the other: a line break between them is a blank by now. */
static enum bulk_field find_halves(const struct headings *headings, const char *text) {
    const size_t len = strlen(text);
    unsigned tries = 0;
    for (const char *blank = strchr(text, ' '); blank != NULL && tries++ < BLANKS_MAX; blank = strchr(blank + 1, ' ')) {
        const size_t at = (size_t)(blank - text);
        const enum bulk_field field = find_word(headings, text, at);
        if (field != BULK_FIELD_NONE && field == find_word(headings, blank + 1, len - at - 1)) {
            return field;
        }
    }
    return BULK_FIELD_NONE;
}

enum bulk_field headings_find(const struct headings *headings, const char *heading) {
    enum bulk_field field = find_word(headings, heading, strlen(heading));
    if (field == BULK_FIELD_NONE && heading[strcspn(heading, PIECES)] != '\0') {
        field = find_pieces(headings, heading);
    }
    return field != BULK_FIELD_NONE ? field : find_halves(headings, heading);
}

bool headings_is_part(enum bulk_field field) {
    return field == BULK_FIELD_FIRST_NAME || field == BULK_FIELD_LAST_NAME;
}

bool headings_is_bare_name(const char *heading) {
    static const char *const words[] = {"Name", "Nombre", "الاسم", "اسم"};
    char folded[TEXT_FOLD_MAX], word[TEXT_FOLD_MAX];
    heading_fold(heading, folded);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        heading_fold(words[i], word);
        if (strcmp(word, folded) == 0) {
            return true;
        }
    }
    return false;
}
