import type { DoorAlarm, DoorCommand, DoorStateReply } from '@gen/door.ts';
import { useState } from 'react';
import { formatList, formatMoment, t } from '../../lib/i18n.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import type { Tone } from '../../ui/Tag.tsx';
import { DoorCommandDialog } from './DoorCommandDialog.tsx';
import { DoorDrawing, type DoorDrawingProps, marks } from './DoorDrawing.tsx';
import { hoursSentences } from './hours.ts';
import { useDoor } from './useDoor.ts';

const ruleTones: Readonly<Record<DoorStateReply['rule'], Tone>> = {
  normal: 'neutral',
  alwaysOpen: 'info',
  alwaysClosed: 'info',
  lockedDown: 'warn',
  fire: 'no',
};

/** State of the door, small, and its commands. */
export function DoorCard({ mayWrite, values }: { mayWrite: boolean; values: DoorDrawingProps['values'] }) {
  const { door, refresh } = useDoor();
  const [asked, setAsked] = useState<DoorCommand>();
  if (door === undefined) return null;
  return (
    <div className="door-card">
      <StateCard label={t('access.now')} items={doorItems(door)}>
        <DoorDrawing door={door} values={values} />
      </StateCard>
      {mayWrite && (
        <div className="door-acts">
          {commandsOf(door).map((command) => (
            <Button
              key={command}
              tone={command === 'lockDown' ? 'danger' : 'plain'}
              wide
              onClick={() => setAsked(command)}
            >
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
    </div>
  );
}

/** Available commands: a lockdown can be released, but the door not opened; a fire has opened it. */
export function commandsOf({ rule, relayMode, sounds }: DoorStateReply): DoorCommand[] {
  const isLocked = rule === 'lockedDown';
  const opens = relayMode === 'door' && !isLocked && rule !== 'fire';
  return [
    ...(opens ? (['open'] as const) : []),
    isLocked ? 'release' : 'lockDown',
    ...(sounds ? (['silence'] as const) : []),
  ];
}

function Hours({ sentences }: { sentences: readonly string[] }) {
  return (
    <span className="door-hours">
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </span>
  );
}

/** The 12 V supply as measured at the output. */
function supplyItem({ supply, alarms }: DoorStateReply): StateItem {
  const isLost = alarms.some(({ alarm }) => alarm === 'supply');
  return {
    label: t('access.supply'),
    value: isLost ? enumWord('DoorAlarm', 'supply') : t(supply ? 'settings.on' : 'settings.off'),
    tone: isLost ? 'no' : 'neutral',
  };
}

const alarmWord = (alarm: DoorAlarm): string => enumWord('DoorAlarm', alarm);

export function doorItems(door: DoorStateReply): StateItem[] {
  const { rule, relay, relayMode, leaf, alarms } = door;
  const lock = relayMode === 'door';
  const isOpened = alarms.some(({ alarm }) => alarm === 'tamper');
  const hours = hoursSentences(door, Date.now());
  return [
    { label: t('access.door'), value: enumWord('DoorRule', rule), tone: ruleTones[rule] },
    ...(hours.length > 0 ? [{ label: t('access.hours'), value: <Hours sentences={hours} /> }] : []),
    ...(relayMode === 'none'
      ? []
      : [
          {
            label: lock ? t('access.lockNow') : t('access.bellNow'),
            value: lock ? t(relay ? 'access.released' : 'access.locked') : t(relay ? 'settings.on' : 'settings.off'),
            tone: relay ? ('info' as const) : ('neutral' as const),
            mark: marks.lock,
          },
        ]),
    { label: t('access.leaf'), value: enumWord('DoorLeaf', leaf), mark: marks.sensor },
    ...(lock ? [{ label: t('access.exitButton'), value: t('access.alwaysWorks'), mark: marks.button }] : []),
    {
      label: t('access.case'),
      value: isOpened ? enumWord('DoorAlarm', 'tamper') : t('access.caseClosed'),
      tone: isOpened ? 'no' : 'neutral',
      mark: marks.terminal,
    },
    supplyItem(door),
    {
      label: t('access.badFrames'),
      value: t('access.badSince', { count: door.badFrames, time: formatMoment(door.startedAt / 1000) }),
      tone: door.badFrames > 0 ? 'warn' : 'neutral',
    },
    {
      label: t('access.alarms'),
      value: alarms.length === 0 ? t('settings.none') : formatList(alarms.map(({ alarm }) => alarmWord(alarm))),
      tone: alarms.length === 0 ? 'ok' : 'no',
    },
  ];
}
