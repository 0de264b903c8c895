/* Inside update/ only: the content of the system folder (update/slots.h). */
#ifndef POSTERN_UPDATE_SLOTS_FOLDER_H
#define POSTERN_UPDATE_SLOTS_FOLDER_H

#include <stdint.h>

#include "update/slots.h"

#define SLOTS_PATH_MAX 1024  /* bytes of a path, with the NUL */
#define SLOTS_ROOTS_SIZE 16384 /* bytes of the roots, with the NUL */

struct slots_folder {
    char sector[SLOTS_PATH_MAX]; /* of the device or file with the environment */
    int64_t sector_at; /* offset in bytes */
    char sockets[SLOTS_PATH_MAX];
    char board[SLOTS_BOARD_MAX];
    char devices[SLOT_COUNT][SLOTS_DEVICE_MAX];
    char roots[SLOTS_ROOTS_SIZE];
    enum slot running;
};

/* Reads the folder. Errors of slots_open(). */
_must_check_ int slots_folder_read(const char *folder, struct slots_folder *ret_folder);

#endif
