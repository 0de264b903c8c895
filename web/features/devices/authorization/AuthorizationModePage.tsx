import { useSearchParams } from 'react-router-dom';
import { useSlow } from '../../../lib/delay.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { AuthorizationBar } from './AuthorizationBar.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import { NoDevices } from './NoDevices.tsx';
import { type Link, links, useAuthorized } from './useAuthorized.ts';
import { useChosen } from './useChosen.ts';
import { useDeciding } from './useDeciding.tsx';

const SKELETON_ROWS = 4;
const NOBODY: readonly never[] = [];

/** Devices that may request access at the door: those of the Wiegand bus, and those that asked over Bluetooth. */
export function AuthorizationModePage() {
  const [params, setParams] = useSearchParams();
  const link: Link = links.find((one) => one === params.get('list')) ?? 'wiegand';
  const mayWrite = usePower('basicSetting')?.write;
  const list = useAuthorized(link);
  const { devices, error, retry } = list;
  const chosen = useChosen(devices ?? NOBODY, link);
  const deciding = useDeciding(list, chosen.clear);
  const slow = useSlow(devices === undefined && error === undefined);
  const phone = usePhone();
  const any = devices !== undefined && devices.length > 0;
  return (
    <>
      <PageHeader
        title={t('page.authorizationMode')}
        count={devices ? formatNumber(devices.length) : undefined}
        description={t('authorization.intro')}
      />
      {mayWrite === false && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      <section className="card list" aria-label={t('page.authorizationMode')}>
        {any && mayWrite && chosen.selecting ? (
          <AuthorizationBar chosen={chosen} rows={devices} deciding={deciding} />
        ) : (
          <div className="toolbar">
            <Segmented
              hideLabel
              label={t('authorization.which')}
              name="list"
              value={link}
              options={links.map((value) => ({ value, label: t(`authorization.${value}`) }))}
              onChange={(next) => setParams(next === 'wiegand' ? {} : { list: next }, { replace: true })}
            />
            {phone && any && mayWrite && (
              <div className="toolbar-end">
                <Button tone="quiet" onClick={() => chosen.setSelecting(true)}>
                  {t('authorization.select')}
                </Button>
              </div>
            )}
          </div>
        )}
        {error !== undefined && <ErrorState text={problemText(error)} onRetry={retry} />}
        {slow && <DeviceTable link={link} rows={NOBODY} skeleton={SKELETON_ROWS} />}
        {any && (
          <DeviceTable
            link={link}
            rows={devices}
            chosen={mayWrite ? chosen : undefined}
            deciding={mayWrite ? deciding : undefined}
          />
        )}
        {devices?.length === 0 && <NoDevices link={link} />}
      </section>
    </>
  );
}
