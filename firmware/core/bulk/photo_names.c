#include "core/bulk/photo_names.h"

#include <string.h>
#include <strings.h>

#include "util/utf8.h"

#define WORDS_MAX 16 /* of a name that are looked at */
#define RUN_MAX 4 /* words that are taken together: an employee number may have a dash in it */
#define ID_DIGITS_MAX 9
#define COUNTER_DIGITS_MAX 2

static const char digits[] = "0123456789";

/* The upper half of CP437, as Windows and DOS name files in an archive. */
static const uint16_t cp437[128] = {
    0xc7,   0xfc,   0xe9,   0xe2,   0xe4,   0xe0,   0xe5,   0xe7,   0xea,   0xeb,   0xe8,   0xef,   0xee,
    0xec,   0xc4,   0xc5,   0xc9,   0xe6,   0xc6,   0xf4,   0xf6,   0xf2,   0xfb,   0xf9,   0xff,   0xd6,
    0xdc,   0xa2,   0xa3,   0xa5,   0x20a7, 0x192,  0xe1,   0xed,   0xf3,   0xfa,   0xf1,   0xd1,   0xaa,
    0xba,   0xbf,   0x2310, 0xac,   0xbd,   0xbc,   0xa1,   0xab,   0xbb,   0x2591, 0x2592, 0x2593, 0x2502,
    0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255d, 0x255c, 0x255b, 0x2510, 0x2514,
    0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f, 0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550,
    0x256c, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256b, 0x256a, 0x2518, 0x250c,
    0x2588, 0x2584, 0x258c, 0x2590, 0x2580, 0x3b1,  0xdf,   0x393,  0x3c0,  0x3a3,  0x3c3,  0xb5,   0x3c4,
    0x3a6,  0x398,  0x3a9,  0x3b4,  0x221e, 0x3c6,  0x3b5,  0x2229, 0x2261, 0xb1,   0x2265, 0x2264, 0x2320,
    0x2321, 0xf7,   0x2248, 0xb0,   0x2219, 0xb7,   0x221a, 0x207f, 0xb2,   0x25a0, 0xa0};

/* A part of a name between separators. */
struct word {
    const char *at;
    size_t len;
    bool has_digit, is_number; /* a digit in it; nothing else in it */
    bool is_left_out; /* a number that is no user's: of a camera, a date, a counter */
    bool is_found; /* users were found by it, alone or with others */
};

struct words {
    struct word at[WORDS_MAX];
    size_t count;
};

static bool is_utf8(const char *text, size_t len) {
    uint32_t code = 0;
    size_t size = 1;
    for (size_t at = 0; at < len && size > 0; at += size) {
        size = utf8_next(text + at, len - at, &code);
    }
    return size > 0;
}

/* Digits of Arabic, Persian and full width as the ASCII ones; what has no shape of its own as `?`. */
static uint32_t shown_code(uint32_t code) {
    static const uint32_t zeros[] = {0x660, 0x6f0, 0xff10};
    for (size_t i = 0; i < sizeof(zeros) / sizeof(zeros[0]); i++) {
        if (code >= zeros[i] && code <= zeros[i] + 9) {
            return '0' + (code - zeros[i]);
        }
    }
    return utf8_is_control(code) || utf8_is_bidi_control(code) ? '?' : code;
}

size_t photo_name_text(const char *name, char ret_text[PHOTO_NAME_TEXT_MAX]) {
    const size_t len = strlen(name);
    const bool utf8 = is_utf8(name, len);
    size_t to = 0, size = 1;
    for (size_t at = 0; at < len && to + UTF8_BYTES_MAX < PHOTO_NAME_TEXT_MAX; at += size) {
        const unsigned char byte = (unsigned char)name[at];
        uint32_t code = byte < 0x80 ? byte : cp437[byte - 0x80];
        size = utf8 ? utf8_next(name + at, len - at, &code) : 1;
        to += utf8_put(ret_text + to, shown_code(code));
    }
    ret_text[to] = '\0';
    return to;
}

/* Behind the last slash, of either kind. */
static const char *base_of(const char *text) {
    const size_t len = strlen(text);
    size_t at = len;
    while (at > 0 && text[at - 1] != '/' && text[at - 1] != '\\') {
        at--;
    }
    return text + at;
}

/* True if one of the folders has this name. */
static bool is_within(const char *text, const char *folder) {
    const size_t len = strlen(folder);
    for (const char *at = text; *at != '\0';) {
        const size_t part = strcspn(at, "/\\");
        if (at[part] != '\0' && part == len && strncmp(at, folder, len) == 0) {
            return true;
        }
        at += part + (at[part] != '\0' ? 1 : 0);
    }
    return false;
}

static bool is_one_of(const char *text, const char *const *list) {
    for (; *list != NULL; list++) {
        if (strcasecmp(text, *list) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_clutter(const char *text, const char *base) {
    static const char *const names[] = {".DS_Store", "Thumbs.db",   "ehthumbs.db", "desktop.ini",
                                        "Icon?",     ".picasa.ini", "Picasa.ini",  NULL};
    return is_within(text, "__MACOSX") || is_within(text, "@eaDir") || strncmp(base, "._", 2) == 0 ||
           is_one_of(base, names);
}

enum photo_name_kind photo_name_kind_of(const char *text) {
    static const char *const read[] = {".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", NULL};
    static const char *const unread[] = {".heic", ".heif", ".hif", ".avif", NULL};
    const char *base = base_of(text);
    const char *ending = strrchr(base, '.');
    if (is_clutter(text, base)) {
        return PHOTO_NAME_CLUTTER;
    }
    if (ending == NULL) {
        return PHOTO_NAME_OTHER;
    }
    return is_one_of(ending, read)     ? PHOTO_NAME_PICTURE
           : is_one_of(ending, unread) ? PHOTO_NAME_UNREADABLE
                                       : PHOTO_NAME_OTHER;
}

void photo_name_add(struct photo_name_users *users, uint32_t userid) {
    for (size_t i = 0; i < users->count; i++) {
        if (users->ids[i] == userid) {
            return;
        }
    }
    if (users->count < PHOTO_NAME_USERS_MAX) {
        users->ids[users->count++] = userid;
    }
}

/* Blanks and dashes beyond ASCII, and brackets of full width. */
static bool is_separator(uint32_t code) {
    const bool is_word = (code >= '0' && code <= '9') || ((code | 0x20) >= 'a' && (code | 0x20) <= 'z');
    return code < 0x80 ? !is_word && code != '?'
                       : code == 0xa0 || (code >= 0x2000 && code <= 0x2015) || code == 0x202f || code == 0x2212 ||
                             code == 0x3000 || code == 0xff08 || code == 0xff09 || code == 0xff3f || code == 0xff0d;
}

static void add_word(struct words *words, const char *at, size_t len) {
    if (len == 0 || words->count == WORDS_MAX) {
        return;
    }
    const size_t leading = strspn(at, digits);
    words->at[words->count++] =
        (struct word){.at = at, .len = len, .has_digit = strcspn(at, digits) < len, .is_number = leading >= len};
}

static void words_split(const char *stem, size_t len, struct words *ret_words) {
    size_t from = 0, size = 1;
    *ret_words = (struct words){.count = 0};
    for (size_t at = 0; at < len; at += size) {
        uint32_t code = 0;
        size = utf8_next(stem + at, len - at, &code);
        size = size > 0 ? size : 1;
        if (is_separator(code)) {
            add_word(ret_words, stem + from, at - from);
            from = at + size;
        }
    }
    add_word(ret_words, stem + from, len - from);
}

static uint32_t value_of(const struct word *word) {
    uint32_t value = 0;
    for (size_t i = 0; i < word->len && value < 1000000000U / 10; i++) {
        value = value * 10 + (uint32_t)(word->at[i] - '0');
    }
    return value;
}

/* A number as a user ID: 0, it is none. */
static uint32_t id_of(const struct word *word) {
    const size_t zeros = strspn(word->at, "0");
    return word->is_number && word->len > zeros && word->len - zeros <= ID_DIGITS_MAX
               ? value_of(&(struct word){.at = word->at + zeros, .len = word->len - zeros})
               : 0;
}

/* Cameras and messengers count their pictures: `IMG_5301` says nothing about user 5301. */
static bool is_of_camera(const struct word *first) {
    static const char *const names[] = {"IMG",   "IMGP", "DSC",        "DSCN",     "DSCF", "DCIM",
                                        "MVIMG", "PXL",  "Screenshot", "WhatsApp", "VID",  NULL};
    char text[16];
    if (first->len >= sizeof(text)) {
        return false;
    }
    memcpy(text, first->at, first->len);
    text[first->len] = '\0';
    return is_one_of(text, names);
}

/* Year, month and day, or the year last. */
static bool is_date(const struct word *three) {
    if (!three[0].is_number || !three[1].is_number || !three[2].is_number) {
        return false;
    }
    const struct word *year = three[0].len == 4 ? &three[0] : &three[2];
    const struct word *other = year == &three[0] ? &three[2] : &three[0];
    const uint32_t a = value_of(&three[1]), b = value_of(other);
    return year->len == 4 && value_of(year) >= 1900 && value_of(year) <= 2099 && three[1].len <= 2 && other->len <= 2 &&
           a >= 1 && b >= 1 && a <= 31 && b <= 31 && (a <= 12 || b <= 12);
}

/* The last number of a name that has something with a digit before it: 1 (`5301_1`, `7_1`, `7_01`); up to 9 behind something
 * longer (`5301_2`); or any of two digits in brackets, as Windows numbers copies (`7 (12)`). */
static bool is_counter(const struct words *words, size_t number) {
    const struct word *last = &words->at[number];
    const bool is_any = last->at[-1] == '(' || value_of(last) == 1;
    if (!is_any && last->len > 1 && last->at[0] != '0') {
        return false;
    }
    for (size_t i = 0; i < number; i++) {
        const struct word *before = &words->at[i];
        if (before->has_digit && !before->is_left_out && (is_any || before->len > last->len)) {
            return true;
        }
    }
    return false;
}

static void leave_out(struct words *words) {
    const bool of_camera = words->count > 0 && is_of_camera(&words->at[0]);
    for (size_t i = 0; i + 2 < words->count; i++) {
        if (is_date(&words->at[i])) {
            words->at[i].is_left_out = words->at[i + 1].is_left_out = words->at[i + 2].is_left_out = true;
        }
    }
    size_t last = words->count;
    for (size_t i = 0; i < words->count; i++) {
        words->at[i].is_left_out = words->at[i].is_left_out || of_camera;
        last = words->at[i].is_number && !words->at[i].is_left_out ? i : last;
    }
    if (last > 0 && last < words->count && words->at[last].len <= COUNTER_DIGITS_MAX && is_counter(words, last)) {
        words->at[last].is_left_out = true;
    }
}

/* Whether a run of words can mean a user: something with a digit in it, or the whole name. */
static bool run_counts(const struct words *words, size_t from, size_t count) {
    bool has_digit = count == words->count;
    for (size_t i = from; i < from + count; i++) {
        if (words->at[i].is_found || (count == 1 && words->at[i].is_left_out)) {
            return false;
        }
        has_digit = has_digit || words->at[i].has_digit;
    }
    return has_digit;
}

/* Asks who some words that stand together mean. */
static int find_run(struct words *words, size_t from, size_t count, photo_name_find *find, void *state,
                    struct photo_name_users *users) {
    const struct word *first = &words->at[from], *last = &words->at[from + count - 1];
    const size_t len = (size_t)(last->at - first->at) + last->len;
    char text[PHOTO_NAME_TEXT_MAX];
    struct photo_name_users found = {.count = 0};
    memcpy(text, first->at, len);
    text[len] = '\0';
    int r = find(state, text, count == 1 ? id_of(first) : 0, &found);
    for (size_t i = 0; r == 0 && i < found.count; i++) {
        photo_name_add(users, found.ids[i]);
    }
    for (size_t i = from; found.count > 0 && i < from + count; i++) {
        words->at[i].is_found = true;
    }
    return r < 0 ? r : 0;
}

static int find_runs(struct words *words, size_t count, photo_name_find *find, void *state,
                     struct photo_name_users *users) {
    int r = 0;
    for (size_t from = 0; r == 0 && from + count <= words->count; from++) {
        r = run_counts(words, from, count) ? find_run(words, from, count, find, state, users) : 0;
    }
    return r;
}

int photo_name_users_of(const char *text, photo_name_find *find, void *state, struct photo_name_users *ret_users) {
    const char *base = base_of(text);
    const char *ending = strrchr(base, '.');
    struct words words;
    *ret_users = (struct photo_name_users){.count = 0};
    words_split(base, ending != NULL ? (size_t)(ending - base) : strlen(base), &words);
    leave_out(&words);
    for (size_t i = words.count; i > 0; i--) {
        const uint32_t id = words.at[i - 1].is_left_out ? 0 : id_of(&words.at[i - 1]);
        ret_users->number = id != 0 ? id : ret_users->number;
    }
    /* The longest first: a part of what means somebody means nobody. */
    int r = words.count > RUN_MAX ? find_runs(&words, words.count, find, state, ret_users) : 0;
    for (size_t count = words.count < RUN_MAX ? words.count : RUN_MAX; r == 0 && count > 0; count--) {
        r = find_runs(&words, count, find, state, ret_users);
    }
    return r;
}
