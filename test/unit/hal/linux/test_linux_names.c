/* DNS queries, and which answers are accepted. */
#include "hal/linux/linux_names.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unity.h"

static uint8_t question[LINUX_NAMES_QUESTION_MAX], answer[LINUX_NAMES_ANSWER_MAX];
static size_t asked_len, len;
static uint32_t address;

static void ask(const char *host) {
    int r = linux_names_ask(host, 0x1234, question);
    TEST_ASSERT_GREATER_THAN(0, r);
    asked_len = (size_t)r;
}

/* The answer of a server: the question with `code`, and no records yet. */
static void begin_answer(uint8_t code) {
    memcpy(answer, question, asked_len);
    answer[2] |= 0x80;
    answer[3] = (uint8_t)(0x80 | code);
    len = asked_len;
}

/* A record about the name of the question. */
static void add_record(uint8_t type, const void *data, uint8_t data_len) {
    const uint8_t head[] = {0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data_len};
    memcpy(answer + len, head, sizeof(head));
    memcpy(answer + len + sizeof(head), data, data_len);
    len += sizeof(head) + data_len;
    answer[7]++;
}

static int take(void) {
    address = 0;
    return linux_names_take(question, asked_len, answer, len, &address);
}

void setUp(void) {
    ask("time.example.com");
}

void tearDown(void) {
}

void test_a_question_is_one_of_rfc_1035(void) {
    static const uint8_t wanted[] = "\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x04time\x07"
                                    "example\x03"
                                    "com\x00\x00\x01\x00\x01";
    TEST_ASSERT_EQUAL(sizeof(wanted) - 1, asked_len);
    TEST_ASSERT_EQUAL_HEX8_ARRAY(wanted, question, asked_len);
    ask("time.example.com.");
    TEST_ASSERT_EQUAL_HEX8_ARRAY(wanted, question, asked_len);
}

void test_what_is_no_name_is_not_asked_for(void) {
    char label[66], name[260];
    memset(label, 'a', 64);
    label[64] = '\0';
    TEST_ASSERT_EQUAL(E_NOTFOUND, linux_names_ask(label, 1, question));
    TEST_ASSERT_GREATER_THAN(0, linux_names_ask(label + 1, 1, question));
    TEST_ASSERT_EQUAL(E_NOTFOUND, linux_names_ask("", 1, question));
    TEST_ASSERT_EQUAL(E_NOTFOUND, linux_names_ask("a..b", 1, question));
    TEST_ASSERT_EQUAL(E_NOTFOUND, linux_names_ask(".", 1, question));
    for (size_t i = 0; i < 254; i++) { /* 127 labels of one letter make 255 bytes */
        name[i] = i % 2 == 0 ? 'a' : '.';
    }
    name[253] = '\0';
    TEST_ASSERT_EQUAL(12 + 255 + 4, linux_names_ask(name, 1, question));
    memcpy(name + 253, ".a", 3);
    TEST_ASSERT_EQUAL(E_NOTFOUND, linux_names_ask(name, 1, question));
}

void test_the_first_address_is_taken_behind_aliases(void) {
    begin_answer(0);
    add_record(5, "\x01x\xc0\x11", 4);
    add_record(1, "\xc0\x00\x02\x07", 4);
    add_record(1, "\xc0\x00\x02\x08", 4);
    TEST_ASSERT_EQUAL(0, take());
    TEST_ASSERT_EQUAL_HEX32(0xC0000207, address);
}

void test_a_name_without_an_address_is_not_found(void) {
    begin_answer(0);
    TEST_ASSERT_EQUAL(E_NOTFOUND, take());
    add_record(16,
               "\x03"
               "abc",
               4);
    TEST_ASSERT_EQUAL(E_NOTFOUND, take());
    add_record(1, "\xc0\x00\x02\x07\x00", 5); /* an address of five bytes is invalid */
    TEST_ASSERT_EQUAL(E_NOTFOUND, take());
    begin_answer(3);
    TEST_ASSERT_EQUAL(E_NOTFOUND, take());
}

void test_a_server_that_cannot_say_is_not_the_last(void) {
    begin_answer(2);
    TEST_ASSERT_EQUAL(E_BUSY, take());
    begin_answer(5);
    TEST_ASSERT_EQUAL(E_BUSY, take());
}

void test_an_answer_to_another_question_is_none(void) {
    begin_answer(0);
    add_record(1, "\xc0\x00\x02\x07", 4);
    answer[1] ^= 1;
    TEST_ASSERT_EQUAL(E_FORMAT, take());
    answer[1] ^= 1;
    answer[13] ^= 1;
    TEST_ASSERT_EQUAL(E_FORMAT, take());
    answer[13] ^= 1;
    answer[2] &= 0x7f;
    TEST_ASSERT_EQUAL(E_FORMAT, take());
    answer[2] |= 0x80;
    answer[5] = 2;
    TEST_ASSERT_EQUAL(E_FORMAT, take());
    answer[5] = 1;
    TEST_ASSERT_EQUAL(0, take());
}

void test_an_answer_that_is_cut_off_is_none(void) {
    begin_answer(0);
    add_record(1, "\xc0\x00\x02\x07", 4);
    size_t whole = len;
    for (len = 0; len < whole; len++) {
        uint8_t copy[LINUX_NAMES_ANSWER_MAX];
        memcpy(copy, answer, whole);
        TEST_ASSERT_EQUAL(E_FORMAT, linux_names_take(question, asked_len, copy, len, &address));
    }
}

void test_the_file_of_servers_is_replaced(void) {
    const uint32_t servers[] = {0xC0000201, 0, 0xC0000202};
    char path[64], text[128] = "";
    struct stat found;
    (void)snprintf(path, sizeof(path), "/tmp/postern-resolv-%d", (int)getpid());
    TEST_ASSERT_EQUAL(0, linux_names_write(path, (const uint32_t[]){0xC0000201, 0xC0000202, 0xC0000203}, 3));
    TEST_ASSERT_EQUAL(0, linux_names_write(path, servers, 3));
    FILE *file = fopen(path, "re");
    TEST_ASSERT_NOT_NULL(file);
    (void)!fread(text, 1, sizeof(text) - 1, file);
    (void)fclose(file);
    TEST_ASSERT_EQUAL(0, stat(path, &found));
    TEST_ASSERT_EQUAL_HEX32(0644, found.st_mode & 0777);
    (void)unlink(path);
    TEST_ASSERT_EQUAL_STRING("nameserver 192.0.2.1\nnameserver 192.0.2.2\n", text);
    TEST_ASSERT_EQUAL(E_IO, linux_names_write("/nonexistent/resolv.conf", servers, 1));
}
