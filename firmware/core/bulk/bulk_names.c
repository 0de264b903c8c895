#include "core/bulk/bulk_names.h"

#include <string.h>

#include "util/utf8.h"

static void name_fold(const char *text, char ret_folded[TEXT_FOLD_MAX]) {
    size_t len = 0;
    if (text_fold(text, strlen(text), ret_folded, &len) < 0) {
        ret_folded[0] = '\0';
    }
}

/* Cuts a text to what a name may have. */
static void name_cut(const char *text, char ret_text[BULK_NAME_MAX]) {
    const size_t len = strlen(text);
    size_t at = 0, size = 1;
    uint32_t c = 0;
    while (at < len && size > 0 && at + size < BULK_NAME_MAX) {
        size = utf8_next(text + at, len - at, &c);
        at += at + size < BULK_NAME_MAX ? size : 0;
    }
    memcpy(ret_text, text, at);
    ret_text[at] = '\0';
}

void bulk_names_add(struct bulk_names *names, const struct bulk_name *name, const char *text) {
    if (text == NULL || text[0] == '\0' || names->known_count == BULK_NAMES_KNOWN_MAX) {
        return;
    }
    struct bulk_name *known = &names->known[names->known_count++];
    *known = *name;
    name_cut(text, known->text);
    name_fold(known->text, known->folded);
}

/* The name as it was said, the last one; NULL. */
static const struct bulk_name *find_said(const struct bulk_names *names, enum user_field field, const char *folded) {
    const struct bulk_name *found = NULL;
    for (size_t i = 0; i < names->known_count; i++) {
        const struct bulk_name *name = &names->known[i];
        found = name->is_said && name->field == field && strcmp(name->folded, folded) == 0 ? name : found;
    }
    return found;
}

/* The one that is defined with this name, written so or in any way; NULL: none, or several. */
static const struct bulk_name *find_defined(const struct bulk_names *names, enum user_field field, const char *text,
                                            bool is_folded) {
    const struct bulk_name *found = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < names->known_count; i++) {
        const struct bulk_name *name = &names->known[i];
        const bool fits = strcmp(is_folded ? name->folded : name->text, text) == 0;
        if (!name->is_said && name->field == field && fits) {
            found = name;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

int bulk_names_find(const struct bulk_names *names, enum user_field field, const char *text, uint8_t *ret_number,
                    bool *ret_out) {
    char cut[BULK_NAME_MAX], folded[TEXT_FOLD_MAX];
    name_cut(text, cut);
    name_fold(cut, folded);
    const struct bulk_name *found = folded[0] != '\0' ? find_said(names, field, folded) : NULL;
    found = found != NULL ? found : find_defined(names, field, text, false);
    found = found != NULL || folded[0] == '\0' ? found : find_defined(names, field, folded, true);
    *ret_out = found != NULL && found->leaves_out;
    *ret_number = found != NULL ? found->number : 0;
    return found != NULL ? 0 : field == USER_GROUP ? E_GROUP_NAME : E_SHIFT_NAME;
}

void bulk_names_note(struct bulk_names *names, enum user_field field, const char *text, uint32_t line) {
    char cut[BULK_NAME_MAX], folded[TEXT_FOLD_MAX];
    name_cut(text, cut);
    name_fold(cut, folded);
    for (size_t i = 0; i < names->seen_count; i++) {
        struct bulk_name_seen *seen = &names->seen[i];
        if (seen->field == field && strcmp(seen->folded, folded) == 0) {
            seen->rows++;
            return;
        }
    }
    if (folded[0] == '\0' || names->seen_count == BULK_NAMES_MAX) {
        return;
    }
    struct bulk_name_seen *seen = &names->seen[names->seen_count++];
    *seen = (struct bulk_name_seen){.field = field, .line = line, .rows = 1};
    memcpy(seen->text, cut, sizeof(cut));
    memcpy(seen->folded, folded, sizeof(folded));
}
