import { type Factor, factorWords } from '@gen/users.ts';
import { useState } from 'react';
import { factorText } from '../../lib/factors.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CheckGroup } from '../../ui/CheckGroup.tsx';
import { RecordPicture } from '../../ui/RecordPhoto.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { OWN, useAskers } from './useAskers.ts';
import { WhyDialog } from './WhyDialog.tsx';
import type { Decided } from './WhyThen.tsx';

export interface RecordWhyProps {
  /** User of the record; 0: unknown. */
  userid: number;
  /** User and time, read out. */
  name: string;
  onOpen: () => void;
}

/** "Why?" beside a record; for a known user it needs read permission for users. */
export function RecordWhy({ userid, name, onOpen }: RecordWhyProps) {
  const mayAsk = useSession()?.roles.includes('user') ?? false;
  if (userid !== 0 && !mayAsk) return null;
  return (
    <Button size="small" tone="quiet" label={`${t('why.why')} ${name}`} onClick={onOpen}>
      {t('why.why')}
    </Button>
  );
}

export interface RecordWhyDialogProps {
  line: Decided;
  /** User and time. */
  name: string;
  onClose: () => void;
}

/** Explains the decision of a record, with the photo. */
export function RecordWhyDialog({ line, name, onClose }: RecordWhyDialogProps) {
  const { seq, photo } = line;
  return (
    <WhyDialog title={t('why.title')} question={{ seq }} line={line} onClose={onClose}>
      {photo && (
        <div className="why-picture">
          <RecordPicture seq={seq} name={name} />
        </div>
      )}
    </WhyDialog>
  );
}

/** "May this person enter?", with factors and time. */
export function PersonWhy({ userid }: { userid: number }) {
  const [open, setOpen] = useState(false);
  const mayAsk = useSession()?.roles.includes('advSetting') ?? false;
  if (!mayAsk) return null;
  return (
    <div className="why-person">
      <Card title={t('why.mayEnter')} help={t('why.mayEnterHelp')}>
        <div className="why-ask">
          <Button onClick={() => setOpen(true)}>{t('why.look')}</Button>
        </div>
      </Card>
      {open && <PersonDialog userid={userid} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The value of date and time inputs as local time in milliseconds; undefined while it is incomplete. */
function wallOf(day: string, time: string): number | undefined {
  const wall = Date.parse(`${day}T${time}:00Z`);
  return day === '' || time === '' || Number.isNaN(wall) ? undefined : wall;
}

function PersonDialog({ userid, onClose }: { userid: number; onClose: () => void }) {
  const [factors, setFactors] = useState<readonly Factor[]>([]);
  const [day, setDay] = useState('');
  const [time, setTime] = useState('');
  const askers = useAskers();
  const [chosen, setChosen] = useState(OWN);
  const wall = wallOf(day, time);
  const question = {
    userid,
    ...(factors.length > 0 && { factors: [...factors] }),
    ...(wall !== undefined && { wall }),
    ...askers.find(({ value }) => value === chosen)?.question,
  };
  return (
    <WhyDialog title={t('why.mayEnter')} question={question} onClose={onClose}>
      <CheckGroup
        label={t('why.shown')}
        hint={t('why.shownHint')}
        name="shown"
        options={factorWords.map((value) => ({ value, label: factorText(value) }))}
        chosen={factors}
        onChange={setFactors}
      />
      {askers.length > 0 && (
        <Select
          label={t('why.from')}
          name="from"
          value={chosen}
          options={[{ value: OWN, label: t('why.fromOwn') }, ...askers]}
          onChange={setChosen}
        />
      )}
      <fieldset className="why-when">
        <legend>{t('why.when')}</legend>
        <TextField label={t('why.day')} name="day" type="date" value={day} onChange={setDay} />
        <TextField label={t('why.time')} name="time" type="time" value={time} onChange={setTime} />
      </fieldset>
    </WhyDialog>
  );
}
