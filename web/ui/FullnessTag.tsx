import { type Fullness, fullnessTone } from '../lib/fullness.ts';
import { t } from '../lib/i18n.ts';
import { Tag } from './Tag.tsx';

/** The word beside a bar whose capacity is nearly or completely used; nothing otherwise. */
export function FullnessTag({ fullness }: { fullness: Fullness }) {
  if (fullness === 'room') return null;
  return (
    <Tag tone={fullnessTone[fullness]} icon="alert">
      {t(`ui.${fullness}`)}
    </Tag>
  );
}
