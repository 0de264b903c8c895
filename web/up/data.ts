/** In recovery: other data that the terminal could start with. */
import type { RecoveryData, RecoveryStateReply } from '@gen/engineer.ts';
import { readSerial } from './calls.ts';
import { button, el, notice, show } from './dom.ts';
import { serialStart } from './serialStart.ts';
import { moment, t } from './text.ts';

const names = () => ({ copy: t('up.data.copy'), replaced: t('up.data.replaced'), erase: t('up.data.erase') }) as const;

/** When the data was as it is; '' of none. */
function timeOf({ copied, replaced }: RecoveryStateReply, data: RecoveryData): string {
  const seconds = { copy: copied, replaced, erase: 0 }[data];
  return seconds > 0 ? moment(seconds) : '';
}

/** A button for each that there is. */
export function dataChoices(kept: RecoveryStateReply, take: (data: RecoveryData) => void): HTMLElement[] {
  const { copy, replaced, erase } = names();
  return [
    el('h3', {}, t('up.data')),
    el('p', { class: 'muted' }, t('up.dataHelp')),
    el(
      'div',
      { class: 'buttons' },
      kept.copied > 0 && button(copy, 'plain', () => take('copy')),
      kept.replaced > 0 && button(replaced, 'plain', () => take('replaced')),
      button(erase, 'danger', () => take('erase')),
    ),
  ];
}

/** What is lost by it. Gives the end of the serial number that was typed; undefined: left alone. */
export async function dataScreen(
  kept: RecoveryStateReply,
  data: RecoveryData,
  problem: string,
): Promise<string | undefined> {
  const time = timeOf(kept, data);
  const lost = {
    copy: t('up.data.copyLost', { time }),
    replaced: t('up.data.replacedLost', { time }),
    erase: t('up.data.eraseLost'),
  };
  const name = names()[data];
  const serial = await readSerial().catch(() => '');
  return new Promise((resolve) => {
    const start = serialStart(serial, name, resolve);
    show(
      name,
      notice('warn', lost[data], t('up.data.restarts')),
      ...start.fields,
      el('p', { class: 'wrong', role: 'alert' }, problem),
      el(
        'div',
        { class: 'buttons' },
        start.button,
        button(t('ui.cancel'), 'plain', () => resolve(undefined)),
      ),
    );
  });
}
