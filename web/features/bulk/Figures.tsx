import type { BulkStateReply } from '@gen/bulk.ts';
import { formatNumber } from '../../lib/i18n.ts';
import { Icon } from '../../ui/Icon.tsx';
import { figuresOf } from './job.ts';
import { figureIcon, figureText } from './words.ts';

/** How many of each, with its icon and its word; `written`: it is so, and not only would be. */
export function Figures({ state, written = false }: { state: BulkStateReply; written?: boolean }) {
  return (
    <ul className="bulk-figures">
      {figuresOf(state.kind).map((figure) => (
        <li
          key={figure}
          className={`bulk-figure bulk-figure-${figure}`}
          data-none={state[figure] === 0 ? '' : undefined}
        >
          <Icon name={figureIcon[figure]} size={20} />
          <strong>{formatNumber(state[figure])}</strong>
          <span>{figureText(figure, state.kind, written)}</span>
        </li>
      ))}
    </ul>
  );
}
