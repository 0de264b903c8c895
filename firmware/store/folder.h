/* Inside store/ only: subfolders of the state folder, which contain files only. */
#ifndef POSTERN_STORE_FOLDER_H
#define POSTERN_STORE_FOLDER_H

#include "util/err.h"

struct store_home;

/* Removes a folder with its files, if it exists. Does not sync the parent folder. E_IO, E_SYSTEM: also when it contains
 * a folder. */
_must_check_ int store_folder_remove(const struct store_home *home, const char *name);

#endif
