import { type BulkExisting, bulkExistingWords } from '@gen/bulk.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/Card.tsx';
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx';
import type { IconName } from '../../../ui/icons.ts';

const icons: Readonly<Record<BulkExisting, IconName>> = { refuse: 'alert', replace: 'pencil', skip: 'edgeEnd' };

export interface ExistingChoiceProps {
  kind: 'users' | 'photos';
  chosen: BulkExisting;
  onChoose: (existing: BulkExisting) => void;
}

/** What becomes of users, or of photos, that are there. */
export function ExistingChoice({ kind, chosen, onChoose }: ExistingChoiceProps) {
  const title = t(`bulk.existing.${kind}`);
  return (
    <Card title={title}>
      <ChoiceCards
        label={title}
        name="existing"
        options={bulkExistingWords.map((value) => ({
          value,
          icon: icons[value],
          label: t(`bulk.existing.${value}`),
          text: t(`bulk.existing.${kind}.${value}`),
        }))}
        chosen={chosen}
        disabled={false}
        onChoose={onChoose}
      />
    </Card>
  );
}
