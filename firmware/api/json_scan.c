#include "api/json_scan.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/utf8.h"

struct scanner {
    const char *at;
    const char *end;
    char closers[JSON_SCAN_DEPTH_MAX]; /* '}' or ']' of every open level */
    unsigned depth;
    unsigned depth_max;
    struct json_scan_key *key;
};

static void skip_space(struct scanner *s) {
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\n' || *s->at == '\r')) {
        s->at++;
    }
}

static bool next_is(const struct scanner *s, char c) {
    return s->at < s->end && *s->at == c;
}

static bool is_digit(const struct scanner *s) {
    return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

/* Four hex digits at `at`; -1 if they are not there. */
static int32_t scan_hex4(const struct scanner *s, const char *at) {
    int32_t value = 0;
    if (s->end - at < 4) {
        return -1;
    }
    for (int i = 0; i < 4; i++) {
        const char c = at[i];
        int32_t digit;
        if (c >= '0' && c <= '9') {
            digit = c - '0';
        } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
            digit = (c | 0x20) - 'a' + 10;
        } else {
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

/* Behind the `u` of an escape: a character, or the high half of one that the low half must follow. */
static enum json_scan_result scan_unicode(struct scanner *s) {
    const int32_t unit = scan_hex4(s, s->at);
    if (unit < 0) {
        return JSON_SCAN_SYNTAX;
    }
    s->at += 4;
    if (unit == 0 || (unit >= 0xdc00 && unit <= 0xdfff)) {
        return JSON_SCAN_TEXT;
    }
    if (unit < 0xd800 || unit > 0xdbff) {
        return JSON_SCAN_OK;
    }
    if (s->end - s->at < 2 || s->at[0] != '\\' || s->at[1] != 'u') {
        return JSON_SCAN_TEXT;
    }
    const int32_t low = scan_hex4(s, s->at + 2);
    if (low < 0xdc00 || low > 0xdfff) {
        return low < 0 ? JSON_SCAN_SYNTAX : JSON_SCAN_TEXT;
    }
    s->at += 6;
    return JSON_SCAN_OK;
}

static enum json_scan_result scan_escape(struct scanner *s) {
    s->at++;
    if (s->at >= s->end) {
        return JSON_SCAN_SYNTAX;
    }
    const char c = *s->at++;
    if (c == 'u') {
        return scan_unicode(s);
    }
    return c != '\0' && strchr("\"\\/bfnrt", c) != NULL ? JSON_SCAN_OK : JSON_SCAN_SYNTAX;
}

static enum json_scan_result scan_string(struct scanner *s) {
    s->at++;
    while (s->at < s->end) {
        const unsigned char c = (unsigned char)*s->at;
        if (c == '"') {
            s->at++;
            return JSON_SCAN_OK;
        }
        if (c == '\\') {
            const enum json_scan_result result = scan_escape(s);
            if (result != JSON_SCAN_OK) {
                return result;
            }
            continue;
        }
        uint32_t code_point;
        const size_t size = c < 0x20 ? 0 : utf8_next(s->at, (size_t)(s->end - s->at), &code_point);
        if (size == 0) {
            return JSON_SCAN_TEXT;
        }
        s->at += size;
    }
    return JSON_SCAN_SYNTAX;
}

static bool scan_digits(struct scanner *s) {
    if (!is_digit(s)) {
        return false;
    }
    while (is_digit(s)) {
        s->at++;
    }
    return true;
}

static enum json_scan_result scan_number(struct scanner *s) {
    const char *start = s->at;
    if (next_is(s, '-')) {
        s->at++;
    }
    if (next_is(s, '0')) {
        s->at++;
    } else if (!scan_digits(s)) {
        return JSON_SCAN_SYNTAX;
    }
    if (next_is(s, '.')) {
        s->at++;
        if (!scan_digits(s)) {
            return JSON_SCAN_SYNTAX;
        }
    }
    if (next_is(s, 'e') || next_is(s, 'E')) {
        s->at++;
        if (next_is(s, '+') || next_is(s, '-')) {
            s->at++;
        }
        if (!scan_digits(s)) {
            return JSON_SCAN_SYNTAX;
        }
    }
    return s->at - start <= JSON_SCAN_NUMBER_MAX ? JSON_SCAN_OK : JSON_SCAN_SYNTAX;
}

static enum json_scan_result scan_scalar(struct scanner *s) {
    static const char *const words[] = {"true", "false", "null"};
    if (next_is(s, '"')) {
        return scan_string(s);
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const size_t len = strlen(words[i]);
        if ((size_t)(s->end - s->at) >= len && memcmp(s->at, words[i], len) == 0) {
            s->at += len;
            return JSON_SCAN_OK;
        }
    }
    return scan_number(s);
}

/* A key and its colon. A fault in the key of the outermost object is in no known member. */
static enum json_scan_result scan_key(struct scanner *s) {
    if (s->depth == 1) {
        *s->key = (struct json_scan_key){0};
    }
    skip_space(s);
    if (!next_is(s, '"')) {
        return JSON_SCAN_SYNTAX;
    }
    const char *start = s->at + 1;
    const enum json_scan_result result = scan_string(s);
    if (result != JSON_SCAN_OK) {
        return result;
    }
    const char *stop = s->at - 1;
    skip_space(s);
    if (!next_is(s, ':')) {
        return JSON_SCAN_SYNTAX;
    }
    s->at++;
    if (s->depth == 1) {
        *s->key = (struct json_scan_key){.text = start, .len = (size_t)(stop - start)};
    }
    return JSON_SCAN_OK;
}

/* Opens a level; *ret_empty tells that it was closed at once. */
static enum json_scan_result scan_open(struct scanner *s, bool *ret_empty) {
    const char closer = *s->at == '{' ? '}' : ']';
    *ret_empty = false;
    if (s->depth == s->depth_max) {
        return JSON_SCAN_DEPTH;
    }
    s->closers[s->depth++] = closer;
    s->at++;
    skip_space(s);
    if (next_is(s, closer)) {
        s->at++;
        s->depth--;
        *ret_empty = true;
        return JSON_SCAN_OK;
    }
    return closer == '}' ? scan_key(s) : JSON_SCAN_OK;
}

/* Behind a value: closes levels until another value is due. *ret_done tells that the outermost value is complete. */
static enum json_scan_result scan_behind(struct scanner *s, bool *ret_done) {
    *ret_done = false;
    for (;;) {
        skip_space(s);
        if (s->depth == 0) {
            *ret_done = true;
            return s->at == s->end ? JSON_SCAN_OK : JSON_SCAN_SYNTAX;
        }
        const char closer = s->closers[s->depth - 1];
        if (next_is(s, ',')) {
            s->at++;
            return closer == '}' ? scan_key(s) : JSON_SCAN_OK;
        }
        if (!next_is(s, closer)) {
            return JSON_SCAN_SYNTAX;
        }
        s->at++;
        s->depth--;
    }
}

enum json_scan_result json_scan(const char *text, size_t len, unsigned depth_max, struct json_scan_key *ret_key) {
    struct scanner s = {.at = text, .end = text + len, .depth_max = depth_max, .key = ret_key};
    *ret_key = (struct json_scan_key){0};
    for (;;) {
        bool complete = true;
        skip_space(&s);
        enum json_scan_result result =
            next_is(&s, '{') || next_is(&s, '[') ? scan_open(&s, &complete) : scan_scalar(&s);
        if (result == JSON_SCAN_OK && complete) {
            bool done;
            result = scan_behind(&s, &done);
            if (result == JSON_SCAN_OK && done) {
                return JSON_SCAN_OK;
            }
        }
        if (result != JSON_SCAN_OK) {
            return result;
        }
    }
}
