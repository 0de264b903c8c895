/* The build id the linker puts into the program: a hash of what was linked, so it changes with each different build. */
#ifndef POSTERN_APP_BUILD_ID_H
#define POSTERN_APP_BUILD_ID_H

#define BUILD_ID_MAX 65 /* bytes of the text, with the NUL */

/* Writes it in hexadecimal; "unknown" for a program linked without one. */
void build_id_read(char ret_text[BUILD_ID_MAX]);

#endif
