import { addRestKey, addRestKeyLimits as limits } from '@gen/accounts.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { isRefusal } from '../../lib/refusal.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Makes a key for a program, and shows it this once. */
export function AddKeyDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const own = useSession()?.level ?? limits.level.min;
  const [name, setName] = useState('');
  const [level, setLevel] = useState<number>(limits.level.min);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') {
      setErrors({ name: t('settings.required') });
      return;
    }
    setBusy(true);
    try {
      setMade((await addRestKey({ name: name.trim(), level }, { handles: isRefusal })).key);
      onMade();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'refused') {
        setErrors({ [error.member === 'level' ? 'level' : 'name']: errorText(error.messageCode) });
      }
    }
    setBusy(false);
  };
  if (made !== null) {
    return (
      <Dialog
        open
        title={t('restKey.madeTitle')}
        footer={
          <Button tone="primary" onClick={onClose}>
            {t('restKey.kept')}
          </Button>
        }
      >
        <Notice tone="warn">{t('restKey.once')}</Notice>
        <CopyText label={t('restKey.madeTitle')} text={made} />
        <p className="muted">
          {t('restKey.use')} <bdi className="mono">Authorization: Bearer …</bdi>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={t('restKey.add')}
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="rest-key" tone="primary" busy={busy}>
            {t('restKey.make')}
          </Button>
        </>
      }
    >
      <form id="rest-key" className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('restKey.name')}
          name="name"
          value={name}
          required
          autoFocus
          maxLength={limits.name.max}
          hint={t('restKey.nameHint')}
          error={errors['name']}
          onChange={setName}
        />
        <Select
          label={t('restKey.levelLabel')}
          name="level"
          value={String(level)}
          options={levels(own).map((one) => ({ value: String(one), label: t('restKey.level', { level: one }) }))}
          hint={t('restKey.levelHint')}
          error={errors['level']}
          onChange={(next) => setLevel(Number(next))}
        />
      </form>
    </Dialog>
  );
}

/** A key has no more rights than who makes it. */
function levels(own: number): number[] {
  const { min, max } = limits.level;
  return Array.from({ length: Math.min(own, max) - min + 1 }, (_, index) => min + index);
}
