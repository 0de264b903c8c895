/* Whose photo a file of an archive is, by its name as people write it: `Ana Pérez (5301).jpeg`. Pure: who there is, is asked
 * through a function. The rules, with examples, are in docs/rules.md ("Photos from an archive"). */
#ifndef POSTERN_CORE_PHOTO_NAMES_H
#define POSTERN_CORE_PHOTO_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define PHOTO_NAME_TEXT_MAX \
    768 /* bytes of a name as UTF-8, with the NUL: each byte of an archive becomes up to three */
#define PHOTO_NAME_USERS_MAX 8 /* users that a name is told to fit */

/* What a file is, by its name alone. */
enum photo_name_kind {
    PHOTO_NAME_CLUTTER, /* what systems put beside pictures */
    PHOTO_NAME_OTHER, /* ends as no picture does */
    PHOTO_NAME_UNREADABLE, /* ends as a picture that is not read does: HEIC, AVIF */
    PHOTO_NAME_PICTURE
};

/* The users that a name fits. */
struct photo_name_users {
    uint32_t ids[PHOTO_NAME_USERS_MAX]; /* each once */
    size_t count;
    uint32_t number; /* the first number of the name that can be a user ID; 0: there is none */
};

/* Finds the users that a part of a name means: adds the user with this ID (0: the part is no ID), if there is one, and those
 * with this text in a field that is a key. Returns 0, or an error, which ends the search. */
typedef int photo_name_find(void *state, const char *text, uint32_t userid, struct photo_name_users *users);

/* Adds a user, once; those that have no room are left out. */
void photo_name_add(struct photo_name_users *users, uint32_t userid);

/* A name as text: UTF-8 where it is valid as that, whatever the archive says of it, else CP437. What cannot be shown
 * becomes `?`. Returns its length. */
size_t photo_name_text(const char *name, char ret_text[PHOTO_NAME_TEXT_MAX]);

/* What a file is; `text` is a whole name, with folders, of photo_name_text(). */
enum photo_name_kind photo_name_kind_of(const char *text);

/* Finds the users of a picture's name. Returns 0, also if there are none or several; or an error of `find`. */
_must_check_ int photo_name_users_of(const char *text, photo_name_find *find, void *state,
                                     struct photo_name_users *ret_users);

#endif
