import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClock } from '../../local/clock.ts';
import { instantAfter } from '../../local/duration.ts';
import { runLocalCommand } from '../../local/run-command.ts';
import { type RunningService, startService } from '../support/running-service.ts';

const day = 86_400_000;
let directory: string;
let service: RunningService;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'clock-test-'));
  service = await startService({ dataDirectory: directory });
});
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true });
});

async function move(input: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.baseUrl}/local/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: Object(await response.json()) };
}
/** The service's current time. */
const tell = async () => Date.parse((await move({ advance: 'PT0S' })).body.data.now);
const read = async (path: string) => {
  const response = await fetch(`${service.baseUrl}${path}`, {
    headers: { authorization: service.asOperator },
  });
  return Object(await response.json());
};
/** The token-signing keys. An ES256 key stays until the credentials that it signed have expired. */
const keysOf = async () =>
  (await read('/.well-known/jwks.json')).keys
    .filter(({ alg }: { alg: string }) => alg !== 'ES256')
    .map(({ kid }: { kid: string }) => kid)
    .toSorted();

/** The emails that Ada received. */
const told = async (): Promise<string[]> =>
  (await read('/local/mail?to=ada@clock.example')).data.map(
    ({ subject }: { subject: string }) => subject,
  );

describe('POST /local/clock', () => {
  it('ends what has expired, sends its notices, rotates keys, and survives a restart', async () => {
    const began = await tell();
    const ada = await service.operate('/persons', { email: 'ada@clock.example', givenName: 'Ada' });
    await service.operate(`/persons/${ada.id}/residencies`, {
      residencyType: 'Resident',
      terminationDate: new Date(began + 62 * day).toISOString(),
    });
    const isActive = async () => (await read(`/admin/v1/persons/${ada.id}`)).data.residency.active;
    const keys = await keysOf();
    expect(await isActive()).toBe(true);
    expect((await move({ advance: 'P61D' })).status).toBe(200);
    expect(await isActive()).toBe(true);
    const { status, body } = await move({ to: new Date(began + 100 * day).toISOString() });
    expect([status, Date.parse(body.data.now) >= began + 100 * day]).toEqual([200, true]);
    expect(await isActive()).toBe(false);
    // Rotated once: the previous signing keys are gone, and those published in advance sign now.
    const rotated = await keysOf();
    expect(rotated).toHaveLength(keys.length);
    expect(rotated.filter((kid: string) => keys.includes(kid))).toHaveLength(keys.length / 2);
    // Each notice has its own day: before the end, and on it.
    await expect.poll(told).toHaveLength(4);

    await service.stop();
    service = await startService({ dataDirectory: directory });
    expect((await tell()) - began).toBeGreaterThanOrEqual(100 * day);
    expect(await isActive()).toBe(false);
    expect(readFileSync(join(directory, 'clock.json'), 'utf8')).toContain('aheadMs');
  });

  it('goes only forward, by at most ten years, to a valid time', async () => {
    const now = await tell();
    expect(await move({ to: new Date(now - 1).toISOString() })).toEqual({
      status: 400,
      body: { error: 'The clock goes forward only' },
    });
    expect((await move({ advance: 'P11Y' })).body).toEqual({
      error: 'At most ten years at a time',
    });
    for (const input of [
      {},
      { advance: 'tomorrow' },
      { to: '2027' },
      { advance: 'P1D', to: now },
      [],
    ]) {
      expect((await move(input)).status, JSON.stringify(input)).toBe(400);
    }
    expect((await tell()) - now).toBeLessThan(day);
  });

  it('refuses pages of other sites, and GET', async () => {
    expect((await move({ advance: 'P1D' }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(`${service.baseUrl}/local/clock`)).status).toBe(404);
  });

  it('runs one move after the other, so that both are added', async () => {
    const now = await tell();
    await Promise.all([move({ advance: 'P1D' }), move({ advance: 'P1D' })]);
    expect((await tell()) - now).toBeGreaterThanOrEqual(2 * day);
    // Notices of earlier days are not sent again.
    expect(await told()).toHaveLength(4);
  });

  it('is also available as a command', async () => {
    const now = new Date(await tell());
    const to = new Date(now.getTime() + 2 * day).toISOString();
    expect(await runLocalCommand('clock', service.baseUrl, 'P1D')).toMatch(
      /^It is \S+ now; it was \S+\.$/,
    );
    expect(await runLocalCommand('clock', service.baseUrl, to)).toMatch(/^It is \S+ now/);
    const nextDay = new Date(Date.parse(to) + day).toISOString().slice(0, 10);
    expect(await runLocalCommand('clock', service.baseUrl, nextDay)).toContain(`It is ${nextDay}T`);
    await expect(runLocalCommand('clock', service.baseUrl)).rejects.toThrow('Send {"advance"');
  });
});

describe('an invalid clock.json', () => {
  it.each(['', 'x', '{}', '{"aheadMs":-1}'])('is reported as damaged: %j', (content) => {
    const damaged = mkdtempSync(join(tmpdir(), 'clock-test-'));
    writeFileSync(join(damaged, 'clock.json'), content);
    expect(() => startClock(damaged)).toThrow(/clock\.json is damaged: remove it/);
    rmSync(damaged, { recursive: true });
  });
});

describe('a duration', () => {
  const from = new Date('2026-01-31T10:00:00.000Z');
  it.each([
    ['P1Y', '2027-01-31T10:00:00.000Z'],
    ['P1M', '2026-02-28T10:00:00.000Z'],
    ['P13M', '2027-02-28T10:00:00.000Z'],
    ['P1W', '2026-02-07T10:00:00.000Z'],
    ['P60DT12H', '2026-04-01T22:00:00.000Z'],
    ['PT90M', '2026-01-31T11:30:00.000Z'],
    ['PT1S', '2026-01-31T10:00:01.000Z'],
  ])('of %s leads to %s', (duration, to) => {
    expect(instantAfter(from, duration)?.toISOString()).toBe(to);
  });

  it.each(['', 'P', 'PT', 'P1', '1Y', 'P-1D', 'P1.5D', 'P1DT', 'P1H', 'p1y', 'P1Y '])(
    'is not %j',
    (text) => {
      expect(instantAfter(from, text)).toBeNull();
    },
  );
});
