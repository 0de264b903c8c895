import type { WifiFailure } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { failureText } from '../words.ts';

/** Consequences of a failed attempt, below a heading with the reason. `more`: additional consequences. */
export function WifiFailed({ failure, more }: { failure: WifiFailure; more?: string }) {
  return (
    <>
      {/* The heading is not announced when it changes. */}
      <VisuallyHidden>{failureText(failure)}</VisuallyHidden>
      <Notice tone="no" title={t('wifi.failedToAp')}>
        {more && <span className="notice-line">{more}</span>}
      </Notice>
    </>
  );
}
