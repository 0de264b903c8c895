#include "store/record_photo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "store/folder.h"
#include "store/home_impl.h"
#include "util/arena.h"
#include "util/cleanup.h"

#define FOLDER "photos"
#define UNFINISHED "new" /* name of the photo that is being written */
#define STRANGER 'x' /* after the number in the name of a stranger's photo */
#define NAME_MAX_LEN 32
#define DISK_SHARE 4 /* photos use at most 1/4 of the disk */
#define STRANGERS_SHARE 4 /* strangers' photos use up to 1/4 of the quota before they displace each other */
#define ROOM_FIRST 256 /* initial capacity of the list */

struct kept_photo {
    int64_t seq;
    uint32_t octets; /* on the disk */
    bool is_stranger;
};

struct record_photos_kept {
    pthread_mutex_t writing; /* held while the folder is changed; locked before `mutex` */
    uint64_t budget;
    int64_t first; /* photos of earlier records are gone; guarded by `writing` */
    pthread_mutex_t mutex; /* guards the fields below; held for a few instructions */
    struct kept_photo *photos; /* by number */
    size_t count, room;
    uint64_t octets, strangers; /* of all photos, and of strangers' photos */
};

struct record_photos_kept *store_record_photos_new(void) {
    struct record_photos_kept *kept = calloc(1, sizeof(*kept));
    if (kept != NULL) {
        (void)pthread_mutex_init(&kept->writing, NULL);
        (void)pthread_mutex_init(&kept->mutex, NULL);
    }
    return kept;
}

void store_record_photos_free(struct record_photos_kept *kept) {
    if (kept != NULL) {
        (void)pthread_mutex_destroy(&kept->mutex);
        (void)pthread_mutex_destroy(&kept->writing);
        free(kept->photos);
        free(kept);
    }
}

/* NULL for a database in memory. */
static struct record_photos_kept *kept_of(const struct store *store) {
    return store->home != NULL ? store->home->photos : NULL;
}

static uint32_t on_disk(size_t len) {
    return (uint32_t)((len + STORE_RECORD_PHOTO_BLOCK - 1) / STORE_RECORD_PHOTO_BLOCK * STORE_RECORD_PHOTO_BLOCK);
}

/* Returns the index of a number, or where it would be inserted. The caller holds the mutex. */
static size_t kept_place(const struct record_photos_kept *kept, int64_t seq) {
    size_t low = 0, high = kept->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (kept->photos[middle].seq < seq) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool kept_is_at(const struct record_photos_kept *kept, size_t place, int64_t seq) {
    return place < kept->count && kept->photos[place].seq == seq;
}

static void kept_count(struct record_photos_kept *kept, const struct kept_photo *photo, bool comes) {
    kept->octets = comes ? kept->octets + photo->octets : kept->octets - photo->octets;
    if (photo->is_stranger) {
        kept->strangers = comes ? kept->strangers + photo->octets : kept->strangers - photo->octets;
    }
}

static int kept_make_room(struct record_photos_kept *kept) {
    size_t room = kept->room > 0 ? 2 * kept->room : ROOM_FIRST;
    if (kept->count < kept->room) {
        return 0;
    }
    struct kept_photo *photos = realloc(kept->photos, room * sizeof(*photos));
    if (photos == NULL) {
        return E_NOMEM;
    }
    kept->photos = photos;
    kept->room = room;
    return 0;
}

static int kept_add(struct record_photos_kept *kept, const struct kept_photo *photo) {
    (void)pthread_mutex_lock(&kept->mutex);
    int r = kept_make_room(kept);
    if (r == 0) {
        size_t place = kept_place(kept, photo->seq);
        memmove(&kept->photos[place + 1], &kept->photos[place], (kept->count - place) * sizeof(*photo));
        kept->photos[place] = *photo;
        kept->count++;
        kept_count(kept, photo, true);
    }
    (void)pthread_mutex_unlock(&kept->mutex);
    return r;
}

static void kept_remove(struct record_photos_kept *kept, int64_t seq) {
    (void)pthread_mutex_lock(&kept->mutex);
    size_t place = kept_place(kept, seq);
    if (kept_is_at(kept, place, seq)) {
        kept_count(kept, &kept->photos[place], false);
        kept->count--;
        memmove(&kept->photos[place], &kept->photos[place + 1], (kept->count - place) * sizeof(kept->photos[0]));
    }
    (void)pthread_mutex_unlock(&kept->mutex);
}

static bool kept_find(struct record_photos_kept *kept, int64_t seq, struct kept_photo *ret_photo) {
    (void)pthread_mutex_lock(&kept->mutex);
    size_t place = kept_place(kept, seq);
    bool is_there = kept_is_at(kept, place, seq);
    if (is_there) {
        *ret_photo = kept->photos[place];
    }
    (void)pthread_mutex_unlock(&kept->mutex);
    return is_there;
}

/* Finds the oldest photo, or the oldest of a stranger. False: there is none. */
static bool kept_oldest(struct record_photos_kept *kept, bool of_strangers, struct kept_photo *ret_photo) {
    bool is_found = false;
    (void)pthread_mutex_lock(&kept->mutex);
    for (size_t i = 0; i < kept->count && !is_found; i++) {
        is_found = !of_strangers || kept->photos[i].is_stranger;
        *ret_photo = kept->photos[i];
    }
    (void)pthread_mutex_unlock(&kept->mutex);
    return is_found;
}

static void photo_name(const struct kept_photo *photo, char ret_name[NAME_MAX_LEN]) {
    (void)snprintf(ret_name, NAME_MAX_LEN, FOLDER "/%" PRId64 "%s", photo->seq, photo->is_stranger ? "x" : "");
}

/* Never returns E_TOO_LARGE: the length of the folder's name is checked when it is opened. */
static int photo_path(const struct store_home *home, const struct kept_photo *photo, char ret_path[STORE_PATH_MAX]) {
    char name[NAME_MAX_LEN];
    photo_name(photo, name);
    return store_home_path(home, name, ret_path);
}

/* Removes it from the list before the file, so that nobody sees a photo that is gone. The caller holds `writing`. */
static int remove_photo(const struct store_home *home, const struct kept_photo *photo) {
    char path[STORE_PATH_MAX];
    int r = photo_path(home, photo, path);
    kept_remove(home->photos, photo->seq);
    if (r < 0 || unlink(path) == 0 || errno == ENOENT) {
        return r;
    }
    r = err_from_errno(errno);
    int kept = kept_add(home->photos, photo); /* it still takes space */
    return kept < 0 ? kept : r;
}

/* Parses the name of a file in the folder. False: not a photo, or unfinished. */
static bool read_name(const char *name, struct kept_photo *ret_photo) {
    char *end = NULL;
    *ret_photo = (struct kept_photo){.seq = strtoll(name, &end, 10)};
    ret_photo->is_stranger = *end == STRANGER;
    char expected[NAME_MAX_LEN];
    photo_name(ret_photo, expected);
    return ret_photo->seq > 0 && strcmp(expected + strlen(FOLDER "/"), name) == 0;
}

/* Handles one file of the folder at start. */
static int take_file(struct record_photos_kept *kept, int folder, const char *name,
                     const struct store_record_lines *lines) {
    struct kept_photo photo;
    struct stat info;
    bool is_photo = read_name(name, &photo) && photo.seq >= lines->first && photo.seq <= lines->last &&
                    fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode) &&
                    info.st_size <= STORE_RECORD_PHOTO_MAX;
    if (!is_photo) {
        (void)unlinkat(folder, name, 0); /* if this fails, the file is not in the list */
        return 0;
    }
    photo.octets = on_disk((size_t)info.st_size);
    return kept_add(kept, &photo);
}

/* The folder need not exist. */
static int read_folder(const struct store_home *home, struct record_photos_kept *kept,
                       const struct store_record_lines *lines) {
    char path[STORE_PATH_MAX];
    int r = store_home_path(home, FOLDER, path);
    _cleanup_closedir_ DIR *dir = r == 0 ? opendir(path) : NULL;
    int fd = dir != NULL ? dirfd(dir) : -1;
    if (fd < 0) {
        return r < 0 ? r : errno == ENOENT ? 0 : err_from_errno(errno);
    }
    for (const struct dirent *entry = readdir(dir); r == 0 && entry != NULL; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            r = take_file(kept, fd, entry->d_name, lines);
        }
    }
    return r;
}

static uint64_t budget_of(const struct store_home *home, uint64_t octets) {
    struct statvfs info;
    if (statvfs(home->dir, &info) < 0) {
        return octets;
    }
    uint64_t share = (uint64_t)info.f_blocks * info.f_frsize / DISK_SHARE;
    return share < octets ? share : octets;
}

int store_record_photos_open(struct store *store, const struct store_record_lines *lines, uint64_t octets) {
    struct record_photos_kept *kept = kept_of(store);
    if (kept == NULL) {
        return 0;
    }
    kept->count = 0; /* the state was repaired, and this is the second call */
    kept->octets = kept->strangers = 0;
    kept->budget = budget_of(store->home, octets);
    kept->first = lines->first;
    return read_folder(store->home, kept, lines);
}

bool store_record_photo_has(const struct store *store, int64_t seq) {
    struct kept_photo photo;
    struct record_photos_kept *kept = kept_of(store);
    return kept != NULL && kept_find(kept, seq, &photo);
}

int64_t store_record_photos_first(const struct store *store) {
    struct kept_photo photo = {.seq = INT64_MAX};
    struct record_photos_kept *kept = kept_of(store);
    return kept != NULL && kept_oldest(kept, false, &photo) ? photo.seq : INT64_MAX;
}

int store_record_photo_next(const struct store *store, int64_t after, struct store_record_photo *ret_photo) {
    struct record_photos_kept *kept = kept_of(store);
    if (kept == NULL) {
        return E_NOTFOUND;
    }
    (void)pthread_mutex_lock(&kept->mutex);
    size_t place = kept_place(kept, after + 1);
    bool is_there = place < kept->count;
    if (is_there) {
        *ret_photo =
            (struct store_record_photo){.seq = kept->photos[place].seq, .is_stranger = kept->photos[place].is_stranger};
    }
    (void)pthread_mutex_unlock(&kept->mutex);
    return is_there ? 0 : E_NOTFOUND;
}

size_t store_record_photos_count(const struct store *store) {
    struct record_photos_kept *kept = kept_of(store);
    if (kept == NULL) {
        return 0;
    }
    (void)pthread_mutex_lock(&kept->mutex);
    size_t count = kept->count;
    (void)pthread_mutex_unlock(&kept->mutex);
    return count;
}

void store_record_photo_name(const struct store_record_photo *photo, char ret_name[STORE_RECORD_PHOTO_NAME_MAX]) {
    (void)snprintf(ret_name, STORE_RECORD_PHOTO_NAME_MAX, "%" PRId64 "%s", photo->seq, photo->is_stranger ? "x" : "");
}

bool store_record_photo_is_name(const char *name) {
    struct kept_photo photo;
    return read_name(name, &photo);
}

uint64_t store_record_photos_octets(const struct store *store) {
    struct record_photos_kept *kept = kept_of(store);
    if (kept == NULL) {
        return 0;
    }
    (void)pthread_mutex_lock(&kept->mutex);
    uint64_t octets = kept->octets;
    (void)pthread_mutex_unlock(&kept->mutex);
    return octets;
}

/* Makes room for a photo within the quota. The caller holds `writing`. */
static int make_room_for(const struct store_home *home, const struct kept_photo *photo) {
    struct record_photos_kept *kept = home->photos;
    uint64_t of_stranger = photo->is_stranger ? photo->octets : 0;
    /* On a disk that something else fills, new photos are refused, and none are displaced. */
    bool is_full = photo->octets > kept->budget || store_home_free_octets(home) < STORE_RECORD_PHOTOS_LEAVE;
    int r = is_full ? E_NOSPC : 0;
    while (r == 0 && kept->octets + photo->octets > kept->budget) {
        struct kept_photo oldest;
        bool many_strangers = kept->strangers + of_stranger > kept->budget / STRANGERS_SHARE;
        bool is_there = kept_oldest(kept, many_strangers, &oldest) || kept_oldest(kept, false, &oldest);
        r = is_there ? remove_photo(home, &oldest) : E_NOSPC;
    }
    return r;
}

static int write_octets(int fd, const uint8_t *octets, size_t len) {
    for (size_t done = 0; done < len;) {
        ssize_t put = write(fd, octets + done, len - done);
        if (put < 0 && errno != EINTR) {
            return err_from_errno(errno);
        }
        done += put > 0 ? (size_t)put : 0;
    }
    return fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

/* The folder is created with the first photo. Its own name need not be durable: without it no photo in it is known
 * either. */
static int open_unfinished(const struct store_home *home, const char *path, int *ret_fd) {
    char folder[STORE_PATH_MAX];
    int r = store_home_path(home, FOLDER, folder);
    if (r < 0) {
        return r;
    }
    if (mkdir(folder, 0700) < 0 && errno != EEXIST) {
        return err_from_errno(errno);
    }
    *ret_fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    return *ret_fd >= 0 ? 0 : err_from_errno(errno);
}

static int sync_folder(const struct store_home *home) {
    char folder[STORE_PATH_MAX];
    int r = store_home_path(home, FOLDER, folder);
    _cleanup_close_ int fd = r == 0 ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    return r < 0 ? r : fd >= 0 && fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

/* Writes the photo durably under a temporary name, then renames it: a power cut leaves all of it or nothing that
 * counts. */
static int write_photo(const struct store_home *home, const struct kept_photo *photo, const void *sealed, size_t len) {
    char fresh[STORE_PATH_MAX], path[STORE_PATH_MAX];
    _cleanup_close_ int fd = -1;
    int r = store_home_path(home, FOLDER "/" UNFINISHED, fresh);
    if (r == 0) {
        r = photo_path(home, photo, path);
    }
    if (r == 0) {
        r = open_unfinished(home, fresh, &fd);
    }
    if (r < 0 || fd < 0) {
        return r;
    }
    r = write_octets(fd, sealed, len);
    if (r == 0 && rename(fresh, path) < 0) {
        r = err_from_errno(errno);
    }
    if (r < 0) {
        (void)unlink(fresh);
        return r;
    }
    r = sync_folder(home);
    if (r == 0) {
        r = kept_add(home->photos, photo);
    }
    if (r < 0) {
        (void)unlink(path);
    }
    return r;
}

int store_record_photo_put(struct store *store, int64_t seq, bool is_stranger, const void *sealed, size_t len) {
    struct record_photos_kept *kept = kept_of(store);
    const struct kept_photo photo = {.seq = seq, .octets = on_disk(len), .is_stranger = is_stranger};
    if (kept == NULL || len > STORE_RECORD_PHOTO_MAX) {
        return kept == NULL ? E_NOTFOUND : E_TOO_LARGE;
    }
    (void)pthread_mutex_lock(&kept->writing);
    int r = seq < kept->first || store_record_photo_has(store, seq) ? E_NOTFOUND : make_room_for(store->home, &photo);
    if (r == 0) {
        r = write_photo(store->home, &photo, sealed, len);
    }
    (void)pthread_mutex_unlock(&kept->writing);
    return r;
}

int store_record_photo_get(const struct store *store, int64_t seq, struct arena *arena, const uint8_t **ret_sealed,
                           size_t *ret_len) {
    struct kept_photo photo;
    char path[STORE_PATH_MAX];
    struct record_photos_kept *kept = kept_of(store);
    if (kept == NULL || !kept_find(kept, seq, &photo)) {
        return E_NOTFOUND;
    }
    int r = photo_path(store->home, &photo, path);
    uint8_t *sealed = arena_alloc(arena, STORE_RECORD_PHOTO_MAX);
    if (r < 0 || sealed == NULL) {
        return r < 0 ? r : E_NOMEM;
    }
    _cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno); /* may have been removed meanwhile */
    }
    ssize_t len = 0;
    for (ssize_t got = 1; got > 0; len += got > 0 ? got : 0) {
        got = read(fd, sealed + len, STORE_RECORD_PHOTO_MAX - (size_t)len);
        if (got < 0) {
            return err_from_errno(errno);
        }
    }
    *ret_sealed = sealed;
    *ret_len = (size_t)len;
    return 0;
}

void store_record_photo_drop(struct store *store, int64_t seq) {
    struct kept_photo photo;
    struct record_photos_kept *kept = kept_of(store);
    if (kept == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&kept->writing);
    if (kept_find(kept, seq, &photo)) {
        (void)remove_photo(store->home, &photo);
    }
    (void)pthread_mutex_unlock(&kept->writing);
}

void store_record_photos_trim(struct store *store, int64_t first) {
    struct kept_photo oldest;
    struct record_photos_kept *kept = kept_of(store);
    if (kept == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&kept->writing);
    kept->first = first > kept->first ? first : kept->first;
    int r = 0;
    while (r == 0 && kept_oldest(kept, false, &oldest) && oldest.seq < first) {
        r = remove_photo(store->home, &oldest);
    }
    (void)pthread_mutex_unlock(&kept->writing);
}

int store_record_photos_erase(const struct store_home *home) {
    return store_folder_remove(home, FOLDER);
}
