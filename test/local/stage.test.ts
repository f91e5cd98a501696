import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startStage } from '../../local/engines/stage.ts';
import { openStageSettings } from '../../shared/service/aws/deployments.ts';
import { ownEnvironment } from '../support/environment.ts';

afterEach(ownEnvironment());

function settingsAt(endpoint: string) {
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_ENDPOINT_URL_API_GATEWAY: endpoint,
  });
  return openStageSettings('local', 'local');
}

it('sets variables of the stage as API Gateway does, and keeps them in a data directory', async () => {
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

it('refuses a value that API Gateway takes in no variable', async () => {
  const stage = await startStage();
  const setting = settingsAt(stage.endpoint).setVariables({ maintenanceReason: 'with blanks' });
  await expect(setting).rejects.toThrow('Invalid patch');
  expect(stage.variables()).toEqual({});
  await stage.stop();
});

it('says which file is damaged', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'stage-'));
  writeFileSync(join(dataDirectory, 'stage.json'), '{"maintenance"');
  await expect(startStage({ dataDirectory })).rejects.toThrow(
    `${join(dataDirectory, 'stage.json')} is damaged`,
  );
});
