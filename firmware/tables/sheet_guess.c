/* Guesses the format of a CSV file: by its bytes, and by the rows that each delimiter gives. */
#include "tables/sheet_encoding.h"
#include "tables/sheet_impl.h"

#define LOOK_OCTETS ((uint64_t)64 * 1024) /* of the file, parsed with each delimiter */
#define LOOK_ROWS 32
#define UTF8_SHARE \
    20 /* one invalid byte in so many multi-byte characters is tolerated: no other encoding looks like that */
#define CONTROLS_MAX 100 /* one control character in so many bytes is tolerated: more are not text */

static int encoding_guess(const char *path, const char *head, size_t len, struct sheet_guess *guess) {
    const struct sheet_encoding mark = sheet_encoding_mark(head, len);
    if (mark.name != NULL || sheet_encoding_utf16(head, len).name != NULL) {
        guess->form.encoding = mark.name != NULL && mark.name[4] == '8' ? "UTF-8" : "UTF-16";
        guess->is_sure = true;
        return 0;
    }
    struct encoding_seen seen;
    int r = encoding_see(path, &seen);
    if (r < 0) {
        return r;
    }
    if (seen.has_nul || seen.controls * CONTROLS_MAX > seen.len) {
        return E_FORMAT;
    }
    const bool is_utf8 = seen.broken * UTF8_SHARE <= seen.wide;
    guess->form.encoding = is_utf8 ? "UTF-8" : encoding_by_letters(&seen, guess->form.encoding);
    guess->is_sure = is_utf8 && seen.broken == 0 && (seen.is_whole || !seen.is_ascii);
    return 0;
}

/* How well a delimiter splits the first rows into a table. */
struct trial {
    char delimiter;
    size_t widths[LOOK_ROWS]; /* cells of each row */
    unsigned rows;
    unsigned alike; /* rows with the most frequent width; 0: no row is split */
    size_t width; /* that width */
    unsigned start; /* first row of an uninterrupted sequence with that width */
};

/* Returns where the table begins: a title above it may contain the delimiter, but not in every row. */
static unsigned trial_start(const struct trial *trial) {
    unsigned first = trial->rows;
    for (unsigned i = trial->rows; i-- > 0;) {
        const bool fits = trial->widths[i] == trial->width;
        if (fits && i + 1 < trial->rows && trial->widths[i + 1] == trial->width) {
            first = i;
        }
    }
    for (unsigned i = 0; first == trial->rows && i < trial->rows; i++) {
        first = trial->widths[i] == trial->width ? i : first;
    }
    return first;
}

/* Finds the most frequent width, that of the first row in a tie. Unsplit rows at the beginning are titles. */
static void trial_judge(struct trial *trial) {
    unsigned from = 0;
    while (from < trial->rows && trial->widths[from] < 2) {
        from++;
    }
    for (unsigned i = from; i < trial->rows; i++) {
        unsigned alike = 0;
        for (unsigned k = from; k < trial->rows; k++) {
            alike += trial->widths[k] == trial->widths[i] ? 1 : 0;
        }
        if (alike > trial->alike) {
            trial->alike = alike;
            trial->width = trial->widths[i];
        }
    }
    if (trial->width < 2) {
        trial->alike = 0;
        trial->width = 0;
    }
    trial->start = trial_start(trial);
}

static int trial_run(struct trial *trial, const char *path, const struct sheet_form *form) {
    _cleanup_(sheet_csv_freep) struct sheet_csv *csv = NULL;
    struct sheet_form tried = *form;
    struct sheet_row row;
    tried.delimiter = trial->delimiter;
    int r = sheet_csv_open(path, &tried, LOOK_OCTETS, &csv);
    if (r == E_NOTSUP) {
        tried.encoding = "UTF-8"; /* delimiters and quotes are ASCII in every code page */
        r = sheet_csv_open(path, &tried, LOOK_OCTETS, &csv);
    }
    if (r < 0) {
        return r;
    }
    trial->delimiter = sheet_csv_delimiter(csv);
    r = sheet_csv_next(csv, &row);
    while (r > 0 && trial->rows < LOOK_ROWS) {
        trial->widths[trial->rows++] = sheet_csv_width(csv);
        r = sheet_csv_next(csv, &row);
    }
    trial_judge(trial);
    return r < 0 ? r : 0;
}

/* Compares two trials: better has rows of equal width, from an earlier row on, like a heading; else it splits the first
 * row; then by the share of equal rows, then by their width. */
static bool trial_is_better(const struct trial *one, const struct trial *other) {
    if ((one->alike > 0) != (other->alike > 0)) {
        return one->alike > 0;
    }
    if (one->alike > 0 && one->start != other->start) {
        return one->start < other->start;
    }
    const bool first = one->rows > 0 && one->widths[0] > 1, other_first = other->rows > 0 && other->widths[0] > 1;
    if (first != other_first) {
        return first;
    }
    const size_t alike = (size_t)one->alike * other->rows, other_alike = (size_t)other->alike * one->rows;
    return alike != other_alike ? alike > other_alike : one->width > other->width;
}

int sheet_csv_guess(const char *path, const char *head, size_t len, struct sheet_guess *guess) {
    static const char delimiters[] = {',', ';', '\t', '|'};
    struct trial best = {.delimiter = ','};
    int r = encoding_guess(path, head, len, guess);
    for (size_t i = 0; r == 0 && i < sizeof(delimiters); i++) {
        struct trial trial = {.delimiter = delimiters[i]};
        r = trial_run(&trial, path, &guess->form);
        if (i == 0 || (trial.rows > 0 && trial_is_better(&trial, &best))) {
            best = trial;
        }
    }
    guess->form.delimiter = best.delimiter;
    return r;
}
