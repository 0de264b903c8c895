/** Short messages at the edge of the window: `toast.ok(t('…'))`, `toast.error(…)`. Errors stay until closed. */
export interface Toast {
  id: number;
  tone: 'ok' | 'no' | 'info';
  text: string;
}

const LIFE_MS = 5000;
const MOST = 4;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: Toast['tone'], text: string): void {
  /* The same message again replaces itself instead of piling up. */
  const id = ++last;
  set([...toasts.filter((one) => one.text !== text || one.tone !== tone), { id, tone, text }].slice(-MOST));
  if (tone !== 'no') setTimeout(() => closeToast(id), LIFE_MS);
}

export const toast = {
  ok: (text: string): void => show('ok', text),
  error: (text: string): void => show('no', text),
  info: (text: string): void => show('info', text),
};

export function closeToast(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

export function clearToasts(): void {
  set([]);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
