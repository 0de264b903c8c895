import { ChoiceCard, type ChoiceCardProps } from './ChoiceCard.tsx';

export interface ChoiceCardsProps<T extends string | number> {
  /** Name of the choice; read out, not shown. */
  label: string;
  name: string;
  options: readonly (Pick<ChoiceCardProps, 'icon' | 'label' | 'text'> & { readonly value: T })[];
  chosen: T;
  disabled: boolean;
  onChoose: (value: T) => void;
}

/** Single choice among a few options that each need a sentence. */
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
