import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface ChoiceCardProps {
  name: string;
  icon: IconName;
  label: string;
  /** The meaning of the choice, in a sentence. */
  text: string;
  checked: boolean;
  onChoose: () => void;
}

/** A radio button with room for a sentence; a fieldset contains several. */
export function ChoiceCard({ name, icon, label, text, checked, onChoose }: ChoiceCardProps) {
  return (
    <label className="choice-card">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <Icon name={icon} size={22} />
      <span>
        <span className="choice-card-label">{label}</span>
        <span className="choice-card-text">{text}</span>
      </span>
    </label>
  );
}
