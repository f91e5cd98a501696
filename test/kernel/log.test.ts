import { describe, expect, it } from 'vitest';
import { openLog } from '../../shared/kernel/aws/log.ts';
import { causedBy } from '../../shared/kernel/runtime/cause.ts';

type Level = Parameters<typeof openLog>[1];

/** The lines that a log writes at this level. */
function written(level: Level, stage = 'prod') {
  const lines: string[] = [];
  const log = openLog('registry', level, stage, { write: (text: string) => lines.push(text) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line)) };
}

const measure = { metric: 'VisitorPassApplications', value: 1 } as const;

describe('a log', () => {
  it('writes one line of JSON for each call, of the facts that are there', () => {
    const { log, lines, parsed } = written('INFO');
    log.info('request', {
      requestId: 'r',
      status: 200,
      keyId: undefined,
      network: '',
      grantId: null,
    });
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(parsed()).toEqual([
      {
        level: 'INFO',
        message: 'request',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        service: 'registry',
        requestId: 'r',
        status: 200,
      },
    ]);
  });

  it('lets no field replace what the line itself says', () => {
    const { log, parsed } = written('INFO');
    log.info('request', { level: 'ERROR', message: 'x', service: 'y', timestamp: 'z' });
    expect(parsed()).toMatchObject([{ level: 'INFO', message: 'request', service: 'registry' }]);
  });

  it('says which request has caused a failure, and quotes no input', async () => {
    const { log, parsed } = written('ERROR');
    await causedBy('r', async () => {
      try {
        JSON.parse('{"name": secret}');
      } catch (error) {
        log.error('failed', {}, error);
      }
    });
    expect(parsed()).toMatchObject([{ level: 'ERROR', requestId: 'r', cause: 'SyntaxError' }]);
    expect(JSON.stringify(parsed())).not.toContain('secret');
  });

  it.each<[Level, string, readonly string[]]>([
    ['DEBUG', 'prod', ['info', 'error', 'measure']],
    ['INFO', 'prod', ['info', 'error', 'measure']],
    ['WARN', 'prod', ['error', 'measure']],
    ['ERROR', 'prod', ['error', 'measure']],
    ['SILENT', 'prod', []],
    ['ERROR', 'local', ['error']],
  ])('at %s in the stage %s writes %j', (level, stage, expected) => {
    const { log, parsed } = written(level, stage);
    log.info('info', {});
    log.error('error', {});
    log.measure(measure);
    expect(parsed().map(({ message }) => message)).toEqual(expected);
  });
});
