import { minutesAndSeconds } from '../lib/countdown.ts';
import type { RequestFrame } from '../lib/form/useRequest.ts';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';

export interface SubmitButtonProps {
  form: Pick<RequestFrame, 'busy' | 'waiting'>;
  /** Label: a verb. */
  action: string;
  /** Id of the form, if the button is outside of it. */
  formId?: string | undefined;
  blocked?: boolean | undefined;
  wide?: boolean | undefined;
}

/** Submits a request; after too many attempts it counts down the wait. */
export function SubmitButton({ form, action, formId, blocked = false, wide }: SubmitButtonProps) {
  const { busy, waiting } = form;
  return (
    <Button type="submit" form={formId} tone="primary" wide={wide} busy={busy} disabled={blocked || waiting > 0}>
      {waiting > 0 ? t('login.wait', { time: minutesAndSeconds(waiting) }) : action}
    </Button>
  );
}
