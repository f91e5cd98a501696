import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../local/engines/engine.ts';
import { readBody, startHttpServer } from '../../local/engines/http-server.ts';
import { startStage } from '../../local/engines/stage.ts';
import { openStageSettings, openStreamReaders } from '../../shared/service/aws/deployments.ts';
import { ownEnvironment } from '../support/environment.ts';

afterEach(ownEnvironment());
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
});

interface Call {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A service of AWS with these answers; null is a refusal. */
async function answering(answer: (call: Call) => object | null) {
  const called: {
    readonly method: string | undefined;
    readonly path: string;
    readonly body?: unknown;
  }[] = [];
  const engine = await startHttpServer(async (request, response) => {
    const { method, url = '' } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://127.0.0.1');
    const text = (await readBody(request, 10_000)).toString();
    called.push({ method, path, ...(text !== '' && { body: JSON.parse(text) }) });
    const content = answer({ method, path, query });
    // As Lambda answers UpdateEventSourceMapping.
    const status = content === null ? 400 : method === 'PUT' ? 202 : 200;
    response.writeHead(status).end(JSON.stringify(content ?? { message: 'refused' }));
  });
  engines.push(engine);
  return { endpoint: engine.endpoint, called };
}

function settingsAt(endpoint: string) {
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_ENDPOINT_URL_API_GATEWAY: endpoint,
  });
  return openStageSettings(['local'], 'local');
}

it('sets stage variables as API Gateway does, and keeps them in the data directory', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'stage-'));
  const first = await startStage({ dataDirectory });
  const settings = settingsAt(first.endpoint);
  expect(await settings.variables()).toEqual({});
  await settings.setVariables({ maintenance: '600', maintenanceSince: '2026-03-01T12:00:00.000Z' });
  const set = { maintenance: 'off', maintenanceSince: '2026-03-01T12:00:00.000Z' };
  expect(await settings.setVariables({ maintenance: 'off' })).toEqual(set);
  expect(first.variables()).toEqual(set);
  await first.stop();

  const second = await startStage({ dataDirectory });
  expect(await settingsAt(second.endpoint).variables()).toEqual(set);
  await second.stop();
});

it('sets stage variables of each API, last of the one that is read', async () => {
  const { endpoint, called } = await answering(({ path }) => ({
    variables: { maintenance: path.split('/')[2] ?? '' },
  }));
  settingsAt(endpoint);
  const settings = openStageSettings(['public', 'pages', 'operators'], 'prod');
  expect(await settings.setVariables({ maintenance: 'off' })).toEqual({ maintenance: 'public' });
  const patchOperations = [{ op: 'replace', path: '/variables/maintenance', value: 'off' }];
  expect(called).toEqual(
    ['pages', 'operators', 'public'].map((api) => ({
      ...{ method: 'PATCH', path: `/restapis/${api}/stages/prod`, body: { patchOperations } },
    })),
  );
});

it('refuses a stage variable with a value that API Gateway does not allow', async () => {
  const stage = await startStage();
  const setting = settingsAt(stage.endpoint).setVariables({ maintenanceReason: 'with blanks' });
  await expect(setting).rejects.toMatchObject({ words: 'Invalid patch' });
  expect(stage.variables()).toEqual({});
  await stage.stop();
});

it('names a damaged file', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'stage-'));
  writeFileSync(join(dataDirectory, 'stage.json'), '{"maintenance"');
  await expect(startStage({ dataDirectory })).rejects.toThrow(
    `${join(dataDirectory, 'stage.json')} is damaged`,
  );
});

it('reports the stream readers as enabled, as Lambda does', async () => {
  const stage = await startStage();
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = stage.endpoint;
  settingsAt(stage.endpoint);
  expect(await openStreamReaders('local').states()).toEqual([
    { function: 'registry-local-outbox-route', state: 'Enabled' },
    { function: 'registry-local-evidence-copy', state: 'Enabled' },
  ]);
  await stage.stop();
});

describe('enabling the stream readers', () => {
  /** Lambda with these states; the router also reads a queue. */
  async function lambda(states: Readonly<Record<string, string | undefined>>) {
    const { endpoint, called } = await answering(({ method, query }) => {
      if (method === 'PUT') return { State: 'Enabling' };
      const name = query.get('FunctionName') ?? '';
      const State = states[name.replace('registry-prod-', '')];
      if (State === 'fails') return null;
      const stream = { UUID: name, EventSourceArn: 'arn:aws:dynamodb:…', State };
      const queue = { UUID: 'queue', EventSourceArn: 'arn:aws:sqs:…', State: 'Disabled' };
      return { EventSourceMappings: State === undefined ? [queue] : [queue, stream] };
    });
    settingsAt(endpoint);
    process.env['AWS_ENDPOINT_URL_LAMBDA'] = endpoint;
    const enabled = () => called.filter(({ method }) => method === 'PUT');
    return { readers: openStreamReaders('prod'), enabled };
  }

  it('changes only those that are disabled', async () => {
    const { readers, enabled } = await lambda({
      'outbox-route': 'Disabled',
      'evidence-copy': 'Enabled',
    });
    expect((await readers.states()).map(({ state }) => state)).toEqual(['Disabled', 'Enabled']);
    expect(enabled()).toEqual([]);
    expect((await readers.enable()).map(({ state }) => state)).toEqual(['Enabling', 'Enabled']);
    const path = '/2015-03-31/event-source-mappings/registry-prod-outbox-route';
    expect(enabled()).toEqual([{ method: 'PUT', path, body: { Enabled: true } }]);
  });

  it('does not prevent the end of maintenance if Lambda fails', async () => {
    const { readers } = await lambda({ 'outbox-route': 'fails' });
    expect((await readers.enable()).map(({ state }) => state)).toEqual(['Unknown', 'Missing']);
  });
});
