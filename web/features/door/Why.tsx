import type { Record as Line } from '@gen/records.ts';
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

export interface RecordWhyProps {
  /** Of the line; 0: nobody known. */
  userid: number;
  /** Who and when, read out. */
  name: string;
  onOpen: () => void;
}

/** "Why?" beside a line of the log; about somebody known it is told to who may read users. */
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
  line: Pick<Line, 'seq' | 'photo'>;
  /** Who and when. */
  name: string;
  onClose: () => void;
}

/** Why a line of the log is what it is, with who stood there. */
export function RecordWhyDialog({ line: { seq, photo }, name, onClose }: RecordWhyDialogProps) {
  return (
    <WhyDialog title={t('why.title')} question={{ seq }} onClose={onClose}>
      {photo && (
        <div className="why-picture">
          <RecordPicture seq={seq} name={name} />
        </div>
      )}
    </WhyDialog>
  );
}

/** "May this person enter?", with what is shown and when. */
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

/** Such inputs as a wall clock, in milliseconds; undefined while they are no moment. */
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
