import { describe, expect, it } from 'vitest';
import { showCsv } from '../../admin/show-csv.ts';
import { storeTaxProof } from '../../shared/certificates/usecases/tax-proof.ts';
import { findUploadScan } from '../../shared/documents/db/upload-scans.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { aFiler, freshName, propose } from '../support/amendments.ts';
import { aRepresentedEntity, aRequest } from '../support/certificates.ts';
import { aDraft, aVoucher, pay } from '../support/drafts.ts';
import { aPdf } from '../support/files.ts';
import { aPartner, aPartnerDraft } from '../support/partners.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const { admin } = operatorOf(world);
const filer = await aFiler(world);
const draft = await aDraft(world, filer.standardKey);
await pay(world, draft, await aVoucher(world));
await propose(world, filer, { name: freshName() });
const entity = await aRepresentedEntity(world, filer, { name: '=cmd|calc', extension: 'LLC' });
await aRequest(world, entity.id, filer.standardKey);
const partner = await aPartner(world, { name: '-Partners' });
await aPartnerDraft(world, partner);
await created(world, '/oauth_clients', {
  clientId: 'list-app',
  name: '@Harbour, "List"',
  redirectUris: ['https://list.example/a', 'https://list.example/b'],
  scopes: ['openid'],
});

world.scans.setting.required = true;
const proof = { personId: filer.id, content: aPdf(), contentType: 'application/pdf' };
const { objectKey } = await storeTaxProof(proof, personActor(filer.id), world.deps);
const upload = await findUploadScan(world.table, objectKey);

const run = (line: string, width?: number) =>
  runInShell({ url: world.baseUrl, ...(width !== undefined && { width }) }, line);

/** Each list command, with an id that it must find. */
const finds: readonly (readonly [line: string, id: string])[] = [
  [`applications list --status Draft --person-id ${filer.id}`, draft.id],
  [`amendments list --legal-entity-id ${filer.entityId}`, filer.entityId],
  [`certificate-requests list --status "Pending Payment"`, entity.id],
  [`residency-applications list --integration-id ${partner.integrationId}`, partner.integrationId],
  ['invoices list --status paid --created-from 2026-03-01', draft.id],
  ['integrations list --created-until 2026-03-01', partner.integrationId],
  ['clients list', 'list-app'],
  ['uploads list --status pending', String(upload?.id)],
  [`entities list --status registered`, entity.id],
];

describe.each(finds)('%s', (line, id) => {
  it('has the same entries as a table, as CSV and as JSON', async () => {
    const json = await run(`${line} --format json`);
    expect({ err: json.err, exitCode: json.exitCode }).toEqual({ err: '', exitCode: 0 });
    // The shape of a list answer is {data, pagination}.
    const { data } = JSON.parse(json.out) as { data: Record<string, unknown>[] };
    expect(data.length).toBeGreaterThan(0);
    expect(json.out).toContain(id);
    expect((await run(`${line} --json`)).out).toBe(json.out);
    const table = await run(line);
    expect(table.out).toContain(id);
    expect(table.out.trim().split('\n')).toHaveLength(data.length + 1);
    expect((await run(`${line} --format table`)).out).toBe(table.out);
    const csv = await run(`${line} --format csv`);
    expect(csv).toMatchObject({ exitCode: 0, err: '' });
    const lines = csv.out.split('\r\n');
    expect(lines).toHaveLength(data.length + 2);
    expect(lines.at(-1)).toBe('');
    expect(csv.out).toContain(id);
    expect(lines[0]).toMatch(/^"(id|clientId)",/);
  });
});

describe('--format csv', () => {
  it('has a cell for every field, and none that a spreadsheet would run', async () => {
    const clients = await run('clients list --format csv');
    expect(clients.out).toBe(
      [
        '"clientId","name","publisher","privacyUri","logo","public","redirectUris","scopes","grantTypes","requestObjectKeys","jwksUri","attestationAnchors","postLogoutRedirectUris","frontchannelLogoutUri","backchannelLogoutUri","backchannelLogoutSessionRequired","tokenEndpointAuthMethod","requirePushedAuthorizationRequests","dpopBoundAccessTokens","strictDpopProofs","idTokenSignedResponseAlg","active","createdAt","review"',
        '"list-app","\'@Harbour, ""List""","","","","false","https://list.example/a; https://list.example/b","openid","","","","","","","","false","client_secret","false","false","false","RS256","true","2026-03-01T12:00:00.000Z",""',
        '',
      ].join('\r\n'),
    );
    const entities = await run('entities list --format csv');
    expect(entities.out).toContain(`"'=cmd|calc"`);
    expect((await run('integrations list --format csv')).out).toContain(`"'-Partners"`);
    expect(
      showCsv(
        ['phone'],
        ['+50455500142', '+504 5550 0142', '+504-5550', '+1+cmd|calc', '+A1'].map((phone) => ({
          phone,
        })),
      ).split('\r\n'),
    ).toEqual(
      ['phone', '+50455500142', '+504 5550 0142', "'+504-5550", "'+1+cmd|calc", "'+A1"]
        .map((cell) => `"${cell}"`)
        .concat(''),
    );
    expect((await run('invoices list --format csv')).out.split('\r\n')[0]).toBe(
      '"id","statusId","amountCents","currency","subject.type","subject.id","paidAt","voucherCode","createdAt"',
    );
  });

  it('reports that there are more pages, and includes all with --all', async () => {
    const first = await run('entities list --format csv --limit 1');
    expect(first.err).toContain('There are more: use --cursor ');
    const all = await run('entities list --format csv --all');
    expect(all.err).toBe('');
    expect(all.out.split('\r\n').length).toBeGreaterThan(first.out.split('\r\n').length);
  });

  it('is refused together with --json, and for an unknown format', async () => {
    expect(await run('entities list --format csv --json')).toMatchObject({ exitCode: 2 });
    expect(await run('entities list --format xml')).toMatchObject({ exitCode: 2 });
  });
});

describe('audit list', () => {
  it('shows the actor, and details with their names', async () => {
    await admin('clients update list-app --no-active');
    const { out } = await run('audit list --action oauth_client.updated', 240);
    expect(out.split('\n')[0]).toMatch(/^At +Action +Subject +Done +Actor +Details +Reason$/);
    expect(out).toContain('arn:aws:iam::000000000000:user/local');
    expect(out).toContain('active=no; changed=active');
    // The actor is shown completely even in a narrow terminal.
    const narrow = await run('audit list --action oauth_client.updated', 170);
    expect(narrow.out).toContain('arn:aws:iam::000000000000:user/local');
    const csv = await run('audit list --action oauth_client.updated --format csv');
    expect(csv.out.split('\r\n')[0]).toBe(
      '"id","at","actor.kind","actor.id","actor.personId","action","subject.type","subject.id","outcome","requestId","details","reason"',
    );
    expect(csv.out).toContain('"active=no; changed=active"');
  });
});
