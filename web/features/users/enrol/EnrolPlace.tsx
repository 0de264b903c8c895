import type { Credential, EnrolFactor } from '@gen/contract.ts';
import { useState } from 'react';
import { formatMoment, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { toast } from '../../../ui/toast.ts';
import { Quality } from './EnrolDialog.tsx';
import type { Place } from './enrolPlaces.ts';
import { whatText } from './enrolWords.ts';
import { deleteCredential } from './useCredentials.ts';

export interface EnrolPlaceProps {
  factor: EnrolFactor;
  index: number;
  held: Credential | undefined;
  place: Place;
}

/** One finger, face or iris: its state and actions. */
export function EnrolPlace({ factor, index, held, place }: EnrolPlaceProps) {
  const what = whatText({ factor, index });
  const [duress, setDuress] = useState(false);
  const { userid, mayWrite } = place;
  const marked = held ? held.duress : duress;
  const mark = async (on: boolean) => {
    if (!held) return setDuress(on);
    await place.held.markDuress(index, on);
  };
  const remove = async () => {
    await confirm({
      title: t('enrol.deleteTitle', { what }),
      body: t('enrol.deleteText'),
      action: t('enrol.delete'),
      danger: true,
      run: async () => {
        try {
          await deleteCredential(userid, factor, index);
          toast.ok(t('enrol.deleted', { what }));
        } catch {
          /* The call has shown the error. */
        }
      },
    });
    place.held.refresh();
  };
  return (
    <fieldset className="enrol-place" aria-label={what}>
      <div className="enrol-what">
        <strong>{what}</strong>
        <Tag tone={held ? 'ok' : 'neutral'} icon={held ? 'check' : undefined}>
          {held ? t('enrol.enrolledOn', { time: formatMoment(held.enrolled) }) : t('enrol.empty')}
        </Tag>
      </div>
      {held && <Quality quality={held.quality} />}
      {factor === 'finger' && (
        <Checkbox
          label={t('enrol.duress')}
          hint={t('enrol.duressHelp')}
          checked={marked}
          disabled={!mayWrite}
          onChange={(on) => void mark(on).catch(() => undefined)}
        />
      )}
      {mayWrite && (
        <div className="enrol-acts">
          <Button
            tone={held ? 'plain' : 'primary'}
            label={`${held ? t('enrol.again') : t('enrol.start')}: ${what}`}
            disabled={!place.mayEnrol}
            busy={place.busy}
            onClick={() => place.onStart({ factor, index, duress: marked })}
          >
            {held ? t('enrol.again') : t('enrol.start')}
          </Button>
          {held && (
            <Button icon="trash" label={`${t('enrol.delete')}: ${what}`} onClick={() => void remove()}>
              {t('enrol.delete')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}
