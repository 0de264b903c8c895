import { describe, expect, it } from 'vitest';
import { EventParser, type StreamEvent } from '../../../web/lib/eventParser.ts';

const text =
  'event: hello\ndata:{"first":1}\n\n:\n\nevent: record\nid: 7\ndata: {"seq":7}\n\nevent: missed\r\nid: 9\r\ndata:{"from":8,\r\ndata:"to":9}\r\n\r\n';
const events: StreamEvent[] = [
  { event: 'hello', id: '', data: '{"first":1}' },
  { event: 'record', id: '7', data: '{"seq":7}' },
  { event: 'missed', id: '9', data: '{"from":8,\n"to":9}' },
];

describe('the events of a stream', () => {
  it('are the same wherever it is cut', () => {
    for (let cut = 0; cut <= text.length; cut++) {
      for (const next of [cut, cut + 1, cut + 7]) {
        const parser = new EventParser();
        const parts = [text.slice(0, cut), text.slice(cut, next), text.slice(next)];
        expect(
          parts.flatMap((part) => parser.push(part)),
          `cut at ${cut} and ${next}`,
        ).toEqual(events);
      }
    }
    const one = new EventParser();
    expect([...text].flatMap((octet) => one.push(octet))).toEqual(events);
  });

  it('are told when they are whole, and comments are none', () => {
    const parser = new EventParser();
    expect(parser.push('event: record\ndata:{}\n')).toEqual([]);
    expect(parser.push(':\n')).toEqual([]);
    expect(parser.push('\n')).toEqual([{ event: 'record', id: '', data: '{}' }]);
    expect(parser.push(':\n\n:\n\n')).toEqual([]);
  });
});
