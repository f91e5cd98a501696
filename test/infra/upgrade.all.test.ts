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

  it('replaces no resource that holds data, has an address or reads a stream', () => {
    expect(parts.data).toMatchObject(former.data);
    expect(parts.domain).toMatchObject(former.domain);
    expect(parts.service).toMatchObject(former.service);
  });

  it('keeps every export of the data stack that the previous service stack reads', () => {
    // The data stack is deployed first: CloudFormation refuses to remove an export in use.
    expect(parts.exportsOfData).toEqual(expect.arrayContaining(former.exportsOfData));
    const { service } = synthesizedStacks(routes, exampleOfProd);
    expect(service.after).toEqual(expect.arrayContaining(['RegistryLogs', 'RegistryData']));
  });
});

describe('functions that move out of the service stack', () => {
  const each = synthesizeEach(routes, exampleOfProd);

  it('keep their names, and are created after it has deleted them', () => {
    const names = Object.values(each).flatMap((stack) =>
      fixedNames(stack).filter((name) => name.startsWith('AWS::Lambda::Function')),
    );
    expect(new Set(names).size).toBe(names.length);
    const { schedules, pages, operators } = synthesizedStacks(routes, exampleOfProd);
    for (const { after } of [schedules, pages, operators]) {
      expect(after).toEqual(expect.arrayContaining(['RegistryService', 'RegistryData']));
    }
  });

  it('are in stacks whose resources may all be replaced', () => {
    for (const stack of [each.schedules, each.pages, each.operators]) {
      expect(Object.keys(lastingResources(stack)).filter((id) => !/Api/.test(id))).toEqual(
        Object.keys(ofType(stack, 'AWS::WAFv2::WebACL')),
      );
    }
  });
});

describe('a resource that is retained after its stack is deleted', () => {
  it('has no fixed name that a rebuilt stack would need again', () => {
    for (const stack of [stacks.service, stacks.monitoring]) {
      const kept = Object.fromEntries(
        Object.entries(stack).filter(
          ([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete',
        ),
      );
      expect(fixedNames(kept)).toEqual([]);
    }
  });

  it('keeps the log of a web ACL that is switched off and on', () => {
    const { webAcl: _, ...without } = exampleOfProd;
    const off = synthesize(routes, without);
    expect(Object.keys(ofType(off.service, 'AWS::WAFv2::WebACL'))).toEqual([]);
    expect(off.logs).toEqual(stacks.logs);
  });

  it('is imported by a later deployment if it is a log group', () => {
    const groups = Object.values(ofType(stacks.logs, 'AWS::Logs::LogGroup'));
    expect(groups.length).toBeGreaterThan(100);
    // Every other resource with a fixed name is deleted with the stack.
    const others = Object.entries(stacks.logs).filter(
      ([, { Type, DeletionPolicy = 'Delete' }]) =>
        Type !== 'AWS::Logs::LogGroup' && DeletionPolicy !== 'Delete',
    );
    expect(fixedNames(Object.fromEntries(others))).toEqual([]);
    for (const { Properties, DeletionPolicy } of groups) {
      // CloudFormation's requirements for importing a resource automatically ("ImportExistingResources").
      expect([typeof Properties.LogGroupName, DeletionPolicy]).toEqual([
        'string',
        'RetainExceptOnCreate',
      ]);
    }
    expect(deployment.deploy().join(' ')).toContain('cdk deploy --all --import-existing-resources');
  });
});

describe('the monitoring of the service', () => {
  it('refers to all resources except one queue by name, so that each can be replaced', () => {
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
