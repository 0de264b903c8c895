/** The stream of the terminal: what is pushed comes to whoever follows. */
export class Stream {
  readonly asked: Headers[] = [];
  #controllers: ReadableStreamDefaultController<Uint8Array>[] = [];

  fetch = (_input: unknown, init?: RequestInit): Promise<Response> => {
    this.asked.push(new Headers(init?.headers));
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void this.#controllers.push(controller) });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };

  push(text: string): void {
    this.#controllers.at(-1)?.enqueue(new TextEncoder().encode(text));
  }

  cut(): void {
    this.#controllers.at(-1)?.close();
  }
}
