import { type ClockState, setDateTimeParam } from '@gen/time.ts';
import useSWR from 'swr';
import { useRequest } from '../../lib/form/useRequest.ts';
import { formatWall, t } from '../../lib/i18n.ts';
import { polling } from '../../lib/polling.ts';
import { usePower } from '../../lib/power.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import { differenceText } from './apartText.ts';
import { setClockFromBrowser } from './clock.ts';
import { useDeviceClock } from './useDeviceClock.ts';
import { apart, offsetText, wallOf } from './wall.ts';

/** Somebody may set it. */
const READ_MS = 60_000;

/** The terminal's clock as it runs, by how much it is apart from this browser's, and what to do about it. */
export function ClockLine() {
  const mayWrite = usePower('basicSetting')?.write ?? false;
  const { data, mutate } = useSWR('overview.clock', () => setDateTimeParam({ handles: () => true }), {
    ...polling,
    refreshInterval: READ_MS,
    revalidateOnFocus: false,
    dedupingInterval: 0,
  });
  if (!data) return <span>–</span>;
  return <Running state={data.state} maySet={mayWrite && !data.ntpOn} onSet={() => mutate()} />;
}

interface RunningProps {
  state: ClockState;
  /** What comes from the network would not last if it were set by hand. */
  maySet: boolean;
  onSet: () => Promise<unknown>;
}

function Running({ state, maySet, onSet }: RunningProps) {
  const { now, ahead } = useDeviceClock(state);
  const difference = apart(ahead);
  const fromBrowser = useRequest<object>({
    start: {},
    check: () => ({}),
    placeOf: () => '',
    onUnseen: toast.error,
    send: async () => {
      await setClockFromBrowser();
      toast.ok(t('time.isSet'));
      await onSet();
    },
  });
  return (
    <span>
      {formatWall(wallOf(now, state.offset), { dateStyle: 'medium', timeStyle: 'medium' })} {offsetText(state.offset)}
      <span className="overview-more">{difference ? differenceText(difference) : t('overview.clockSame')}</span>
      {difference && maySet && (
        <Button icon="clock" busy={fromBrowser.busy} onClick={() => void fromBrowser.ask()}>
          {t('time.takeBrowser')}
        </Button>
      )}
    </span>
  );
}
