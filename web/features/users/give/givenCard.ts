import { useLocation } from 'react-router-dom';
import { cardText } from '../../../lib/cardText.ts';

/** The card with which a user form is opened; stored outside of the URL, so that no number is in one. */
export interface GivenCard {
  readonly card: string;
}

/** The card that the form was opened to assign, in the notation of the form. */
export function useGivenCard(): string | undefined {
  const state: unknown = useLocation().state;
  const card = typeof state === 'object' && state !== null && 'card' in state ? state.card : undefined;
  return typeof card === 'string' && /^\d{1,17}$/.test(card) ? cardText(card) : undefined;
}
