import { ErrorCode } from '@gen/errors.ts';
import type { SetInfoParamReply } from '@gen/machine.ts';
import { type InitPart, initMachine } from '@gen/machine.ts';
import { type FormEvent, useState } from 'react';
import { formatList, t } from '../../lib/i18n.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { InitParts } from './InitParts.tsx';
import { effectiveParts, isEndOfSerial, SERIAL_END } from './parts.ts';

export interface InitializationFormProps {
  info: SetInfoParamReply;
  isAdmin: boolean;
}

export function InitializationForm({ info, isAdmin }: InitializationFormProps) {
  const [chosen, setChosen] = useState<readonly InitPart[]>([]);
  const [serial, setSerial] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const [busy, setBusy] = useState(false);
  const parts = effectiveParts(chosen);

  const run = async (): Promise<void> => {
    setBusy(true);
    const has = (part: InitPart) => parts.includes(part);
    try {
      await initMachine(
        {
          settings: has('settings'),
          users: has('users'),
          records: has('records'),
          everything: has('everything'),
          serial,
        },
        { handles: () => true },
      );
    } catch (error) {
      setBusy(false);
      if (codeOf(error) === ErrorCode.serialWrong) setComplaint(problemText(error));
      else toast.error(problemText(error));
    }
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isEndOfSerial(info.Serial, serial)) {
      setComplaint(t('init.serialWrong'));
      return;
    }
    const names = formatList(parts.filter((part) => part !== 'everything').map((part) => t(`init.part.${part}`)));
    const sure = await confirm({
      title: parts.includes('everything') ? t('init.askEverything') : t('init.ask', { parts: names }),
      body: t('init.askText'),
      action: t('init.action'),
      danger: true,
    });
    if (sure) await run();
  };
  return (
    <form
      className="form-stack"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={t('page.initialization')}
    >
      <Card title={t('init.choose')} help={t('init.chooseHelp')}>
        <InitParts info={info} chosen={chosen} isAdmin={isAdmin} onChange={setChosen} />
        {!isAdmin && <Notice tone="info">{t('init.adminOnly')}</Notice>}
      </Card>
      <Card title={t('init.confirm')} help={t('init.kept')}>
        <TextField
          label={t('init.serial')}
          name="serial"
          ltr
          value={serial}
          maxLength={SERIAL_END}
          hint={t('init.serialHint', { serial: info.Serial })}
          error={complaint}
          onChange={(value) => {
            setSerial(value.toUpperCase());
            setComplaint(undefined);
          }}
        />
        {parts.length > 0 && <Notice tone="warn">{t('init.restarts')}</Notice>}
        <div>
          <Button
            type="submit"
            tone="danger"
            icon="alert"
            busy={busy}
            disabled={parts.length === 0 || serial.length !== SERIAL_END}
          >
            {t('init.action')}
          </Button>
        </div>
      </Card>
    </form>
  );
}
