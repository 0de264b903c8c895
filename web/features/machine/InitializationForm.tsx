import { ErrorCode } from '@gen/errors.ts';
import type { SetInfoParamReply } from '@gen/machine.ts';
import { type InitPart, initMachine } from '@gen/machine.ts';
import { useRequest } from '../../lib/form/useRequest.ts';
import { formatList, t } from '../../lib/i18n.ts';
import { isEndOfSerial, SERIAL_END } from '../../lib/serialEnd.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SerialField } from '../../ui/SerialField.tsx';
import { toast } from '../../ui/toast.ts';
import { InitParts } from './InitParts.tsx';
import { lossText } from './lossText.ts';
import { effectiveParts, requestOf } from './parts.ts';

interface Wanted {
  readonly parts: readonly InitPart[];
  readonly serial: string;
}

export function InitializationForm({ info }: { info: SetInfoParamReply }) {
  const form = useRequest<Wanted>({
    start: { parts: [], serial: '' },
    /* Nothing is sent before the last character is typed, so there is no error until then. */
    check: ({ serial }) =>
      serial.length < SERIAL_END || isEndOfSerial(info.Serial, serial) ? {} : { serial: t('init.serialWrong') },
    placeOf: (code) => (code === ErrorCode.serialWrong ? 'serial' : ''),
    onUnseen: toast.error,
    send: async ({ parts, serial }, options) => {
      if (await askToInitialize(effectiveParts(parts), info)) await initMachine(requestOf(parts, serial), options);
    },
  });
  const { parts, serial } = form.values;
  return (
    <form
      className="form-stack"
      noValidate
      ref={form.formRef}
      onSubmit={form.onSubmit}
      aria-label={t('page.initialization')}
    >
      <Card title={t('init.choose')} help={t('init.chooseHelp')}>
        <InitParts info={info} chosen={parts} onChange={(chosen) => form.set({ parts: chosen })} />
      </Card>
      <Card title={t('init.confirm')} help={t('init.kept')}>
        <SerialField
          control={form.field('serial')}
          serial={info.Serial}
          value={serial}
          onChange={(typed) => form.set({ serial: typed })}
        />
        {parts.length > 0 && <Notice tone="warn">{t('init.restarts')}</Notice>}
        <div>
          <Button
            type="submit"
            tone="danger"
            icon="alert"
            busy={form.busy}
            disabled={parts.length === 0 || serial.length !== SERIAL_END}
          >
            {t('init.action')}
          </Button>
        </div>
      </Card>
    </form>
  );
}

/** The confirmation, which names the losses and their number. */
function askToInitialize(parts: readonly InitPart[], info: SetInfoParamReply): Promise<boolean> {
  const names = formatList(parts.map((part) => t(`init.part.${part}`)));
  return confirm({
    title: parts.includes('everything') ? t('init.askEverything') : t('init.ask', { parts: names }),
    body: (
      <>
        <ul className="init-lost">
          {parts.map((part) => (
            <li key={part}>{lossText(part, info)}</li>
          ))}
        </ul>
        <p>{t('init.askText')}</p>
      </>
    ),
    action: t('init.action'),
    danger: true,
  });
}
