import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allowances, isAllowed } from '../schemathesis/allowances.ts';
import { descriptionFor } from '../schemathesis/description-for.ts';
import { readFindings } from '../schemathesis/findings.ts';

const notes = new URL('../../docs/contract-notes/', import.meta.url);

const base64 = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });

it('every allowed schemathesis finding is explained in a contract note', () => {
  for (const { page, note } of allowances)
    expect(readFileSync(new URL(page, notes), 'utf8')).toContain(`- **${note}.**`);
});

it('a failed schemathesis check is read from its report with the request and response', () => {
  const failed = { name: 'not_a_server_error', status: 'failure' };
  const failure_info = { failure: { message: 'Server error' } };
  const request = { method: 'POST', uri: 'http://localhost/x', body: base64('{}') };
  const response = { status_code: 500, content: base64('{"error":"Internal server error"}') };
  const recorder = {
    label: 'POST /x',
    checks: {
      a: [
        { name: 'ignored_auth', status: 'success' },
        { ...failed, failure_info },
      ],
    },
    interactions: { a: { request, response } },
  };
  const folder = mkdtempSync(join(tmpdir(), 'findings-'));
  const report = join(folder, 'report.ndjson');
  const events = [{ Initialize: {} }, { ScenarioFinished: { recorder } }];
  writeFileSync(report, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const read = readFindings(report);
  rmSync(folder, { recursive: true });
  const finding = {
    check: 'not_a_server_error',
    operation: 'POST /x',
    method: 'POST',
    status: 500,
    body: '{"error":"Internal server error"}',
    message: 'Server error',
    curl: "curl -X POST 'http://localhost/x' -d '{}'",
  };
  expect(read).toEqual({ cases: 1, findings: [finding] });
  expect(isAllowed(finding)).toBe(false);
});

it.each([
  ['positive_data_acceptance', 400, { error: 'Invalid webhook signature' }, true],
  ['positive_data_acceptance', 400, { error: 'invalid_scope', error_description: 'None' }, true],
  ['positive_data_acceptance', 400, { error: 'Invalid', code: 'voucher_not_found' }, true],
  ['missing_required_header', 403, { error: 'Forbidden' }, false],
  ['positive_data_acceptance', 400, { error: 'Missing `rpn` parameter' }, false],
  ['positive_data_acceptance', 500, { error: 'Invalid webhook signature' }, false],
  ['unsupported_method', 404, { error: 'Not found' }, true],
  ['unsupported_method', 200, {}, false],
])('the schemathesis finding %s with %i %j is allowed: %s', (check, status, body, allowed) => {
  const finding = { check, status, body: JSON.stringify(body), operation: 'GET /x', method: 'GET' };
  expect(isAllowed({ ...finding, message: '', curl: '' })).toBe(allowed);
});

it.each([
  ["curl -X GET 'http://localhost/x?name=0%C2%A0%C2%A0%C2%A0'", true],
  [String.raw`curl -X POST 'http://localhost/x' -d '{"label": "0\u00a0\u00a0\u00a0"}'`, true],
  ["curl -X GET 'http://localhost/x?name=0000'", false],
])('a text that is too long is allowed only if it ends in spaces: %s', (curl, allowed) => {
  const finding = { check: 'negative_data_rejection', operation: 'GET /x', method: 'GET', curl };
  const message =
    'Invalid component: parameter `name` in query - name: String larger than maxLength';
  expect(isAllowed({ ...finding, status: 200, body: '{}', message })).toBe(allowed);
});

it('each credential gets a description with only the operations that accept it', () => {
  const parameters = [{ name: 'id', in: 'path', required: true }];
  const description = {
    openapi: '3.1.0',
    paths: {
      '/health': { get: { security: [] } },
      '/api/v1/legal_entities/{id}': {
        get: { security: [{ standardKey: [] }, { agentKey: [] }], parameters },
        delete: { security: [{ standardKey: [] }] },
      },
    },
  };
  const example = { ...parameters[0], example: 'e1' };
  expect(descriptionFor(description, 'agentKey', 'e1')).toEqual({
    openapi: '3.1.0',
    paths: {
      '/health': {},
      '/api/v1/legal_entities/{id}': {
        get: { security: [{ agentKey: [] }], parameters: [example] },
      },
    },
  });
  expect(descriptionFor(description, 'none', 'e1')).toEqual({
    openapi: '3.1.0',
    paths: { '/health': { get: { security: [] } }, '/api/v1/legal_entities/{id}': {} },
  });
});

it('a partial description has no links to operations outside of it', () => {
  const link = (operationId: string) => ({ operationId });
  const ofKeys = { security: [{ standardKey: [] }, { agentKey: [] }] };
  const responses = { 200: { links: { pay: link('pay'), check: link('check') } }, 400: {} };
  const description = {
    paths: {
      '/create': { post: { operationId: 'create', ...ofKeys, responses } },
      '/pay': { post: { operationId: 'pay', security: [{ standardKey: [] }] } },
      '/check': { get: { operationId: 'check', ...ofKeys } },
    },
  };
  const linked = (scheme: string) =>
    Reflect.get(descriptionFor(description, scheme, 'an id'), 'paths')['/create'].post.responses;
  expect(linked('agentKey')).toEqual({ 200: { links: { check: link('check') } }, 400: {} });
  expect(linked('standardKey')).toEqual(responses);
});
