import { App } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { rowStatements, tableRights } from '../../lib/function-access.ts';
import { payCertificateOnPage } from '../../shared/certificates/routes/portal-certificates.ts';
import { listEvents } from '../../shared/events/routes/events.ts';
import type { Route } from '../../shared/kernel/http/route.ts';

const arns = {
  table: 'arn:aws:dynamodb:eu-west-1:0:table/t',
  documents: 'arn:aws:s3:::d',
  tableRights: 'kinds',
} as const;
const policyOf = (route: Route) =>
  JSON.stringify(rowStatements([route], arns).map((each) => each.toStatementJson()));

it('an operation for keys of every kind may record the day on which a key is used', () => {
  expect(policyOf({ ...listEvents, writes: {} })).toContain('KEY_USE#*');
});

it('the page that pays for a certificate may write its invoice', () => {
  const puts = rowStatements([payCertificateOnPage], arns)
    .map((each) => JSON.stringify(each.toStatementJson()))
    .filter((statement) => statement.includes('dynamodb:PutItem'));
  expect(puts.join()).toContain('INVOICE#*');
});

it('with tableRights: table, declared actions apply to the whole table, and nothing else changes', () => {
  const statements = (tableRights: 'kinds' | 'table') =>
    rowStatements([payCertificateOnPage], { ...arns, tableRights }).map((each) =>
      each.toStatementJson(),
    );
  const wide = statements('table');
  expect(JSON.stringify(wide)).not.toContain('LeadingKeys');
  const narrow = statements('kinds').map(({ Condition: _, ...each }) => each);
  expect(wide).toEqual(narrow);
  const given = (value: string) => tableRights(new App({ context: { tableRights: value } }).node);
  expect([given('table'), tableRights(new App().node)]).toEqual(['table', 'kinds']);
  expect(() => given('tables')).toThrow('tableRights: kinds or table');
});
