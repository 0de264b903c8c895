import type { DoorCommand, DoorStateReply } from '@gen/door.ts';
import { useState } from 'react';
import { formatMoment, t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { commandsOf } from './DoorCard.tsx';
import { DoorCommandDialog } from './DoorCommandDialog.tsx';
import { DoorPicture } from './DoorPicture.tsx';
import { hoursSentences } from './hours.ts';
import { useDoor } from './useDoor.ts';

/** State of the door as a picture, and its commands. */
export function OverviewDoor() {
  const [asked, setAsked] = useState<DoorCommand>();
  const mayWrite = usePower('advSetting')?.write ?? false;
  const { door, refresh } = useDoor();
  return (
    <Card title={t('access.door')}>
      {door === undefined ? <Skeleton lines={3} /> : <DoorNow door={door} />}
      {door !== undefined && mayWrite && (
        <div className="door-acts">
          {commandsOf(door).map((command) => (
            <Button key={command} tone={command === 'lockDown' ? 'danger' : 'plain'} onClick={() => setAsked(command)}>
              {t(`access.command.${command}`)}
            </Button>
          ))}
        </div>
      )}
      {asked !== undefined && (
        <DoorCommandDialog
          command={asked}
          onDone={() => {
            setAsked(undefined);
            refresh();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

function DoorNow({ door }: { door: DoorStateReply }) {
  return (
    <div className="door-now">
      <DoorPicture {...door} />
      <div>
        <p className="door-rule">
          <strong>{enumWord('DoorRule', door.rule)}</strong>
          <span className="overview-more">{t('door.since', { time: formatMoment(door.since / 1000) })}</span>
          {hoursSentences(door, Date.now()).map((sentence) => (
            <span key={sentence} className="overview-more">
              {sentence}
            </span>
          ))}
        </p>
        <p className="door-tags">
          <Tag tone={door.leaf === 'open' ? 'warn' : 'neutral'}>
            {door.leaf === 'unknown' ? t('door.leafUnknown') : enumWord('DoorLeaf', door.leaf)}
          </Tag>
          {door.relayMode === 'door' && (
            <Tag tone={door.relay ? 'warn' : 'neutral'} icon={door.relay ? 'lockOpen' : 'lock'}>
              {t(door.relay ? 'access.released' : 'access.locked')}
            </Tag>
          )}
          {door.alarms.map(({ alarm }) => (
            <Tag key={alarm} tone="no" icon="alert">
              {enumWord('DoorAlarm', alarm)}
            </Tag>
          ))}
          {door.sounds && <Tag tone="no">{t('door.sounds')}</Tag>}
        </p>
      </div>
    </div>
  );
}
