import type { SetInfoParamReply } from '@gen/machine.ts';
import { type InitPart, initPartWords } from '@gen/machine.ts';
import { t } from '../../lib/i18n.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { lossText } from './lossText.ts';
import { withPart } from './parts.ts';

export interface InitPartsProps {
  info: SetInfoParamReply;
  chosen: readonly InitPart[];
  onChange: (chosen: InitPart[]) => void;
}

/** The parts, each with its losses and their number. */
export function InitParts({ info, chosen, onChange }: InitPartsProps) {
  const all = chosen.includes('everything');
  return (
    <fieldset className="init-parts">
      <legend className="visually-hidden">{t('init.choose')}</legend>
      {initPartWords.map((part) => (
        <Checkbox
          key={part}
          name={part}
          label={t(`init.part.${part}`)}
          hint={lossText(part, info)}
          checked={all || chosen.includes(part)}
          disabled={all && part !== 'everything'}
          onChange={(on) => onChange(withPart(chosen, part, on))}
        />
      ))}
    </fieldset>
  );
}
