/** The way of an upgrade: each step, and how far the one is that goes on. */
import { button, el, say, show } from './dom.ts';
import { number, size, t } from './text.ts';

const STAGES = [
  'upgrade.stage.send',
  'upgrade.stage.check',
  'upgrade.stage.switch',
  'upgrade.stage.restart',
  'upgrade.stage.prove',
] as const;

export interface Progress {
  /** The step of this number goes on: so many of so many are done; of 0: nobody can tell. */
  readonly at: (stage: number, done: number, whole: number) => void;
}

/** `cancel`: left out where nothing can be taken back. */
export function progressScreen(title: string, text: string, cancel?: () => void): Progress {
  const bar = el('progress', { max: 100 });
  const figures = el('span', { class: 'figures' });
  const items = STAGES.map((key) => el('li', {}, el('span', {}, t(key))));
  show(
    title,
    text !== '' && el('p', { class: 'muted' }, text),
    el('ol', { 'aria-label': t('upgrade.stages') }, ...items),
    cancel && el('div', { class: 'buttons' }, button(t('ui.cancel'), 'plain', cancel)),
  );
  let before = -1;
  let saidAt = -1;
  return {
    at: (stage, done, whole) => {
      const item = items[stage];
      const name = t(STAGES[stage] ?? STAGES[0]);
      if (stage !== before) {
        for (const [index, one] of items.entries()) {
          one.toggleAttribute('data-done', index < stage);
          if (index === stage) one.setAttribute('aria-current', 'step');
          else one.removeAttribute('aria-current');
        }
        item?.append(figures, bar);
        bar.setAttribute('aria-label', name);
        before = stage;
        saidAt = -1;
      }
      const percent = whole > 0 ? Math.floor((Math.min(done, whole) * 100) / whole) : 0;
      if (whole > 0) bar.value = percent;
      else bar.removeAttribute('value');
      figures.textContent =
        whole === 0
          ? ''
          : whole === 100
            ? t('ui.percent', { percent: number(percent) })
            : t('restore.figures', { size: size(done), whole: size(whole) });
      /* Not every figure is worth a sentence. */
      const tenth = percent - (percent % 10);
      if (tenth !== saidAt)
        say(whole > 0 && tenth > 0 ? `${name}, ${t('ui.percent', { percent: number(tenth) })}` : name);
      saidAt = tenth;
    },
  };
}
