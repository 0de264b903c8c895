/* The file is text, as the identity beside it:
 *
 *     postern-origin 1
 *     key <43 characters>
 */
#include "core/base/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "util/log.h"
#include "util/whole_file.h"

#define FILE_NAME "origin"
#define FILE_FIRST "postern-origin 1\nkey "
#define KEY_TEXT CRYPTO_BASE64URL_LEN(CRYPTO_KEY_LEN)
#define FILE_MAX (sizeof(FILE_FIRST) + KEY_TEXT)

struct origin {
    struct crypto_key key;
};

/* Reads the key. E_FORMAT: not the format written here. */
static int origin_read(const char *state_dir, struct origin *origin) {
    char text[FILE_MAX + 1];
    const size_t first = strlen(FILE_FIRST);
    int r = whole_file_read(state_dir, FILE_NAME, text, sizeof(text));
    if (r < 0) {
        return r == E_TOO_LARGE ? E_FORMAT : r;
    }
    const size_t len = strlen(text);
    bool is_whole = len == first + KEY_TEXT && strncmp(text, FILE_FIRST, first) == 0 && text[len - 1] == '\n';
    r = is_whole ? crypto_base64url_read(text + first, KEY_TEXT - 1, &origin->key, CRYPTO_KEY_LEN) : E_FORMAT;
    crypto_wipe(text, sizeof(text));
    return r;
}

static int origin_make(const char *state_dir, const struct hal *hal, struct origin *origin) {
    char text[FILE_MAX + 1];
    char key[KEY_TEXT];
    if (hal->entropy.fill(hal->entropy.ctx, &origin->key, CRYPTO_KEY_LEN) < 0) {
        return E_IO;
    }
    crypto_base64url(&origin->key, CRYPTO_KEY_LEN, key);
    (void)snprintf(text, sizeof(text), FILE_FIRST "%s\n", key);
    int r = whole_file_write(state_dir, FILE_NAME, text);
    crypto_wipe(key, sizeof(key));
    crypto_wipe(text, sizeof(text));
    return r;
}

int origin_new(const char *state_dir, const struct hal *hal, struct origin **ret_origin) {
    struct origin *origin = calloc(1, sizeof(*origin));
    if (origin == NULL) {
        return E_NOMEM;
    }
    int r = origin_read(state_dir, origin);
    if (r == E_FORMAT) {
        log_warn("backup", "origin key damaged and replaced; earlier backups cannot be confirmed");
    }
    if (r == E_FORMAT || r == E_NOTFOUND) {
        r = origin_make(state_dir, hal, origin);
    }
    if (r < 0) {
        origin_free(origin);
        return r;
    }
    *ret_origin = origin;
    return 0;
}

void origin_free(struct origin *origin) {
    if (origin != NULL) {
        crypto_wipe(origin, sizeof(*origin));
        free(origin);
    }
}

void origin_mac(const struct core_shared *shared, const uint8_t digest[CRYPTO_SHA256_LEN],
                uint8_t ret_mac[ORIGIN_MAC_LEN]) {
    crypto_keyed_hash(&shared->origin->key, digest, CRYPTO_SHA256_LEN, ret_mac);
}
