import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const { admin, one, aPerson } = operatorOf(world);

async function read(path: string): Promise<unknown> {
  const { body } = await world.admin('GET', path);
  // Every successful answer is {data}.
  return (body as { data: unknown }).data;
}

describe('npm run admin, for programs and the audit trail,', () => {
  it('registers and changes integrations and clients, and manages Partner Keys', async () => {
    const integration = await one(
      'integrations create --name "Harbour Partners" --redirect-origins https://harbour.example',
    );
    const id = integration.id;
    expect(integration).toMatchObject({ active: true, legalEntityId: null });
    expect(await admin(`integrations show ${id}`)).toEqual(integration);
    expect(await admin(`integrations update ${id} --no-active --redirect-origins none`)).toEqual({
      ...integration,
      active: false,
      redirectOrigins: [],
    });
    const { key, ...issued } = await one(
      `integrations keys issue ${id} --label production --scopes partner:person.application.read`,
    );
    expect(key).toMatch(/^pk-/);
    expect(await admin(`integrations keys list ${id}`)).toEqual([issued]);
    expect(await admin(`integrations keys revoke ${id} ${issued.id} --yes`)).toEqual({
      ...issued,
      revokedAt: '2026-03-01T12:00:00.000Z',
    });

    const { clientSecret, ...client } = await one(
      'clients create --client-id harbour-app --name "Harbour App" --redirect-uris https://app.example/callback --scopes openid --scopes email',
    );
    expect(clientSecret).toEqual(expect.any(String));
    expect(await admin('clients show harbour-app')).toEqual(client);
    expect(await admin('clients update harbour-app --scopes openid --no-active')).toEqual({
      ...client,
      scopes: ['openid'],
      active: false,
    });
    expect(
      await one('clients create --name Device --redirect-uris none --scopes openid --public'),
    ).toMatchObject({ clientSecret: null, public: true, redirectUris: [] });
  });

  it("rotates a client's secret, and revokes one", async () => {
    await one(
      'clients create --client-id ledger --name Ledger --redirect-uris https://app.example/ --scopes openid',
    );
    const { clientSecret, ...rotated } = await one(
      'clients secrets rotate ledger --overlap-hours 2',
    );
    expect(clientSecret).toEqual(expect.any(String));
    const secret = { id: expect.stringMatching(/^[0-9a-f]{16}$/), expiresAt: null };
    const createdAt = '2026-03-01T12:00:00.000Z';
    expect(rotated).toEqual({
      clientId: 'ledger',
      secrets: [
        { ...secret, createdAt },
        { ...secret, createdAt, expiresAt: '2026-03-01T14:00:00.000Z' },
      ],
    });
    expect(await admin('clients secrets list ledger')).toEqual(rotated);
    // Compared above: two secrets, newest first.
    const [newest, former] = rotated['secrets'] as unknown as [object, { id: string }];
    expect(await admin(`clients secrets revoke ledger ${former.id} --yes`)).toEqual({
      clientId: 'ledger',
      secrets: [newest],
    });
  });

  it('issues, lists and revokes registration tokens', async () => {
    const { token, ...issued } = await one(
      'clients registration-tokens issue --label Staging --publisher Harbour --scopes openid --max-clients 2',
    );
    expect(token).toMatch(/^rit_/);
    expect(issued).toMatchObject({ publisher: 'Harbour', maxClients: 2, status: 'usable' });
    expect(await admin('clients registration-tokens list')).toEqual(
      await read('/registration_tokens'),
    );
    const id = String(issued['id']);
    expect(await admin(`clients registration-tokens revoke ${id} --yes`)).toMatchObject({
      id,
      status: 'revoked',
    });
  });

  it('lists audit entries with filters', async () => {
    const { id } = await aPerson();
    await one(`persons deactivate ${id} --yes`);
    const actor = 'arn:aws:iam::000000000000:user/local';
    expect(
      await admin(`audit list --subject-id ${id} --action person.deactivated --actor-id ${actor}`),
    ).toEqual(await read(`/audit?subjectId=${id}&action=person.deactivated`));
  });
});
