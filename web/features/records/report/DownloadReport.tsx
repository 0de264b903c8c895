import { downloadReportForm, type HoursForm, hoursFormWords } from '@gen/records.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Download } from '../../../ui/Download.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { delimiters, fileRequest, useFileForm } from './fileForm.ts';
import { askedOrder, type ReportAsked, type ReportState } from './reportState.ts';

export interface DownloadReportProps {
  asked: ReportAsked;
  state: ReportState;
}

/** Asks what the report as a file is to be like. */
export function DownloadReport(props: DownloadReportProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {t('ui.download')}
      </Button>
      {open && <FileDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const example: Readonly<Record<HoursForm, 'report.hours.times' | 'report.hours.decimals'>> = {
  times: 'report.hours.times',
  decimals: 'report.hours.decimals',
};

function FileDialog({ asked, state, onClose }: DownloadReportProps & { onClose: () => void }) {
  const [form, change] = useFileForm();
  const request = { ...asked, view: state.view, ...askedOrder(state), ...fileRequest(form) };
  return (
    <Dialog
      open
      title={t('report.download')}
      onClose={onClose}
      footer={
        <Download
          tone="primary"
          kinds={[{ label: t('ui.download'), fetch: (options) => downloadReportForm(request, options) }]}
        />
      }
    >
      <div className="stack">
        <p>{t(form.format === 'xlsx' ? 'report.downloadBook' : `report.downloadCsv.${state.view}`)}</p>
        <Segmented
          name="format"
          label={t('users.exportFormat')}
          value={form.format}
          options={[
            { value: 'xlsx', label: t('ui.xlsx') },
            { value: 'csv', label: t('ui.csv') },
          ]}
          onChange={(format) => change({ format })}
        />
        <Segmented
          name="hours"
          label={t('report.hours')}
          value={form.hours}
          options={hoursFormWords.map((value) => ({ value, label: t(example[value]) }))}
          onChange={(hours) => change({ hours })}
        />
        {form.format === 'csv' && (
          <Segmented
            name="delimiter"
            label={t('bulk.delimiter')}
            value={form.delimiter}
            options={delimiters.map((value) => ({ value, label: t(`bulk.delimiter.${value}`) }))}
            onChange={(delimiter) => change({ delimiter })}
          />
        )}
      </div>
    </Dialog>
  );
}
