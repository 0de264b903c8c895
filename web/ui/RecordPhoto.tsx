import { type Record as Line, recordKindIsAlarm } from '@gen/records.ts';
import { useEffect, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { initials } from '../lib/initials.ts';
import { useInSight } from '../lib/inSight.ts';
import { problemText } from '../lib/problem.ts';
import { readRecordPhoto, recordPhotos } from '../lib/recordPhotos.ts';
import { useKnowsPeople } from '../lib/session.ts';
import { Dialog } from './Dialog.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Icon } from './Icon.tsx';

export interface RecordPhotoProps {
  line: Pick<Line, 'seq' | 'kind' | 'username' | 'photo'>;
  /** Person and time, read out. */
  name: string;
}

/**
 * Small photo of the person at the door: fetched when it becomes visible, enlarged when it is pressed. Initials or an icon
 * in its place until then, and if there is none. Nothing for an account that may not see people.
 */
export function RecordPhoto({ line, name }: RecordPhotoProps) {
  const { seq, kind, username, photo } = line;
  const [open, setOpen] = useState(false);
  const isShown = useKnowsPeople();
  const url = recordPhotos.useUrl(seq);
  const place = useInSight<HTMLSpanElement>(photo && url === undefined ? seq : undefined, recordPhotos.want);
  if (!isShown) return null;
  const seen =
    photo && url !== undefined ? (
      <img src={url} alt="" />
    ) : (
      (kind === 'access' && initials(username)) || (
        <Icon name={kind === 'access' ? 'user' : recordKindIsAlarm(kind) ? 'alert' : 'door'} />
      )
    );
  return (
    <span className={recordKindIsAlarm(kind) ? 'record-photo is-alarm' : 'record-photo'} ref={place} aria-live="off">
      {photo ? (
        <button type="button" aria-label={t('records.photoShow', { name })} onClick={() => setOpen(true)}>
          {seen}
        </button>
      ) : (
        <span aria-hidden="true">{seen}</span>
      )}
      {open && (
        <Dialog open title={name} onClose={() => setOpen(false)}>
          <RecordPicture seq={seq} name={name} />
        </Dialog>
      )}
    </span>
  );
}

/** The full photo of a record that has one. Its space is reserved before it is loaded. */
export function RecordPicture({ seq, name }: { seq: number; name: string }) {
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  /* biome-ignore lint/correctness/useExhaustiveDependencies: another try is another run. */
  useEffect(() => {
    let made: string | undefined;
    let over = false;
    readRecordPhoto(seq).then(
      (photo) => {
        if (over) return;
        made = URL.createObjectURL(photo);
        setUrl(made);
      },
      (problem) => !over && setError(problem),
    );
    return () => {
      over = true;
      setUrl(undefined);
      setError(undefined);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [seq, tries]);
  if (error !== undefined) return <ErrorState text={problemText(error)} onRetry={() => setTries(tries + 1)} />;
  return (
    <span className="record-picture">
      {url !== undefined && <img src={url} width={480} height={640} alt={t('records.photoOf', { name })} />}
    </span>
  );
}
