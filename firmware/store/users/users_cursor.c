#include "store/users/users_cursor.h"

#include <string.h>

#include "util/crypto.h"

#define VERSION 1
#define FLAG_BY_NAME 0x80
#define TOTAL_MORE 0x80000000u

static uint8_t *put_number(uint8_t *at, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        *at++ = (uint8_t)(value >> shift);
    }
    return at;
}

static const uint8_t *get_number(const uint8_t *at, uint32_t *ret_value) {
    *ret_value = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return at + 4;
}

void users_cursor_write(const struct users_cursor *cursor, char ret_text[USERS_CURSOR_TEXT_MAX]) {
    uint8_t octets[USERS_CURSOR_HEAD + TEXT_FOLD_MAX];
    uint8_t *at = octets;
    size_t key_len = cursor->by_name ? cursor->key_len : 0;

    *at++ = VERSION;
    *at++ = (uint8_t)(cursor->by_name ? FLAG_BY_NAME | cursor->by_field : 0);
    at = put_number(at, cursor->id);
    at = put_number(at, cursor->generation);
    at = put_number(at, cursor->question);
    at = put_number(at, cursor->position);
    at = put_number(at, (cursor->total & ~TOTAL_MORE) | (cursor->total_is_more ? TOTAL_MORE : 0));
    memcpy(at, cursor->key, key_len);
    crypto_base64url(octets, USERS_CURSOR_HEAD + key_len, ret_text);
}

int users_cursor_read(const char *text, bool by_name, struct users_cursor *ret_cursor) {
    uint8_t octets[USERS_CURSOR_HEAD + TEXT_FOLD_MAX];
    size_t text_len = strlen(text);
    size_t len = text_len * 3 / 4;
    const uint8_t *at = octets + 2;

    if (len < USERS_CURSOR_HEAD || len >= sizeof(octets) || crypto_base64url_read(text, text_len, octets, len) < 0) {
        return E_FORMAT;
    }
    const uint8_t sort = octets[1];
    if (octets[0] != VERSION || ((sort & FLAG_BY_NAME) != 0) != by_name || (!by_name && sort != 0) ||
        (!by_name && len > USERS_CURSOR_HEAD)) {
        return E_FORMAT;
    }
    ret_cursor->by_name = by_name;
    ret_cursor->by_field = sort & (FLAG_BY_NAME - 1);
    at = get_number(at, &ret_cursor->id);
    at = get_number(at, &ret_cursor->generation);
    at = get_number(at, &ret_cursor->question);
    at = get_number(at, &ret_cursor->position);
    at = get_number(at, &ret_cursor->total);
    ret_cursor->total_is_more = (ret_cursor->total & TOTAL_MORE) != 0;
    ret_cursor->total &= ~TOTAL_MORE;
    ret_cursor->key_len = len - USERS_CURSOR_HEAD;
    memcpy(ret_cursor->key, at, ret_cursor->key_len);
    ret_cursor->key[ret_cursor->key_len] = '\0';
    return text_is_clean(ret_cursor->key, ret_cursor->key_len) ? 0 : E_FORMAT;
}
