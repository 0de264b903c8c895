/** What cannot be undone is begun by who has typed the end of the serial number. */
import { button, el } from './dom.ts';
import { t } from './text.ts';

/** The field, with the button that is open once the end of `serial` is in it; of '' the terminal judges. */
export function serialStart(
  serial: string,
  text: string,
  start: (end: string) => void,
): { fields: HTMLElement[]; button: HTMLButtonElement } {
  const typed = el('input', {
    id: 'serial',
    maxlength: 4,
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    dir: 'ltr',
    'aria-describedby': 'hint',
  });
  const end = () => typed.value.trim().toUpperCase();
  const go = button(text, 'danger', () => start(end()));
  go.disabled = true;
  typed.addEventListener('input', () => {
    go.disabled = end().length !== 4 || (serial !== '' && !serial.toUpperCase().endsWith(end()));
  });
  return {
    fields: [
      el('label', { for: 'serial' }, t('init.serial')),
      typed,
      el('p', { id: 'hint', class: 'muted' }, t('init.serialHint', { serial })),
    ],
    button: go,
  };
}
