#include <string.h>
#include <zlib.h>

#include "made_file.h"
#include "tables/unzip.h"
#include "tables/zip.h"
#include "unity.h"

static struct unzip_limits limits;
static struct unzip *unzip;
static struct unzip_entry entry;
static struct zip *packer;
static struct buf archive, out;

void setUp(void) {
    limits = (struct unzip_limits){.entries = 100, .octets = 10000000, .ratio = 100};
    unzip = NULL;
    TEST_ASSERT_EQUAL_INT(0, zip_new(ZIP_OCTETS_MAX, &packer));
    buf_init(&archive);
    buf_init(&out);
}

void tearDown(void) {
    unzip = unzip_free(unzip);
    packer = zip_free(packer);
    buf_done(&archive);
    buf_done(&out);
    made_file_done();
}

static void pack(const char *name, const void *octets, size_t len) {
    zip_begin(packer, name, &archive);
    zip_put(packer, octets, len, &archive);
    zip_end(packer, &archive);
}

static int open_made(void) {
    unzip = unzip_free(unzip);
    return unzip_open(made_file(archive.data, archive.len), &limits, &unzip);
}

static int open_packed(void) {
    TEST_ASSERT_EQUAL_INT(0, zip_finish(packer, &archive));
    return open_made();
}

/* An archive by hand, of which every field may lie. */

struct member {
    const char *name;
    size_t name_len;
    const char *packed;
    size_t packed_len;
    uint32_t crc, packed_says, octets_says, local_octets;
    uint16_t method, flags;
    uint32_t place; /* of its local header; set by put_local() */
};

static void put_number(uint64_t value, unsigned octets) {
    for (unsigned i = 0; i < octets; i++) {
        buf_append_char(&archive, (char)(i < sizeof(value) ? value >> 8 * i : 0));
    }
}

static struct member stored(const char *name, const char *text) {
    const uint32_t len = (uint32_t)strlen(text);
    return (struct member){.name = name,
                           .name_len = strlen(name),
                           .packed = text,
                           .packed_len = len,
                           .crc = (uint32_t)crc32(0, (const Bytef *)text, len),
                           .packed_says = len,
                           .octets_says = len,
                           .local_octets = len};
}

static void put_local(struct member *member) {
    member->place = (uint32_t)archive.len;
    put_number(0x04034b50, 4);
    put_number(20, 2);
    put_number(member->flags, 2);
    put_number(member->method, 2);
    put_number(0, 4);
    put_number(member->crc, 4);
    put_number(member->packed_says, 4);
    put_number(member->local_octets, 4);
    put_number(member->name_len, 2);
    put_number(0, 2);
    buf_append(&archive, member->name, member->name_len);
    buf_append(&archive, member->packed, member->packed_len);
}

static void put_central(const struct member *member) {
    put_number(0x02014b50, 4);
    put_number(20, 2);
    put_number(20, 2);
    put_number(member->flags, 2);
    put_number(member->method, 2);
    put_number(0, 4);
    put_number(member->crc, 4);
    put_number(member->packed_says, 4);
    put_number(member->octets_says, 4);
    put_number(member->name_len, 2);
    put_number(0, 2);
    put_number(0, 10); /* no comment, one disk, no attributes */
    put_number(member->place, 4);
    buf_append(&archive, member->name, member->name_len);
}

static void put_end(unsigned count, size_t directory) {
    const size_t end = archive.len;
    put_number(0x06054b50, 4);
    put_number(0, 4);
    put_number(count, 2);
    put_number(count, 2);
    put_number(end - directory, 4);
    put_number(directory, 4);
    put_number(0, 2);
}

/* An archive of one member, which has been put there. */
static int open_member(const struct member *member) {
    const size_t directory = archive.len;
    put_central(member);
    put_end(1, directory);
    return open_made();
}

static int take_first(void) {
    buf_clear(&out);
    int r = unzip_seek(unzip, 0, &entry);
    return r < 0 ? r : unzip_take(unzip, 100000, &out);
}

void test_entries_come_out_as_they_went_in(void) {
    pack("a/first", "hello", 5);
    pack("empty", "", 0);
    pack("second", "more", 4);
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    TEST_ASSERT_EQUAL_UINT32(3, unzip_count(unzip));
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 2, &entry));
    TEST_ASSERT_EQUAL_STRING("second", entry.name);
    TEST_ASSERT_EQUAL_UINT64(4, entry.octets);
    TEST_ASSERT_EQUAL_UINT32(2, entry.number);
    TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, 4, &out));
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
    TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, 5, &out));
    TEST_ASSERT_EQUAL_STRING("morehello", buf_text(&out));
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 1, &entry));
    TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, 0, &out));
    TEST_ASSERT_EQUAL_size_t(9, out.len);
}

void test_an_entry_is_found_by_its_very_name(void) {
    pack("name", "1", 1);
    pack("other", "2", 1);
    pack("other", "3", 1);
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    TEST_ASSERT_EQUAL_INT(0, unzip_find(unzip, "other", &entry));
    TEST_ASSERT_EQUAL_UINT32(1, entry.number);
    TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, 10, &out));
    TEST_ASSERT_EQUAL_STRING("2", buf_text(&out));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, unzip_find(unzip, "Other", &entry));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, unzip_find(unzip, "", &entry));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, unzip_seek(unzip, 3, &entry));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, unzip_begin(unzip));
    char octet;
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, unzip_read(unzip, &octet, 1));
}

void test_an_entry_is_read_in_pieces(void) {
    static char data[200000], piece[777];
    limits.ratio = 10000;
    for (size_t i = 0; i < sizeof(data); i++) {
        data[i] = (char)(i * 31 % 251);
    }
    pack("x", data, sizeof(data));
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
    for (unsigned time = 0; time < 2; time++) {
        size_t at = 0;
        TEST_ASSERT_EQUAL_INT(0, unzip_begin(unzip));
        for (int n = unzip_read(unzip, piece, sizeof(piece)); n != 0; n = unzip_read(unzip, piece, sizeof(piece))) {
            TEST_ASSERT_GREATER_THAN_INT(0, n);
            TEST_ASSERT_EQUAL_MEMORY(data + at, piece, (size_t)n);
            at += (size_t)n;
        }
        TEST_ASSERT_EQUAL_size_t(sizeof(data), at);
        TEST_ASSERT_EQUAL_INT(0, unzip_read(unzip, piece, sizeof(piece)));
    }
}

void test_the_limits_hold(void) {
    pack("a", "12345", 5);
    pack("b", "12345", 5);
    limits.entries = 2;
    limits.octets = 10;
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 1, &entry));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, unzip_take(unzip, 4, &out));
    TEST_ASSERT_EQUAL_size_t(0, out.len);
    TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, 5, &out));
    limits.octets = 9;
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, open_made());
    limits.octets = 10;
    limits.entries = 1;
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, open_made());
}

void test_an_entry_beyond_the_ratio_is_not_unpacked(void) {
    static char zeros[1000000];
    pack("zeros", zeros, sizeof(zeros));
    limits.ratio = 100;
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, unzip_take(unzip, sizeof(zeros), &out));
    TEST_ASSERT_EQUAL_size_t(0, out.len);
    limits.ratio = 1100;
    TEST_ASSERT_EQUAL_INT(0, open_made());
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
    TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, sizeof(zeros), &out));
    TEST_ASSERT_EQUAL_size_t(sizeof(zeros), out.len);
}

void test_the_first_octets_have_no_ratio(void) {
    static char zeros[64 * 1024];
    pack("zeros", zeros, sizeof(zeros));
    limits.ratio = 1;
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
    TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, sizeof(zeros), &out));
}

void test_folders_and_strange_names_are_told_as_they_stand(void) {
    pack("folder/", "", 0);
    pack("../../etc/passwd", "x", 1);
    pack("a\\b", "x", 1);
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
    TEST_ASSERT_TRUE(entry.is_folder);
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 1, &entry));
    TEST_ASSERT_EQUAL_STRING("../../etc/passwd", entry.name);
    TEST_ASSERT_FALSE(entry.is_folder || entry.is_encrypted);
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 2, &entry));
    TEST_ASSERT_EQUAL_STRING("a\\b", entry.name);
}

void test_long_names_are_cut(void) {
    char name[1001];
    for (size_t len = UNZIP_NAME_MAX - 1; len < sizeof(name); len += 700) {
        memset(name, 'n', len);
        name[len] = '\0';
        struct member member = stored(name, "x");
        buf_clear(&archive);
        put_local(&member);
        TEST_ASSERT_EQUAL_INT(0, open_member(&member));
        TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
        TEST_ASSERT_EQUAL_size_t(UNZIP_NAME_MAX - 1, strlen(entry.name));
        TEST_ASSERT_EQUAL_INT(0, unzip_take(unzip, 1, &out));
    }
}

void test_a_name_with_a_nul_is_none(void) {
    struct member member = stored("ab", "x");
    member.name = "a\0b";
    member.name_len = 3;
    put_local(&member);
    TEST_ASSERT_EQUAL_INT(0, open_member(&member));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, unzip_seek(unzip, 0, &entry));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, unzip_begin(unzip));
}

void test_stored_entries_are_read(void) {
    struct member member = stored("name", "text");
    put_local(&member);
    TEST_ASSERT_EQUAL_INT(0, open_member(&member));
    TEST_ASSERT_EQUAL_INT(0, take_first());
    TEST_ASSERT_EQUAL_STRING("text", buf_text(&out));
}

void test_what_is_encrypted_or_unknown_is_refused(void) {
    static const struct {
        uint16_t method, flags;
        bool is_encrypted;
    } ways[] = {{0, 1, true}, {8, 0x41, true}, {0, 0x20, false}, {12, 0, false}, {99, 0, false}};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        struct member member = stored("name", "text");
        member.method = ways[i].method;
        member.flags = ways[i].flags;
        buf_clear(&archive);
        put_local(&member);
        TEST_ASSERT_EQUAL_INT(0, open_member(&member));
        TEST_ASSERT_EQUAL_INT(E_NOTSUP, take_first());
        TEST_ASSERT_EQUAL(ways[i].is_encrypted, entry.is_encrypted);
    }
}

void test_a_wrong_checksum_is_told_at_the_end(void) {
    struct member member = stored("name", "text");
    char text[8];
    member.crc ^= 1;
    put_local(&member);
    TEST_ASSERT_EQUAL_INT(0, open_member(&member));
    TEST_ASSERT_EQUAL_INT(0, unzip_seek(unzip, 0, &entry));
    TEST_ASSERT_EQUAL_INT(0, unzip_begin(unzip));
    TEST_ASSERT_EQUAL_INT(4, unzip_read(unzip, text, sizeof(text)));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, unzip_read(unzip, text, sizeof(text)));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, unzip_read(unzip, text, sizeof(text)));
}

/* What the list of contents says counts: one byte more or less than it says is damage. */
void test_sizes_that_lie_are_damage(void) {
    for (int lie = -1; lie <= 1; lie += 2) {
        static const char text[] = "some text to be packed, to be packed";
        struct member member = stored("name", text);
        char packed[200];
        z_stream stream = {.next_in = (z_const Bytef *)text,
                           .avail_in = sizeof(text) - 1,
                           .next_out = (Bytef *)packed,
                           .avail_out = sizeof(packed)};
        TEST_ASSERT_EQUAL_INT(Z_OK, deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY));
        TEST_ASSERT_EQUAL_INT(Z_STREAM_END, deflate(&stream, Z_FINISH));
        member.method = 8;
        member.packed = packed;
        member.packed_len = stream.total_out;
        member.packed_says = (uint32_t)stream.total_out;
        (void)deflateEnd(&stream);
        member.octets_says = (uint32_t)((int)member.octets_says + lie);
        member.local_octets = member.octets_says;
        buf_clear(&archive);
        put_local(&member);
        TEST_ASSERT_EQUAL_INT(0, open_member(&member));
        TEST_ASSERT_EQUAL_INT(E_FORMAT, take_first());
        TEST_ASSERT_LESS_OR_EQUAL_size_t(entry.octets, out.len);
    }
}

void test_a_local_header_that_says_something_else_is_damage(void) {
    struct member member = stored("name", "text"), other = member;
    other.local_octets = 5;
    put_local(&other);
    member.place = other.place;
    TEST_ASSERT_EQUAL_INT(0, open_member(&member));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, take_first());
    archive.len = 0;
    buf_append_text(&archive, "no header where one ought to be, but some text that is long enough");
    member.place = 3;
    TEST_ASSERT_EQUAL_INT(0, open_member(&member));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, take_first());
    member.place = 0x7fffffff;
    buf_clear(&archive);
    TEST_ASSERT_EQUAL_INT(0, open_member(&member));
    TEST_ASSERT_EQUAL_INT(E_FORMAT, take_first());
}

/* Many entries that share their bytes unpack to far more than a file has room for. */
void test_entries_that_lie_over_each_other_are_refused(void) {
    static const char text[] = "0123456789012345678901234567890123456789012345678901234567890123456789"
                               "0123456789012345678901234567890123456789012345678901234567890123456789";
    struct member member = stored("name", text);
    for (unsigned count = 1; count <= 40; count += 39) {
        buf_clear(&archive);
        put_local(&member);
        const size_t directory = archive.len;
        for (unsigned i = 0; i < count; i++) {
            put_central(&member);
        }
        put_end(count, directory);
        TEST_ASSERT_EQUAL_INT(count == 1 ? 0 : E_FORMAT, open_made());
    }
}

void test_what_is_no_archive_or_cut_is_refused(void) {
    pack("name", "text", 4);
    TEST_ASSERT_EQUAL_INT(0, open_packed());
    const size_t whole = archive.len;
    for (archive.len = 0; archive.len < whole; archive.len++) {
        TEST_ASSERT_EQUAL_INT(E_FORMAT, open_made());
    }
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, unzip_open("/nowhere/file", &limits, &unzip));
    TEST_ASSERT_EQUAL_INT(E_IO, unzip_open("/proc/self", &limits, &unzip));
}

/* Cut in the middle of what is packed, with a list of contents behind it. */
void test_an_entry_that_ends_with_the_file_is_damage(void) {
    struct member member = stored("name", "text");
    member.packed_says = member.octets_says = member.local_octets = 50;
    put_local(&member);
    const size_t directory = archive.len;
    put_central(&member);
    put_end(1, directory);
    TEST_ASSERT_EQUAL_INT(0, open_made());
    TEST_ASSERT_EQUAL_INT(E_FORMAT, take_first());
}

void test_an_archive_without_entries_is_none(void) {
    put_end(0, 0);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, open_made());
    buf_clear(&archive);
    buf_append_text(&archive, "something before it");
    put_end(0, archive.len);
    TEST_ASSERT_EQUAL_INT(E_FORMAT, open_made());
}

void test_octets_before_and_behind_an_archive_do_no_harm(void) {
    struct buf packed = {0};
    pack("name", "text", 4);
    TEST_ASSERT_EQUAL_INT(0, zip_finish(packer, &archive));
    buf_append_text(&packed, "#!/bin/program\n");
    buf_append(&packed, archive.data, archive.len);
    TEST_ASSERT_EQUAL_INT(0, unzip_open(made_file(packed.data, packed.len), &limits, &unzip));
    TEST_ASSERT_EQUAL_INT(0, take_first());
    TEST_ASSERT_EQUAL_STRING("text", buf_text(&out));
    buf_done(&packed);
}
