import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { type CardChoice, cardChoices } from './cardReading.ts';

/** The possible card numbers of an ambiguous text, as options. Nothing if the text is not ambiguous. */
export function CardChoices({ text, onChoose }: { text: string; onChoose: (choice: CardChoice) => void }) {
  const choices = cardChoices(text);
  if (choices.length === 0) return null;
  return (
    <fieldset className="card-choices">
      <legend className="visually-hidden">{t('users.cardChoose')}</legend>
      {choices.map((choice) => (
        <Button key={choice.number} onClick={() => onChoose(choice)}>
          {choice.label}
        </Button>
      ))}
    </fieldset>
  );
}
