import { expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { entryOf, ofType, type Resources, synthesize } from '../support/synthesized.ts';

const certificate = 'registry/document-certificate';
const key = 'arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-4000-8000-000000000001';

/** Functions that receive the certificate, with their rights to secrets and keys. */
function signing(resources: Resources) {
  return Object.entries(ofType(resources, 'AWS::Lambda::Function'))
    .filter(([, { Properties }]) => 'DOCUMENT_CERTIFICATE' in Properties.Environment.Variables)
    .map(([id, { Properties }]) => {
      const role = resources[Properties.Role['Fn::GetAtt'][0]]?.Properties;
      const statements: { Action: string; Resource: unknown }[] = role.Policies.flatMap(
        ({ PolicyDocument }: { PolicyDocument: { Statement: unknown } }) =>
          PolicyDocument.Statement,
      );
      const rights = statements.filter(({ Action }) => /^(kms|secretsmanager):/.test(Action));
      return {
        entry: entryOf(resources, id),
        key: Properties.Environment.Variables.DOCUMENT_KEY,
        rights: rights.map(({ Action, Resource }) => [Action, JSON.stringify(Resource)]),
      };
    });
}

const issuing = [
  'functions/workflows/certificate-issuance/issue-document.ts',
  'functions/workflows/review-decision/issue-documents.ts',
];
const read = ['secretsmanager:GetSecretValue', expect.stringContaining(`${certificate}-??????`)];

it('no function has certificate settings if no certificate is configured', () => {
  expect(signing(synthesize(routes).service)).toEqual([]);
});

it('with a certificate, only functions that issue documents can read its secret', () => {
  const found = signing(synthesize(routes, { documentCertificate: certificate }).service);
  expect(found.map(({ entry }) => entry).toSorted()).toEqual(issuing);
  expect(found.map(({ rights }) => rights)).toEqual([[read], [read]]);
});

it('with a KMS key, these functions can also sign with it, and nothing else', () => {
  const context = { documentCertificate: certificate, documentKey: key };
  const found = signing(synthesize(routes, context).service);
  const rights = [read, ['kms:Sign', JSON.stringify(key)]];
  expect(found.map((each) => [each.key, each.rights])).toEqual([
    [key, rights],
    [key, rights],
  ]);
});

it.each([
  [{ documentKey: key }, 'also needs documentCertificate'],
  [{ documentCertificate: certificate, documentKey: 'alias/x' }, 'the ARN of a key of KMS'],
])('document signing refuses %j', (context, complaint) => {
  expect(() => synthesize(routes, context)).toThrow(complaint);
});
