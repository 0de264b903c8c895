/* Names of the specification in C and TypeScript style. */

const cKeywords = new Set(
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false'.split(
    ' ',
  ),
);

/** `SetInfoParam` → `set_info_param`, `Build_Version` → `build_version`, `MaxFACE` → `max_face`. */
export function snakeCase(name: string): string {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  return cKeywords.has(snake) ? `${snake}_` : snake;
}

/** `identify_mode` → `IDENTIFY_MODE`. */
export const upperCase = (name: string): string => snakeCase(name).replace(/_$/, '').toUpperCase();

/** `session_ended` → `sessionEnded`. */
export const camelCase = (name: string): string =>
  snakeCase(name).replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `adduser` → `Adduser`, `SetInfoParam` → `SetInfoParam`. */
export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `SetInfoParam` → `setInfoParam`: the name of a function. */
export const functionCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** `key` → `hasKey`: whether a write-only value is set. */
export const hasName = (name: string): string => `has${pascalCase(name)}`;

/** Makes the first letter of a sentence lower case, unless it begins with an abbreviation. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
