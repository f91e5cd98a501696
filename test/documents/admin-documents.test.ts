import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let entityId: string;

const world = await useWorld();
const ada = await aResident(world);
beforeEach(async () => {
  world.clock.now += 60_000;
  entityId = (await anEntity(world, { representatives: [ada.id] })).id;
});

const unknownId = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';
const content = Buffer.from('%PDF-1.7\n%%EOF\n');
const sent = {
  name: 'Certificate of Organization',
  contentType: 'application/pdf',
  contentBase64: content.toString('base64'),
};

async function admin(method: string, path: string, body?: unknown) {
  const answer = await world.admin(method, `/legal_entities/${path}`, body);
  return { status: answer.status, body: answer.body };
}

async function stored(more: object = {}): Promise<Readonly<Record<string, unknown>>> {
  world.clock.now += 1000;
  const { status, body } = await admin('POST', `${entityId}/documents`, { ...sent, ...more });
  expect(status).toBe(200);
  return (body as { data: Readonly<Record<string, unknown>> }).data; // the status was just checked
}

/** A document as in lists, which include whether it was withdrawn. */
const listed = (document: object) => ({ ...document, withdrawnAt: null });

const notFound = { status: 404, body: { error: 'Not found', code: 'resource.not_found' } };
const invalid = (path: string) => ({
  status: 400,
  body: {
    error: 'Invalid request body',
    code: 'request.invalid_body',
    details: [{ path: [path] }],
  },
});

describe('POST /admin/v1/legal_entities/{id}/documents', () => {
  it('stores the bytes, which the entity’s representatives can download', async () => {
    expect(await stored()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Certificate of Organization',
      slug: null,
      version: null,
      visibility: 'visible',
      contentType: 'application/pdf',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: new Date(world.clock.now).toISOString(),
    });
    const path = `/api/v1/legal_entities/${entityId}/documents`;
    const { body } = await world.call('GET', path, { key: ada.standardKey });
    const [document] = (body as { data: { fileUrl: string }[] }).data; // the contract's list
    const file = await fetch(String(document?.fileUrl));
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
  });

  it('accepts 700 KB and not a byte more', async () => {
    const whole = Buffer.alloc(700 * 1024, 1);
    const { size } = await stored({ contentBase64: whole.toString('base64') });
    expect(size).toBe(716_800);
    const more = { ...sent, contentBase64: Buffer.alloc(716_801).toString('base64') };
    const refused = await admin('POST', `${entityId}/documents`, more);
    expect(refused).toMatchObject(invalid('contentBase64'));
  });

  it.each([
    ['empty', ''],
    ['not base64', 'not base64!'],
    ['without padding', 'YWI'],
    ['broken into lines', 'YWJj\nYWJj'],
    ['of the URL alphabet', '-_-_'],
    ['with stray bits', 'YWJ='],
  ])('returns 400 for content that is %s', async (_, contentBase64) => {
    const refused = await admin('POST', `${entityId}/documents`, { ...sent, contentBase64 });
    expect(refused).toMatchObject(invalid('contentBase64'));
  });

  it.each(['pdf', 'application/', 'a/b\r\nx: y', 'text/plain;'])(
    'returns 400 for the content type %j',
    async (contentType) => {
      const refused = await admin('POST', `${entityId}/documents`, { ...sent, contentType });
      expect(refused).toMatchObject(invalid('contentType'));
    },
  );

  it('accepts a content type with parameters', async () => {
    const { contentType } = await stored({ contentType: 'text/plain; charset=utf-8' });
    expect(contentType).toBe('text/plain; charset=utf-8');
  });

  it('returns 404 for an unknown entity', async () => {
    const { status, body } = await admin('POST', `${unknownId}/documents`, sent);
    expect({ status, body }).toMatchObject(notFound);
  });
});

describe('GET and PATCH /admin/v1/legal_entities/{id}/documents', () => {
  it('list all documents, newest first, page by page', async () => {
    const oldest = await stored({ visibility: 'hidden' });
    const middle = await stored({ visibility: 'admin_only' });
    const newest = await stored();
    const path = `${entityId}/documents`;
    expect(await admin('GET', path)).toEqual({
      status: 200,
      body: {
        data: [newest, middle, oldest].map(listed),
        pagination: { limit: 50, nextCursor: null },
      },
    });
    const first = await admin('GET', `${path}?limit=2`);
    expect(first).toMatchObject({
      body: { data: [newest, middle].map(listed), pagination: { limit: 2 } },
    });
    const { nextCursor } = (first.body as { pagination: { nextCursor: string } }).pagination;
    expect(await admin('GET', `${path}?limit=2&cursor=${nextCursor}`)).toEqual({
      status: 200,
      body: { data: [listed(oldest)], pagination: { limit: 2, nextCursor: null } },
    });
  });

  it.each(['ENTITY', '!', '~', 'REPRESENTATIVE#~', '2026', 'zzz'])(
    'return 200 for the made-up cursor %s',
    async (cursor) => {
      const document = await stored();
      const encoded = Buffer.from(cursor).toString('base64url');
      const { status, body } = await admin('GET', `${entityId}/documents?cursor=${encoded}`);
      expect(status).toBe(200);
      const { data } = body as { data: readonly unknown[] }; // the status was just checked
      expect([[], [listed(document)]]).toContainEqual(data);
    },
  );

  it('change a document’s details and visibility, and nothing else', async () => {
    const document = await stored({ slug: 'certificate', version: '1' });
    const path = `${entityId}/documents/${document['id']}`;
    const revision = { name: 'Old certificate', slug: null, visibility: 'hidden' };
    const revised = { ...document, ...revision };
    expect(await admin('PATCH', path, revision)).toEqual({ status: 200, body: { data: revised } });
    expect(await admin('PATCH', path, {})).toEqual({ status: 200, body: { data: revised } });
    expect(await admin('GET', `${entityId}/documents`)).toMatchObject({
      body: { data: [revised] },
    });
    const route = `/api/v1/legal_entities/${entityId}/documents`;
    const outside = await world.call('GET', route, { key: ada.standardKey });
    expect(outside.body).toEqual({ data: [] });
  });

  it('return 404 for an unknown entity, and for another entity’s document', async () => {
    const { id } = await stored();
    const other = await anEntity(world);
    expect(await admin('GET', `${unknownId}/documents`)).toMatchObject(notFound);
    expect(await admin('PATCH', `${other.id}/documents/${id}`, {})).toMatchObject(notFound);
    expect(await admin('PATCH', `${entityId}/documents/${unknownId}`, {})).toMatchObject(notFound);
  });
});
