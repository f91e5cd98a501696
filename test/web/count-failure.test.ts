import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureMetric } from '../../shared/web/http/count-failure.ts';
import { aResident, type Person } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await aResident(world);
});
afterAll(() => world.stop());

afterEach(() => vi.unstubAllEnvs());

/** The CloudWatch lines that this version writes while the table fails, or for a path that does not exist. */
async function counted(version: string | undefined, path = '/api/v1/whoami') {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'registry-prod-meta-whoami');
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', version);
  const lines: string[] = [];
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  try {
    if (path === '/api/v1/whoami') world.proxy.failNext({ kind: 'internal', times: 10 });
    const { status } = await world.call('GET', path, { key: ada.standardKey });
    return { status, lines: lines.filter((line) => line.includes('_aws')) };
  } finally {
    written.mockRestore();
    world.proxy.disarm();
  }
}

describe('an answer with 500', () => {
  it("is counted under the Lambda version that answered, in CloudWatch's metric format", async () => {
    const { status, lines } = await counted('7');
    expect(status).toBe(500);
    const [line = '', ...others] = lines;
    expect(others).toEqual([]);
    expect(line.endsWith('\n')).toBe(true);
    const { _aws, ...members } = JSON.parse(line);
    const { namespace, metricName, dimensionsMap } = failureMetric(
      'test',
      'registry-prod-meta-whoami',
      '7',
    );
    expect(_aws).toEqual({
      Timestamp: world.clock.now,
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [Object.keys(dimensionsMap)],
          Metrics: [{ Name: metricName, Unit: 'Count' }],
        },
      ],
    });
    expect(members).toEqual({ ...dimensionsMap, [metricName]: 1 });
  });

  it('is counted only in a published version, and 404 is not counted', async () => {
    expect(await counted('$LATEST')).toEqual({ status: 500, lines: [] });
    expect(await counted(undefined)).toEqual({ status: 500, lines: [] });
    expect(await counted('7', '/api/v1/legal_entities/none')).toEqual({ status: 404, lines: [] });
  });
});

describe('an answer with 503', () => {
  it('is returned if the table does not respond, and is counted as a failure', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'registry-prod-meta-whoami');
    vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', '7');
    world.proxy.failNext({ kind: 'drop-response', times: 10 });
    const lines: string[] = [];
    const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    try {
      const answer = await world.call('GET', '/api/v1/whoami', { key: ada.standardKey });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
      expect(Object(answer.body).error).toBe('The service is busy. Try again.');
      expect(lines.filter((line) => line.includes('_aws'))).toHaveLength(1);
    } finally {
      written.mockRestore();
      world.proxy.disarm();
    }
  });
});
