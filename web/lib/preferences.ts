/** Preferences of this browser across sessions. Storage may be full or blocked: then a choice lasts for the page. */
const NAMES = {
  language: 'postern.language',
  theme: 'postern.theme',
  sidebar: 'postern.sidebar',
  device: 'postern.device',
  userList: 'postern.userList',
  userExport: 'postern.userExport',
  reportExport: 'postern.reportExport',
  hours: 'postern.hours',
  start: 'postern.start',
};

export type Preference = keyof typeof NAMES;

const fallback = new Map<Preference, string>();

export function readPreference(name: Preference): string | null {
  try {
    return localStorage.getItem(NAMES[name]);
  } catch {
    return fallback.get(name) ?? null;
  }
}

/** null removes it. */
export function writePreference(name: Preference, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(NAMES[name]);
    else localStorage.setItem(NAMES[name], value);
  } catch {
    if (value === null) fallback.delete(name);
    else fallback.set(name, value);
  }
}
