import { callService, encode } from '../call-service.ts';
import { type Row, valueAt } from '../column.ts';
import { Failure } from '../failure.ts';
import { present } from '../present.ts';
import { showRecord } from '../show-record.ts';
import type { Tool } from '../tool.ts';

const example = 'approvals approve 3c5f0a52-8a1d-4f0e-9b7c-2d1e0f9a8b7c';

/** `approvals approve`: shows the request, and sends the same one as a second operator. */
export const approve: Tool = {
  name: 'approve',
  about: "Show another operator's request, then approve it and carry it out",
  arguments: [['id', 'id of the request, from `approvals list`']],
  options: [['--yes', 'do not ask for confirmation']],
  uses: ['GET /admin/v1/approvals/{id}'],
  example,
  async run(options, target, terminal) {
    const id = String(options['id']);
    if (/^\.{0,2}$/.test(id)) throw new Failure('usage', `<id> is not a valid id: '${id}'`);
    const where = target();
    const path = `/approvals/${encode(id)}`;
    const asked = await callService(where, { method: 'GET', path, query: {} });
    const [method, requested] = [
      valueAt(asked, 'data.request.method'),
      valueAt(asked, 'data.request.path'),
    ];
    if (typeof method !== 'string' || typeof requested !== 'string') {
      const status = String(valueAt(asked, 'data.status'));
      throw new Failure('refused', `The approval is not pending: it is ${status}.`);
    }
    terminal.notice(showRecord(rowOf(valueAt(asked, 'data')), terminal));
    if (options['yes'] !== true) {
      if (terminal.ask === null) throw new Failure('usage', 'Confirm with --yes.');
      const answer = await terminal.ask('Approve and carry out this request? [y/N] ');
      if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('refused', 'Nothing was changed.');
    }
    const body = valueAt(asked, 'data.request.body');
    const answer = await callService(where, {
      method,
      path: requested.replace(/^\/admin\/v1/, ''),
      query: {},
      approval: id,
      ...(body !== null && body !== undefined && { body }),
    });
    if (options['json'] === true) terminal.write(`${JSON.stringify(answer, null, 2)}\n`);
    else present({ ...shown, secret: secretOf(requested) }, answer, terminal);
  },
};

/** Content that only this answer has: a key, or a passkey code. A voucher's `code` can be read again. */
function secretOf(path: string): string {
  return path.endsWith('/passkey_code') ? 'code' : 'key';
}

const shown = {
  name: 'approve',
  about: '',
  method: 'POST',
  path: '/approvals',
  done: 'Approved and carried out.',
  example,
} as const;

function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
