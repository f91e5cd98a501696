import { describe, expect, it } from 'vitest';
import { steps as deployment } from '../../bin/deploy.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  exampleOfProd,
  fixedNames,
  lastingParts,
  lastingResources,
} from '../support/lasting-resources.ts';
import { ofType, synthesize, synthesizedStacks, synthesizeEach } from '../support/synthesized.ts';
import former from './released/1.0.0.json' with { type: 'json' };

const stacks = synthesize(routes, exampleOfProd);

describe('an update from version 1.0.0', () => {
  const parts = lastingParts();

  it('replaces nothing that holds data, has an address or reads a stream', () => {
    expect(parts.data).toMatchObject(former.data);
    expect(parts.domain).toMatchObject(former.domain);
    expect(parts.service).toMatchObject(former.service);
  });

  it('takes nothing from the data stack that the service stack of before reads', () => {
    // The data stack comes first: CloudFormation refuses to take an export away that is in use.
    expect(parts.exportsOfData).toEqual(expect.arrayContaining(former.exportsOfData));
    const { service } = synthesizedStacks(routes, exampleOfProd);
    expect(service.after).toEqual(expect.arrayContaining(['RegistryLogs', 'RegistryData']));
  });
});

describe('functions that leave the service stack', () => {
  const each = synthesizeEach(routes, exampleOfProd);

  it('keep their names, and are made after it has let go of them', () => {
    const names = Object.values(each).flatMap((stack) =>
      fixedNames(stack).filter((name) => name.startsWith('AWS::Lambda::Function')),
    );
    expect(new Set(names).size).toBe(names.length);
    const { schedules, pages, operators } = synthesizedStacks(routes, exampleOfProd);
    for (const { after } of [schedules, pages, operators]) {
      expect(after).toEqual(expect.arrayContaining(['RegistryService', 'RegistryData']));
    }
  });

  it('hold nothing: their stacks have no resource that an update may not replace', () => {
    for (const stack of [each.schedules, each.pages, each.operators]) {
      expect(Object.keys(lastingResources(stack)).filter((id) => !/Api/.test(id))).toEqual(
        Object.keys(ofType(stack, 'AWS::WAFv2::WebACL')),
      );
    }
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
    const { webAcl: _, ...without } = exampleOfProd;
    const off = synthesize(routes, without);
    expect(Object.keys(ofType(off.service, 'AWS::WAFv2::WebACL'))).toEqual([]);
    expect(off.logs).toEqual(stacks.logs);
  });

  it('is taken over by a deployment that finds it: a function that comes back, a stack of logs made again', () => {
    const groups = Object.values(ofType(stacks.logs, 'AWS::Logs::LogGroup'));
    expect(groups.length).toBeGreaterThan(100);
    // All else that has a name in the account goes with the stack.
    const others = Object.entries(stacks.logs).filter(
      ([, { Type, DeletionPolicy = 'Delete' }]) =>
        Type !== 'AWS::Logs::LogGroup' && DeletionPolicy !== 'Delete',
    );
    expect(fixedNames(Object.fromEntries(others))).toEqual([]);
    for (const { Properties, DeletionPolicy } of groups) {
      // What CloudFormation asks of a resource that it imports by itself ("ImportExistingResources").
      expect([typeof Properties.LogGroupName, DeletionPolicy]).toEqual([
        'string',
        'RetainExceptOnCreate',
      ]);
    }
    expect(deployment.deploy().join(' ')).toContain('cdk deploy --all --import-existing-resources');
  });
});

describe('what watches the service', () => {
  it('calls all but a queue by name, so that each can be replaced', () => {
    const read = JSON.stringify(stacks.monitoring).matchAll(
      /RegistryService-prod:ExportsOutput(\w+)/g,
    );
    expect(
      [...new Set([...read].map(([, name = '']) => name.replace(/[0-9A-F]{8}$/, '')))].toSorted(),
    ).toEqual(['FnGetAttMailReportsDeadLetters5635385EQueueName']);
    expect(JSON.stringify(stacks.service)).not.toMatch(
      /RegistryLogs-prod:|RegistryMonitoring-prod:/,
    );
  });
});
