// The room of a source file: the name under which its mutation score is listed.

/** Folders whose subfolders are rooms of their own. */
const buildings = ['firmware/core', 'firmware/hal', 'web/features'];

/** `firmware/core/door/decide.c` is in `core/door`, `firmware/store/users/roll.c` in `store`, `tools/image/x.ts` in `tools/image`. */
export function roomOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  const depth = buildings.includes(folders.slice(0, 2).join('/')) ? 3 : 2;
  return folders
    .slice(0, depth)
    .join('/')
    .replace(/^firmware\//, '');
}
