/** A terminal for component tests: calls answer what a test says, and what was asked is kept. */
import { type Call, type CallOptions, useSend as setSend } from '@gen/runtime.ts';
import { ApiError } from '../../web/lib/api/apiError.ts';

export interface Asked {
  call: string;
  request: unknown;
  /** Headers beside those of every call. */
  headers?: Readonly<Record<string, string>>;
}

export type Answer = (request: never, options: CallOptions) => unknown;

/** Puts a terminal in place; the result lists the calls in order. A call without an answer is refused with 12013. */
export function fakeTerminal(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  setSend(
    async <Request, Reply>(call: Call<Request, Reply>, request: Request, options?: CallOptions): Promise<Reply> => {
      asked.push({ call: call.name, request, ...(options?.headers ? { headers: options.headers } : {}) });
      const answer = answers[call.name];
      if (!answer) throw refusal(call.name, 12013);
      return (await answer(request as never, options ?? {})) as Reply;
    },
  );
  return asked;
}

export function refusal(call: string, code: number, details: { field?: string; retryAfter?: number } = {}): ApiError {
  return new ApiError('refused', call, { code, status: 400, ...details });
}
