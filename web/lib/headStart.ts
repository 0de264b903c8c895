/**
 * Starts a call before the code that shows its answer is loaded: the first ask() for it in the same
 * session gets the answer of begin().
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
      /* The caller of ask() gets the failure. */
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
