#include "api/decode_settings.h"

#include <stdio.h>
#include <string.h>

#include "api/decode.h"
#include "api/decode_tree.h"
#include "api/json_scan.h"
#include "util/arena.h"
#include "util/cleanup.h"
#include "util/text.h"
#include "util/utf8.h"

#define SERIAL_MAX 32 /* characters, as in the reply of settingsLook */
#define FIRMWARE_MAX 64
#define NAME_MAX_CHARS 32
#define SECRETS_MAX 100 /* names, of this firmware or not */
#define MADE_MAX 9007199254740991.0 /* 2^53 - 1 */
#define NUMBER_ROOM 32

/* Members of the outermost object; the first three are to be there. */
enum member {
    MEMBER_MARK,
    MEMBER_VERSION,
    MEMBER_SETTINGS,
    MEMBER_FIRMWARE,
    MEMBER_SERIAL,
    MEMBER_MADE,
    MEMBER_SECRETS,
    MEMBER_COUNT
};

static const char *const member_names[MEMBER_COUNT] = {"postern", "version", "settings", "firmware",
                                                       "serial",  "made",    "secrets"};
#define MEMBERS_NEEDED (1U << MEMBER_MARK | 1U << MEMBER_VERSION | 1U << MEMBER_SETTINGS)

struct settings_reader {
    struct arena *arena;
    struct settings_file *file;
    struct settings_file_odd *odd;
};

/* A copy of the first `most` characters. NULL: no memory. */
static const char *keep_text(struct arena *arena, const char *text, unsigned most) {
    const size_t len = strlen(text);
    size_t at = 0;
    uint32_t code_point = 0;
    for (unsigned n = 0; n < most && at < len; n++) {
        const size_t size = utf8_next(text + at, len - at, &code_point);
        at += size > 0 ? size : 1;
    }
    return arena_strndup(arena, text, at);
}

/* A text about the file itself. */
static int read_about(const struct settings_reader *reader, const cJSON *item, long most, const char **ret_text) {
    if (!cJSON_IsString(item) || !text_is_clean(item->valuestring, strlen(item->valuestring)) ||
        text_length(item->valuestring, strlen(item->valuestring)) > most) {
        return E_SETTINGS_FILE;
    }
    *ret_text = arena_strdup(reader->arena, item->valuestring);
    return *ret_text != NULL ? 0 : E_NOMEM;
}

static int add_odd(struct settings_reader *reader, const char *page, const char *setting) {
    struct settings_file *file = reader->file;
    const char *page_kept = keep_text(reader->arena, page, NAME_MAX_CHARS);
    const char *setting_kept = keep_text(reader->arena, setting, NAME_MAX_CHARS);
    if (page_kept == NULL || setting_kept == NULL) {
        return E_NOMEM;
    }
    for (size_t i = 0; i < file->odd_count; i++) {
        if (strcmp(reader->odd[i].page, page_kept) == 0 && strcmp(reader->odd[i].setting, setting_kept) == 0) {
            return E_SETTINGS_FILE; /* twice */
        }
    }
    if (file->odd_count == SETTINGS_FILE_ODD_MAX) {
        return E_SETTINGS_FILE;
    }
    reader->odd[file->odd_count++] = (struct settings_file_odd){page_kept, setting_kept};
    return 0;
}

/* The row of a setting that a file may bring; NULL: there is none. */
static const struct setting_row *row_of(enum setting_page page, const char *name) {
    for (uint32_t i = 0; i < setting_pages[page].count; i++) {
        const struct setting_row *row = &setting_rows[setting_pages[page].first + i];
        if (strcmp(row->value.name, name) == 0) {
            return row->value.secret ? NULL : row;
        }
    }
    return NULL;
}

/* A value that is none, as people read it: a text as it is, whatever else as JSON, which `room` is for. */
static const char *text_of(const cJSON *item, char *room, size_t size) {
    if (cJSON_IsString(item)) {
        return item->valuestring;
    }
    if (cJSON_IsNumber(item)) {
        (void)snprintf(room, size, "%.17g", item->valuedouble);
        return room;
    }
    if (cJSON_IsBool(item)) {
        return cJSON_IsTrue(item) ? "true" : "false";
    }
    if (cJSON_IsNull(item)) {
        return "null";
    }
    return cJSON_IsArray(item) ? "[…]" : "{…}";
}

static int read_setting(struct settings_reader *reader, enum setting_page page, const cJSON *item) {
    const struct setting_row *row = row_of(page, item->string);
    if (row == NULL) {
        return add_odd(reader, setting_pages[page].name, item->string);
    }
    struct settings_file_value *value = &reader->file->values[row - setting_rows];
    if (value->given) {
        return E_SETTINGS_FILE; /* twice */
    }
    value->given = true;
    void *at = value_in(&row->value, (char *)reader->file->given + setting_pages[page].offset);
    size_t index = 0;
    char room[NUMBER_ROOM];
    value->error = decode_tree_value(&row->value, item, at, &index);
    if (value->error == 0) {
        return 0;
    }
    memset(at, 0, row->value.octets);
    value->text = keep_text(reader->arena, text_of(item, room, sizeof(room)), SETTINGS_FILE_CUT);
    return value->text != NULL ? 0 : E_NOMEM;
}

static int read_page(struct settings_reader *reader, const cJSON *object) {
    const enum setting_page page = settings_file_page(object->string, strlen(object->string));
    if (!cJSON_IsObject(object)) {
        return E_SETTINGS_FILE;
    }
    if (page == SETTING_PAGE_COUNT) {
        return add_odd(reader, object->string, "");
    }
    if (reader->file->has_page[page]) {
        return E_SETTINGS_FILE; /* twice */
    }
    reader->file->has_page[page] = true;
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        const int r = read_setting(reader, page, item);
        if (r < 0) {
            return r;
        }
    }
    return 0;
}

static int read_pages(struct settings_reader *reader, const cJSON *object) {
    if (!cJSON_IsObject(object)) {
        return E_SETTINGS_FILE;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        const int r = read_page(reader, item);
        if (r < 0) {
            return r;
        }
    }
    return 0;
}

/* Names of this firmware's secrets; others are passed over. */
static int read_secrets(const struct settings_reader *reader, const cJSON *list) {
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > SECRETS_MAX) {
        return E_SETTINGS_FILE;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (!cJSON_IsString(item)) {
            return E_SETTINGS_FILE;
        }
        for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
            if (setting_rows[i].value.secret && strcmp(setting_rows[i].key, item->valuestring) == 0) {
                reader->file->is_secret_set[i] = true;
            }
        }
    }
    return 0;
}

static int read_mark(const cJSON *item) {
    return cJSON_IsString(item) && strcmp(item->valuestring, SETTINGS_FILE_MARK) == 0 ? 0 : E_SETTINGS_FILE;
}

static int read_version(const cJSON *item) {
    const double number = cJSON_IsNumber(item) ? item->valuedouble : 0;
    return number >= 1 && number <= SETTINGS_FILE_VERSION && number <= (double)(int)number ? 0 : E_SETTINGS_FILE;
}

static int read_made(struct settings_file *file, const cJSON *item) {
    const double number = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(number >= 0 && number <= MADE_MAX)) {
        return E_SETTINGS_FILE;
    }
    file->made_s = (int64_t)number;
    return 0;
}

static int read_member(struct settings_reader *reader, enum member member, const cJSON *item) {
    struct settings_file *file = reader->file;
    switch (member) {
        case MEMBER_MARK: return read_mark(item);
        case MEMBER_VERSION: return read_version(item);
        case MEMBER_SETTINGS: return read_pages(reader, item);
        case MEMBER_FIRMWARE: return read_about(reader, item, FIRMWARE_MAX, &file->firmware);
        case MEMBER_SERIAL: return read_about(reader, item, SERIAL_MAX, &file->serial);
        case MEMBER_MADE: return read_made(file, item);
        case MEMBER_SECRETS: return read_secrets(reader, item);
        case MEMBER_COUNT: break;
    }
    return E_SETTINGS_FILE;
}

static int read_whole(struct settings_reader *reader, const cJSON *tree) {
    unsigned seen = 0;
    const cJSON *item;
    if (!cJSON_IsObject(tree)) {
        return E_SETTINGS_FILE;
    }
    cJSON_ArrayForEach(item, tree) {
        unsigned member = 0;
        while (member < MEMBER_COUNT && strcmp(member_names[member], item->string) != 0) {
            member++;
        }
        if (member == MEMBER_COUNT || (seen & 1U << member) != 0) {
            return E_SETTINGS_FILE;
        }
        seen |= 1U << member;
        const int r = read_member(reader, (enum member)member, item);
        if (r < 0) {
            return r;
        }
    }
    return (seen & MEMBERS_NEEDED) == MEMBERS_NEEDED ? 0 : E_SETTINGS_FILE;
}

int api_decode_settings(const char *text, size_t len, struct arena *arena, struct settings_file *ret_file) {
    struct json_scan_key key;
    *ret_file = (struct settings_file){.serial = "", .firmware = ""};
    if (json_scan(text, len, API_DEPTH_MAX, &key) != JSON_SCAN_OK) {
        return E_SETTINGS_FILE;
    }
    _cleanup_(decode_tree_donep) cJSON *tree = decode_tree_new(text, len);
    struct settings_reader reader = {.arena = arena, .file = ret_file};
    reader.odd = arena_calloc(arena, SETTINGS_FILE_ODD_MAX, sizeof(*reader.odd));
    ret_file->given = arena_alloc(arena, sizeof(*ret_file->given));
    if (tree == NULL || reader.odd == NULL || ret_file->given == NULL) {
        return E_NOMEM; /* the text is good */
    }
    ret_file->odd = reader.odd;
    return read_whole(&reader, tree);
}
