import type { ReactNode } from 'react';

export interface Question {
  title: string;
  /** What will be lost, and how much. */
  body?: ReactNode;
  /** Label of the button: a verb. */
  action: string;
  danger?: boolean;
  /** Runs while the dialog stays open and busy; the dialog closes when it settles. */
  run?: () => Promise<void>;
}

export interface PendingQuestion extends Question {
  answer: (yes: boolean) => void;
}

let pending: PendingQuestion | null = null;
const listeners = new Set<() => void>();

function set(next: PendingQuestion | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Asks and resolves to true when confirmed. A second question while one is open resolves to false at once. */
export function confirm(question: Question): Promise<boolean> {
  if (pending) return Promise.resolve(false);
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (yes) => {
        set(null);
        resolve(yes);
      },
    });
  });
}

export function pendingQuestion(): PendingQuestion | null {
  return pending;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
