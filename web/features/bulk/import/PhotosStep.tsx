import { CheckActions } from './CheckActions.tsx';
import type { ColumnsStepProps } from './ColumnsStep.tsx';
import { ExistingChoice } from './ExistingChoice.tsx';

/** Photos have no columns: what becomes of those that are there is all that is asked. */
export function PhotosStep({ draft, onDraft, onChecking }: Omit<ColumnsStepProps, 'table'>) {
  const { existing } = draft;
  return (
    <>
      <ExistingChoice kind="photos" chosen={existing} onChoose={(next) => onDraft({ ...draft, existing: next })} />
      <CheckActions request={{ existing }} onChecking={onChecking} />
    </>
  );
}
