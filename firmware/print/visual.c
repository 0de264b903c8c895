/* Visual order and shaping for devices that print one character after the other: joins Arabic letters (Unicode, Arabic
 * Presentation Forms-B), and reverses right-to-left runs. Lines are short and have no formatting characters, so three
 * levels of UAX #9 suffice. */
#include "print/code_page_impl.h"

#define FIRST_LETTER 0x0621u
#define LAST_LETTER 0x064au
#define LAM 0x0644u
#define TATWEEL 0x0640u

enum form { ISOLATED, FINAL, INITIAL, MEDIAL };

/* Isolated form of each letter from U+0621, and the number of its forms, which follow: 1, 2 (never joins the next
 * letter) or 4. */
static const struct {
    uint16_t isolated;
    uint8_t forms;
} letters[] = {
    {0xfe80, 1}, {0xfe81, 2}, {0xfe83, 2}, {0xfe85, 2}, {0xfe87, 2}, {0xfe89, 4}, {0xfe8d, 2}, {0xfe8f, 4}, {0xfe93, 2},
    {0xfe95, 4}, {0xfe99, 4}, {0xfe9d, 4}, {0xfea1, 4}, {0xfea5, 4}, {0xfea9, 2}, {0xfeab, 2}, {0xfead, 2}, {0xfeaf, 2},
    {0xfeb1, 4}, {0xfeb5, 4}, {0xfeb9, 4}, {0xfebd, 4}, {0xfec1, 4}, {0xfec5, 4}, {0xfec9, 4}, {0xfecd, 4}, {0, 0},
    {0, 0},      {0, 0},      {0, 0},      {0, 0},      {0x0640, 0}, {0xfed1, 4}, {0xfed5, 4}, {0xfed9, 4}, {0xfedd, 4},
    {0xfee1, 4}, {0xfee5, 4}, {0xfee9, 4}, {0xfeed, 2}, {0xfeef, 2}, {0xfef1, 4},
};

/* Lam followed by alef is one letter; its final form follows. */
static const struct {
    uint16_t alef, isolated;
} lam_alefs[] = {{0x0622, 0xfef5}, {0x0623, 0xfef7}, {0x0625, 0xfef9}, {0x0627, 0xfefb}};

static unsigned forms_of(uint32_t letter) {
    return letter >= FIRST_LETTER && letter <= LAST_LETTER ? letters[letter - FIRST_LETTER].forms : 0;
}

static bool is_mark(uint32_t c) {
    return c >= 0x064b && c <= 0x0652;
}

static bool joins_next(uint32_t c) {
    return forms_of(c) == 4 || c == TATWEEL;
}

static bool joins_previous(uint32_t c) {
    return forms_of(c) >= 2 || c == TATWEEL;
}

/* Returns the form, or the page's substitute; 0: none. Single-byte pages share similar forms. */
static uint32_t visual_available(const struct code_page *page, uint32_t isolated, unsigned forms, enum form wanted) {
    static const enum form order[4][4] = {
        [ISOLATED] = {ISOLATED, FINAL, INITIAL, MEDIAL},
        [FINAL] = {FINAL, ISOLATED, MEDIAL, INITIAL},
        [INITIAL] = {INITIAL, MEDIAL, ISOLATED, FINAL},
        [MEDIAL] = {MEDIAL, INITIAL, FINAL, ISOLATED},
    };
    for (unsigned i = 0; i < 4; i++) {
        uint32_t form = isolated + (uint32_t)order[wanted][i];
        if ((unsigned)order[wanted][i] < forms && code_page_octet(page, form) >= 0) {
            return form;
        }
    }
    return 0;
}

bool visual_is_writable(const struct code_page *page, uint32_t letter) {
    unsigned forms = forms_of(letter);
    return forms > 0 && visual_available(page, letters[letter - FIRST_LETTER].isolated, forms, ISOLATED) != 0;
}

/* Returns the ligature of lam and the following alef, or 0. */
static uint32_t visual_ligature(const struct code_page *page, uint32_t alef, bool joined) {
    for (unsigned i = 0; i < sizeof(lam_alefs) / sizeof(lam_alefs[0]); i++) {
        if (lam_alefs[i].alef == alef) {
            return visual_available(page, lam_alefs[i].isolated, 2, joined ? FINAL : ISOLATED);
        }
    }
    return 0;
}

/* Returns the next character that is not a mark, since a mark is written above or below the previous letter; 0 at the
 * end. */
static uint32_t visual_next(const uint32_t *chars, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!is_mark(chars[i])) {
            return chars[i];
        }
    }
    return 0;
}

/* Replaces letters by their forms; works in place, as a line never gets longer. */
static size_t visual_shape(const struct code_page *page, uint32_t *chars, size_t count) {
    bool previous_joins = false;
    size_t out = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t c = chars[i];
        if (is_mark(c)) {
            chars[out++] = c;
            continue;
        }
        bool joined = previous_joins && joins_previous(c);
        uint32_t next = visual_next(chars + i + 1, count - i - 1);
        bool is_lam = c == LAM && i + 1 < count;
        uint32_t both = is_lam ? visual_ligature(page, chars[i + 1], joined) : 0;
        if (both != 0) {
            chars[out++] = both;
            previous_joins = false;
            i++;
            continue;
        }
        bool joins = joins_next(c) && joins_previous(next);
        previous_joins = joins_next(c);
        if (forms_of(c) > 0) {
            enum form wanted = joined ? (joins ? MEDIAL : FINAL) : (joins ? INITIAL : ISOLATED);
            uint32_t form = visual_available(page, letters[c - FIRST_LETTER].isolated, forms_of(c), wanted);
            c = form != 0 ? form : c;
        }
        chars[out++] = c;
    }
    return out;
}

static bool is_right_to_left(uint32_t c) {
    bool is_arabic_digit = (c >= 0x0660 && c <= 0x0669) || (c >= 0x06f0 && c <= 0x06f9);
    return ((c >= 0x0590 && c <= 0x06ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfeff)) &&
           !is_arabic_digit;
}

static bool is_neutral(uint32_t c) {
    return c < '0' || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c < 0xaa);
}

static uint32_t visual_mirrored(uint32_t c) {
    switch (c) {
        case '(': return ')';
        case ')': return '(';
        case '[': return ']';
        case ']': return '[';
        case '<': return '>';
        case '>': return '<';
        case '{': return '}';
        case '}': return '{';
        default: return c;
    }
}

static void visual_reverse(uint32_t *chars, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t c = chars[i];
        chars[i] = chars[count - 1 - i];
        chars[count - 1 - i] = c;
    }
}

/* Returns the length of the left-to-right run at `chars`: letters and digits with what is between them. */
static size_t left_to_right_run(const uint32_t *chars, size_t count) {
    size_t end = 0;
    for (size_t i = 0; i < count && !is_right_to_left(chars[i]); i++) {
        if (!is_neutral(chars[i])) {
            end = i + 1;
        }
    }
    return end;
}

/* Reverses a right-to-left run, except left-to-right runs inside it. */
static void visual_turn(uint32_t *chars, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t run = is_neutral(chars[i]) ? 0 : left_to_right_run(chars + i, count - i);
        if (run > 0) {
            visual_reverse(chars + i, run); /* the whole run is reversed below, which restores these */
            i += run - 1;
        } else {
            chars[i] = visual_mirrored(chars[i]);
        }
    }
    visual_reverse(chars, count);
}

/* Returns the length of the right-to-left run at `chars`: up to its last such letter before one of the other
 * direction. */
static size_t right_to_left_run(const uint32_t *chars, size_t count) {
    size_t end = 0;
    for (size_t i = 0; i < count && (is_right_to_left(chars[i]) || is_neutral(chars[i])); i++) {
        if (is_right_to_left(chars[i])) {
            end = i + 1;
        }
    }
    return end;
}

size_t visual_order(const struct code_page *page, uint32_t *chars, size_t count) {
    count = visual_shape(page, chars, count);
    /* Blanks around the text keep their place. */
    uint32_t *start = chars;
    uint32_t *end = chars + count;
    while (start < end && *start == ' ') {
        start++;
    }
    while (end > start && end[-1] == ' ') {
        end--;
    }
    /* The first letter decides the direction of the line. */
    uint32_t *letter = start;
    while (letter < end && is_neutral(*letter)) {
        letter++;
    }
    if (letter < end && is_right_to_left(*letter)) {
        visual_turn(start, (size_t)(end - start));
        return count;
    }
    for (uint32_t *at = letter; at < end; at++) {
        size_t run = is_right_to_left(*at) ? right_to_left_run(at, (size_t)(end - at)) : 0;
        if (run > 0) {
            visual_turn(at, run);
            at += run - 1;
        }
    }
    return count;
}
