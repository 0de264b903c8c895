import { addRestKey, addRestKeyLimits as limits } from '@gen/accounts.ts';
import { useState } from 'react';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { MadeSecret } from '../../../ui/MadeSecret.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';

/** Creates a key for a program, and shows it only once. */
export function AddKeyDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const own = useSession()?.level ?? limits.level.min;
  const [made, setMade] = useState<string | null>(null);
  const form = useRequest<{ name: string; level: number }>({
    start: { name: '', level: limits.level.min },
    check: ({ name }) => (name.trim() === '' ? { name: t('settings.required') } : {}),
    placeOf: () => 'name',
    send: async ({ name, level }, options) => {
      setMade((await addRestKey({ name: name.trim(), level }, options)).key);
      onMade();
    },
  });
  if (made !== null) return <MadeKey text={made} onClose={onClose} />;
  return (
    <FormDialog title={t('restKey.add')} form={form} action={t('restKey.make')} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={t('restKey.name')}
        value={form.values.name}
        required
        autoFocus
        maxLength={limits.name.max}
        hint={t('restKey.nameHint')}
        onChange={(name) => form.set({ name })}
      />
      <Select
        {...form.field('level')}
        label={t('restKey.levelLabel')}
        value={String(form.values.level)}
        options={levels(own).map((one) => ({ value: String(one), label: t('restKey.level', { level: one }) }))}
        hint={t('restKey.levelHint')}
        onChange={(level) => form.set({ level: Number(level) })}
      />
    </FormDialog>
  );
}

/** A key has no more permissions than its creator. */
function levels(own: number): number[] {
  const { min, max } = limits.level;
  return Array.from({ length: Math.min(own, max) - min + 1 }, (_, index) => min + index);
}

function MadeKey({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <MadeSecret
      title={t('restKey.madeTitle')}
      once={t('restKey.once')}
      text={text}
      kept={t('restKey.kept')}
      onClose={onClose}
    >
      <p className="muted">
        {t('restKey.use')} <bdi className="mono">Authorization: Bearer …</bdi>
      </p>
    </MadeSecret>
  );
}
