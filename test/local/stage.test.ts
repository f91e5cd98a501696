import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { afterEach, describe, expect, it } from 'vitest';
import { startStage } from '../../local/engines/stage.ts';
import { openStageSettings, openStreamReaders } from '../../shared/service/aws/deployments.ts';
import { ownEnvironment } from '../support/environment.ts';

afterEach(ownEnvironment());

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
  const set: unknown[] = [];
  const client = {
    // biome-ignore lint/suspicious/noExplicitAny: one command, of which the test looks at two fields.
    send: (async ({ input }: any) => {
      set.push([input.restApiId, input.patchOperations[0].value]);
      return { variables: { maintenance: input.restApiId } };
    }) as APIGatewayClient['send'],
  };
  const settings = openStageSettings(['public', 'pages', 'operators'], 'prod', client);
  expect(await settings.setVariables({ maintenance: 'off' })).toEqual({ maintenance: 'public' });
  expect(set).toEqual([
    ['pages', 'off'],
    ['operators', 'off'],
    ['public', 'off'],
  ]);
});

it('refuses a stage variable with a value that API Gateway does not allow', async () => {
  const stage = await startStage();
  const setting = settingsAt(stage.endpoint).setVariables({ maintenanceReason: 'with blanks' });
  await expect(setting).rejects.toThrow('Invalid patch');
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
  /** A Lambda client with these states; the router also reads a queue. */
  function lambda(states: Readonly<Record<string, string | undefined>>) {
    const enabled: unknown[] = [];
    const client = {
      // biome-ignore lint/suspicious/noExplicitAny: two commands, of which the test looks at a few fields.
      send: (async ({ input }: any) => {
        if (input.UUID !== undefined) {
          enabled.push(input);
          return { State: 'Enabling' };
        }
        const State = states[input.FunctionName.replace('registry-prod-', '')];
        if (State === 'fails') throw new Error('throttled');
        const stream = { UUID: input.FunctionName, EventSourceArn: 'arn:aws:dynamodb:…', State };
        const queue = { UUID: 'queue', EventSourceArn: 'arn:aws:sqs:…', State: 'Disabled' };
        return { EventSourceMappings: State === undefined ? [queue] : [queue, stream] };
      }) as never,
    };
    return { readers: openStreamReaders('prod', client), enabled };
  }

  it('changes only those that are disabled', async () => {
    const { readers, enabled } = lambda({ 'outbox-route': 'Disabled', 'evidence-copy': 'Enabled' });
    expect((await readers.states()).map(({ state }) => state)).toEqual(['Disabled', 'Enabled']);
    expect(enabled).toEqual([]);
    expect((await readers.enable()).map(({ state }) => state)).toEqual(['Enabling', 'Enabled']);
    expect(enabled).toEqual([{ UUID: 'registry-prod-outbox-route', Enabled: true }]);
  });

  it('does not prevent the end of maintenance if Lambda fails', async () => {
    const { readers } = lambda({ 'outbox-route': 'fails' });
    expect((await readers.enable()).map(({ state }) => state)).toEqual(['Unknown', 'Missing']);
  });
});
