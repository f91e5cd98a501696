import type { IncomingMessage, ServerResponse } from 'node:http';
import * as apiErrors from '../shared/kernel/errors/errors.ts';
import { json, rawJson } from '../shared/web/http/response.ts';
import { operatorArn } from './iam.ts';
import type { RequestUrl } from './proxy-event.ts';

/** What an operator of AWS does with AWS's own tools, by its path under `/local`. The answer is `data`. */
export type LocalCommands = Readonly<Record<`/local/${string}`, () => Promise<object>>>;

/**
 * `POST /local/…`: carries a command out for callers who sign as operators do here. A page of another site can't: it may not send
 * the header. True when the request was answered, or will be.
 */
export function answerCommand(
  commands: LocalCommands,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const path = url.pathname as keyof LocalCommands; // or any other, of which there is no entry
  if (request.method !== 'POST' || !Object.hasOwn(commands, path)) return false;
  const answer = (status: number, body: object) => {
    const { statusCode, headers, body: text } = rawJson(json(status, body));
    response.writeHead(statusCode, { ...headers, connection: 'close' }).end(text);
  };
  const { authorization } = request.headers;
  if (operatorArn({ authorization }) === null) {
    answer(403, { error: apiErrors.forbidden().message });
    return true;
  }
  Promise.resolve(commands[path]?.()).then(
    (data) => answer(200, { data }),
    (error: unknown) => {
      const name = error instanceof Error ? error.name : 'unknown error';
      process.stderr.write(`${path} failed: ${name}\n`);
      answer(500, { error: 'Internal server error' });
    },
  );
  return true;
}
