/*
 * Notes which functions of a program run, for tools/mutate: loaded before the program (LD_PRELOAD), it is what
 * gcc's -finstrument-functions calls. Addresses, relative to the program, go into the file that REACHED names, which is
 * mapped, so that they are there however the program or a child of it ends.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define SLOTS 65536 /* more than twice as many as there are functions */

static _Atomic uint64_t *slots;
static uint64_t base;

void __cyg_profile_func_enter(void *function, void *site);

static int note_base(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    (void)data;
    base = info->dlpi_addr;
    return 1; /* the program comes first */
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("REACHED");
    int fd = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, SLOTS * sizeof(*slots)) != 0) {
        return;
    }
    void *map = mmap(NULL, SLOTS * sizeof(*slots), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    (void)close(fd);
    (void)dl_iterate_phdr(note_base, NULL);
    slots = map == MAP_FAILED ? NULL : map;
}

void __cyg_profile_func_enter(void *function, void *site) {
    (void)site;
    if (slots == NULL) {
        return;
    }
    uint64_t address = (uint64_t)(uintptr_t)function - base;
    for (size_t at = (address >> 2) % SLOTS, tried = 0; tried < SLOTS; at = (at + 1) % SLOTS, tried++) {
        uint64_t there = atomic_load_explicit(&slots[at], memory_order_relaxed);
        if (there == address ||
            (there == 0 && atomic_compare_exchange_strong_explicit(&slots[at], &there, address, memory_order_relaxed,
                                                                   memory_order_relaxed)) ||
            there == address) {
            return;
        }
    }
}
