import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { ofType, type Resources, synthesize, synthesizedStacks } from '../support/synthesized.ts';

const arn = 'arn:aws:dynamodb:eu-west-1:111122223333:table/registry-restored';
const stream = `${arn}/stream/2026-11-23T01:00:00.000`;
const context = { stage: 'test', baseUrl: 'https://registry.example' };
const restored = { ...context, restoredTable: stream, restoredDocuments: 'documents-restored' };

const before = synthesize(routes, context);
const after = synthesize(routes, restored);

/** Resources without the parameter that stores the settings. */
function withoutSettings(resources: Resources): unknown {
  return Object.entries(resources).filter(([, { Type }]) => Type !== 'AWS::SSM::Parameter');
}

/** The resources with references to table, bucket and stream replaced by those of the restored ones. */
function alike(resources: Resources): unknown {
  const text = JSON.stringify(
    Object.entries(resources)
      .filter(([, { Type }]) => Type !== 'AWS::Lambda::EventSourceMapping')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
    // The id of a function version changes with its environment.
    .replaceAll(/CurrentVersion[0-9A-F]{8}[0-9a-f]{32}/g, 'CurrentVersion')
    .replaceAll(/\{"Fn::ImportValue":"RegistryData-test-TableName"\}/g, '"registry-restored"')
    .replaceAll(/\{"Fn::ImportValue":"RegistryData-test-Table"\}/g, `"${arn}"`)
    .replaceAll(
      /\{"Fn::ImportValue":"RegistryData-test:ExportsOutputFnGetAttTable[A-Z0-9]*StreamArn[A-Z0-9]*"\}/g,
      `"${stream}"`,
    )
    .replaceAll(
      /\{"Fn::ImportValue":"RegistryData-test:ExportsOutputRefTable[A-Z0-9]*"\}/g,
      '"registry-restored"',
    )
    .replaceAll(
      /\{"Fn::ImportValue":"RegistryData-test:ExportsOutputRefDocuments[A-Z0-9]*"\}/g,
      '"documents-restored"',
    );
  return JSON.parse(
    text
      .replaceAll('","registry-restored","', 'registry-restored')
      // ARNs are built differently from an import and from a text.
      .replaceAll(
        '"Resource":{"Fn::ImportValue":"RegistryData-test-DocumentsArn"}',
        '"Resource":"documents: "',
      )
      .replaceAll(
        /\{"Fn::Join":\["",\[\{"Fn::ImportValue":"RegistryData-test-DocumentsArn"\},"([^"]*)"\]\]\}/g,
        '"documents: $1"',
      )
      .replaceAll(
        /\{"Fn::Join":\["",\["arn:",\{"Ref":"AWS::Partition"\},":s3:::documents-restored([^"]*)"\]\]\}/g,
        '"documents: $1"',
      )
      .replaceAll(
        new RegExp(`\\{"Fn::Join":\\["",\\["${arn}","([^"]*)"\\]\\]\\}`, 'g'),
        `"${arn}$1"`,
      ),
  );
}

describe('a deployment with a restored table and restored documents', () => {
  it('leaves the data stack unchanged: table, bucket, and every export in use', () => {
    // The settings are stored with the data, for comparison with the next deployment.
    expect(withoutSettings(after.data)).toEqual(withoutSettings(before.data));
    const [was, is] = [synthesizedStacks(routes, context), synthesizedStacks(routes, restored)];
    expect(is.data.exports).toEqual(expect.arrayContaining(was.data.exports));
    for (const id of was.data.outputs.filter(
      (name) => !/^(TableName|DocumentsBucket)$/.test(name),
    )) {
      expect([id, is.data.values[id]]).toEqual([id, was.data.values[id]]);
    }
    expect(is.data.values).toMatchObject({
      TableName: 'registry-restored',
      DocumentsBucket: 'documents-restored',
    });
    const [table] = Object.values(ofType(after.data, 'AWS::DynamoDB::GlobalTable'));
    expect(table).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { Replicas: [{ DeletionProtectionEnabled: true }] },
    });
  });

  it('changes only the names, rights, triggers and alarms that refer to them', () => {
    expect(alike(after.service)).toEqual(alike(before.service));
    expect(alike(after.monitoring)).toEqual(alike(before.monitoring));
    expect(alike(after.logs)).toEqual(alike(before.logs));
  });

  it('reads the restored stream from its beginning with the same functions, and no longer the previous one', () => {
    const mappings = (resources: Resources) =>
      Object.values(ofType(resources, 'AWS::Lambda::EventSourceMapping')).map(
        ({ Properties }) => Properties,
      );
    const isOfQueue = (properties: Resources[string]['Properties']) =>
      /Queue/.test(JSON.stringify(properties.EventSourceArn));
    const ofTable = mappings(after.service).filter((each) => !isOfQueue(each));
    expect(ofTable.map(({ EventSourceArn }) => EventSourceArn)).toEqual([stream, stream]);
    expect(ofTable.map(({ StartingPosition }) => StartingPosition)).toEqual([
      'TRIM_HORIZON',
      'TRIM_HORIZON',
    ]);
    const named = (some: readonly Resources[string]['Properties'][]) =>
      some.map(({ FunctionName }) => JSON.stringify(FunctionName)).toSorted();
    expect(named(mappings(after.service))).toEqual(named(mappings(before.service)));
  });

  it('names the previous table only in the data stack', () => {
    const text = JSON.stringify([after.service, after.monitoring]);
    expect(text).not.toMatch(/ImportValue":"[^"]*(Table|Documents)/);
    expect(text).toContain(`${arn}/index/gsi1`);
  });

  it('can have only the table restored', () => {
    const { restoredDocuments: _, ...alone } = restored;
    const text = JSON.stringify(synthesize(routes, alone).service);
    expect(text).toMatch(/ImportValue":"[^"]*Documents/);
    expect(text).not.toMatch(/ImportValue":"[^"]*Table/);
  });

  it.each<Readonly<Record<string, string>>>([
    { restoredTable: 'registry-restored' },
    { restoredTable: arn },
    { restoredDocuments: 's3://documents' },
  ])('refuses %j', (wrong) => {
    expect(() => synthesize([], { ...context, ...wrong })).toThrow(/^restored/);
  });
});
