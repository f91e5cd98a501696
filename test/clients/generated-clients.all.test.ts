import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationPayload } from '../support/drafts.ts';
import { aResident, type Person } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';
import { compileClients, generateClients } from './generate-clients.ts';
import type { Use } from './uses/use.ts';

/** Next to the generators, which the clients import. */
const generated = fileURLToPath(new URL('.generated/', import.meta.url));

/** Five programs that take seconds each, on a busy machine. */
const minutes = 300_000;

let world: World;
let person: Person;
let folder: string;

beforeAll(async () => {
  mkdirSync(generated, { recursive: true });
  [world, folder] = await Promise.all([startWorld(), mkdtemp(generated)]);
  person = await aResident(world);
  const description = await fetch(`${world.baseUrl}/api/v1/openapi.json`);
  await generateClients(folder, await description.text());
}, minutes);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

describe('clients that are generated from the description', () => {
  it('compile, and refuse to compile what the service would refuse', {
    timeout: minutes,
  }, async () => {
    expect(await compileClients(folder)).toBe('');
  });

  it.each(['oazapfts', 'hey-api', 'openapi-typescript', 'orval'])(
    '%s calls the service',
    async (name) => {
      // Each file there exports its one use.
      const { use } = (await import(/* @vite-ignore */ `${folder}/${name}.ts`)) as { use: Use };
      const application = applicationPayload();
      const given = {
        baseUrl: world.baseUrl,
        key: person.standardKey,
        rpn: person.rpn,
        application,
      };
      // The tests' payload is valid, whatever its type says.
      expect(await use(given as Parameters<Use>[0])).toEqual({
        keyKind: 'standard',
        outcome: 'found_natural_person',
        refused: 'Missing `rpn` parameter',
        statusId: 'Draft',
        token: 'invalid_client',
      });
    },
  );
});
