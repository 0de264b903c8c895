import { ErrorCode } from '@gen/errors.ts';
import type { Bundle, UpgradeStateReply } from '@gen/upgrade.ts';
import { errorText, formatMoment, t } from '../../lib/i18n.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { FactList } from '../../ui/FactList.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Contents of a bundle, and their effect on this terminal. */
export function BundleFacts({ state: { version, name, bundle } }: { state: UpgradeStateReply }) {
  const facts = [
    { label: t('upgrade.name'), value: name },
    { label: t('upgrade.signer'), value: bundle.signer },
    { label: t('upgrade.built'), value: formatMoment(bundle.built) },
    { label: t('backup.size'), value: sizeText(bundle.octets) },
  ];
  return (
    <>
      <Versions from={version} to={bundle.version} />
      <FactList facts={facts} />
      {bundle.notes.length > 0 && (
        <div>
          <h3 className="upgrade-notes-title">{t('upgrade.notes')}</h3>
          <p className="upgrade-notes" dir="auto">
            {bundle.notes.join('\n')}
          </p>
        </div>
      )}
      <Remarks bundle={bundle} />
    </>
  );
}

/** The effect on the running firmware. */
export function Versions({ from, to }: { from: string; to: string }) {
  return <p className="upgrade-versions">{t('upgrade.fromTo', { from, to })}</p>;
}

/** Unusual properties. */
function Remarks({ bundle: { older, earlier, same, otherBrand, brand } }: { bundle: Bundle }) {
  return (
    <>
      {(older || earlier) && (
        <Notice tone="no" title={older ? errorText(ErrorCode.bundleOlder) : t('upgrade.earlier')}>
          <p>
            {t('upgrade.engineerOnly')}{' '}
            <a href="/up" dir="ltr" className="target-link">
              /up
            </a>
          </p>
        </Notice>
      )}
      {same && <Notice tone="info">{t('upgrade.same')}</Notice>}
      {otherBrand && <Notice tone="warn">{t('upgrade.otherBrand', { brand })}</Notice>}
    </>
  );
}
