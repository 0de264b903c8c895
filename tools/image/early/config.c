#include "config.h"

#include <stdio.h>
#include <string.h>

#define TEXT_MAX 4096

bool config_text(const char *path, char *ret_text, size_t max) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return false;
    }
    size_t len = fread(ret_text, 1, max - 1, file);
    const bool whole = ferror(file) == 0;
    (void)fclose(file);
    while (len > 0 && ret_text[len - 1] == '\n') {
        len--;
    }
    ret_text[len] = '\0';
    return whole;
}

static bool number_of(const char *text, const char *key, uint64_t *ret_number) {
    const char *line = strstr(text, key);
    unsigned long long number = 0;
    if (line == NULL || sscanf(line + strlen(key), " %llu", &number) != 1) {
        return false;
    }
    *ret_number = number;
    return true;
}

static bool hex_of(const char *text, const char *key, char *ret_hex) {
    const char *line = strstr(text, key);
    return line != NULL && sscanf(line + strlen(key), " %64[0-9a-f]", ret_hex) == 1 && strlen(ret_hex) == 64;
}

bool config_read(const char *path, struct early_config *ret_config) {
    char text[TEXT_MAX];
    *ret_config = (struct early_config){0};
    return config_text(path, text, sizeof(text)) && number_of(text, "start", &ret_config->start) &&
           number_of(text, "sectors", &ret_config->sectors) && number_of(text, "blocks", &ret_config->blocks) &&
           hex_of(text, "roothash", ret_config->root_hash) && hex_of(text, "salt", ret_config->salt);
}

char config_slot(const char *cmdline) {
    static const char key[] = "postern.slot=";
    const char *at = strstr(cmdline, key);
    if (at == NULL || (at != cmdline && at[-1] != ' ')) {
        return 0;
    }
    const char slot = at[sizeof(key) - 1];
    const char end = slot == '\0' ? '\0' : at[sizeof(key)];
    return (slot == 'A' || slot == 'B') && (end == '\0' || end == ' ' || end == '\n') ? slot : 0;
}
