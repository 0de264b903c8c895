/* Lets the last partition of a disk reach to its end.
 *
 *   postern-grow DISK NAME
 *
 * The copy of the table at the end of the disk is written first, then the one at its beginning: one of them is whole
 * whenever power is cut, and both the boot loader and the kernel (`gpt` on its command line) take the whole one. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/blkpg.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define SECTOR 512U
#define ENTRIES_MAX 128U
#define NAME_UNITS 36U
#define ALIGN 2048U /* sectors: 1 MiB */

struct __attribute__((packed)) gpt_header {
    char signature[8];
    uint32_t revision, size, sum, reserved;
    uint64_t own, other, first_usable, last_usable;
    uint8_t disk[16];
    uint64_t table;
    uint32_t count, entry_size, table_sum;
    uint8_t rest[SECTOR - 92];
};

struct __attribute__((packed)) gpt_entry {
    uint8_t type[16], id[16];
    uint64_t first, last, flags;
    uint16_t name[NAME_UNITS];
};

struct disk {
    int fd;
    uint64_t sectors;
    struct gpt_header header;
    struct gpt_entry entries[ENTRIES_MAX];
    size_t table_octets;
};

_Static_assert(sizeof(struct gpt_header) == SECTOR && sizeof(struct gpt_entry) == 128, "as they are on the disk");

static int fault_say(const char *what) {
    (void)fprintf(stderr, "postern-grow: %s\n", what);
    return EXIT_FAILURE;
}

static uint32_t header_sum(struct gpt_header header) {
    header.sum = 0;
    return (uint32_t)crc32(0, (const Bytef *)&header, 92);
}

static bool disk_open(const char *path, struct disk *ret_disk) {
    struct stat found;
    ret_disk->fd = open(path, O_RDWR | O_CLOEXEC);
    if (ret_disk->fd < 0 || fstat(ret_disk->fd, &found) < 0) {
        return false;
    }
    uint64_t octets = (uint64_t)found.st_size;
    if (S_ISBLK(found.st_mode) && ioctl(ret_disk->fd, BLKGETSIZE64, &octets) < 0) {
        return false;
    }
    ret_disk->sectors = octets / SECTOR;
    return true;
}

/* Reads the table at the beginning; false when it is not whole, or not one of ours. */
static bool table_read(struct disk *disk) {
    struct gpt_header *header = &disk->header;
    if (pread(disk->fd, header, SECTOR, SECTOR) != SECTOR || memcmp(header->signature, "EFI PART", 8) != 0 ||
        le32toh(header->size) != 92 || le32toh(header->sum) != header_sum(*header) ||
        le32toh(header->entry_size) != sizeof(struct gpt_entry) || le32toh(header->count) > ENTRIES_MAX) {
        return false;
    }
    disk->table_octets = le32toh(header->count) * sizeof(struct gpt_entry);
    const off_t at = (off_t)(le64toh(header->table) * SECTOR);
    return pread(disk->fd, disk->entries, disk->table_octets, at) == (ssize_t)disk->table_octets &&
           crc32(0, (const Bytef *)disk->entries, (uInt)disk->table_octets) == le32toh(header->table_sum);
}

static bool entry_is(const struct gpt_entry *entry, const char *name) {
    const size_t len = strlen(name);
    for (size_t i = 0; i <= len && i < NAME_UNITS; i++) {
        if (le16toh(entry->name[i]) != (uint8_t)name[i]) {
            return false;
        }
    }
    return len < NAME_UNITS;
}

/* The partition of this name, when nothing stands behind it; NULL otherwise. */
static struct gpt_entry *entry_last(struct disk *disk, const char *name) {
    struct gpt_entry *found = NULL;
    uint64_t last = 0;
    for (size_t i = 0; i < le32toh(disk->header.count); i++) {
        struct gpt_entry *entry = &disk->entries[i];
        found = entry_is(entry, name) ? entry : found;
        last = le64toh(entry->last) > last ? le64toh(entry->last) : last;
    }
    return found != NULL && le64toh(found->last) == last ? found : NULL;
}

static bool copy_write(struct disk *disk, uint64_t own, uint64_t other, uint64_t table) {
    struct gpt_header header = disk->header;
    header.own = htole64(own);
    header.other = htole64(other);
    header.table = htole64(table);
    header.sum = htole32(header_sum(header));
    return pwrite(disk->fd, disk->entries, disk->table_octets, (off_t)(table * SECTOR)) ==
               (ssize_t)disk->table_octets &&
           pwrite(disk->fd, &header, SECTOR, (off_t)(own * SECTOR)) == SECTOR && fsync(disk->fd) == 0;
}

/* The kernel knows the old end: other partitions of the disk are in use, so it does not read the table again. */
static bool kernel_told(const struct disk *disk, const struct gpt_entry *entry) {
    struct stat found;
    if (fstat(disk->fd, &found) < 0 || !S_ISBLK(found.st_mode)) {
        return true;
    }
    struct blkpg_partition part = {
        .start = (long long)(le64toh(entry->first) * SECTOR),
        .length = (long long)((le64toh(entry->last) - le64toh(entry->first) + 1) * SECTOR),
        .pno = (int)(entry - disk->entries) + 1,
    };
    struct blkpg_ioctl_arg told = {.op = BLKPG_RESIZE_PARTITION, .datalen = sizeof(part), .data = &part};
    return ioctl(disk->fd, BLKPG, &told) == 0;
}

int main(int argc, char **argv) {
    static struct disk disk;
    if (argc != 3) {
        return fault_say("DISK NAME");
    }
    if (!disk_open(argv[1], &disk) || !table_read(&disk)) {
        return fault_say("the disk has no table that is whole");
    }
    struct gpt_entry *entry = entry_last(&disk, argv[2]);
    if (entry == NULL) {
        return fault_say("no such partition at the end");
    }
    const uint64_t table_sectors = (disk.table_octets + SECTOR - 1) / SECTOR;
    const uint64_t copy = disk.sectors - 1;
    const uint64_t end = (copy - table_sectors) / ALIGN * ALIGN;
    if (end <= le64toh(entry->last) + 1) {
        return EXIT_SUCCESS;
    }
    entry->last = htole64(end - 1);
    disk.header.last_usable = htole64(copy - table_sectors - 1);
    disk.header.table_sum = htole32((uint32_t)crc32(0, (const Bytef *)disk.entries, (uInt)disk.table_octets));
    const uint64_t table = le64toh(disk.header.table);
    if (!copy_write(&disk, copy, 1, copy - table_sectors) || !copy_write(&disk, 1, copy, table)) {
        return fault_say(strerror(errno));
    }
    return kernel_told(&disk, entry) ? EXIT_SUCCESS : fault_say(strerror(errno));
}
