import type { BulkStateReply } from '@gen/bulk.ts';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import type { Sending } from '../../../lib/sending.ts';
import { sizeText } from '../../../lib/sizeText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { cancelBulk } from '../useBulk.ts';
import { FilePick } from './FilePick.tsx';
import { goesOn } from './upload.ts';
import { stopUpload, upload } from './uploading.ts';

const ofText = (received: number, total: number) => t('bulk.sizeOf', { at: sizeText(received), of: sizeText(total) });

/** The file on its way, or where it stopped. */
export function UploadStep({ file, received, problem }: Sending) {
  const cancel = <Button onClick={() => void stopUpload()}>{t('ui.cancel')}</Button>;
  if (problem !== undefined) {
    return (
      <Card title={file.name} help={ofText(received, file.size)}>
        <div role="alert">
          <Notice tone="no" title={t('bulk.stopped')}>
            <Lines text={problemText(problem)} />
          </Notice>
        </div>
        <div className="bulk-actions">
          <Button tone="primary" icon="refresh" onClick={() => void upload(file, undefined)}>
            {t('bulk.goOn')}
          </Button>
          {cancel}
        </div>
      </Card>
    );
  }
  return (
    <Card title={file.name} help={t('bulk.uploadHelp')}>
      <Progress label={t('bulk.uploading')} at={received} of={file.size} figures={ofText(received, file.size)} />
      <div className="bulk-actions">{cancel}</div>
    </Card>
  );
}

/** A part of the file is at the terminal, and the page was loaded again since: the browser does not keep files. */
export function ResumeStep({ state, onFile }: { state: BulkStateReply; onFile: (file: File) => void }) {
  const other = (file: File) => (goesOn(state, file) ? undefined : t('bulk.otherFile', { name: state.name }));
  return (
    <Card title={t('bulk.resumeTitle', { name: state.name })} help={ofText(state.received, state.total)}>
      <p>{t('bulk.resumeText')}</p>
      <FilePick action={t('bulk.chooseAgain')} also={other} onFile={onFile} />
      <div className="bulk-actions">
        <Button onClick={() => void cancelBulk()}>{t('bulk.giveUp')}</Button>
      </div>
    </Card>
  );
}
