/** A question in a dialog of the page, on which callers wait. One at a time, for all callers. */
import { createStore } from './store.ts';

export interface Question<About> {
  readonly about: About;
  readonly answer: Promise<boolean>;
  /** Answers it: true for yes, false if the user cancelled. */
  readonly settle: (answer: boolean) => void;
}

export interface Questions<About> {
  /** The open question; null: none. */
  readonly open: () => Question<About> | null;
  /** The same as a hook, for the dialog. */
  readonly use: () => Question<About> | null;
  /** Resolves with the answer to the open question, or to a new one. */
  readonly ask: (about: About) => Promise<boolean>;
}

export function createQuestions<About>(): Questions<About> {
  const store = createStore<Question<About> | null>(null);
  const put = (about: About): Question<About> => {
    let settle: (answer: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = (said) => {
        store.set(null);
        resolve(said);
      };
    });
    const question = { about, answer, settle };
    store.set(question);
    return question;
  };
  return { open: store.get, use: store.use, ask: (about) => (store.get() ?? put(about)).answer };
}
