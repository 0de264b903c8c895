#include "app/build_id.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

#define ALIGN4(n) (((size_t)(n) + 3) & ~(size_t)3)
#define OCTETS_MAX ((BUILD_ID_MAX - 1) / 2)

/* Searches one segment of notes. */
static int read_notes(const unsigned char *at, size_t len, char *ret_text) {
    ElfW(Nhdr) note;
    while (len >= sizeof(note)) {
        memcpy(&note, at, sizeof(note));
        size_t name = ALIGN4(note.n_namesz), size = sizeof(note) + name + ALIGN4(note.n_descsz);
        if (size > len) {
            return 0;
        }
        const unsigned char *text = at + sizeof(note);
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") && memcmp(text, "GNU", 4) == 0) {
            text_hex(text + name, note.n_descsz < OCTETS_MAX ? note.n_descsz : OCTETS_MAX, ret_text);
            return 1;
        }
        at += size;
        len -= size;
    }
    return 0;
}

/* The first object is the program itself; a non-zero return ends the iteration. */
static int read_object(struct dl_phdr_info *info, size_t size, void *ret_text) {
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_NOTE) {
            uintptr_t address = (uintptr_t)(info->dlpi_addr + header->p_vaddr);
            if (read_notes((const unsigned char *)address, header->p_memsz, ret_text) != 0) {
                break;
            }
        }
    }
    return 1;
}

void build_id_read(char ret_text[BUILD_ID_MAX]) {
    (void)snprintf(ret_text, BUILD_ID_MAX, "unknown");
    (void)dl_iterate_phdr(read_object, ret_text);
}
