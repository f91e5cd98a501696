import { expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import {
  anIssuedCertificate,
  aRequest,
  codeOf,
  payRequest,
  readRequest,
} from '../support/certificates.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const reason = 'Issued with another address';

/** Returns what anyone with the code sees, as JSON and as page text. */
async function emails(code: string) {
  const path = `/certificates/${code}`;
  const json = await world.call('GET', path, { headers: { accept: 'application/json' } });
  const page = await world.call('GET', path, { headers: { accept: 'text/html' } });
  return { json: json.body as Record<string, unknown>, page: String(page.body) };
}
const withdraw = (entityId: string, documentId: unknown, body: object = { reason }) =>
  world.admin('POST', `/legal_entities/${entityId}/documents/${documentId}/withdraw`, body);
const aDocument = (entityId: string, text: string) =>
  created(world, `/legal_entities/${entityId}/documents`, {
    name: 'Corrected certificate',
    contentType: 'application/pdf',
    contentBase64: Buffer.from(`%PDF-1.7 ${text}`).toString('base64'),
  });

it('a withdrawn certificate shows its date and replacement, and a new request creates another', async () => {
  const { owner, entity, request, code } = await anIssuedCertificate(world);
  const before = await emails(code);
  expect(before.json).toMatchObject({ genuine: true, withdrawn: null });
  expect(before.page).toContain('This certificate is genuine');
  const replacement = await aDocument(entity.id, 'right');
  const { documentId } = request;

  const answer = await withdraw(entity.id, documentId, { reason, replacedBy: replacement.id });
  const at = '2026-03-01T12:00:00.000Z';
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { id: documentId, withdrawnAt: at, replacedBy: replacement.id } },
  });
  const after = await emails(code);
  const { withdrawn, ...rest } = after.json;
  const { withdrawn: _, ...former } = before.json;
  expect(rest).toEqual(former);
  expect(withdrawn).toEqual({
    at,
    replacedBy: {
      name: 'Corrected certificate',
      createdAt: replacement['createdAt'],
      sha256: replacement['sha256'],
    },
  });
  expect(after.page).toContain('This certificate is withdrawn');
  expect(after.page).toContain('Corrected certificate');
  expect(after.page).toContain(String(replacement['sha256']));
  expect(after.page).not.toContain('This certificate is genuine');
  expect(after.page + JSON.stringify(after.json)).not.toContain(reason);

  // The request keeps its status, but is no longer returned instead of a new one.
  expect(await readRequest(world, request, owner.standardKey)).toMatchObject({
    statusId: 'Issued',
    documentId,
  });
  const next = await aRequest(world, entity.id, owner.standardKey);
  expect(next.id).not.toBe(request.id);
  await payRequest(world, next, owner.standardKey);
  await world.settle();
  expect((await emails(await codeOf(world, next.id))).json).toMatchObject({ withdrawn: null });

  const { body } = await world.admin(
    'GET',
    `/audit?subjectId=${entity.id}&action=document.withdrawn`,
  );
  expect(body).toMatchObject({ data: [{ details: { documentId, replacedBy: replacement.id } }] });
});

it('a document can be withdrawn only once, even by simultaneous calls', async () => {
  const { entity, request } = await anIssuedCertificate(world);
  const both = await Promise.all([
    withdraw(entity.id, request['documentId']),
    withdraw(entity.id, request['documentId']),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await withdraw(entity.id, request['documentId'])).toMatchObject({
    status: 409,
    body: { code: 'document.withdrawn' },
  });
});

it('a document is not replaced by itself, its copy, another entity’s or a withdrawn document', async () => {
  const { entity, request } = await anIssuedCertificate(world);
  const { entity: stranger } = await anIssuedCertificate(world);
  const { documentId } = request;
  const first = await aDocument(entity.id, 'one');
  const same = await aDocument(entity.id, 'one');
  const foreign = await aDocument(stranger.id, 'foreign');
  for (const replacedBy of [documentId, foreign.id, crypto.randomUUID()])
    expect(await withdraw(entity.id, documentId, { reason, replacedBy })).toMatchObject({
      status: 400,
      body: { details: [{ path: ['replacedBy'] }] },
    });
  expect(await withdraw(entity.id, first.id, { reason, replacedBy: same.id })).toMatchObject({
    status: 400,
  });
  const gone = await aDocument(entity.id, 'gone');
  expect(await withdraw(entity.id, gone.id)).toMatchObject({ status: 200 });
  expect(await withdraw(entity.id, documentId, { reason, replacedBy: gone.id })).toMatchObject({
    status: 400,
  });
  expect(await withdraw(stranger.id, documentId)).toMatchObject({ status: 404 });
  expect(await withdraw(entity.id, documentId, {})).toMatchObject({ status: 400 });
  expect(
    await getItem(world.table, keys.withdrawal(entity.id, String(first['sha256']))),
  ).toBeUndefined();
});

it('a replacement that is withdrawn at the same time is refused', async () => {
  const { entity, request } = await anIssuedCertificate(world);
  const replacement = await aDocument(entity.id, 'late');
  world.proxy.beforeNext(
    (_, operation) => operation === 'TransactWriteItems',
    () => withdraw(entity.id, replacement.id),
  );
  const late = await withdraw(entity.id, request['documentId'], {
    reason,
    replacedBy: replacement.id,
  });
  expect(late).toMatchObject({ status: 400, body: { details: [{ path: ['replacedBy'] }] } });
});
