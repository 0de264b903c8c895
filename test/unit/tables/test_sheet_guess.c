#include <string.h>

#include "made_file.h"
#include "tables/sheet.h"
#include "unity.h"

static struct sheet_guess guess;

void setUp(void) {
}

void tearDown(void) {
    made_file_done();
}

static int guess_octets(const char *octets, size_t len) {
    memset(&guess, 0xa5, sizeof(guess));
    return sheet_guess(made_file(octets, len), "CP1256", &guess);
}

static void guess_text(const char *text) {
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, strlen(text)));
    TEST_ASSERT_EQUAL_INT(SHEET_CSV, guess.form.kind);
    TEST_ASSERT_EQUAL_UINT(0, guess.sheet_count);
}

static void assert_encoding(const char *encoding, bool is_sure) {
    TEST_ASSERT_EQUAL_STRING(encoding, guess.form.encoding);
    TEST_ASSERT_EQUAL(is_sure, guess.is_sure);
}

void test_what_is_certain_of_the_encoding_is_told_as_such(void) {
    guess_text("id,name\n1,x");
    assert_encoding("UTF-8", true);
    guess_text("id,name\n1,\xc3\xa9");
    assert_encoding("UTF-8", true);
    guess_text("\xef\xbb\xbfid\xff");
    assert_encoding("UTF-8", true);
    guess_text("\xff\xfei");
    assert_encoding("UTF-16", true);
    guess_text("\xfe\xffi");
    assert_encoding("UTF-16", true);
}

void test_what_is_not_utf8_is_guessed_from_its_letters(void) {
    guess_text("id,name\n1,\xc7\xe1");
    assert_encoding("CP1256", false);
    guess_text("id,name\n1,Bj\xf6rn");
    assert_encoding("CP1252", false);
}

/* A row of another program in a long file of UTF-8 does not spoil the rest. */
void test_utf8_with_a_broken_byte_is_utf8_but_not_certain(void) {
    char text[400] = "1;Bj\xf6rn\n";
    for (unsigned i = 0; i < 20; i++) {
        strcat(text, "2;Zo\xc3\xa9\n");
    }
    guess_text(text);
    assert_encoding("UTF-8", false);
    text[strlen(text) - 2] = 'e';
    text[strlen(text) - 3] = 'i';
    guess_text(text);
    TEST_ASSERT_NOT_EQUAL(0, strcmp("UTF-8", guess.form.encoding));
}

void test_utf16_without_a_mark_is_told_by_its_zeros(void) {
    TEST_ASSERT_EQUAL_INT(0, guess_octets("i\0d\0;\0\x1c\x04\n\0", 10));
    assert_encoding("UTF-16", true);
    TEST_ASSERT_EQUAL_CHAR(';', guess.form.delimiter);
    TEST_ASSERT_EQUAL_INT(0, guess_octets("\0i\0d\0;\x04\x1c\0\n", 10));
    assert_encoding("UTF-16", true);
    TEST_ASSERT_EQUAL_CHAR(';', guess.form.delimiter);
}

/* What is looked at ends within a character. */
void test_a_character_that_is_cut_is_no_other_encoding(void) {
    static char text[SHEET_LOOK_MAX + 2];
    memset(text, 'a', sizeof(text));
    memcpy(text + sizeof(text) - 3, "\xe2\x82\xac", 3);
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, sizeof(text)));
    assert_encoding("UTF-8", true);
    memcpy(text + 1000, " Bj\xf6rn ", 7);
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, sizeof(text)));
    assert_encoding("CP1252", false);
}

/* Nobody knows what follows behind so much ASCII. */
void test_a_long_file_of_ascii_is_not_certain(void) {
    static char text[SHEET_LOOK_MAX];
    memset(text, 'a', sizeof(text));
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, sizeof(text) - 1));
    assert_encoding("UTF-8", true);
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, sizeof(text)));
    assert_encoding("UTF-8", false);
}

/* The first name that is not ASCII may come late, and across two blocks that are read. */
void test_a_late_name_counts(void) {
    static char text[1024 * 1024];
    memset(text, '\n', sizeof(text));
    memcpy(text + sizeof(text) - 24, "\xc8\xe2\xe0\xed\xee\xe2\nK\xee\xe2\xe0\xeb\xe5\xe2\n", 15);
    text[sizeof(text) - 17] = '\xca';
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, sizeof(text)));
    assert_encoding("CP1251", false);
    memset(text, '\n', sizeof(text));
    memcpy(text + 16384 - 2, "Zo\xc3\xa9", 4);
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, 20000));
    assert_encoding("UTF-8", true);
}

static void assert_delimiter(char wanted, const char *text) {
    guess_text(text);
    TEST_ASSERT_EQUAL_CHAR_MESSAGE(wanted, guess.form.delimiter, text);
}

void test_the_delimiter_is_that_which_makes_a_table(void) {
    assert_delimiter(',', "id,name,card\n1,Bob,2\n");
    assert_delimiter(';', "id;name;card\n1;Bob;2\n");
    assert_delimiter('\t', "id\tname\n1\tBob\n");
    assert_delimiter('|', "id|name\n1|Bob\n");
    assert_delimiter(';', "id;name;pay\n1;Bob;3,5\n2;Ann;4,5\n");
    assert_delimiter(';', "id;name\n1;\"a,b,c,d\"\n2;\"a,b,c,d\"\n");
    assert_delimiter(';', "name;id\nSmith, Ann;1\nSmith, Bob;2\n");
    assert_delimiter(',', "id,name\n1,\"a;b\nc;d\"\n2,x\n");
    assert_delimiter(';', "id;name;card\n1;Bob\n2;Ann;3\n3;Eve;4\n");
    assert_delimiter(',', "id\n1\n2\n");
    assert_delimiter(',', "");
    assert_delimiter('\t', "sep=\t\nid;name\n1;x\n");
    assert_delimiter(';', "list of people\nid;name;a,b\n1;x;y\n2;z;y\n");
}

void test_a_language_whose_encoding_the_system_does_not_know_decides_nothing(void) {
    const char text[] = "id;n\n1;Zo\xe9";
    TEST_ASSERT_EQUAL_INT(0, sheet_guess(made_file(text, strlen(text)), "no such table", &guess));
    assert_encoding("CP1252", false);
    TEST_ASSERT_EQUAL_CHAR(';', guess.form.delimiter);
}

#define OCTETS(text) {(text), sizeof(text) - 1}

void test_what_is_no_table_is_told(void) {
    static const struct {
        const char *octets;
        size_t len;
    } others[] = {
        OCTETS("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old or encrypted workbook"),
        OCTETS("%PDF-1.7\n"),
        OCTETS("\x89PNG\r\n\x1a\n"),
        OCTETS("\xff\xd8\xff\xe0 picture"),
        OCTETS("GIF89a"),
        OCTETS("PK\x03\x04 no archive"),
        OCTETS("PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        {"\x7f"
         "ELF\x02",
         5},
        OCTETS("{\\rtf1"),
        OCTETS("\r\n<html><table>"),
        OCTETS("\xef\xbb\xbf<?xml version"),
        OCTETS("a,b\0c,d"),
        OCTETS("\x01\x02\x03\x04,a"),
    };
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(E_FORMAT, guess_octets(others[i].octets, others[i].len), others[i].octets);
    }
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, sheet_guess("/nowhere/file", "UTF-8", &guess));
    TEST_ASSERT_EQUAL_INT(E_IO, sheet_guess("/proc/self", "UTF-8", &guess));
}

/* Eight long rows are what is looked at; more rows behind them would tell another delimiter. */
void test_only_the_beginning_is_looked_at(void) {
    static char text[128 * 1024];
    const size_t row = 8 * 1024;
    size_t len = 6;
    memcpy(text, "a,b;c\n", len);
    for (unsigned i = 0; i < 8; i++, len += row) {
        memset(text + len, 'x', row);
        memcpy(text + len + row - 3, ",y\n", 3);
    }
    for (unsigned i = 0; i < 40; i++, len += 4) {
        memcpy(text + len, "p;q\n", 4);
    }
    TEST_ASSERT_EQUAL_INT(0, guess_octets(text, len));
    TEST_ASSERT_EQUAL_CHAR(',', guess.form.delimiter);
}

/* A title may have a comma; names may have one in every row. */
void test_titles_do_not_decide_the_delimiter(void) {
    assert_delimiter(';', "ACME S.A., Madrid\nid;name\n1;Ann\n2;Bob\n");
    assert_delimiter(';', "ACME S.A., Madrid\nid;name\n1;Doe, Ann\n2;Roe, Bob\n3;Poe, Cem\n");
    assert_delimiter('\t', "a\nb\nc\nd\ne; f\ng\nid\tname\n1\tAnn\n");
    assert_delimiter(';', "id;name\n1;Doe, Ann\n2;Roe, Bob\n3;Poe, Cem\nthree people\n");
    assert_delimiter(',', "Name\nAda\nDoe; Ann\nBob\nCem\n");
}
