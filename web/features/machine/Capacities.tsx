import type { SetInfoParamReply } from '@gen/machine.ts';
import { t } from '../../lib/i18n.ts';
import { Meter } from '../../ui/Meter.tsx';

/** Usage of each capacity of the terminal. */
export function Capacities({ info }: { info: SetInfoParamReply }) {
  const { FACE, FP, IRIS } = info.funOption;
  return (
    <>
      <Meter label={t('info.users')} value={info.users} max={info.MaxUser} />
      {FP === 1 && <Meter label={t('info.fingers')} value={info.fingers} max={info.MaxFP} />}
      {FACE === 1 && <Meter label={t('info.faces')} value={info.faces} max={info.MaxFACE} />}
      {IRIS === 1 && <Meter label={t('info.irises')} value={info.irises} max={info.MaxIRIS} />}
      <Meter label={t('info.records')} value={info.records} max={info.MaxRecord} />
    </>
  );
}
