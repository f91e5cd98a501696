import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Engine } from './engine.ts';
import { readBody, startHttpServer } from './http-server.ts';
import { writeAtomically } from './write-atomically.ts';

const Variables = z.record(z.string(), z.string());

/** Valid variables in API Gateway: other names and values are a bad request. */
const PatchStage = z.object({
  patchOperations: z.array(
    z.object({
      op: z.literal('replace'),
      path: z.string().regex(/^\/variables\/\w{1,64}$/),
      value: z.string().regex(/^[A-Za-z0-9\-._~:/?#&=,]{1,512}$/),
    }),
  ),
});

/** API Gateway's control plane for the variables of one stage. */
export type StageEngine = Engine & {
  readonly variables: () => Readonly<Record<string, string>>;
};

const mappingsPath = '/2015-03-31/event-source-mappings';

/** The stream's consumers are always enabled here and can't be disabled. */
const mappingOf = (name: string) => ({
  UUID: name,
  EventSourceArn: 'arn:aws:dynamodb:local:000000000000:table/local/stream/local',
  State: 'Enabled',
});

/**
 * GetStage and UpdateStage for variables, in the REST-JSON protocol that the SDK speaks, and Lambda's ListEventSourceMappings. With a data directory they are
 * kept in `stage.json`.
 */
export async function startStage(
  options: { readonly dataDirectory?: string | undefined } = {},
): Promise<StageEngine> {
  const file = options.dataDirectory && join(options.dataDirectory, 'stage.json');
  let variables: Readonly<Record<string, string>> = file ? readVariables(file) : {};

  function change(body: string): boolean {
    const patch = PatchStage.safeParse(JSON.parse(body));
    if (!patch.success) return false;
    const changes = patch.data.patchOperations.map(({ path, value }): [string, string] => [
      path.replace('/variables/', ''),
      value,
    ]);
    variables = { ...variables, ...Object.fromEntries(changes) };
    if (file) writeAtomically(file, JSON.stringify(variables));
    return true;
  }

  const server = await startHttpServer(async (request, response) => {
    const body = (await readBody(request, 10_000)).toString();
    const answer = (status: number, content: object, error?: string) =>
      void response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(error !== undefined && { 'x-amzn-errortype': error }),
        })
        .end(JSON.stringify(content));
    if (request.url?.startsWith(`${mappingsPath}?`)) {
      const name = new URL(request.url, server.endpoint).searchParams.get('FunctionName') ?? '';
      return answer(200, { EventSourceMappings: [mappingOf(name)] });
    }
    if (request.url !== '/restapis/local/stages/local') {
      return answer(404, { message: 'Invalid stage identifier specified' }, 'NotFoundException');
    }
    if (request.method === 'PATCH' && !change(body)) {
      return answer(400, { message: 'Invalid patch' }, 'BadRequestException');
    }
    return answer(200, { stageName: 'local', variables });
  });
  return { ...server, variables: () => variables };
}

function readVariables(file: string): Readonly<Record<string, string>> {
  if (!existsSync(file)) return {};
  try {
    return Variables.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Error(`${file} is damaged: remove it to start without maintenance and its message.`);
  }
}
