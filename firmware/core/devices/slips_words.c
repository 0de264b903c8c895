#include "core/devices/slips_words.h"

#include <stddef.h>
#include <string.h>

static const struct slips_words words[] = {
    {.language = "en", .methods = {"Card", "Password", "Finger", "Face", "Iris"}, .sample = "Anna Example"},
    {.language = "es", .methods = {"Tarjeta", "Contraseña", "Huella", "Rostro", "Iris"}, .sample = "Ana Ejemplo"},
    {.language = "ar", .methods = {"بطاقة", "كلمة المرور", "بصمة", "وجه", "قزحية"}, .sample = "اسم للتجربة"},
};

const struct slips_words *slips_words(const char *language) {
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(words[i].language, language) == 0) {
            return &words[i];
        }
    }
    return &words[0];
}
