/* Values with delimiters: the first byte chooses delimiter and encoding, the rest is the file. It is read as it is
 * said, and as it is guessed. */
#include "fuzz_sheet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const encodings[] = {"UTF-8", "UTF-16", "CP1252", "CP1255", "CP1256", "GBK", "BIG5", "none"};
    char path[FUZZ_PATH_MAX];
    struct sheet_guess guess;
    if (size == 0) {
        return 0;
    }
    const struct sheet_form form = {
        .kind = SHEET_CSV, .encoding = encodings[data[0] % 8], .delimiter = ",;\t|"[data[0] / 8 % 4]};
    int fd = fuzz_file(data + 1, size - 1, path);
    fuzz_read_sheet(path, &form, size);
    int r = sheet_guess(path, form.encoding, &guess);
    if (r == 0) {
        FUZZ_CHECK(guess.form.encoding != NULL && guess.form.delimiter != '\0');
        fuzz_read_sheet(path, &guess.form, size);
    }
    (void)close(fd);
    return 0;
}
