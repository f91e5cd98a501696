import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { ofType, type Resources, synthesize, synthesizedStacks } from '../support/synthesized.ts';

const arn = 'arn:aws:dynamodb:eu-west-1:111122223333:table/registry-restored';
const stream = `${arn}/stream/2026-11-23T01:00:00.000`;
const context = { stage: 'test', baseUrl: 'https://registry.example' };
const restored = { ...context, restoredTable: stream, restoredDocuments: 'documents-restored' };

const before = synthesize(routes, context);
const after = synthesize(routes, restored);

/** The same, with what stands in the place of table and bucket, and anyone who reads the stream under one name. */
/** Resources but the parameter that keeps what was set. */
function withoutSettings(resources: Resources): unknown {
  return Object.entries(resources).filter(([, { Type }]) => Type !== 'AWS::SSM::Parameter');
}

function alike(resources: Resources): unknown {
  const text = JSON.stringify(
    Object.entries(resources)
      .filter(([, { Type }]) => Type !== 'AWS::Lambda::EventSourceMapping')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
    // A version of a function has another id when its environment has other names.
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
      // ARNs are put together in other ways: of an import, and of a text.
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
  it('leaves the data as they are: table, bucket, and every export that is in use', () => {
    // The settings themselves are kept with the data: what they were is what the next deployment compares.
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

  it('changes names, rights, triggers and alarms to them, and nothing else', () => {
    expect(alike(after.service)).toEqual(alike(before.service));
    expect(alike(after.monitoring)).toEqual(alike(before.monitoring));
    expect(alike(after.logs)).toEqual(alike(before.logs));
  });

  it('reads the restored stream from its beginning, by the same functions, and the previous one no more', () => {
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

  it('names the previous table nowhere but in the data stack', () => {
    const text = JSON.stringify([after.service, after.monitoring]);
    expect(text).not.toMatch(/ImportValue":"[^"]*(Table|Documents)/);
    expect(text).toContain(`${arn}/index/gsi1`);
  });

  it('can do with the table alone', () => {
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
