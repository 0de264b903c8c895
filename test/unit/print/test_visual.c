/* The order and the forms of writing: Arabic letters against the joining that Unicode's own forms say, and lines turned round. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "print/code_page_impl.h"
#include "unity.h"

#define FIRST 0x0621u
#define LAST 0x064au
#define TATWEEL 0x0640u
#define LAM 0x0644u
#define HEBREW 0x05d0u
#define LINE_MAX_ 16

enum form { ISOLATED, FINAL, INITIAL, MEDIAL };

/* A page that has what a test wants it to. */
static uint16_t upper[128];
static const struct code_page page = {.name = "test", .upper = upper};
static uint32_t forms[LAST + 1][4], ligatures[LAST + 1][2];

static enum form form_of(utf8proc_propval_t type) {
    return type == UTF8PROC_DECOMP_TYPE_FINAL     ? FINAL
           : type == UTF8PROC_DECOMP_TYPE_INITIAL ? INITIAL
           : type == UTF8PROC_DECOMP_TYPE_MEDIAL  ? MEDIAL
                                                  : ISOLATED;
}

/* Which form of which letter each code point is, as Unicode has it. */
static void read_forms(void) {
    for (uint32_t c = 0xfe80; c <= 0xfefc; c++) {
        utf8proc_uint8_t text[5] = {0};
        utf8proc_int32_t letters[2] = {0, 0};

        (void)utf8proc_encode_char((utf8proc_int32_t)c, text);
        utf8proc_uint8_t *plain = utf8proc_NFKC(text);
        ssize_t size = utf8proc_iterate(plain, -1, &letters[0]);
        int count = plain[size] == 0 ? 1 : 2;

        (void)utf8proc_iterate(plain + size, -1, &letters[1]);
        free(plain);
        enum form form = form_of(utf8proc_get_property((utf8proc_int32_t)c)->decomp_type);

        if (count == 1) {
            forms[letters[0]][form] = c;
        } else {
            TEST_ASSERT_EQUAL_INT(2, count);
            TEST_ASSERT_EQUAL_HEX32(LAM, letters[0]);
            ligatures[letters[1]][form] = c;
        }
    }
}

void setUp(void) {
    memset(forms, 0, sizeof(forms));
    memset(ligatures, 0, sizeof(ligatures));
    read_forms();
    for (unsigned i = 0; i < 128; i++) {
        upper[i] = (uint16_t)(i < 125 ? 0xfe80 + i : i == 125 ? TATWEEL : i == 126 ? 0x0651 : HEBREW);
    }
}

void tearDown(void) {
}

static bool joins_next(uint32_t c) {
    return c == TATWEEL || (c >= FIRST && c <= LAST && forms[c][INITIAL] != 0);
}

static bool joins_previous(uint32_t c) {
    return c == TATWEEL || (c >= FIRST && c <= LAST && forms[c][FINAL] != 0);
}

/* Letters in the order of reading, without marks. */
static size_t shape(const uint32_t *line, size_t count, uint32_t *out) {
    size_t made = 0;
    bool joined = false;

    for (size_t i = 0; i < count; i++) {
        uint32_t c = line[i], next = i + 1 < count ? line[i + 1] : 0;
        bool is_joined = joined && joins_previous(c);
        bool is_joining = joins_next(c) && joins_previous(next);

        joined = joins_next(c);
        if (c == LAM && next >= FIRST && next <= LAST && ligatures[next][ISOLATED] != 0) {
            out[made++] = ligatures[next][is_joined ? FINAL : ISOLATED];
            joined = false;
            i++;
        } else if (c >= FIRST && c <= LAST && forms[c][ISOLATED] != 0) {
            out[made++] = forms[c][is_joined ? (is_joining ? MEDIAL : FINAL) : is_joining ? INITIAL : ISOLATED];
        } else {
            out[made++] = c;
        }
    }
    return made;
}

/* Read from the right, so turned round. */
static void check_shape(const uint32_t *line, size_t count) {
    uint32_t chars[LINE_MAX_], expected[LINE_MAX_];
    size_t len = shape(line, count, expected);

    memcpy(chars, line, count * sizeof(*line));
    TEST_ASSERT_EQUAL_size_t(len, visual_order(&page, chars, count));
    for (size_t i = 0; i < len; i++) {
        TEST_ASSERT_EQUAL_HEX32(expected[len - 1 - i], chars[i]);
    }
}

/* Three at a time, so that each letter stands between each two others. */
void test_letters_are_joined_as_unicode_says(void) {
    for (uint32_t one = FIRST; one <= LAST; one++) {
        for (uint32_t two = FIRST; two <= LAST; two++) {
            for (uint32_t three = FIRST; three <= LAST; three += 3) {
                check_shape((const uint32_t[]){one, two, three}, 3);
                check_shape((const uint32_t[]){three, two, one}, 3);
            }
            check_shape((const uint32_t[]){one, two}, 2);
        }
        check_shape(&one, 1);
    }
}

void test_random_lines(void) {
    unsigned seed = getenv("SEED") ? (unsigned)strtoul(getenv("SEED"), NULL, 10) : 3;

    (void)printf("SEED=%u\n", seed);
    srand(seed);
    for (int i = 0; i < 5000; i++) {
        uint32_t line[LINE_MAX_ - 1];

        for (size_t at = 0; at < sizeof(line) / sizeof(line[0]); at++) {
            line[at] = rand() % 4 == 0 ? (rand() % 2 ? LAM : 0x0627) : FIRST + (uint32_t)rand() % (LAST - FIRST + 1);
        }
        check_shape(line, sizeof(line) / sizeof(line[0]));
    }
}

/* A mark stands on a letter and does not come between two. */
void test_marks_are_not_between_letters(void) {
    for (uint32_t mark = 0x064b; mark <= 0x0652; mark++) {
        uint32_t chars[] = {0x0628, mark, mark, 0x0628, mark, 0x0628, mark};

        TEST_ASSERT_EQUAL_size_t(7, visual_order(&page, chars, 7));
        TEST_ASSERT_EQUAL_HEX32(forms[0x0628][INITIAL], chars[6]);
        TEST_ASSERT_EQUAL_HEX32(mark, chars[5]);
        TEST_ASSERT_EQUAL_HEX32(forms[0x0628][MEDIAL], chars[3]);
        TEST_ASSERT_EQUAL_HEX32(forms[0x0628][FINAL], chars[1]);
        TEST_ASSERT_EQUAL_HEX32(mark, chars[0]);
    }
}

/* A page of one byte a character has not all forms: the one that looks most like it, in an order of its own. */
void test_forms_that_a_page_lacks(void) {
    static const enum form order[4][4] = {{ISOLATED, FINAL, INITIAL, MEDIAL},
                                          {FINAL, ISOLATED, MEDIAL, INITIAL},
                                          {INITIAL, MEDIAL, ISOLATED, FINAL},
                                          {MEDIAL, INITIAL, FINAL, ISOLATED}};
    static const uint32_t lines[4][3] = {
        {' ', 0x0628, ' '}, {0x0640, 0x0628, ' '}, {' ', 0x0628, 0x0640}, {0x0640, 0x0628, 0x0640}};

    for (unsigned has = 0; has < 16; has++) {
        memset(upper, 0, sizeof(upper));
        upper[0] = TATWEEL;
        for (unsigned form = 0; form < 4; form++) {
            upper[1 + form] = (has >> form & 1) != 0 ? (uint16_t)forms[0x0628][form] : 0;
        }
        TEST_ASSERT_EQUAL(has != 0, visual_is_writable(&page, 0x0628));
        for (unsigned wanted = 0; wanted < 4; wanted++) {
            uint32_t chars[5] = {'-', lines[wanted][0], lines[wanted][1], lines[wanted][2], '-'}, expected = 0x0628;

            for (unsigned i = 4; i-- > 0;) {
                expected = (has >> order[wanted][i] & 1) != 0 ? forms[0x0628][order[wanted][i]] : expected;
            }
            TEST_ASSERT_EQUAL_size_t(5, visual_order(&page, chars, 5));
            TEST_ASSERT_EQUAL_HEX32(expected, chars[2]);
        }
    }
}

/* Without the one letter for both, they stay two. */
void test_lam_and_alef_that_a_page_lacks(void) {
    uint32_t chars[] = {LAM, 0x0627};

    for (unsigned i = 0; i < 128; i++) {
        upper[i] = upper[i] >= 0xfef5 && upper[i] <= 0xfefc ? 0 : upper[i];
    }
    TEST_ASSERT_EQUAL_size_t(2, visual_order(&page, chars, 2));
    TEST_ASSERT_EQUAL_HEX32(forms[LAM][INITIAL], chars[1]);
    TEST_ASSERT_EQUAL_HEX32(forms[0x0627][FINAL], chars[0]);
}

void test_what_is_writable(void) {
    for (uint32_t c = FIRST - 1; c <= LAST + 1; c++) {
        TEST_ASSERT_EQUAL(c >= FIRST && c <= LAST && forms[c][ISOLATED] != 0, visual_is_writable(&page, c));
    }
    /* the last form alone counts, and one behind it is another letter's */
    memset(upper, 0, sizeof(upper));
    upper[5] = (uint16_t)forms[0x0627][FINAL];
    TEST_ASSERT_TRUE(visual_is_writable(&page, 0x0627));
    upper[5] = (uint16_t)(forms[0x0627][FINAL] + 1);
    TEST_ASSERT_FALSE(visual_is_writable(&page, 0x0627));
}

/* --- The order: capitals stand for Hebrew letters --- */

static size_t hebrew(const char *text, uint32_t *chars) {
    size_t len = strlen(text);

    for (size_t i = 0; i < len; i++) {
        chars[i] = text[i] >= 'A' && text[i] <= 'Z' ? HEBREW + (uint32_t)(text[i] - 'A') : (uint32_t)text[i];
    }
    return len;
}

void test_lines_are_turned(void) {
    static const char *const cases[][2] = {
        {"", ""},
        {"  ", "  "},
        {"abc", "abc"},
        {"A", "A"},
        {"ABC", "CBA"},
        {"ABCD", "DCBA"},
        {"ABC abc", "abc CBA"},
        {"ABC abc def G", "G abc def CBA"},
        {"abc ABC", "abc CBA"},
        {"abc ABC def", "abc CBA def"},
        {"abc ABC DEF ghi", "abc FED CBA ghi"},
        {"abc AB, CD ef GH", "abc DC ,BA ef HG"},
        {"ABC 123 DEF", "FED 123 CBA"},
        {"ABC (abc) DEF", "FED (abc) CBA"},
        {"!AB", "BA!"},
        {"AB!", "!BA"},
        {"ab!", "ab!"},
        {"ab AB! c", "ab BA! c"},
        {"  AB ", "  BA "},
        {" AB c  ", " c BA  "},
        {"  ab AB", "  ab BA"},
        {"A(B)C[D]E<F>G{H}I", "I{H}G<F>E[D]C(B)A"},
        {"!!!", "!!!"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t chars[64], expected[64];
        size_t len = hebrew(cases[i][0], chars);

        TEST_ASSERT_EQUAL_size_t(hebrew(cases[i][1], expected), len);
        TEST_ASSERT_EQUAL_size_t(len, visual_order(&page, chars, len));
        if (len > 0) {
            TEST_ASSERT_EQUAL_HEX32_ARRAY_MESSAGE(expected, chars, len, cases[i][0]);
        }
    }
}

/* Both sides of each border: what runs from the right is turned with the letter beside it. */
void test_what_runs_from_the_right(void) {
    static const struct {
        uint32_t c;
        bool is_right;
    } cases[] = {
        {0x058f, false}, {0x0590, true},  {0x06ff, true},  {0x0700, false}, {0xfb1c, false},
        {0xfb1d, true},  {0xfdff, true},  {0xfe00, false}, {0xfe6f, false}, {0xfe70, true},
        {0xfeff, true},  {0xff00, false}, {0x065f, true},  {0x0660, false}, {0x0669, false},
        {0x066a, true},  {0x06ef, true},  {0x06f0, false}, {0x06f9, false}, {0x06fa, true},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t chars[] = {'a', ' ', cases[i].c, HEBREW};

        TEST_ASSERT_EQUAL_size_t(4, visual_order(&page, chars, 4));
        TEST_ASSERT_EQUAL_HEX32(cases[i].is_right ? HEBREW : cases[i].c, chars[2]);
        TEST_ASSERT_EQUAL_HEX32(cases[i].is_right ? cases[i].c : HEBREW, chars[3]);
    }
}

/* What runs in no direction goes with its neighbours; what runs from the left keeps them apart. */
void test_what_runs_in_no_direction(void) {
    static const struct {
        uint32_t c;
        bool is_neutral;
    } cases[] = {{'/', true}, {'0', false}, {'9', false}, {':', true}, {'@', true},  {'A', false}, {'Z', false},
                 {'`', true}, {'a', false}, {'z', false}, {'|', true}, {0xa9, true}, {0xaa, false}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t chars[] = {'a', ' ', HEBREW, cases[i].c, HEBREW + 1};

        TEST_ASSERT_EQUAL_size_t(5, visual_order(&page, chars, 5));
        TEST_ASSERT_EQUAL_HEX32(cases[i].is_neutral ? HEBREW + 1 : HEBREW, chars[2]);
        TEST_ASSERT_EQUAL_HEX32(cases[i].c, chars[3]);
        TEST_ASSERT_EQUAL_HEX32(cases[i].is_neutral ? HEBREW : HEBREW + 1, chars[4]);
    }
}
