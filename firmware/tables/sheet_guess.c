/* What values with delimiters seem to be: by their bytes, and by the rows that each delimiter makes of them. */
#include "tables/sheet_encoding.h"
#include "tables/sheet_impl.h"

#define LOOK_OCTETS ((uint64_t)64 * 1024) /* of the file that each delimiter is tried on */
#define LOOK_ROWS 32
#define UTF8_SHARE \
    20 /* of so many characters of several bytes one byte may be broken: no other encoding looks like that */
#define CONTROLS_MAX 100 /* of so many bytes one may be a control character: more are no text */

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

/* How well a delimiter makes a table of the first rows. */
struct trial {
    char delimiter;
    size_t widths[LOOK_ROWS]; /* cells of each row */
    unsigned rows;
    unsigned alike; /* rows of the width that most have; 0: the rows are not divided */
    size_t width; /* that one */
};

/* Finds the width that most rows have, the first row's where several are as frequent. */
static void trial_judge(struct trial *trial) {
    for (unsigned i = 0; i < trial->rows; i++) {
        unsigned alike = 0;
        for (unsigned k = 0; k < trial->rows; k++) {
            alike += trial->widths[k] == trial->widths[i] ? 1 : 0;
        }
        if (alike > trial->alike) {
            trial->alike = alike;
            trial->width = trial->widths[i];
        }
    }
    if (trial->width < 2) {
        trial->alike = 0;
    }
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

/* Whether one trial makes more of a table than another: it divides the first row, as a heading is, then by the share of
 * rows that are alike, then by their width. */
static bool trial_is_better(const struct trial *one, const struct trial *other) {
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
