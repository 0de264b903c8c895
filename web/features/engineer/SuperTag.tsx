import { t } from '../../lib/i18n.ts';
import { useIsSuper } from '../../lib/superSession.ts';
import { Tag } from '../../ui/Tag.tsx';

/** Marks a super session. */
export function SuperTag() {
  return useIsSuper() ? (
    <Tag tone="warn" icon="key">
      {t('super.tag')}
    </Tag>
  ) : null;
}
