/** Choosing a file, and what is in it before it starts. */
import type { RecoveryData, RecoveryStateReply } from '@gen/engineer.ts';
import type { UpgradeStateReply } from '@gen/upgrade.ts';
import { readSerial } from './calls.ts';
import { dataChoices } from './data.ts';
import { button, el, facts, notice, show } from './dom.ts';
import { serialStart } from './serialStart.ts';
import { errorText, moment, number, size, t } from './text.ts';

/** What runs, and what became of the last upgrade. */
export function standing({ version, board, slot, floor, last, step, code }: UpgradeStateReply): Node[] {
  const time = moment(last.at);
  const { from, to } = last;
  const reasons = { none: '', noStart: t('upgrade.noStart') } as const;
  const why = last.reason === 'selfTest' ? t('upgrade.selfTest', { device: last.device }) : reasons[last.reason];
  const records = { taken: number(last.records), lost: number(last.recordsLost) };
  return [
    facts([
      [t('info.version'), version],
      [t('upgrade.board'), board],
      [t('upgrade.slot'), slot],
      [t('upgrade.floor'), number(floor)],
    ]),
    ...(step === 'failed' ? [notice('no', t('upgrade.failed'), errorText(code))] : []),
    ...(last.end === 'confirmed' ? [notice('ok', t('upgrade.confirmed', { from, to, time }))] : []),
    ...(last.end === 'wentBack'
      ? [
          notice(
            'warn',
            t('upgrade.wentBack', { from, to, time }),
            why,
            last.records + last.recordsLost > 0 && t('up.records', records),
          ),
        ]
      : []),
  ];
}

/** A place that takes one file: from the browser's dialog, or dropped from another window. */
export function fileDrop(hint: string, problem: string, take: (file: File) => void): HTMLElement {
  const wrong = el('p', { class: 'wrong', role: 'alert' }, problem);
  const offer = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file === undefined) return;
    wrong.textContent = files?.length !== 1 ? t('ui.oneFile') : file.size === 0 ? t('restore.empty') : '';
    if (wrong.textContent === '') take(file);
  };
  const input = el('input', { type: 'file', accept: '.swu', hidden: true, 'aria-label': t('restore.choose') });
  input.addEventListener('change', () => offer(input.files));
  const place = el(
    'div',
    { class: 'drop', role: 'group', 'aria-label': t('upgrade.drop') },
    el('p', {}, t('upgrade.drop')),
    input,
    button(t('restore.choose'), 'primary', () => input.click()),
    wrong,
    hint !== '' && el('p', { class: 'muted' }, hint),
  );
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    place.toggleAttribute('data-over', over);
  };
  place.addEventListener('dragover', drag(true));
  place.addEventListener('dragleave', drag(false));
  place.addEventListener('drop', (event) => {
    drag(false)(event);
    offer(event.dataTransfer?.files);
  });
  return place;
}

/** Asks for a file. `problem`: what the one before was refused with; `kept`: in recovery, other data to start with. */
export function chooseScreen(
  state: UpgradeStateReply,
  problem: string,
  kept: RecoveryStateReply | undefined,
): Promise<File | RecoveryData> {
  return new Promise((resolve) => {
    show(
      t('upgrade.file'),
      ...standing(state),
      fileDrop(t('upgrade.fileHelp'), problem, resolve),
      ...(kept ? dataChoices(kept, resolve) : []),
    );
  });
}

/** How somebody decided: undefined: another file; else the end of the serial number that was typed, '' where none is
 * needed. */
export type Decision = string | undefined;

/** What is in the bundle and what will happen, to be begun or left alone. */
export async function offerScreen(state: UpgradeStateReply, problem: string): Promise<Decision> {
  const { version, name, bundle } = state;
  const isBack = bundle.older || bundle.earlier;
  const serial = isBack ? await readSerial().catch(() => '') : '';
  return new Promise((resolve) => {
    const start = isBack
      ? serialStart(serial, t('up.goBack'), resolve)
      : { fields: [], button: button(t('upgrade.action'), 'primary', () => resolve('')) };
    show(
      t('upgrade.fromTo', { from: version, to: bundle.version }),
      facts([
        [t('upgrade.name'), name],
        [t('upgrade.signer'), bundle.signer],
        [t('upgrade.built'), moment(bundle.built)],
        [t('backup.size'), size(bundle.octets)],
        [t('upgrade.floor'), number(bundle.counter)],
      ]),
      bundle.notes.length > 0 && el('p', { class: 'notes', dir: 'auto' }, bundle.notes.join('\n')),
      bundle.same && notice('info', t('upgrade.same')),
      bundle.otherBrand && notice('warn', t('upgrade.otherBrand', { brand: bundle.brand })),
      isBack && notice('no', bundle.older ? t('error.12136') : t('upgrade.earlier'), t('up.older')),
      el(
        'ul',
        {},
        el('li', {}, t('upgrade.askWrite')),
        el('li', {}, t('upgrade.askRestart')),
        el('li', {}, t('upgrade.askBack')),
      ),
      ...start.fields,
      el('p', { class: 'wrong', role: 'alert' }, problem),
      el(
        'div',
        { class: 'buttons' },
        start.button,
        button(t('up.another'), 'plain', () => resolve(undefined)),
      ),
    );
  });
}
