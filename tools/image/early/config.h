/* What the image's builder has written beside the program, and what the boot loader says. */
#ifndef POSTERN_EARLY_CONFIG_H
#define POSTERN_EARLY_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file /root.conf: lines `key value`. Sectors are of 512 bytes, blocks of 4096. */
struct early_config {
    uint64_t start; /* first sector of the root file system in its slot */
    uint64_t sectors; /* of the root file system and its hash tree */
    uint64_t blocks; /* of the root file system: what stands behind them is the tree */
    char root_hash[65]; /* SHA-256, hexadecimal */
    char salt[65];
};

/* Returns false when the file is not whole. */
bool config_read(const char *path, struct early_config *ret_config);

/* The slot that the boot loader has chosen: `postern.slot=A` or B in the kernel's command line; 0 for neither. */
char config_slot(const char *cmdline);

/* Reads a short file as text, without its last line end. Returns false when it cannot. */
bool config_text(const char *path, char *ret_text, size_t max);

#endif
