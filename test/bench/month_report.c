/* The hours of a month of all users, beside the least that has to be read for them.
 *
 *     month_report STATE FROM TO ROUNDS      prints: milliseconds of ours, of the reference, the median of their ratios, and lines
 *
 * STATE is a folder that posternd filled and nobody has open, FROM and TO are days as yyyymmdd. Ours judges every day of everybody.
 * The reference reads the same lines of the log, a scan of the index a person, and looks at nothing. Both run in turn. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/records/report.h"
#include "core/time/local_time.h"
#include "store/store.h"
#include "util/arena.h"

enum { ROUNDS_MAX = 99, PEOPLE = 100, PEOPLE_MAX = 100000, ARENA_MAX = 1 << 20 };

struct reference {
    sqlite3 *db;
    sqlite3_stmt *people, *lines;
    int64_t from_ms, to_ms;
    uint32_t userids[PEOPLE_MAX];
    size_t count;
};

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "month_report: %s\n", what);
    exit(1);
}

static uint64_t judge_all(struct core *core, const struct report_query *asked) {
    struct report *report = NULL;
    const char *field = NULL;
    struct store_roll_user users[PEOPLE];
    uint32_t after = 0;
    uint64_t worked = 0;
    size_t count = PEOPLE;
    if (report_new(core, &(struct actor){.level = RIGHTS_LEVEL_MAX}, asked, &report, &field) < 0) {
        fail("no report");
    }
    while (count == PEOPLE) {
        struct arena arena;
        arena_init(&arena, ARENA_MAX);
        if (report_people(core, report, after, &arena, users, PEOPLE, &count) < 0) {
            fail("no people");
        }
        for (size_t i = 0; i < count; i++) {
            if (report_judge(core, report, &users[i]) < 0) {
                fail("no days");
            }
            for (size_t day = 0; day < report_days_count(report); day++) {
                worked += report_line(report, &users[i], day).day.worked;
            }
            after = users[i].userid;
        }
        arena_done(&arena);
    }
    report_free(report);
    return worked;
}

static uint64_t scan_all(struct reference *reference) {
    uint64_t lines = 0;
    for (size_t i = 0; i < reference->count; i++) {
        sqlite3_bind_int64(reference->lines, 1, reference->userids[i]);
        sqlite3_bind_int64(reference->lines, 2, reference->from_ms);
        sqlite3_bind_int64(reference->lines, 3, reference->to_ms);
        while (sqlite3_step(reference->lines) == SQLITE_ROW) {
            lines += sqlite3_column_int64(reference->lines, 0) != 0 && sqlite3_column_int(reference->lines, 3) >= 0;
        }
        sqlite3_reset(reference->lines);
    }
    return lines;
}

static void open_reference(struct reference *reference, const char *state) {
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/postern.db", state);
    if (sqlite3_open_v2(path, &reference->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(reference->db, "SELECT userid FROM user ORDER BY userid", -1, &reference->people, NULL) !=
            SQLITE_OK ||
        sqlite3_prepare_v3(reference->db,
                           "SELECT time, kind, result, status FROM record INDEXED BY record_of_user"
                           " WHERE userid = ? AND userid > 0 AND time >= ? AND time < ? ORDER BY time, seq",
                           -1, SQLITE_PREPARE_PERSISTENT, &reference->lines, NULL) != SQLITE_OK) {
        fail("the database cannot be opened");
    }
    while (sqlite3_step(reference->people) == SQLITE_ROW && reference->count < PEOPLE_MAX) {
        reference->userids[reference->count++] = (uint32_t)sqlite3_column_int64(reference->people, 0);
    }
    sqlite3_finalize(reference->people);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, unsigned count) {
    qsort(values, count, sizeof(*values), compare);
    return values[count / 2];
}

int main(int argc, char **argv) {
    static struct reference reference;
    static double ours[ROUNDS_MAX], bare[ROUNDS_MAX], ratios[ROUNDS_MAX];
    unsigned rounds = argc == 5 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    if (rounds == 0 || rounds > ROUNDS_MAX) {
        fail("usage: month_report STATE FROM TO ROUNDS");
    }
    const struct report_query asked = {.from_day = (uint32_t)atol(argv[2]), .to_day = (uint32_t)atol(argv[3])};
    struct core *core = bench_core_start(argv[1]);
    reference.from_ms = (local_day_number(asked.from_day) - DUTY_NEAR) * 86400000;
    reference.to_ms = (local_day_number(asked.to_day) + 1 + DUTY_NEAR) * 86400000;
    open_reference(&reference, argv[1]);
    uint64_t worked = judge_all(core, &asked);
    uint64_t lines = scan_all(&reference);
    for (unsigned round = 0; round < rounds; round++) {
        double begin = now_ms();
        worked += judge_all(core, &asked);
        double middle = now_ms();
        (void)scan_all(&reference);
        ours[round] = middle - begin;
        bare[round] = now_ms() - middle;
        ratios[round] = ours[round] / bare[round];
    }
    printf("%.2f %.2f %.3f %llu\n", median(ours, rounds), median(bare, rounds), median(ratios, rounds),
           (unsigned long long)lines);
    sqlite3_finalize(reference.lines);
    sqlite3_close(reference.db);
    bench_core_stop();
    return worked > 0 ? 0 : 1;
}
