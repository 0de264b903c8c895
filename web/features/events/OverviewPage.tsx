import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { readPreference, writePreference } from '../../lib/preferences.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AlarmsCard } from './AlarmsCard.tsx';
import { LiveCard } from './LiveCard.tsx';
import { TerminalCard } from './TerminalCard.tsx';

export interface OverviewPageProps {
  clock: ReactNode;
  /** The door in its state. */
  door?: ReactNode;
  inside?: ReactNode;
  /** When the last backup was made. */
  backup?: ReactNode;
  network?: ReactNode;
}

/** /advSetting/live: what a guard needs first, then the rest. */
export function OverviewPage({ clock, door, inside, backup, network }: OverviewPageProps) {
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
        <LiveCard />
      </div>
    </>
  );
}

/** A choice of this browser, not of the terminal. */
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
