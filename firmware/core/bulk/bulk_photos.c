/* Photos out of an archive: whose each one is, whether he may have it, and the picture. */
#include <string.h>
#include <strings.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "core/users/photos.h"
#include "picture/picture.h"

#define ARENA_MAX ((size_t)8192)
#define DIGITS_MAX 9 /* of an ID */

/* What systems put beside the pictures. */
static bool is_clutter(const char *name, const char *base) {
    return strncmp(name, "__MACOSX/", strlen("__MACOSX/")) == 0 || strcmp(base, ".DS_Store") == 0 ||
           strcasecmp(base, "Thumbs.db") == 0 || strcasecmp(base, "desktop.ini") == 0;
}

/* Behind the last slash, of either kind. */
static const char *base_of(const char *name) {
    const char *base = name;
    for (const char *at = name; *at != '\0'; at++) {
        base = *at == '/' || *at == '\\' ? at + 1 : base;
    }
    return base;
}

/* `7.jpg`, `0007.PNG`; 0: it is none of these. */
static uint32_t id_of(const char *base) {
    const char *digits = base + strspn(base, "0");
    const size_t len = strspn(digits, "0123456789");
    const char *ending = digits + len;
    uint32_t id = 0;
    if (len == 0 || len > DIGITS_MAX ||
        (strcasecmp(ending, ".jpg") != 0 && strcasecmp(ending, ".jpeg") != 0 && strcasecmp(ending, ".png") != 0)) {
        return 0;
    }
    for (size_t i = 0; i < len; i++) {
        id = id * 10 + (uint32_t)(digits[i] - '0');
    }
    return id;
}

/* A name of any bytes as text. */
static void clean_name(const char *name, char ret_name[BULK_TEXT_MAX]) {
    size_t n = 0;
    for (; name[n] != '\0' && n + 1 < BULK_TEXT_MAX; n++) {
        const unsigned char c = (unsigned char)name[n];
        ret_name[n] = (char)(c >= 0x20 && c < 0x7f ? c : '?');
    }
    ret_name[n] = '\0';
}

static int read_user(struct core *core, struct bulk_work *work, uint32_t userid, enum users_outcome *ret_outcome,
                     bool *ret_is_admin) {
    _cleanup_(arena_done) struct arena arena;
    struct user user;
    arena_init(&arena, ARENA_MAX);
    int r = users_get(core, userid, &arena, &user);
    if (r < 0) {
        return r;
    }
    if (user.level > actor_reach(&work->by)) {
        return E_ABOVE_LEVEL;
    }
    const bool has_photo = (user.enrolled & USERS_PHOTO_BIT) != 0;
    *ret_is_admin = user.level > 0;
    *ret_outcome = USERS_ADDED;
    if (has_photo) {
        *ret_outcome = work->state.form.existing == BULK_EXISTING_SKIP ? USERS_SKIPPED : USERS_CHANGED;
    }
    return has_photo && work->state.form.existing == BULK_EXISTING_REFUSE ? E_PHOTO_EXISTS : 0;
}

int bulk_photo_judge(struct core *core, struct bulk_work *work, uint32_t userid, enum users_outcome *ret_outcome) {
    bool is_admin = false;
    return read_user(core, work, userid, ret_outcome, &is_admin);
}

/* The picture of the entry that the archive is at, as it will be written. */
static int take_picture(struct core *core, struct bulk_work *work, uint32_t userid) {
    buf_clear(&work->picture);
    int r = unzip_take(work->unzip, PICTURE_FILE_MAX, &work->picture);
    if (r == 0) {
        r = photos_make(core, userid, work->picture.data, work->picture.len, &work->portrait);
    }
    return r == E_TOO_LARGE ? E_UPLOAD_TOO_LARGE : r == E_FORMAT || r == E_NOTSUP ? E_UPLOAD_FORMAT : r;
}

bool bulk_photo_is_wrong(int err) {
    return err == E_USER_UNKNOWN || err == E_ABOVE_LEVEL || err == E_PHOTO_EXISTS || err == E_PHOTO_NAME ||
           err == E_ROW_TWICE || err == E_UPLOAD_FORMAT || err == E_UPLOAD_TOO_LARGE;
}

static int judge_entry(struct core *core, struct bulk_work *work, uint32_t userid, enum users_outcome *ret_outcome) {
    int r = userid == 0 ? E_PHOTO_NAME : bulk_seen_add(&work->ids, userid);
    if (r < 0) {
        return r;
    }
    if (r == 0) {
        return E_ROW_TWICE;
    }
    r = bulk_photo_judge(core, work, userid, ret_outcome);
    return r < 0 || *ret_outcome == USERS_SKIPPED ? r : take_picture(core, work, userid);
}

int bulk_photo_check(struct core *core, struct bulk_work *work) {
    struct unzip_entry entry;
    char name[BULK_TEXT_MAX];
    enum users_outcome outcome = USERS_SKIPPED;
    const uint32_t number = work->state.counts.at;
    if (number >= unzip_count(work->unzip)) {
        return 0;
    }
    int r = unzip_seek(work->unzip, number, &entry);
    if (r < 0) {
        return r;
    }
    const char *base = base_of(entry.name);
    if (entry.is_folder || base[0] == '\0' || is_clutter(entry.name, base)) {
        return 1;
    }
    clean_name(entry.name, name);
    struct bulk_record record = {.line = number + 1, .text = "", .field = USER_FIELD_COUNT, .cells = ""};
    record.change = (struct user_change){.values = {.userid = id_of(base), .username = name}};
    r = judge_entry(core, work, record.change.values.userid, &outcome);
    if (r < 0) {
        r = bulk_photo_is_wrong(r) ? bulk_put_bad(core, work, &record, r, NULL) : r;
        return r < 0 ? r : 1;
    }
    bulk_count(&work->state.counts, outcome);
    r = bulk_writer_put(&work->rows, &record);
    return r < 0 ? r : 1;
}

int bulk_photo_make(struct core *core, struct bulk_work *work, const struct bulk_record *record) {
    struct unzip_entry entry;
    enum users_outcome outcome;
    int r = bulk_photo_judge(core, work, record->change.values.userid, &outcome);
    if (r < 0 || outcome == USERS_SKIPPED) {
        return r;
    }
    r = unzip_seek(work->unzip, record->line - 1, &entry);
    return r < 0 ? r : take_picture(core, work, record->change.values.userid);
}

int bulk_photo_write(struct core *core, struct bulk_work *work, const struct bulk_record *record,
                     enum users_outcome *ret_outcome) {
    const uint32_t userid = record->change.values.userid;
    bool is_admin = false;
    int r = read_user(core, work, userid, ret_outcome, &is_admin);
    return r < 0 || *ret_outcome == USERS_SKIPPED ? r
                                                  : photos_write(core, &work->by, userid, &work->portrait, is_admin);
}
