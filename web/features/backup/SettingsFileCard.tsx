import {
  downloadSettings,
  type SettingsApplyReply,
  type SettingsLookReply,
  settingsApply,
  settingsLook,
} from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useState } from 'react';
import { mutate } from 'swr';
import { errorText, formatMoment, t } from '../../lib/i18n.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Download } from '../../ui/Download.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { toast } from '../../ui/toast.ts';
import { byPage, isNetwork, tickedAtFirst } from './differences.ts';
import { SecretsAgain } from './SecretsAgain.tsx';
import { SettingsPages } from './SettingsPages.tsx';
import { SettingsTaken } from './SettingsTaken.tsx';

/** Maximum bytes of a file: the maximum body of the calls. */
const LARGEST = 131_072;

interface Looked {
  readonly body: Blob;
  readonly look: SettingsLookReply;
}

export interface SettingsFileCardProps {
  mayWrite: boolean;
  /** Called when settings were applied, possibly those of this page. */
  onTaken: () => void;
}

/** Exports the settings as a file, and applies those of a file, page by page. */
export function SettingsFileCard({ mayWrite, onTaken }: SettingsFileCardProps) {
  const [looked, setLooked] = useState<Looked | null>(null);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [taken, setTaken] = useState<SettingsApplyReply | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const pages = looked ? byPage(looked.look.differences) : [];
  const look = async (file: File) => {
    setError(undefined);
    const body = file.slice(0, file.size, 'application/octet-stream');
    setBusy(true);
    try {
      const found = await settingsLook({ body, handles: ({ code }) => code !== 0 });
      setLooked({ body, look: found });
      setTicked(tickedAtFirst(byPage(found.differences)));
      setTaken(null);
    } catch (problem) {
      if (codeOf(problem) !== 0) setError(problemText(problem));
    }
    setBusy(false);
  };
  const apply = async () => {
    if (!looked || !(await askToTake(ticked))) return;
    setBusy(true);
    try {
      setTaken(
        await settingsApply({ pages: ticked.join(',') }, { body: looked.body, handles: ({ code }) => code !== 0 }),
      );
      onTaken();
      /* Any page may have changed, and a network change may wait to be confirmed. */
      void mutate(() => true);
    } catch (problem) {
      if (codeOf(problem) !== 0) toast.error(problemText(problem));
    }
    setBusy(false);
  };
  const again = () => {
    setLooked(null);
    setTaken(null);
  };
  const footer = looked && (
    <>
      <Button onClick={again}>{t('settingsFile.another')}</Button>
      {!taken && pages.length > 0 && (
        <Button tone="primary" busy={busy} disabled={ticked.length === 0} onClick={() => void apply()}>
          {t('settingsFile.apply', { count: ticked.length })}
        </Button>
      )}
    </>
  );
  return (
    <Card title={t('settingsFile.title')} help={t('settingsFile.help')} footer={footer}>
      <div>
        <Download kinds={[{ label: t('settingsFile.download'), fetch: (options) => downloadSettings(options) }]} />
      </div>
      {mayWrite && !looked && (
        <FileDrop
          text={t('settingsFile.drop')}
          choose={t('restore.choose')}
          accept=".json"
          wrong={({ size }) => (size > LARGEST ? errorText(ErrorCode.uploadTooLarge) : undefined)}
          error={error}
          disabled={busy}
          onFile={(file) => void look(file)}
        />
      )}
      {looked && (
        <>
          <p className="muted">{fromText(looked.look)}</p>
          {taken ? (
            <SettingsTaken taken={taken} />
          ) : (
            <SettingsPages pages={pages} ticked={ticked} onChange={setTicked} />
          )}
          <SecretsAgain secrets={looked.look.secrets} />
        </>
      )}
    </Card>
  );
}

/** Origin and time according to the file, which may have neither. */
function fromText({ serial, version, made }: SettingsLookReply): string {
  const firmware = version === '' ? '' : `${t('restore.version')} ${version}`;
  const from = [serial, firmware, made === 0 ? '' : formatMoment(made)].filter(Boolean).join(' · ');
  return from === '' ? '' : t('settingsFile.from', { from });
}

function askToTake(pages: readonly string[]): Promise<boolean> {
  return confirm({
    title: t('settingsFile.askTitle', { count: pages.length }),
    body: (
      <>
        <p>{t('settingsFile.askText')}</p>
        {pages.some(isNetwork) && <p>{t('settingsFile.askNetwork')}</p>}
      </>
    ),
    action: t('settingsFile.apply', { count: pages.length }),
    danger: pages.some(isNetwork),
  });
}
