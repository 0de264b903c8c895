/**
 * A call whose answer is wanted before the code that shows it is there: its first ask() for the same, in the same
 * session, gets what begin() asked for.
 */
import { currentSession } from './session.ts';

export interface HeadStart<Request, Reply> {
  begin: (request: Request) => void;
  ask: (request: Request) => Promise<Reply>;
}

export function headStart<Request, Reply>(call: (request: Request) => Promise<Reply>): HeadStart<Request, Reply> {
  let begun: { same: string; reply: Promise<Reply> } | null = null;
  const sameness = (request: Request): string => JSON.stringify([currentSession()?.token, request]);
  return {
    begin: (request) => {
      const reply = call(request);
      /* Whoever asks for it hears of a failure. */
      reply.catch(() => undefined);
      begun = { same: sameness(request), reply };
    },
    ask: (request) => {
      const early = begun;
      begun = null;
      return early?.same === sameness(request) ? early.reply : call(request);
    },
  };
}
