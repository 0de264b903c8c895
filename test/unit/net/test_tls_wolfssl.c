/* Memory kept by wolfSSL sessions, counted in its own allocations, with a client of the same library. */
#include <wolfssl/options.h>
/* wolfSSL's options first: its other headers depend on them. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wolfssl/ssl.h>
#include <wolfssl/wolfcrypt/ecc.h>

#include "certificates.h"
#include "net/tls_impl.h"
#include "unity.h"

/* Bytes in transit, in one direction. */
struct way {
    char octets[32768];
    size_t at, len;
};

static struct way up, down;
static long kept;   /* bytes that the server's side has allocated */
static bool counts; /* it is the server's turn */

/* --- Allocations, each followed by its size and side
 * -------------------------------------------------------------------- */

struct piece {
    size_t len;
    bool counted;
};

/* Returns the place of an allocation's note: at its end, because the memory must begin where the C library's does. */
static char *note_of(void *memory) {
    return (char *)memory + malloc_usable_size(memory) - sizeof(struct piece);
}

static void *take_memory(size_t len) {
    void *memory = malloc(len + sizeof(struct piece));
    const struct piece piece = {.len = len, .counted = counts};
    memcpy(note_of(memory), &piece, sizeof(piece));
    kept += counts ? (long)len : 0;
    return memory;
}

static struct piece piece_of(void *memory) {
    struct piece piece;
    memcpy(&piece, note_of(memory), sizeof(piece));
    return piece;
}

static void give_memory(void *memory) {
    if (memory != NULL) {
        struct piece piece = piece_of(memory);
        kept -= piece.counted ? (long)piece.len : 0;
        free(memory);
    }
}

static void *change_memory(void *memory, size_t len) {
    void *other = take_memory(len);
    if (memory != NULL) {
        size_t before = piece_of(memory).len;
        memcpy(other, memory, before < len ? before : len);
        give_memory(memory);
    }
    return other;
}

/* --- Transfer between the two sides
 * ------------------------------------------------------------------------------------- */

static size_t from(struct way *way, void *buf, size_t len) {
    size_t n = way->len - way->at < len ? way->len - way->at : len;
    memcpy(buf, way->octets + way->at, n);
    way->at += n;
    return n;
}

static void onto(struct way *way, const void *data, size_t len) {
    TEST_ASSERT_TRUE(len <= sizeof(way->octets) - way->len);
    memcpy(way->octets + way->len, data, len);
    way->len += len;
}

size_t tls_peer_take(void *peer, void *buf, size_t len) {
    (void)peer;
    return from(&up, buf, len);
}

bool tls_peer_give(void *peer, const void *data, size_t len) {
    (void)peer;
    onto(&down, data, len);
    return true;
}

static int client_read(WOLFSSL *client, char *buf, int len, void *context) {
    (void)client, (void)context;
    size_t n = from(&down, buf, (size_t)len);
    return n == 0 ? WOLFSSL_CBIO_ERR_WANT_READ : (int)n;
}

static int client_write(WOLFSSL *client, char *data, int len, void *context) {
    (void)client, (void)context;
    onto(&up, data, (size_t)len);
    return len;
}

/* --- Both sides
 * ------------------------------------------------------------------------------------------------------- */

static WOLFSSL_CTX *client_context;
static WOLFSSL *client;
static struct tls_context *context;
static struct tls_session *session;

void setUp(void) {
    up = down = (struct way){.len = 0};
    TEST_ASSERT_EQUAL(0, wolfSSL_SetAllocators(take_memory, give_memory, change_memory));
    TEST_ASSERT_EQUAL(0, tls_context_new(P384_CERTIFICATE, P384_KEY, &context));
}

void tearDown(void) {
    wolfSSL_free(client);
    wolfSSL_CTX_free(client_context);
    counts = true;
    tls_session_free(session);
    counts = false;
    tls_context_free(context);
    client = NULL;
    client_context = NULL;
    session = NULL;
    context = NULL;
}

static void new_client(WOLFSSL_METHOD *method) {
    client_context = wolfSSL_CTX_new(method);
    wolfSSL_CTX_set_verify(client_context, WOLFSSL_VERIFY_NONE, NULL);
    wolfSSL_CTX_SetIORecv(client_context, client_read);
    wolfSSL_CTX_SetIOSend(client_context, client_write);
    client = wolfSSL_new(client_context);
    TEST_ASSERT_NOT_NULL(client);
}

/* Creates the server's session and completes the handshake. Returns the memory of the new session. */
static long shake_hands(void) {
    int theirs = 0, ours = TLS_WAIT;
    counts = true;
    TEST_ASSERT_EQUAL(0, tls_session_new(context, &up, &session));
    counts = false;
    long taken = kept;
    for (unsigned i = 0; i < 10 && (theirs != WOLFSSL_SUCCESS || ours != 1); i++) {
        theirs = wolfSSL_connect(client);
        counts = true;
        ours = ours == 1 ? ours : tls_session_handshake(session);
        counts = false;
    }
    TEST_ASSERT_EQUAL(WOLFSSL_SUCCESS, theirs);
    TEST_ASSERT_EQUAL(1, ours);
    wc_ecc_fp_free(); /* the cache of curve points belongs to no session */
    return taken;
}

static void expect_read(const char *text) {
    char buf[64] = "";
    TEST_ASSERT_EQUAL((long)strlen(text), tls_session_read(session, buf, sizeof(buf)));
    TEST_ASSERT_EQUAL_STRING(text, buf);
    TEST_ASSERT_EQUAL(TLS_WAIT, tls_session_read(session, buf, sizeof(buf)));
}

static void expect_sent(const char *text) {
    char buf[64] = "";
    TEST_ASSERT_EQUAL((long)strlen(text), tls_session_write(session, text, strlen(text)));
    TEST_ASSERT_EQUAL((int)strlen(text), wolfSSL_read(client, buf, sizeof(buf)));
    TEST_ASSERT_EQUAL_STRING(text, buf);
}

static void keeps_less(WOLFSSL_METHOD *method) {
    new_client(method);
    long taken = shake_hands();
    TEST_ASSERT_GREATER_THAN(0, kept);
    TEST_ASSERT_LESS_THAN(taken, kept);
    TEST_ASSERT_EQUAL(5, wolfSSL_write(client, "hello", 5));
    expect_read("hello");
    expect_sent("world");
    TEST_ASSERT_LESS_THAN(taken, kept);
}

void test_an_open_session_keeps_less_than_a_new_one(void) {
    keeps_less(wolfTLSv1_3_client_method());
}

void test_the_same_with_tls_1_2(void) {
    keeps_less(wolfTLSv1_2_client_method());
}

void test_new_keys_need_nothing_of_the_handshake(void) {
    new_client(wolfTLSv1_3_client_method());
    (void)shake_hands();
    TEST_ASSERT_EQUAL(WOLFSSL_SUCCESS, wolfSSL_update_keys(client)); /* and requests the server's */
    TEST_ASSERT_EQUAL(5, wolfSSL_write(client, "hello", 5));
    expect_read("hello");
    expect_sent("world");
}

/* Counts the resident pages of a block, including its first and last ones. */
static size_t resident_pages(void *block, size_t len) {
    unsigned char pages[64];
    size_t size = (size_t)sysconf(_SC_PAGESIZE), before = (uintptr_t)block % size, count = 0;
    size_t all = (before + len + size - 1) / size;
    TEST_ASSERT_TRUE(all <= sizeof(pages));
    TEST_ASSERT_EQUAL(0, mincore((char *)block - before, before + len, pages));
    for (size_t i = 0; i < all; i++) {
        count += pages[i] & 1;
    }
    return count;
}

void test_room_for_the_certificates_of_a_client_is_not_resident(void) {
    new_client(wolfTLSv1_3_client_method());
    (void)shake_hands();
    WOLFSSL_SESSION *part = wolfSSL_get_session((WOLFSSL *)session);
    size_t len = malloc_usable_size(part);
    TEST_ASSERT_GREATER_THAN(32768, len); /* a library without such a buffer does not need this */
    TEST_ASSERT_LESS_OR_EQUAL(3, resident_pages(part, len));
    TEST_ASSERT_EQUAL(5, wolfSSL_write(client, "hello", 5));
    expect_read("hello");
    expect_sent("world");
}
