import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Engine } from './engine.ts';
import { BodyTooLargeError, readBody, startHttpServer } from './http-server.ts';

/** An error that the SDK turns into the exception class of the same name. */
export class AwsError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/** One operation: the parsed body in, the body of the 200 answer out. */
export type Operation = (input: unknown) => Promise<object> | object;

const bodyLimit = 10 * 1024 * 1024;

/** The AWS error for an exception; an unexpected one becomes a 500 without details. */
export function toAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof z.ZodError)
    return new AwsError('ValidationException', z.prettifyError(error));
  if (error instanceof BodyTooLargeError)
    return new AwsError('RequestEntityTooLarge', error.message, 413);
  const name = error instanceof Error ? error.name : 'unknown error';
  return new AwsError('InternalFailure', `The local engine failed (${name}).`, 500);
}

/**
 * Serves the awsJson1.0 or awsJson1.1 protocol: `x-amz-target` names the operation, errors carry their name in
 * `__type`. An unknown operation gets UnknownOperationException.
 */
export function startAwsJsonServer(options: {
  readonly targetPrefix: string;
  readonly version: '1.0' | '1.1';
  readonly operations: Readonly<Record<string, Operation>>;
  readonly port?: number | undefined;
}): Promise<Engine> {
  const contentType = `application/x-amz-json-${options.version}`;
  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(body));

  return startHttpServer(async (request, response) => {
    try {
      const raw = await readBody(request, bodyLimit);
      const [prefix, name = ''] = String(request.headers['x-amz-target']).split('.');
      const run =
        prefix === options.targetPrefix && Object.hasOwn(options.operations, name)
          ? options.operations[name]
          : undefined;
      if (!run)
        throw new AwsError(
          'UnknownOperationException',
          `The local engine has no operation ${name || '(none named)'}.`,
        );
      answer(response, 200, await run(parseJson(raw)));
    } catch (error) {
      const { name, message, status } = toAwsError(error);
      answer(response, status, { __type: name, message });
    }
  }, options.port);
}

/** Parses a JSON body; an empty one is `{}`. Throws SerializationException for anything else. */
export function parseJson(raw: Buffer): unknown {
  try {
    return raw.length === 0 ? {} : JSON.parse(raw.toString());
  } catch {
    throw new AwsError('SerializationException', 'The body is not valid JSON.');
  }
}
