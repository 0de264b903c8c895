#include <string.h>

#include "http/rom.h"
#include "unity.h"

/* A small ROM of our own, in place of the packed one. */
#define VARIANT(name)                               \
    {.reply = "head " name " body",                 \
     .reply_len = sizeof("head " name " body") - 1, \
     .head_len = 5,                                 \
     .not_modified = "304 " name,                   \
     .not_modified_len = sizeof("304 " name) - 1,   \
     .etag = "\"" name "\"",                        \
     .etag_len = sizeof("\"" name "\"") - 1}
#define ASSET(text) .path = text, .path_len = sizeof(text) - 1

const struct rom_asset rom_assets[] = {
    {ASSET("/assets/a.css"), .gzip = VARIANT("a")},
    {ASSET("/assets/ab.js"), .gzip = VARIANT("ab")},
    {ASSET("/assets/b.js"), .gzip = VARIANT("b")},
    {ASSET("/favicon.ico"), .gzip = VARIANT("icon")},
    {ASSET("/index.html"), .gzip = VARIANT("page"), .identity = VARIANT("plain")},
};
const size_t rom_asset_count = sizeof(rom_assets) / sizeof(rom_assets[0]);
const struct rom_asset *const rom_shell = &rom_assets[4];

static struct http_request request;

static struct http_text text(const char *content) {
    return (struct http_text){content, content == NULL ? 0 : strlen(content)};
}

void setUp(void) {
    request = (struct http_request){.method = HTTP_GET};
}

void tearDown(void) {
}

static void assert_answer(const char *path, int status, const char *data) {
    request.path = text(path);
    struct rom_answer answer = rom_answer(&request);
    TEST_ASSERT_EQUAL_MESSAGE(status, answer.status, path);
    TEST_ASSERT_EQUAL_size_t_MESSAGE(data == NULL ? 0 : strlen(data), answer.len, path);
    if (data != NULL) {
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(data, answer.data, answer.len, path);
    }
}

void test_every_asset_is_found(void) {
    assert_answer("/assets/a.css", 200, "head a body");
    assert_answer("/assets/ab.js", 200, "head ab body");
    assert_answer("/assets/b.js", 200, "head b body");
    assert_answer("/favicon.ico", 200, "head icon body");
}

void test_head_is_answered_by_the_head(void) {
    request.method = HTTP_HEAD;
    assert_answer("/assets/a.css", 200, "head ");
}

void test_other_methods_are_refused(void) {
    request.method = HTTP_POST;
    assert_answer("/assets/a.css", 405, NULL);
    request.method = HTTP_OTHER;
    assert_answer("/", 405, NULL);
}

void test_page_goes_out_as_it_is_to_who_says_nothing_of_gzip(void) {
    assert_answer("/index.html", 200, "head plain body");
    request.accept_encoding = text("br, gzip");
    assert_answer("/index.html", 200, "head page body");
    request.accept_encoding = text("br");
    assert_answer("/index.html", 200, "head plain body");
}

void test_other_assets_are_refused_to_who_refuses_gzip(void) {
    assert_answer("/assets/a.css", 200, "head a body");
    request.accept_encoding = text("gzip;q=0");
    assert_answer("/assets/a.css", 406, NULL);
    request.accept_encoding = text("identity");
    assert_answer("/assets/a.css", 406, NULL);
}

void test_deep_links_answer_with_the_shell(void) {
    static const char *const paths[] = {"/", "/user/userList", "/login", "/a.b/c", "/index", "/index.html/x"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        assert_answer(paths[i], 200, "head plain body");
    }
    request.accept = text("text/html,application/xhtml+xml,*/*;q=0.8");
    assert_answer("/user/userList", 200, "head plain body");
}

void test_missing_file_is_no_page_whatever_is_asked_for(void) {
    assert_answer("/assets/old-ABCDEFGH.js", 404, NULL);
    request.accept = text("*/*");
    assert_answer("/assets/old-ABCDEFGH.js", 404, NULL);
    request.accept = text("text/html");
    assert_answer("/assets/old-ABCDEFGH.js", 404, NULL);
    assert_answer("/.git/config.php", 404, NULL);
    assert_answer("/user/userList", 200, "head plain body");
    request.accept = text("application/json");
    assert_answer("/user/userList", 404, NULL);
    request.accept = text("image/*");
    assert_answer("/", 404, NULL);
}

void test_same_tag_answers_304(void) {
    request.if_none_match = text("\"a\"");
    assert_answer("/assets/a.css", 304, "304 a");
    assert_answer("/assets/b.js", 200, "head b body");
    request.method = HTTP_HEAD;
    assert_answer("/assets/a.css", 304, "304 a");
    request.if_none_match = text("\"page\"");
    assert_answer("/", 200, "head ");
    request.accept_encoding = text("gzip");
    assert_answer("/", 304, "304 page");
}

void test_tags(void) {
    TEST_ASSERT_TRUE(rom_matches(text("\"a\""), "\"a\"", 3));
    TEST_ASSERT_TRUE(rom_matches(text("W/\"a\""), "\"a\"", 3));
    TEST_ASSERT_TRUE(rom_matches(text("\"b\" ,\t\"a\""), "\"a\"", 3));
    TEST_ASSERT_TRUE(rom_matches(text("*"), "\"a\"", 3));
    TEST_ASSERT_FALSE(rom_matches(text("a"), "\"a\"", 3));
    TEST_ASSERT_FALSE(rom_matches(text("\"ab\""), "\"a\"", 3));
    TEST_ASSERT_FALSE(rom_matches(text("W/"), "\"a\"", 3));
    TEST_ASSERT_FALSE(rom_matches(text(""), "\"a\"", 3));
    TEST_ASSERT_FALSE(rom_matches(text(",,"), "\"a\"", 3));
}

void test_codings(void) {
    static const struct {
        const char *value;
        bool gzip;
    } cases[] = {
        {NULL, true},       {"gzip", true},          {"GZIP", true},         {"x-gzip", true},
        {"gzip;q=1", true}, {"gzip; q=0.001", true}, {"gzip;q=0", false},    {"gzip; Q=0.000", false},
        {"*", true},        {"*;q=0", false},        {"*;q=0, gzip", true},  {"*, gzip;q=0", false},
        {"", false},        {"identity", false},     {"br, deflate", false}, {"deflate , gzip;q=0.5", true},
        {"gzipped", false}, {";q=1", false},         {"gzip;", true},        {"gzip;level=9", true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].gzip, rom_accepts_gzip(text(cases[i].value)), cases[i].value);
    }
}
