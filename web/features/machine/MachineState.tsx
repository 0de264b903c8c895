import type { SetInfoParamReply } from '@gen/machine.ts';
import { durationText } from '../../lib/durationText.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import { temperatureTone } from './health.ts';

/** Current state of the terminal at a glance. */
export function MachineState({ info }: { info: SetInfoParamReply }) {
  const silent = info.drivers.filter(({ ok }) => !ok).length;
  const items: StateItem[] = [
    { label: t('info.uptime'), value: durationText(info.uptime) },
    info.hasTemperature
      ? {
          label: t('system.temperature'),
          value: t('system.celsius', { degrees: formatNumber(info.temperature / 10) }),
          tone: temperatureTone(info.temperature),
        }
      : { label: t('system.temperature'), value: t('system.sensorSilent'), tone: 'warn' },
    {
      label: t('system.selfTest'),
      value: silent === 0 ? t('system.allAnswer') : t('system.silent', { count: silent }),
      tone: silent === 0 ? 'ok' : 'no',
    },
    {
      label: t('system.storage'),
      value: t(`system.storage.${info.storage}`),
      tone: info.storage === 'good' ? 'ok' : 'warn',
    },
  ];
  return <StateCard label={t('system.now')} items={items} />;
}
