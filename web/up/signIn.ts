import * as codes from '@gen/upTexts.ts';
import { Refused, signIn } from './calls.ts';
import { el, show } from './dom.ts';
import { errorText, number, t } from './text.ts';

const textOf: Readonly<Record<number, () => string>> = {
  [codes.passwordWrong]: () => t('super.wrong'),
  [codes.switchedOff]: () => t('up.closed'),
};

/** Asks for the engineer's password until it is the right one. `note`: what is to be known before. */
export function signInScreen(note: Node | undefined): Promise<void> {
  return new Promise((resolve) => {
    const input = el('input', {
      id: 'password',
      type: 'password',
      maxlength: 64,
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
      dir: 'ltr',
      'aria-describedby': 'wrong',
      autofocus: true,
    });
    const wrong = el('p', { id: 'wrong', class: 'wrong', role: 'alert' });
    const go = el('button', { type: 'submit', class: 'primary' }, t('login.submit'));
    const complain = (text: string) => {
      wrong.textContent = text;
      input.toggleAttribute('aria-invalid', text !== '');
      input.focus();
    };
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      if (go.disabled) return;
      if (input.value === '') return complain(t('settings.required'));
      go.disabled = true;
      try {
        await signIn(input.value);
        resolve();
      } catch (error) {
        const { code, wait } = error instanceof Refused ? error : new Refused(0);
        input.value = '';
        complain(textOf[code]?.() ?? errorText(code));
        if (wait > 0) countDown(go, wait);
        else go.disabled = false;
      }
    };
    show(
      t('up.signIn'),
      note,
      el(
        'form',
        { novalidate: true, onsubmit: (event: SubmitEvent) => void submit(event) },
        el('p', { class: 'muted' }, t('up.intro')),
        el('label', { for: 'password' }, t('super.password')),
        input,
        wrong,
        go,
      ),
    );
  });
}

/** The wait that the terminal asks for, in the button. */
function countDown(button: HTMLButtonElement, seconds: number): void {
  const text = button.textContent;
  const end = Date.now() + seconds * 1000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    button.textContent = left > 0 ? t('up.wait', { seconds: number(left) }) : text;
    button.disabled = left > 0;
    if (left <= 0) clearInterval(timer);
  };
  const timer = setInterval(tick, 500);
  tick();
}
