import { getWirlessLimits, type WifiState, type WirlessValues } from '@gen/network.ts';
import { formatMoment, t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SecretPem } from '../certificate/SecretPem.tsx';
import { subjectText } from '../words.ts';

/** The stored certificate, as described by the terminal. */
export interface StoredCa {
  readonly subject: string;
  readonly until: number;
}

export function caOf({ hasCa, caSubject, caUntil }: WifiState): StoredCa | undefined {
  return hasCa ? { subject: caSubject, until: caUntil } : undefined;
}

/** The CA of 802.1X: the stored one, a new one, or none, which leaves the server unverified. */
export function CaField({ form, stored }: { form: SettingsFields<WirlessValues>; stored: StoredCa | undefined }) {
  const typed = form.edits.ca;
  const kept = form.isSet('ca') && typed === undefined;
  const none = typed === '' || (typed === undefined && !form.isSet('ca'));
  return (
    <>
      {kept && stored && (
        <Notice tone={stored.until * 1000 < Date.now() ? 'no' : 'ok'} title={t('wifi.caStored')}>
          {t('pem.facts', { subject: subjectText(stored.subject), until: formatMoment(stored.until) })}
        </Notice>
      )}
      <SecretPem
        form={form}
        name="ca"
        max={getWirlessLimits.ca.max}
        keptText={t('wifi.caKept')}
        noneText="-----BEGIN CERTIFICATE-----"
      />
      {none && <Notice tone="warn">{t('wifi.caMissing')}</Notice>}
    </>
  );
}
