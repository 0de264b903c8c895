import { getWirlessLimits, type WirlessValues } from '@gen/network.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../lib/settings/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PemField } from './PemField.tsx';

/** The certificate that is stored, as the terminal describes it. */
export interface StoredCa {
  readonly subject: string;
  readonly until: number;
}

/** The CA of 802.1X: what is stored, another one, or none, which leaves the server unverified. */
export function CaField({ form, stored }: { form: SettingsFields<WirlessValues>; stored: StoredCa | undefined }) {
  const typed = form.edits.ca;
  const kept = form.isSet('ca') && typed === undefined;
  const none = typed === '' || (typed === undefined && !form.isSet('ca'));
  return (
    <>
      {kept && stored && (
        <Notice tone={stored.until * 1000 < Date.now() ? 'no' : 'ok'} title={t('wifi.caStored')}>
          {t('pem.facts', { subject: stored.subject, until: formatMoment(stored.until) })}
        </Notice>
      )}
      <PemField
        {...form.field('ca')}
        label={settingLabel('Wirless', 'ca')}
        value={typed ?? ''}
        max={getWirlessLimits.ca.max}
        placeholder={kept ? t('wifi.caKept') : '-----BEGIN CERTIFICATE-----'}
        onChange={(ca) => (ca === '' ? form.keep('ca') : form.set({ ca }))}
      />
      {kept && form.mayWrite && (
        <div>
          <Button tone="quiet" size="small" onClick={() => form.set({ ca: '' })}>
            {t('secret.remove', { label: settingLabel('Wirless', 'ca') })}
          </Button>
        </div>
      )}
      {none && <Notice tone="warn">{t('wifi.caMissing')}</Notice>}
    </>
  );
}
