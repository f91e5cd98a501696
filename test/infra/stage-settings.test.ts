import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, describe, expect, it } from 'vitest';
import settings from '../../cdk.json' with { type: 'json' };
import { settingsInEffect, takeStageSettings } from '../../lib/stage-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'stages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (stage: string, content: unknown) =>
  writeFileSync(join(folder, `${stage}.json`), JSON.stringify(content));

function taken(context: Readonly<Record<string, string>>, ...names: readonly string[]) {
  const app = new App({ context: { ...settings.context, ...context } });
  takeStageSettings(app, folder);
  return names.map((name): unknown => app.node.tryGetContext(name));
}

describe('the settings of a stage', () => {
  it('come from its file, unless the command line overrides them', () => {
    file('live', { stage: 'live', webAcl: true, currency: 'EUR', fees: { amendment: 100 } });
    const names = ['webAcl', 'currency', 'fees'];
    expect(taken({ stage: 'live' }, ...names)).toEqual(['true', 'EUR', { amendment: 100 }]);
    expect(taken({ stage: 'live', currency: 'USD' }, 'currency')).toEqual(['USD']);
    expect(taken({ stage: 'test' }, ...names)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['webACL', 'webACL is not a setting: do you mean webAcl?'],
    ['mailDomian', 'mailDomian is not a setting: do you mean mailDomain?'],
    ['backupCopyregion', 'backupCopyregion is not a setting: do you mean backupCopyRegion?'],
    ['evidencedays', 'evidencedays is not a setting: do you mean evidenceDays?'],
    ['firewall', 'firewall is not a setting'],
  ])('refuse an unknown name: %s', (name, words) => {
    expect(() => taken({ [name]: 'true' })).toThrow(words);
    file('typo', { [name]: 'true' });
    expect(() => taken({ stage: 'typo' })).toThrow(words);
  });

  it('of prod must be complete, and the error names what is missing', () => {
    const answers = {
      ...{ webAcl: 'true', malwareScan: 'false', backupCopyRegion: 'false', budgetUsd: '300' },
      ...{ retention: 'false', accountConcurrency: '1000', alarmPage: 'on-call@registry.example' },
      alarmTicket: 'false',
    };
    file('prod', answers);
    const names = ['webAcl', 'malwareScan', 'backupCopyRegion', 'retention', 'accountConcurrency'];
    // "false" is an answer; settings that are switched off are omitted.
    const taking = taken({ stage: 'prod' }, ...names);
    expect(taking).toEqual(['true', 'false', undefined, undefined, '1000']);
    for (const name of Object.keys(answers)) {
      file('prod', { ...answers, [name]: undefined });
      expect(() => taken({ stage: 'prod' })).toThrow(
        new RegExp(
          `^stage prod needs these settings. Add them to .*/prod.json:\n  "${name}": .*"false"`,
        ),
      );
    }
    file('prod', {});
    const message = /(\n {2}"\w+": .+){8}$/;
    expect(() => taken({ stage: 'prod' })).toThrow(message);
    expect(taken({ stage: 'dev' }, 'webAcl')).toEqual([undefined]);
  });

  it('are stored together with the values in effect', () => {
    const app = new App({ context: { ...settings.context, stage: 'test', fees: { a: 1 } } });
    expect(settingsInEffect(app.node, { evidenceDays: 30, backupLock: undefined })).toBe(
      '{"evidenceDays":"30","fees":{"a":1},"stage":"test"}',
    );
  });

  it('must be an object for that stage', () => {
    file('copy', { stage: 'prod' });
    expect(() => taken({ stage: 'copy' })).toThrow('stage is prod, but the file is for copy');
    file('list', []);
    expect(() => taken({ stage: 'list' })).toThrow();
  });
});
