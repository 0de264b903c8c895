/* Photos out of an archive: whose each one is, whether he may have it, and the picture. */
#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "core/bulk/photo_names.h"
#include "core/users/photos.h"
#include "picture/picture.h"

#define ARENA_MAX ((size_t)8192)

/* An entry of the archive, and whose picture it is. */
struct photo_entry {
    struct unzip_entry entry;
    char name[PHOTO_NAME_TEXT_MAX];
    enum photo_name_kind kind;
    struct photo_name_users users; /* of a picture */
};

/* Cut at a character, as it is kept. */
static void cut_name(const char *name, char ret_name[BULK_TEXT_MAX]) {
    size_t len = strlen(name);
    len = len < BULK_TEXT_MAX ? len : BULK_TEXT_MAX - 1;
    while (len > 0 && ((unsigned char)name[len] & 0xc0U) == 0x80) {
        len--;
    }
    memcpy(ret_name, name, len);
    ret_name[len] = '\0';
}

/* Users whom a part of a name means (photo_name_find). */
static int find_users(void *state, const char *text, uint32_t userid, struct photo_name_users *users) {
    struct core *core = state;
    uint32_t ids[USER_FIELD_COUNT];
    size_t count = 0;
    bool exists = false;
    int r = userid != 0 ? users_many_exists(core, userid, &exists) : 0;
    if (r == 0 && exists) {
        photo_name_add(users, userid);
    }
    r = r < 0 ? r : users_many_by_key(core, text, ids, USER_FIELD_COUNT, &count);
    for (size_t i = 0; i < count; i++) {
        photo_name_add(users, ids[i]);
    }
    return r;
}

/* Goes to an entry and reads its name. */
static int read_entry(struct core *core, struct bulk_work *work, uint32_t number, struct photo_entry *ret_entry) {
    ret_entry->users = (struct photo_name_users){.count = 0};
    int r = unzip_seek(work->unzip, number, &ret_entry->entry);
    if (r < 0) {
        return r;
    }
    (void)photo_name_text(ret_entry->entry.name, ret_entry->name);
    ret_entry->kind = photo_name_kind_of(ret_entry->name);
    const bool is_picture = ret_entry->kind == PHOTO_NAME_PICTURE || ret_entry->kind == PHOTO_NAME_UNREADABLE;
    return ret_entry->entry.is_folder || !is_picture
               ? 0
               : photo_name_users_of(ret_entry->name, find_users, core, &ret_entry->users);
}

/* Whose picture it is, and what is wrong with its name. */
static int owner_of(const struct photo_entry *entry, uint32_t *ret_userid) {
    *ret_userid = entry->users.count == 1 ? entry->users.ids[0] : 0;
    if (entry->kind == PHOTO_NAME_UNREADABLE) {
        return E_PICTURE_KIND;
    }
    if (entry->users.count == 1) {
        return 0;
    }
    *ret_userid = entry->users.count == 0 ? entry->users.number : 0;
    return entry->users.count > 1 ? E_PHOTO_AMBIGUOUS : entry->users.number != 0 ? E_USER_UNKNOWN : E_PHOTO_NAME;
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

int bulk_photo_judge(struct core *core, struct bulk_work *work, const struct bulk_record *record,
                     enum users_outcome *ret_outcome) {
    struct photo_entry entry;
    uint32_t userid = 0;
    bool is_admin = false;
    int r = read_entry(core, work, record->line - 1, &entry);
    r = r < 0 ? r : owner_of(&entry, &userid);
    if (r == 0 && userid != record->change.values.userid) {
        return E_USER_UNKNOWN; /* since the check, the number in the name belongs to another user */
    }
    return r < 0 ? r : read_user(core, work, userid, ret_outcome, &is_admin);
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
           err == E_PHOTO_AMBIGUOUS || err == E_PHOTO_TWICE || err == E_UPLOAD_FORMAT || err == E_PICTURE_KIND ||
           err == E_PICTURE_CUT || err == E_UPLOAD_TOO_LARGE;
}

/* Notes whose pictures there are, so that the first of two is known to be no only one. */
int bulk_photo_scan(struct core *core, struct bulk_work *work) {
    struct photo_entry entry;
    uint32_t userid = 0;
    if (work->scanned >= unzip_count(work->unzip)) {
        return 0;
    }
    int r = read_entry(core, work, work->scanned++, &entry);
    if (r < 0) {
        return r;
    }
    if (owner_of(&entry, &userid) < 0) {
        return 1;
    }
    r = bulk_seen_add(&work->ids, userid, work->scanned);
    if (r == 0) {
        bulk_seen_mark(&work->ids, userid);
        r = bulk_seen_add(&work->seconds, userid, work->scanned);
    }
    return r < 0 ? r : 1;
}

/* Another picture of the user: the first one, or of that the second. */
static uint32_t other_picture(const struct bulk_work *work, uint32_t userid, uint32_t number) {
    const uint32_t first = bulk_seen_line(&work->ids, userid);
    return first != number ? first : bulk_seen_line(&work->seconds, userid);
}

static int judge_entry(struct core *core, struct bulk_work *work, const struct photo_entry *entry, uint32_t *ret_userid,
                       enum users_outcome *ret_outcome) {
    bool is_admin = false;
    int r = owner_of(entry, ret_userid);
    if (r < 0) {
        return r;
    }
    if (bulk_seen_is_marked(&work->ids, *ret_userid)) {
        return E_PHOTO_TWICE;
    }
    r = read_user(core, work, *ret_userid, ret_outcome, &is_admin);
    return r < 0 || *ret_outcome == USERS_SKIPPED ? r : take_picture(core, work, *ret_userid);
}

/* "5301, 7": the users that a name fits. */
static void list_users(const struct photo_name_users *users, char ret_text[BULK_TEXT_MAX]) {
    size_t at = 0;
    ret_text[0] = '\0';
    for (size_t i = 0; users->count > 1 && i < users->count; i++) {
        at += (size_t)snprintf(ret_text + at, BULK_TEXT_MAX - at, "%s%u", i > 0 ? ", " : "", (unsigned)users->ids[i]);
    }
}

static int check_entry(struct core *core, struct bulk_work *work, const struct photo_entry *entry) {
    char name[BULK_TEXT_MAX], text[BULK_TEXT_MAX];
    enum users_outcome outcome = USERS_SKIPPED;
    uint32_t userid = 0;
    cut_name(entry->name, name);
    list_users(&entry->users, text);
    struct bulk_record record = {.line = entry->entry.number + 1, .text = text, .field = USER_FIELD_COUNT, .cells = ""};
    int r = judge_entry(core, work, entry, &userid, &outcome);
    record.change = (struct user_change){.values = {.userid = userid, .username = name}};
    if (r < 0) {
        record.other.line = r == E_PHOTO_TWICE ? other_picture(work, userid, record.line) : 0;
        return bulk_photo_is_wrong(r) ? bulk_put_bad(core, work, &record, r, NULL) : r;
    }
    bulk_count(&work->state.counts, outcome);
    return bulk_writer_put(&work->rows, &record);
}

int bulk_photo_check(struct core *core, struct bulk_work *work) {
    struct photo_entry entry;
    const uint32_t number = work->state.counts.at;
    if (number >= unzip_count(work->unzip)) {
        return 0;
    }
    int r = read_entry(core, work, number, &entry);
    if (r < 0) {
        return r;
    }
    if (entry.kind == PHOTO_NAME_CLUTTER && !entry.entry.is_folder) {
        work->state.found.ignored++;
    }
    if (entry.entry.is_folder || entry.kind == PHOTO_NAME_CLUTTER) {
        return 1;
    }
    r = check_entry(core, work, &entry);
    return r < 0 ? r : 1;
}

int bulk_photo_make(struct core *core, struct bulk_work *work, const struct bulk_record *record) {
    enum users_outcome outcome;
    int r = bulk_photo_judge(core, work, record, &outcome); /* which goes to the entry */
    return r < 0 || outcome == USERS_SKIPPED ? r : take_picture(core, work, record->change.values.userid);
}

int bulk_photo_write(struct core *core, struct bulk_work *work, const struct bulk_record *record,
                     enum users_outcome *ret_outcome) {
    const uint32_t userid = record->change.values.userid;
    bool is_admin = false;
    int r = read_user(core, work, userid, ret_outcome, &is_admin);
    return r < 0 || *ret_outcome == USERS_SKIPPED ? r
                                                  : photos_write(core, &work->by, userid, &work->portrait, is_admin);
}
