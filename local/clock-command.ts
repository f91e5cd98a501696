import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { json, rawJson } from '../shared/web/http/response.ts';
import { instantAfter } from './duration.ts';
import type { RequestUrl } from './proxy-event.ts';

/** Lets time pass until an instant. */
export type PassTime = (until: Date) => Promise<void>;

const maxBodyLength = 1_000;
/** The limit of one move, in milliseconds: each day takes time here as well. */
const mostAhead = 3_660 * 86_400_000;
const ClockInput = z.union([
  z.strictObject({ advance: z.string() }),
  z.strictObject({ to: z.union([z.iso.datetime({ offset: true }), z.iso.date()]) }),
]);
const asked =
  'Send {"advance": "P60D"}, an ISO 8601 duration, or {"to": "2027-01-01T00:00:00Z"}, an instant or a day';

/**
 * `POST /local/clock`: moves this machine's time forward, and answers after all scheduled work in between; `data` has
 * the time before and after. It accepts only JSON, which a page of another site can't send. Returns true if it answers
 * the request. 400 for an invalid time, one in the past, or one too far away; 415.
 */
export function answerClock(
  pass: PassTime,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'POST' || url.pathname !== '/local/clock') return false;
  const answer = (status: number, body: object) => {
    const { statusCode, headers, body: text } = rawJson(json(status, body));
    response.writeHead(statusCode, { ...headers, connection: 'close' }).end(text);
  };
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    answer(415, { error: 'Send it as application/json' });
    return true;
  }
  inLine(async () => {
    const before = new Date();
    const until = untilOf(await bodyOf(request), before);
    if (until === null) return answer(400, { error: asked });
    const ahead = until.getTime() - before.getTime();
    if (ahead < 0) return answer(400, { error: 'The clock goes forward only' });
    if (ahead > mostAhead) return answer(400, { error: 'At most ten years at a time' });
    await pass(until);
    answer(200, { data: { before: before.toISOString(), now: new Date().toISOString() } });
  }).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : 'unknown error';
    process.stderr.write(`/local/clock failed: ${name}\n`);
    answer(500, { error: 'Internal server error' });
  });
  return true;
}

let last: Promise<unknown> = Promise.resolve();

/** In sequence, so that a second move starts from the result of the first. */
function inLine(move: () => Promise<void>): Promise<void> {
  const moved = last.then(move);
  last = moved.catch(() => {});
  return moved;
}

/** Null if the body contains no valid time. */
function untilOf(body: string, now: Date): Date | null {
  try {
    const input = ClockInput.parse(JSON.parse(body));
    return 'to' in input ? new Date(input.to) : instantAfter(now, input.advance);
  } catch {
    return null;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > maxBodyLength) return '';
  }
  return body;
}
