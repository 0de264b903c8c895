/* The build ID that the linker puts into the program: a hash of the linked content, so it differs between different
 * builds. */
#ifndef POSTERN_APP_BUILD_ID_H
#define POSTERN_APP_BUILD_ID_H

#define BUILD_ID_MAX 65 /* bytes of the text, with the NUL */

/* Writes it in hexadecimal; "unknown" if the program was linked without one. */
void build_id_read(char ret_text[BUILD_ID_MAX]);

#endif
