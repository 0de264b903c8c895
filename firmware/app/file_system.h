/* Which file system the state folder is on. */
#ifndef POSTERN_APP_FILE_SYSTEM_H
#define POSTERN_APP_FILE_SYSTEM_H

#define FILE_SYSTEM_MAX 64 /* bytes of its name, with the NUL */

/* Finds the file system that holds `folder`, as the kernel's table of mounts (proc(5), mountinfo) has it: its type
 * and, where the table has one, the version that it was mounted as ("ext4", "nfs4 4.2"). "unknown" where it cannot be
 * found. */
void file_system_read(const char *mountinfo, const char *folder, char ret_name[FILE_SYSTEM_MAX]);

#endif
