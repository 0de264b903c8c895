/** Parses the lines of an event stream (text/event-stream), however the bytes are split. Pure. */
export interface StreamEvent {
  readonly event: string;
  /** Number of the last event that has one; '' for none. */
  readonly id: string;
  readonly data: string;
}

export class EventParser {
  #rest = '';
  #event = '';
  #data: string[] = [];
  #id = '';

  /** Adds received text; returns the completed events. */
  push(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    this.#rest += text;
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end < 0) return events;
      const line = this.#rest.slice(0, end).replace(/\r$/, '');
      this.#rest = this.#rest.slice(end + 1);
      if (line !== '') this.#field(line);
      else if (this.#data.length > 0 || this.#event !== '') events.push(this.#take());
    }
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.#event = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'id') this.#id = value;
  }

  #take(): StreamEvent {
    const event = { event: this.#event || 'message', id: this.#id, data: this.#data.join('\n') };
    this.#event = '';
    this.#data = [];
    return event;
  }
}
