/* File system type of the state folder. */
#ifndef POSTERN_APP_FILE_SYSTEM_H
#define POSTERN_APP_FILE_SYSTEM_H

#define FILE_SYSTEM_MAX 64 /* bytes of its name, with the NUL */

/* Finds the file system of `folder` in the kernel's mount table (proc(5), mountinfo): its type and, if present, the
 * mounted version ("ext4", "nfs4 4.2"). "unknown" if it is not found. */
void file_system_read(const char *mountinfo, const char *folder, char ret_name[FILE_SYSTEM_MAX]);

#endif
