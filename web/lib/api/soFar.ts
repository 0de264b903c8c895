/** Calls that return partial results while the terminal asks to wait, and are repeated for the rest. */
import { type GenericSchema, safeParse } from 'valibot';
import { ApiError } from './apiError.ts';

export interface SoFar<Reply> {
  readonly reply: Reply;
  /** More results will follow. */
  readonly waits: boolean;
}

/** Turns `wait` into an answer; other errors still reject. */
export async function soFar<Reply>(
  asked: Promise<Reply>,
  schema: GenericSchema<unknown, Reply>,
): Promise<SoFar<Reply>> {
  try {
    return { reply: await asked, waits: false };
  } catch (error) {
    const known = error instanceof ApiError && error.kind === 'wait' ? safeParse(schema, error.data) : undefined;
    if (known?.success) return { reply: known.output, waits: true };
    throw error;
  }
}
