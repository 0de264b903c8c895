import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { readPhoto } from '../../../lib/photos.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';
import { PictureButtons } from '../photo/PictureButtons.tsx';
import { hasPhoto } from './enrolled.ts';
import type { Place } from './enrolPlaces.ts';

/** Enrols the face from a picture instead of at the terminal: the user's photo, a file, or this browser's camera. */
export function FacePictures({ place }: { place: Place }) {
  const { user, mayEnrol, onPicture } = place;
  const [busy, setBusy] = useState(false);
  const sendPhoto = async () => {
    setBusy(true);
    try {
      await onPicture(await readPhoto(user.userid));
    } catch (error) {
      toast.error(problemText(error));
    }
    setBusy(false);
  };
  return (
    <fieldset className="enrol-place" aria-label={t('enrol.picture')}>
      <div className="enrol-what">
        <strong>{t('enrol.picture')}</strong>
      </div>
      <p className="field-hint">{t('enrol.pictureHelp')}</p>
      <div className="enrol-acts">
        {hasPhoto(user) && (
          <Button icon="user" disabled={!mayEnrol} busy={busy} onClick={() => void sendPhoto()}>
            {t('enrol.pictureOwn')}
          </Button>
        )}
        <PictureButtons
          choose={t('enrol.pictureChoose')}
          title={t('enrol.pictureTitle')}
          action={t('enrol.pictureSend')}
          disabled={!mayEnrol}
          onSend={onPicture}
        />
      </div>
    </fieldset>
  );
}
