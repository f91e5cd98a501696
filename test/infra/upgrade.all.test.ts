import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import settings from '../../cdk.json' with { type: 'json' };
import { routes } from '../../shared/service/routes/route-table.ts';
import { fixedNames, lastingResources } from '../support/lasting-resources.ts';
import { ofType, synthesize, synthesizedStacks } from '../support/synthesized.ts';
// Of the templates of version 0.1.0 in the example of prod, with the functions of the support file above.
import former from './released/0.1.0.json' with { type: 'json' };

const example = Object.fromEntries(
  Object.entries(settings['// prod context']).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]),
);
const stacks = synthesize(routes, example);
const facts = synthesizedStacks(routes, example);

describe('an update from version 0.1.0', () => {
  it('replaces nothing that holds data, has an address or reads a stream', () => {
    expect(lastingResources(stacks.data)).toMatchObject(former.data);
    expect(lastingResources(stacks.service)).toMatchObject(former.service);
  });

  it('takes nothing from the data stack that the service stack of before reads', () => {
    // The data stack comes first: CloudFormation refuses to take an export away that is in use.
    expect(facts.data.exports).toEqual(expect.arrayContaining(former.exportsOfData));
  });

  it('makes log groups under new names: the former ones are the service stack’s until its own update', () => {
    const made = fixedNames(stacks.logs);
    expect(made.length).toBeGreaterThan(90);
    expect(made.filter((name) => former.namesInService.includes(name))).toEqual([]);
    expect(facts.service.after).toEqual(expect.arrayContaining(['RegistryLogs', 'RegistryData']));
  });

  it('makes alarms and dashboards after the service stack has given up their names', () => {
    const taken = fixedNames(stacks.monitoring).filter((name) =>
      former.namesInService.includes(name),
    );
    expect(taken.length).toBeGreaterThan(40);
    expect(facts.monitoring.after).toContain('RegistryService');
  });
});

describe('what a stage keeps for longer than the stack that made it', () => {
  it('has no name in the account that a rebuild of the stack would need again', () => {
    for (const stack of [stacks.service, stacks.monitoring]) {
      const kept = Object.fromEntries(
        Object.entries(stack).filter(
          ([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete',
        ),
      );
      expect(fixedNames(kept)).toEqual([]);
    }
  });

  it('lets a web ACL come and go: its log stays where it is', () => {
    const { webAcl: _, ...without } = example;
    const off = synthesize(routes, without);
    expect(Object.keys(ofType(off.service, 'AWS::WAFv2::WebACL'))).toEqual([]);
    expect(off.logs).toEqual(stacks.logs);
  });

  it('is taken over by a deployment that finds it: a function that comes back, a stack of logs made anew', () => {
    const groups = Object.values(ofType(stacks.logs, 'AWS::Logs::LogGroup'));
    expect(groups).toHaveLength(Object.keys(stacks.logs).length);
    for (const { Properties, DeletionPolicy } of groups) {
      // What CloudFormation asks of a resource that it imports by itself ("ImportExistingResources").
      expect([typeof Properties.LogGroupName, DeletionPolicy]).toEqual([
        'string',
        'RetainExceptOnCreate',
      ]);
    }
    for (const file of ['package.json', '.github/workflows/deploy.yml']) {
      const deploys = [...readFileSync(file, 'utf8').matchAll(/cdk (?:-- )?deploy[^"\n]*/g)].map(
        ([line]) => line,
      );
      expect(deploys.length).toBeGreaterThan(0);
      for (const line of deploys) expect(line, file).toContain('--all --import-existing-resources');
    }
  });
});

describe('what watches the service', () => {
  it('calls all but a topic and a queue by name, so that each can be replaced', () => {
    const read = JSON.stringify(stacks.monitoring).matchAll(
      /RegistryService-prod:ExportsOutput(\w+)/g,
    );
    expect(
      [...new Set([...read].map(([, name = '']) => name.replace(/[0-9A-F]{8}$/, '')))].toSorted(),
    ).toEqual(['FnGetAttMailReportsDeadLetters5635385EQueueName', 'RefMonitoringAlarms66989066']);
    expect(JSON.stringify(stacks.service)).not.toMatch(
      /RegistryLogs-prod:|RegistryMonitoring-prod:/,
    );
  });
});
