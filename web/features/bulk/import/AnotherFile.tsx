import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { cancelBulk } from '../useBulk.ts';

/** Back to the first step: the terminal forgets the file that it has. */
export function AnotherFile() {
  return (
    <Button tone="quiet" onClick={() => void cancelBulk()}>
      {t('bulk.another')}
    </Button>
  );
}
