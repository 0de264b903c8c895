#include "core/devices/slips_words.h"

#include <stddef.h>
#include <string.h>

static const struct slips_words words[] = {
    {.language = "en", .card = "Card", .pin = "Password", .sample = "Anna Example"},
    {.language = "es", .card = "Tarjeta", .pin = "Contraseña", .sample = "Ana Ejemplo"},
    {.language = "ar", .card = "بطاقة", .pin = "كلمة المرور", .sample = "اسم للتجربة"},
};

const struct slips_words *slips_words(const char *language) {
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(words[i].language, language) == 0) {
            return &words[i];
        }
    }
    return &words[0];
}
