import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { Button } from '../../../ui/Button.tsx';

export interface MakeFormatProps {
  /** Which line of the log, read out. */
  name: string;
  onOpen: () => void;
}

/** Beside a frame in the log that no format fits, for who may change the settings of the door. */
export function MakeFormat({ name, onOpen }: MakeFormatProps) {
  const mayWrite = usePower('advSetting')?.write ?? false;
  if (!mayWrite) return null;
  return (
    <Button size="small" tone="quiet" label={`${t('format.make')}, ${name}`} onClick={onOpen}>
      {t('format.make')}
    </Button>
  );
}
