/** Calls that tell something already while the terminal asks to wait, to be asked again for the rest. */
import { type GenericSchema, safeParse } from 'valibot';
import { ApiError } from './apiError.ts';

export interface SoFar<Reply> {
  readonly reply: Reply;
  /** There is more to come. */
  readonly waits: boolean;
}

/** `wait` is an answer here; everything else that a call rejects with still is. */
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
