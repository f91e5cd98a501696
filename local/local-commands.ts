import type { IncomingMessage, ServerResponse } from 'node:http';
import * as apiErrors from '../shared/kernel/errors/errors.ts';
import { json, rawJson } from '../shared/web/http/response.ts';
import { operatorArn } from './iam.ts';
import type { RequestUrl } from './proxy-event.ts';

/** Actions that an AWS operator would do with AWS's own tools, by their path under `/local`. The answer is `data`. */
export type LocalCommands = Readonly<Record<`/local/${string}`, () => Promise<object>>>;

/**
 * `POST /local/…`: carries out a command for callers who sign as local operators do. A page of another site can't,
 * because it may not send the header. Returns true if it answers the request.
 */
export function answerCommand(
  commands: LocalCommands,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const path = url.pathname as keyof LocalCommands; // or an unknown path, which has no entry
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
