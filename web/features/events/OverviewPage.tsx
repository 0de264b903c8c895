import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { readPreference, writePreference } from '../../lib/preferences.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AlarmsCard } from './AlarmsCard.tsx';
import { LiveCard, type LiveCardProps } from './LiveCard.tsx';
import { TerminalCard } from './TerminalCard.tsx';

export interface OverviewPageProps {
  clock: ReactNode;
  /** Picture of the door. */
  door?: ReactNode;
  inside?: ReactNode;
  /** Time of the last backup. */
  backup?: ReactNode;
  network?: ReactNode;
  give?: LiveCardProps['give'];
}

/** /advSetting/live: the information that a guard needs first, then the rest. */
export function OverviewPage({ clock, door, inside, backup, network, give }: OverviewPageProps) {
  return (
    <>
      <PageHeader title={t('page.overview')} description={t('overview.intro')} />
      <div className="overview">
        <div className="overview-side">
          <AlarmsCard />
          {door}
          <div className="overview-late">
            {inside}
            <TerminalCard clock={clock} backup={backup} />
            {network}
            <StartHere />
          </div>
        </div>
        <LiveCard give={give} />
      </div>
    </>
  );
}

/** A preference of this browser, not of the terminal. */
function StartHere() {
  const [start, setStart] = useState(readPreference('start') === 'overview');
  return (
    <Checkbox
      label={t('overview.startHere')}
      checked={start}
      onChange={(next) => {
        writePreference('start', next ? 'overview' : null);
        setStart(next);
      }}
    />
  );
}
