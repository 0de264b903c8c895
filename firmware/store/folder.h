/* Inside store/ only: folders in the state folder, which have files alone, or folders that were removed before them. */
#ifndef POSTERN_STORE_FOLDER_H
#define POSTERN_STORE_FOLDER_H

#include "util/err.h"

struct store_home;

/* Removes a folder with the files in it; there need not be one. Where it stood is not made durable. E_IO, E_SYSTEM: also of one
 * that has a folder inside. */
_must_check_ int store_folder_remove(const struct store_home *home, const char *name);

#endif
