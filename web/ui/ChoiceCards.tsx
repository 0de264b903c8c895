import { ChoiceCard, type ChoiceCardProps } from './ChoiceCard.tsx';

export interface ChoiceCardsProps<T extends string | number> {
  /** What is chosen; read out, not shown. */
  label: string;
  name: string;
  options: readonly (Pick<ChoiceCardProps, 'icon' | 'label' | 'text'> & { readonly value: T })[];
  chosen: T;
  disabled: boolean;
  onChoose: (value: T) => void;
}

/** One of a few that each need a sentence. */
export function ChoiceCards<T extends string | number>(props: ChoiceCardsProps<T>) {
  const { label, name, options, chosen, disabled, onChoose } = props;
  return (
    <fieldset className="choice-cards" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value, ...words }) => (
        <ChoiceCard key={value} name={name} {...words} checked={value === chosen} onChoose={() => onChoose(value)} />
      ))}
    </fieldset>
  );
}
