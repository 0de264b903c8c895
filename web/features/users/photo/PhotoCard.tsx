import { delPhoto, type User, uploadPhoto } from '@gen/contract.ts';
import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { forgetPhoto, readPhoto } from '../../../lib/photos.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { forgetUsers } from '../data.ts';
import { hasPhoto } from '../enrol/enrolled.ts';
import { nameOf } from '../words.ts';
import { PictureButtons } from './PictureButtons.tsx';

export interface PhotoCardProps {
  user: User;
  mayWrite: boolean;
}

/** The photo of a user. It is stored at once, and is not part of the surrounding form. */
export function PhotoCard({ user, mayWrite }: PhotoCardProps) {
  const { userid } = user;
  const { url, failed, has, read } = usePhoto(user);
  const changed = (now: boolean) => {
    forgetPhoto(userid);
    void forgetUsers();
    read(now);
  };
  const remove = async () => {
    const gone = await confirm({
      title: t('photo.removeTitle', { name: nameOf(user) }),
      body: t('photo.removeText'),
      action: t('photo.remove'),
      danger: true,
      run: async () => {
        await delPhoto({ userid });
        changed(false);
      },
    });
    if (gone) toast.ok(t('photo.removed'));
  };
  return (
    <Card title={t('photo.title')} help={t('photo.help')}>
      <div className="photo-row">
        {has && url !== undefined ? (
          <img className="photo" src={url} alt={t('photo.of', { name: nameOf(user) })} />
        ) : (
          <span className="photo photo-none">
            <Avatar name={user.username} seed={userid} size="large" />
          </span>
        )}
        <div className="photo-side">
          {failed && <Notice tone="no">{t('photo.failed')}</Notice>}
          {!has && <p className="muted">{t('photo.none')}</p>}
          {mayWrite && (
            <div className="enrol-acts">
              <PictureButtons
                choose={has ? t('photo.chooseOther') : t('photo.choose')}
                title={t('photo.dialogTitle')}
                action={t('photo.save')}
                onSend={async (picture) => {
                  await uploadPhoto({ userid }, { body: picture, handles: () => true });
                  changed(true);
                  toast.ok(t('photo.saved'));
                }}
              />
              {has && (
                <Button icon="trash" onClick={() => void remove()}>
                  {t('photo.remove')}
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The photo as stored in the terminal, read again after a change. */
function usePhoto(user: User) {
  const { userid } = user;
  const [wanted, setWanted] = useState({ has: hasPhoto(user) });
  const [url, setUrl] = useState<string | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    let mine: string | undefined;
    setFailed(false);
    if (wanted.has) {
      readPhoto(userid).then(
        (photo) => {
          if (gone) return;
          mine = URL.createObjectURL(photo);
          setUrl(mine);
        },
        () => {
          if (!gone) setFailed(true);
        },
      );
    }
    return () => {
      gone = true;
      if (mine !== undefined) URL.revokeObjectURL(mine);
      setUrl(undefined);
    };
  }, [userid, wanted]);
  return { url, failed, has: wanted.has, read: (has: boolean) => setWanted({ has }) };
}
