#include "update/description.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/text.h"

#define MODES 2         /* "a" and "b": the image for either slot */
#define NUMBER_EXACT 9007199254740991.0 /* largest integer range that a double represents exactly */
#define NOTES_CHARACTERS 2000

CLEANUP_DEFINE(cJSON *, cJSON_Delete)

/* Returns the member of this name; NULL: missing or duplicate. */
static const cJSON *json_member(const cJSON *object, const char *name) {
    const cJSON *found = NULL, *member = NULL;
    cJSON_ArrayForEach(member, object) {
        if (member->string != NULL && strcmp(member->string, name) == 0) {
            if (found != NULL) {
                return NULL;
            }
            found = member;
        }
    }
    return cJSON_IsObject(object) ? found : NULL;
}

/* Returns whether an object has only these members, NULL-terminated. */
static bool has_only(const cJSON *object, const char *const *names) {
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, object) {
        const char *const *name = names;
        while (*name != NULL && (member->string == NULL || strcmp(member->string, *name) != 0)) {
            name++;
        }
        if (*name == NULL) {
            return false;
        }
    }
    return cJSON_IsObject(object);
}

/* Reads a text of one line with `min` to `size` - 1 bytes. */
static bool json_text(const cJSON *object, const char *name, size_t min, char *ret_text, size_t size) {
    const cJSON *member = json_member(object, name);
    if (!cJSON_IsString(member)) {
        return false;
    }
    size_t len = strlen(member->valuestring);
    if (len < min || len >= size || !text_is_clean(member->valuestring, len)) {
        return false;
    }
    memcpy(ret_text, member->valuestring, len + 1);
    return true;
}

static bool json_is(const cJSON *object, const char *name, const char *value) {
    const cJSON *member = json_member(object, name);
    return cJSON_IsString(member) && strcmp(member->valuestring, value) == 0;
}

static bool json_number(const cJSON *object, const char *name, double min, double max, uint64_t *ret_number) {
    const cJSON *member = json_member(object, name);
    if (!cJSON_IsNumber(member) || !(member->valuedouble >= min && member->valuedouble <= max) ||
        (double)(uint64_t)member->valuedouble != member->valuedouble) {
        return false;
    }
    *ret_number = (uint64_t)member->valuedouble;
    return true;
}

/* --- Text formats ------------------------------------------------------------------------------------------------- */

/* Reads a number of a version: no leading zeros. */
static bool take_version_number(const char **at) {
    size_t len = strspn(*at, "0123456789");
    bool good = len == 1 || (len > 1 && **at != '0');
    *at += len;
    return good;
}

/* Reads the identifiers after "-" or "+", separated by dots. Before "+" numbers have no leading zeros. */
static bool take_version_words(const char **at, bool is_build) {
    for (;; (*at)++) {
        size_t len = 0;
        bool digits = true;
        for (; isalnum((unsigned char)(*at)[len]) != 0 || (*at)[len] == '-'; len++) {
            digits = digits && isdigit((unsigned char)(*at)[len]) != 0;
        }
        if (len == 0 || (!is_build && digits && len > 1 && **at == '0')) {
            return false;
        }
        *at += len;
        if (**at != '.') {
            return true;
        }
    }
}

/* Semantic Versioning 2.0.0. */
static bool is_version(const char *text) {
    const char *at = text;
    for (unsigned i = 0; i < 3; i++) {
        if (i > 0 && *at != '.') {
            return false;
        }
        at += i > 0 ? 1 : 0;
        if (!take_version_number(&at)) {
            return false;
        }
    }
    if (*at == '-') {
        at++;
        if (!take_version_words(&at, false)) {
            return false;
        }
    }
    if (*at == '+') {
        at++;
        if (!take_version_words(&at, true)) {
            return false;
        }
    }
    return *at == '\0';
}

/* Returns whether it consists of pairs of lower-case hexadecimal digits. */
static bool is_hex(const char *text) {
    size_t len = strlen(text);
    return len % 2 == 0 && strspn(text, "0123456789abcdef") == len;
}

static unsigned hex_value(char digit) {
    return digit <= '9' ? (unsigned)(digit - '0') : (unsigned)(digit - 'a') + 10;
}

/* Reads lines of valid text. */
static bool read_notes(const cJSON *postern, char ret_notes[BUNDLE_NOTES_MAX]) {
    const cJSON *member = json_member(postern, "notes");
    if (!cJSON_IsString(member)) {
        return false;
    }
    const char *text = member->valuestring;
    size_t len = strlen(text);
    if (len >= BUNDLE_NOTES_MAX || text_length(text, len) > NOTES_CHARACTERS) {
        return false;
    }
    for (const char *line = text;; line++) {
        size_t line_len = strcspn(line, "\n");
        if (!text_is_clean(line, line_len)) {
            return false;
        }
        line += line_len;
        if (*line == '\0') {
            break;
        }
    }
    memcpy(ret_notes, text, len + 1);
    return true;
}

/* --- Parts of the description ------------------------------------------------------------------------------------- */

/* Reads the object `postern`. */
static int read_postern(const cJSON *software, struct bundle_facts *facts) {
    const cJSON *postern = json_member(software, "postern");
    uint64_t format = 0, counter = 0, schema = 0, built = 0;
    if (!json_number(postern, "format", 1, UINT32_MAX, &format)) {
        return E_UPLOAD_FORMAT;
    }
    if (format != BUNDLE_FORMAT) {
        return E_BUNDLE_NEWER;
    }
    if (!json_number(postern, "counter", 1, UINT32_MAX, &counter) ||
        !json_number(postern, "schema", 1, UINT32_MAX, &schema) ||
        !json_number(postern, "built", 1, NUMBER_EXACT, &built) ||
        !json_text(postern, "brand", 1, facts->brand, sizeof(facts->brand)) ||
        !json_text(postern, "buildId", 1, facts->build_id, sizeof(facts->build_id)) ||
        !read_notes(postern, facts->notes)) {
        return E_UPLOAD_FORMAT;
    }
    facts->counter = (uint32_t)counter;
    facts->schema = (uint32_t)schema;
    facts->built_s = (int64_t)built;
    return 0;
}

/* Reads the boards as one text, and checks that this one is among them. */
static int read_boards(const cJSON *software, const char *board, struct bundle_facts *facts) {
    const cJSON *boards = json_member(software, "hardware-compatibility"), *item = NULL;
    size_t at = 0, count = 0;
    bool found = false;
    facts->boards[0] = '\0';
    if (!cJSON_IsArray(boards)) {
        return E_UPLOAD_FORMAT;
    }
    cJSON_ArrayForEach(item, boards) {
        size_t len = cJSON_IsString(item) ? strlen(item->valuestring) : 0;
        if (len == 0 || len >= BUNDLE_BOARD_MAX || ++count > BUNDLE_BOARDS_MAX ||
            !text_is_clean(item->valuestring, len) || at + 2 + len >= sizeof(facts->boards)) {
            return E_UPLOAD_FORMAT;
        }
        memcpy(facts->boards + at, ", ", at > 0 ? 2 : 0);
        at += at > 0 ? 2 : 0;
        memcpy(facts->boards + at, item->valuestring, len + 1);
        at += len;
        found = found || strcmp(item->valuestring, board) == 0;
    }
    if (count == 0) {
        return E_UPLOAD_FORMAT;
    }
    return found ? 0 : E_BUNDLE_BOARD;
}

/* Returns whether SWUpdate would do nothing else than write the image into the slot. */
static bool is_allowed(const cJSON *json) {
    static const char *const root[] = {"software", NULL};
    static const char *const members[] = {"version", "description", "hardware-compatibility",
                                          "postern", "stable",      NULL};
    static const char *const modes[] = {"a", "b", NULL};
    const cJSON *software = json_member(json, "software");
    return has_only(json, root) && has_only(software, members) && has_only(json_member(software, "stable"), modes);
}

/* Returns whether it is the name of an archive entry without a folder. */
static bool is_plain_name(const char *name) {
    return *name != '.' && strchr(name, '/') == NULL;
}

/* {"images": [{…}]} of one mode: one image, written into the slot unchanged. */
static bool read_image(const cJSON *mode, struct description_image *ret_image) {
    static const char *const members[] = {"images", NULL};
    static const char *const image_members[] = {"filename", "type", "device", "installed-directly",
                                                "sha256",   "size", NULL};
    const cJSON *images = json_member(mode, "images");
    const cJSON *image = cJSON_IsArray(images) && cJSON_GetArraySize(images) == 1 ? images->child : NULL;
    char sha256[2 * CRYPTO_SHA256_LEN + 1];
    *ret_image = (struct description_image){.size = 0};
    if (!has_only(mode, members) || !has_only(image, image_members) ||
        !json_text(image, "filename", 1, ret_image->file, sizeof(ret_image->file)) || !is_plain_name(ret_image->file) ||
        !json_is(image, "type", "raw") ||
        !json_text(image, "device", 1, ret_image->device, sizeof(ret_image->device)) ||
        !cJSON_IsTrue(json_member(image, "installed-directly")) ||
        !json_number(image, "size", 1, (double)BUNDLE_IMAGE_MAX, &ret_image->size) ||
        !json_text(image, "sha256", sizeof(sha256) - 1, sha256, sizeof(sha256)) || !is_hex(sha256)) {
        return false;
    }
    for (size_t i = 0; i < CRYPTO_SHA256_LEN; i++) {
        ret_image->sha256[i] = (uint8_t)(hex_value(sha256[2 * i]) << 4 | hex_value(sha256[2 * i + 1]));
    }
    return true;
}

/* The same image for either slot. */
static bool read_images(const cJSON *software, struct description_image ret_images[SLOT_COUNT]) {
    const cJSON *stable = json_member(software, "stable");
    struct description_image *a = &ret_images[SLOT_A], *b = &ret_images[SLOT_B];
    return read_image(json_member(stable, "a"), a) && read_image(json_member(stable, "b"), b) &&
           strcmp(a->file, b->file) == 0 && a->size == b->size && memcmp(a->sha256, b->sha256, sizeof(b->sha256)) == 0;
}

/* Checks that each image goes into its slot. */
static int check_devices(const struct description_image images[SLOT_COUNT], const struct bundle_terms *terms) {
    for (int slot = SLOT_A; slot < SLOT_COUNT; slot++) {
        if (strcmp(images[slot].device, terms->devices[slot]) != 0) {
            return err_with_text(E_UPLOAD_FORMAT, "a device that is not the slot");
        }
    }
    return 0;
}

/* Only blanks may follow; no NUL anywhere. */
static cJSON *description_parse(const char *text, size_t len) {
    const char *end = NULL;
    if (memchr(text, 0, len) != NULL) {
        return NULL;
    }
    _cleanup_(cJSON_Deletep) cJSON *json = cJSON_ParseWithLengthOpts(text, len, &end, 0);
    for (; json != NULL && end < text + len; end++) {
        if (strchr(" \t\r\n", *end) == NULL) {
            return NULL;
        }
    }
    return TAKE_PTR(json);
}

int description_read(const char *text, size_t len, const struct bundle_terms *terms, struct bundle_facts *facts,
                     struct description_image *ret_image) {
    _cleanup_(cJSON_Deletep) cJSON *json = description_parse(text, len);
    const cJSON *software = json == NULL ? NULL : json_member(json, "software");
    struct description_image images[SLOT_COUNT];
    int r = read_postern(software, facts);
    if (r < 0) {
        return r;
    }
    if (!is_allowed(json)) {
        return err_with_text(E_UPLOAD_FORMAT, "a name in the description that is not allowed");
    }
    if (!json_text(software, "version", 1, facts->version, sizeof(facts->version)) || !is_version(facts->version) ||
        !json_text(software, "description", 0, facts->summary, sizeof(facts->summary)) ||
        !read_images(software, images)) {
        return err_with_text(E_UPLOAD_FORMAT, "version, text or image of the description");
    }
    *ret_image = images[SLOT_A];
    r = read_boards(software, terms->board, facts);
    return r < 0 ? r : check_devices(images, terms);
}
