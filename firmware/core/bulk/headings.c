#include "core/bulk/headings.h"

#include <string.h>

#include "labels.h"
#include "util/text.h"

#define HEADING_MAX 64 /* characters of a heading that can be one of these */

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

static enum bulk_field field_of_label(const char *folded) {
    char label[TEXT_FOLD_MAX];
    for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
        for (unsigned field = BULK_FIELD_NONE + 1; field < BULK_FIELD_COUNT; field++) {
            heading_fold(bulk_field_labels[language][field], label);
            if (strcmp(label, folded) == 0) {
                return (enum bulk_field)field;
            }
        }
    }
    return BULK_FIELD_NONE;
}

enum bulk_field headings_field(const char *heading) {
    char folded[TEXT_FOLD_MAX];
    heading_fold(heading, folded);
    if (folded[0] == '\0') {
        return BULK_FIELD_NONE;
    }
    const enum bulk_field field = field_of_label(folded);
    for (size_t i = 0; field == BULK_FIELD_NONE && i < BULK_FIELD_HEADING_COUNT; i++) {
        char word[TEXT_FOLD_MAX];
        heading_fold(bulk_field_headings[i].word, word);
        if (strcmp(word, folded) == 0) {
            return bulk_field_headings[i].value;
        }
    }
    return field;
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
