/* The user page, fetch and encode, beside the least that can be done for it.
 *
 *     user_page STATE ROUNDS BATCH PAGES      prints: microseconds of ours, of the reference, and the median of their ratios
 *
 * STATE is a folder that posternd filled and nobody has open. Ours is the handler of userlist and the generated encoder, as
 * the walker runs them. The reference is one prepared statement for the same rows and columns and a small builder, by hand.
 * Both run in turn, BATCH pages of each a round, and a page is a different one each time, of the first PAGES of the list. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/api.h"
#include "api/encode.h"
#include "contract.h"
#include "core.h"
#include "core/accounts/sessions.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "store/store.h"
#include "util/arena.h"
#include "util/buf.h"

enum { ROWS = 50, ROUNDS_MAX = 99, PAGES_MAX = 2000, TEXT_MAX = 32768, ARENA_MAX = 1 << 20, CURSOR_SIZE = 401 };

struct reference {
    sqlite3 *db;
    sqlite3_stmt *page;
    char text[TEXT_MAX];
};

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void fail(const char *what) {
    fprintf(stderr, "user_page: %s\n", what);
    exit(1);
}

static char *put_text(char *at, const char *text) {
    size_t len = strlen(text);
    memcpy(at, text, len);
    return at + len;
}

static char *put_number(char *at, sqlite3_int64 value) {
    char digits[20];
    size_t n = 0;
    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    while (n > 0) {
        *at++ = digits[--n];
    }
    return at;
}

static char *put_string(char *at, const unsigned char *text) {
    *at++ = '"';
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            *at++ = '\\';
        }
        *at++ = (char)*text;
    }
    *at++ = '"';
    return at;
}

static char *put_date(char *at, sqlite3_int64 day) {
    if (day == 0 || day == 99999999) {
        return put_text(at, "\"\"");
    }
    *at++ = '"';
    char *digits = at;
    at = put_number(at, day);
    memmove(digits + 8, digits + 6, 2);
    memmove(digits + 5, digits + 4, 2);
    digits[4] = digits[7] = '-';
    at = digits + 10;
    *at++ = '"';
    return at;
}

static char *put_factors(char *at, unsigned bits) {
    static const char *const words[] = {"\"card\"", "\"finger\"", "\"password\"", "\"face\"", "\"iris\"", "\"id\""};
    *at++ = '[';
    for (unsigned i = 0; i < 6; i++) {
        if ((bits >> i & 1u) != 0) {
            at = put_text(at, words[i]);
            *at++ = ',';
        }
    }
    at -= at[-1] == ',' ? 1 : 0;
    *at++ = ']';
    return at;
}

static char *put_row(char *at, sqlite3_stmt *page) {
    static const char *const modes[] = {"\"device\"", "\"any\"", "\"all\""};
    at = put_number(put_text(at, "{\"userid\":"), sqlite3_column_int64(page, 0));
    at = put_string(put_text(at, ",\"username\":"), sqlite3_column_text(page, 1));
    at = put_number(put_text(at, ",\"cardno\":\""), sqlite3_column_int64(page, 2));
    at = put_text(put_text(at, "\",\"hasPassword\":"), sqlite3_column_int(page, 3) != 0 ? "true" : "false");
    at = put_number(put_text(at, ",\"level\":"), sqlite3_column_int64(page, 4));
    at = put_number(put_text(at, ",\"group\":"), sqlite3_column_int64(page, 5));
    at = put_text(put_text(at, ",\"identifyMode\":"), modes[sqlite3_column_int(page, 6)]);
    at = put_factors(put_text(at, ",\"identifyFactors\":"), (unsigned)sqlite3_column_int(page, 7));
    at = put_number(put_text(at, ",\"shift\":"), sqlite3_column_int64(page, 8));
    at = put_date(put_text(at, ",\"validFrom\":"), sqlite3_column_int64(page, 9));
    at = put_date(put_text(at, ",\"validTo\":"), sqlite3_column_int64(page, 10));
    at = put_number(put_text(at, ",\"enrolled\":"), sqlite3_column_int64(page, 11));
    at = put_number(put_text(at, ",\"revision\":"), sqlite3_column_int64(page, 12));
    *at++ = '}';
    return at;
}

static size_t reference_page(struct reference *reference, int after) {
    sqlite3_stmt *page = reference->page;
    char *at = put_text(reference->text, "{\"code\":\"success\",\"retvalue\":0,\"msg\":0,\"data\":{\"users\":[");
    sqlite3_bind_int(page, 1, after);
    for (int row = 0; sqlite3_step(page) == SQLITE_ROW; row++) {
        if (row > 0) {
            *at++ = ',';
        }
        at = put_row(at, page);
    }
    at = put_text(at, "]}}");
    sqlite3_reset(page);
    return (size_t)(at - reference->text);
}

/* Asks the handler for the page behind `cursor` ("": the first), as the walker does. The reply lives as long as the
 * arena. */
static const struct userlist_reply *ask_page(struct core *core, const struct api_route *route, struct arena *arena,
                                             const char *cursor) {
    struct actor session = {.level = 16, .peer = "127.0.0.1", .call = "userlist"};
    struct api_ctx ctx = {.core = core, .actor = &session, .arena = arena};
    struct userlist_req *request = arena_alloc(arena, route->req_size);
    void *reply = arena_alloc(arena, route->reply_size);
    if (request == NULL || reply == NULL) {
        fail("memory");
    }
    request->user_query.limit = ROWS;
    request->user_query.after = cursor[0] != '\0' ? cursor : NULL;
    if (route->handle(&ctx, request, reply) != 0) {
        fail("userlist refused");
    }
    return reply;
}

static size_t our_page(struct core *core, const struct api_route *route, const char *cursor) {
    struct arena arena;
    struct buf out;
    arena_init(&arena, ARENA_MAX);
    buf_init(&out);
    api_encode_success(&out, route, &(struct api_ctx){0}, ask_page(core, route, &arena, cursor));
    size_t len = out.len;
    buf_done(&out);
    arena_done(&arena);
    return len;
}

/* Cursors of pages all over the list, by walking it once. */
static void collect_cursors(struct core *core, const struct api_route *route, char (*cursors)[CURSOR_SIZE],
                            unsigned pages) {
    for (unsigned i = 0; i < pages; i++) {
        struct arena arena;
        arena_init(&arena, ARENA_MAX);
        const struct userlist_reply *reply = ask_page(core, route, &arena, i == 0 ? "" : cursors[i - 1]);
        if (reply->next[0] == '\0') {
            fail("the list is too short for so many pages");
        }
        (void)snprintf(cursors[i], CURSOR_SIZE, "%s", reply->next);
        arena_done(&arena);
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, unsigned count) {
    qsort(values, count, sizeof(*values), compare);
    return values[count / 2];
}

static void open_reference(struct reference *reference, const char *state) {
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/postern.db", state);
    if (sqlite3_open_v2(path, &reference->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_prepare_v3(
            reference->db,
            "SELECT userid, username, ifnull(cardno, 0), password_hash IS NOT NULL, level, \"group\", identify_mode, identify_factors,"
            " shift, valid_from, valid_to, enrolled, revision FROM user WHERE userid > ? ORDER BY userid LIMIT 51",
            -1, SQLITE_PREPARE_PERSISTENT, &reference->page, NULL) != SQLITE_OK) {
        fail("the database cannot be opened");
    }
}

int main(int argc, char **argv) {
    static struct reference reference;
    static char cursors[PAGES_MAX][CURSOR_SIZE];
    static double ours[ROUNDS_MAX], bare[ROUNDS_MAX], ratios[ROUNDS_MAX];

    unsigned rounds = argc == 5 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    unsigned batch = argc == 5 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    unsigned pages = argc == 5 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    if (rounds == 0 || rounds > ROUNDS_MAX || batch == 0 || pages == 0 || pages > PAGES_MAX) {
        fail("usage: user_page STATE ROUNDS BATCH PAGES");
    }
    struct core *core = bench_core_start(argv[1]);
    const struct api_route *route = api_route_find("/goform/userlist", strlen("/goform/userlist"));
    open_reference(&reference, argv[1]);
    collect_cursors(core, route, cursors, pages);

    size_t octets = 0;
    for (unsigned round = 0; round < rounds; round++) {
        double begin = now_us();
        for (unsigned i = 0; i < batch; i++) {
            octets += our_page(core, route, cursors[(round * batch + i) * 7 % pages]);
        }
        double middle = now_us();
        for (unsigned i = 0; i < batch; i++) {
            octets += reference_page(&reference, (int)((round * batch + i) * 7 % pages * ROWS));
        }
        ours[round] = (middle - begin) / batch;
        bare[round] = (now_us() - middle) / batch;
        ratios[round] = ours[round] / bare[round];
    }
    printf("%.2f %.2f %.3f\n", median(ours, rounds), median(bare, rounds), median(ratios, rounds));
    sqlite3_finalize(reference.page);
    sqlite3_close(reference.db);
    bench_core_stop();
    return octets > 0 ? 0 : 1;
}
