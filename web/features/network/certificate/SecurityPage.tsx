import { restParam, type SecurityState, type WebhookState } from '@gen/network.ts';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import { reloadAfterMessage } from '../../../lib/reload.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';
import type { Tone } from '../../../ui/Tag.tsx';
import { toast } from '../../../ui/toast.ts';
import { checkWebhook } from '../link/linkCheck.ts';
import { WebhookCard } from '../server/WebhookCard.tsx';
import { CertificateCard } from './CertificateCard.tsx';

export interface SecurityPageProps {
  /** The REST keys, which work when `on`. */
  keys: (mayWrite: boolean, on: boolean) => ReactNode;
}

export function SecurityPage({ keys }: SecurityPageProps) {
  return (
    <SettingsPage
      page={restParam}
      title={t('page.security')}
      intro={t('security.intro')}
      check={checkWebhook}
      warning={({ edits, state }) => {
        if (edits.httpsOnly === true && !state.secure) return t('security.httpsWarning');
        return edits.hsts === true ? t('security.hstsWarning') : undefined;
      }}
      onSaved={(_, edits) => saved(edits.httpsOnly === true)}
    >
      {(form) => {
        const { state, values, mayWrite } = form;
        const own = state.ownCertificate;
        return (
          <Beside now={<StateCard label={t('network.state')} items={itemsOf(state)} />}>
            <Card title={t('security.https')} help={t('security.httpsHelp')}>
              {state.https === '' && <Notice tone="warn">{t('security.noHttps')}</Notice>}
              <SettingField form={form} name="httpsOnly" disabled={state.https === '' && !values.httpsOnly} />
              <SettingField
                form={form}
                name="hsts"
                disabled={!values.hsts && (!own || !values.httpsOnly)}
                hint={own ? undefined : t('security.hstsNeedsOwn')}
              />
            </Card>
            <CertificateCard mayWrite={mayWrite} onChanged={() => void form.refresh()} />
            <Card title={t('security.rest')} help={t('security.restHelp')}>
              <SettingField form={form} name="restOn" />
            </Card>
            {keys(mayWrite, form.base.restOn)}
            <WebhookCard form={form} />
          </Beside>
        );
      }}
    </SettingsPage>
  );
}

/** HTTP now redirects to HTTPS: a page loaded over HTTP reloads. */
function saved(httpsOnly: boolean): void {
  if (!httpsOnly || location.protocol === 'https:') {
    toast.ok(t('settings.saved'));
    return;
  }
  toast.info(t('security.movingToHttps'));
  reloadAfterMessage();
}

function itemsOf({ https, secure, ownCertificate, webhook }: SecurityState): StateItem[] {
  return [
    https === ''
      ? { label: t('security.listens'), value: t('security.listensNot'), tone: 'warn' }
      : { label: t('security.listens'), value: <bdi>{https}</bdi>, tone: 'ok' },
    secure
      ? { label: t('security.thisPage'), value: t('security.encrypted'), tone: 'ok' }
      : { label: t('security.thisPage'), value: t('security.plain'), tone: 'warn' },
    {
      label: t('security.certificate'),
      value: ownCertificate ? t('security.ownCertificate') : t('security.deviceCertificate'),
    },
    { label: t('security.webhook'), value: t(`webhook.state.${webhook}`), tone: webhookTone[webhook] },
  ];
}

const webhookTone: Record<WebhookState, Tone> = {
  off: 'neutral',
  notInstalled: 'info',
  idle: 'neutral',
  delivered: 'ok',
  failed: 'no',
};
