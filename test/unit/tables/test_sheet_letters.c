/* Which encoding a text is in: names and words of people, in the code pages of the programs that write them. */
#include "tables/sheet_letters.h"

#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "unity.h"

#define TEXT_MAX 512

void setUp(void) {
}

void tearDown(void) {
}

static size_t encode(const char *encoding, const char *text, char out[TEXT_MAX]) {
    iconv_t conversion = iconv_open(encoding, "UTF-8");
    char *from = (char *)(uintptr_t)text, *to = out;
    size_t left = strlen(text), room = TEXT_MAX;
    TEST_ASSERT_TRUE_MESSAGE(conversion != (iconv_t)-1, encoding);
    TEST_ASSERT_NOT_EQUAL_MESSAGE((size_t)-1, iconv(conversion, &from, &left, &to, &room), text);
    (void)iconv(conversion, NULL, NULL, &to, &room);
    (void)iconv_close(conversion);
    return TEXT_MAX - room;
}

/* Whether the text reads right in the encoding that is guessed, be it another one. */
static bool reads_right(const char *encoding, const char *text, const char *home) {
    char bytes[TEXT_MAX], again[TEXT_MAX];
    const size_t len = encode(encoding, text, bytes);
    const char *guessed = sheet_encoding_by_letters(bytes, len, home);
    iconv_t conversion = iconv_open("UTF-8", guessed);
    char *from = bytes, *to = again;
    size_t left = len, room = TEXT_MAX - 1;
    TEST_ASSERT_TRUE_MESSAGE(conversion != (iconv_t)-1, guessed);
    (void)iconv(conversion, &from, &left, &to, &room);
    (void)iconv(conversion, NULL, NULL, &to, &room);
    (void)iconv_close(conversion);
    *to = '\0';
    const bool is_right = strcmp(text, again) == 0;
    if (!is_right) {
        printf("%s read as %s: %s not %s\n", encoding, guessed, again, text);
    }
    return is_right;
}

/* Names as a list has them, three or so with letters beyond ASCII. */
static const char *const names[][2] = {
    {"CP1250", "1;Łukasz Żółć;\n2;Ondřej Čížek;\n"},
    {"CP1250", "1;Łukasz Wójcik;\n2;Małgorzata Dąbrowska;\n"},
    {"CP1250", "1;Jiří Novák;\n2;Šárka Dvořáková;\n3;Zdeněk Černý;\n"},
    {"CP1250", "1;Ľubomír Kováč;\n2;Zuzana Šťastná;\n3;Ján Hudák;\n"},
    {"CP1250", "1;Győző Szűcs;\n2;Kovács Ágnes;\n3;Tóth Erzsébet;\n"},
    {"CP1250", "1;Ştefan Ionuţ;\n2;Mădălina Pătraşcu;\n"},
    {"CP1250", "1;Đorđe Žižić;\n2;Šime Čačić;\n"},
    {"CP1251", "1;Иван Петров;\n2;Наталья Щербакова;\n"},
    {"CP1251", "1;Олексій Шевченко;\n2;Їжакевич Ґалина;\n"},
    {"CP1252", "1;Jürgen Groß;\n2;Käthe Müller;\n3;Björn Schäfer;\n"},
    {"CP1252", "1;François Lefèvre;\n2;Zoé Château;\n3;Noël Hébert;\n"},
    {"CP1252", "1;José Muñoz;\n2;Íñigo Peñalver;\n3;Begoña Gutiérrez;\n"},
    {"CP1252", "1;João Conceição;\n2;Inês Magalhães;\n"},
    {"CP1252", "1;Niccolò Pavù;\n2;Virtù Cioè;\n"},
    {"CP1252", "1;Åsa Öberg;\n2;Jörgen Sjöström;\n3;Märta Ångström;\n"},
    {"CP1252", "1;Søren Kjær;\n2;Bjørn Ødegård;\n"},
    {"CP1253", "1;Γιώργος Παπαδόπουλος;\n2;Ελένη Κωνσταντίνου;\n"},
    {"CP1254", "1;Şahin Işık;\n2;Ayşegül Öztürk;\n3;Doğan Çağlar;\n"},
    {"CP1255", "1;יוסי כהן;\n2;שרה לוי;\n"},
    {"CP1256", "1;محمد عبد الله;\n2;فاطمة الزهراء;\n"},
    {"CP1257", "1;Jānis Bērziņš;\n2;Zaķis Kalniņš;\n"},
    {"CP1257", "1;Jonas Žemaitis;\n2;Ąžuolas Šimkūnas;\n3;Eglė Paškevičiūtė;\n"},
    {"CP1257", "1;Jüri Õunapuu;\n2;Kärt Mägi;\n"},
    {"CP1258", "1;Trần Văn Đức;\n2;Nguyễn Thị Hương;\n"},
    {"CP874", "1;สมชาย ใจดี;\n2;สุดา แสงทอง;\n"},
    {"GBK", "1;张伟;\n2;王小明;\n3;李娜;\n"},
    {"BIG5", "1;陳大文;\n2;林美玲;\n3;黃志強;\n"},
    {"CP932", "1;山田太郎;\n2;佐藤花子;\n3;すずき けん;\n"},
    {"CP949", "1;김철수;\n2;이영희;\n3;박지성;\n"},
    {"MACINTOSH", "1;Jürgen Groß;\n2;Käthe Müller;\n3;Björn Schäfer;\n"},
    {"MACINTOSH", "1;François Lefèvre;\n2;Zoé Château;\n3;Noël Hébert;\n"},
};

void test_names_are_read_in_the_encoding_they_were_written_in(void) {
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        wrong += reads_right(names[i][0], names[i][1], "CP1252") ? 0 : 1;
    }
    TEST_ASSERT_EQUAL_UINT(0, wrong);
}

/* The language of the terminal decides where several read equally well, and only there. */
void test_the_home_of_the_terminal_breaks_ties(void) {
    TEST_ASSERT_EQUAL_STRING("CP1256", sheet_encoding_by_letters("1;plain\n", 8, "CP1256"));
    TEST_ASSERT_TRUE(reads_right("CP1250", "1;Łukasz Żółć;\n2;Ondřej Čížek;\n", "CP1256"));
    TEST_ASSERT_TRUE(reads_right("CP1252", "1;José Muñoz;\n2;Begoña Gutiérrez;\n", "CP1256"));
    TEST_ASSERT_EQUAL_STRING("CP1254", sheet_encoding_by_letters("1;G\xfcl;\n", 7, "CP1254"));
    TEST_ASSERT_EQUAL_STRING("CP1252", sheet_encoding_by_letters("1;G\xfcl;\n", 7, "CP1252"));
}

/* A cell that is cut off, and one with nothing but bytes that are no text, decide nothing. */
void test_what_is_cut_does_not_count(void) {
    static const char cut[] = "1;Jos\xe9;\n2;\xb1";
    TEST_ASSERT_EQUAL_STRING("CP1252", sheet_encoding_by_letters(cut, sizeof(cut) - 1, "CP1252"));
    TEST_ASSERT_EQUAL_STRING("CP1252", sheet_encoding_by_letters("", 0, "CP1252"));
}

/* Only so much of a file is looked at, however large it is. */
void test_a_large_file_is_looked_at_in_part(void) {
    static char large[300000];
    const char row[] = "1;\xa3ukasz \xaf\xf3\xb3\xe6;\n";
    for (size_t at = 0; at + sizeof(row) < sizeof(large); at += sizeof(row) - 1) {
        memcpy(large + at, row, sizeof(row) - 1);
    }
    TEST_ASSERT_EQUAL_STRING("CP1250", sheet_encoding_by_letters(large, sizeof(large), "CP1252"));
}
