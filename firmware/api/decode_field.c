#include "api/decode_field.h"

#include <string.h>

#include "catalogue.h"

static char *member_of(const struct api_field *field, char *base) {
    return base + field->base + field->row->offset;
}

void *decode_place(const struct api_field *field, char *base) {
    return field->row->borrowed ? base + field->room_offset : member_of(field, base);
}

int decode_code(int err) {
    switch (err) {
        case 0: return CAT_OK;
        case E_TYPE: return CAT_WRONG_TYPE;
        case E_RANGE: return CAT_OUT_OF_RANGE;
        case E_TEXT: return CAT_BAD_TEXT;
        case E_FORMAT: return CAT_BAD_FORMAT;
        default: return CAT_SYSTEM_ERROR;
    }
}

int decode_refusal(const struct api_field *field, int code) {
    const bool invalid = code == CAT_OUT_OF_RANGE || code == CAT_BAD_TEXT || code == CAT_BAD_FORMAT;
    return invalid && field->code != 0 ? field->code : code;
}

/* Without a default the member stays cleared. */
static void store_default(const struct api_field *field, char *base) {
    if (field->default_text != NULL) {
        memcpy(decode_place(field, base), field->default_text, strlen(field->default_text) + 1);
    } else {
        value_put(field->row, field->default_value, member_of(field, base));
    }
}

int decode_finish(const struct api_field *fields, size_t count, uint64_t seen, char *base, const char **ret_missing) {
    for (size_t i = 0; i < count; i++) {
        const struct api_field *field = &fields[i];
        if ((seen >> i & 1u) != 0) {
            continue;
        }
        if (!field->optional) {
            *ret_missing = field->row->name;
            return field->empty_code != 0 ? field->empty_code : CAT_MISSING_PARAMETER;
        }
        if (field->has_default) {
            store_default(field, base);
        }
    }
    return CAT_OK;
}

void decode_mark(const struct api_field *field, char *base) {
    const bool present = true;
    if (field->has_offset != API_NO_OFFSET) {
        memcpy(base + field->has_offset, &present, sizeof(present));
    }
    if (field->given_offset != API_NO_OFFSET) {
        uint64_t given;
        memcpy(&given, base + field->given_offset, sizeof(given));
        given |= UINT64_C(1) << field->bit;
        memcpy(base + field->given_offset, &given, sizeof(given));
    }
    if (field->row->borrowed) {
        const char *room = base + field->room_offset;
        memcpy(member_of(field, base), &room, sizeof(room));
    }
}

const struct api_field *decode_find(const struct api_field *fields, size_t count, const char *name, size_t len) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(fields[i].row->name) == len && memcmp(fields[i].row->name, name, len) == 0) {
            return &fields[i];
        }
    }
    return NULL;
}
