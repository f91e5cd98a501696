import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../shared/mail/aws/mailer.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { anAskingClient, authorizePath, type Client, pathTo } from '../support/authorization.ts';
import { deliverEvent } from '../support/deliver-event.ts';
import { keptLog } from '../support/log.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { addPasskey } from '../support/passkeys.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;
let browser: Visitor;
/** The number of emails when the test, or a part of it, began. */
let before = 0;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  world.clock.now += 1_000;
  await forget();
});

async function forget() {
  await world.settle();
  before = world.mails.length;
}

/** Emails to the address since the test began, without sign-in codes. */
async function mailsTo(email: string): Promise<readonly Message[]> {
  await world.settle();
  return world.mails
    .slice(before)
    .filter(({ to, subject }) => to === email && !subject.includes('code'));
}

const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const keysPath = () => `/persons/${ada.id}/api_keys`;

async function keyOnPage(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { text } = await browser.open(path);
  const formId = /name="formId" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await browser.send(path, { formId, ...fields });
  return /\b[sa]k-[0-9A-Za-z]{49}\b/.exec(answer.text)?.[0] ?? '';
}

describe('the email about a deactivated account', () => {
  it('is sent once, and says what has ended and what happens next', async () => {
    const deactivate = () => world.admin('POST', `/persons/${ada.id}/deactivate`);
    await Promise.all([deactivate(), deactivate()]);
    await deactivate();
    const [mail, ...more] = await mailsTo(ada.email);
    expect([mail?.subject, more]).toEqual(['Your account was deactivated', []]);
    for (const said of [
      'You can no longer sign in. Your API keys',
      'If you asked us to delete your account, we will now erase your data',
    ])
      expect(mail?.text).toContain(said);
  });

  it('is not sent about an account that is active again', async () => {
    await world.admin('POST', `/persons/${ada.id}/deactivate`);
    await world.admin('POST', `/persons/${ada.id}/reactivate`);
    expect(await subjectsTo(ada.email)).toEqual([]);
  });
});

describe('the email about a new key', () => {
  it('says what was created in the portal, what the key can do and where to revoke it', async () => {
    const fields = { kind: 'agent', label: 'robot', holder: 'robot', scope: 'agent:verify_rpn' };
    const key = await keyOnPage('/portal/developer/keys/new', fields);
    const [mail, ...more] = await mailsTo(ada.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`New API key on your account: …${key.slice(-4)}`);
    for (const text of [
      'someone who was signed in to your account',
      `the Agent Key “robot”, which ends in ${key.slice(-4)}`,
      'Anyone with the new key can: check whether a resident permit number is valid.',
      'revoke the new key immediately',
      `${world.baseUrl}/portal/developer`,
    ]) {
      expect(mail?.text).toContain(text);
    }
    expect(mail?.text).not.toContain(key);
  });

  it('names the operator as creator and says that a Standard Key can do everything', async () => {
    await created(world, keysPath(), { kind: 'standard' });
    const [mail] = await mailsTo(ada.email);
    expect(mail?.text).toContain('an operator of the registry created a Standard Key that ends in');
    expect(mail?.text).toContain('can do everything that you can, in your name');
  });

  it('names both keys of a rotation', async () => {
    const made = await created(world, keysPath(), { kind: 'standard', label: 'laptop' });
    await forget();
    world.clock.now += 1_000;
    const key = await keyOnPage(`/portal/developer/keys/${made.id}/rotate`, {});
    const [mail, ...more] = await mailsTo(ada.email);
    expect([mail?.subject, more]).toEqual([
      `API key replaced: …${String(made['key']).slice(-4)}`,
      [],
    ]);
    expect(mail?.text).toContain(`“laptop”, which ends in ${key.slice(-4)}`);
    expect(mail?.text).toContain(
      `It replaces the Standard Key “laptop”, which ends in ${String(made['key']).slice(-4)}`,
    );
  });

  it('is not sent if the key was already revoked or was never issued', async () => {
    const { id } = await created(world, keysPath(), { kind: 'standard' });
    await world.admin('DELETE', `${keysPath()}/${id}`);
    await world.admin('POST', keysPath(), { kind: 'agent', scopes: ['agent:entity.filing.pay'] });
    expect(await subjectsTo(ada.email)).toEqual([]);
  });
});

describe('the email about a connected application', () => {
  let client: Client;

  beforeEach(async () => {
    client = await anAskingClient(world, { name: 'Ledger & Sons' });
  });

  async function allow(scope: string, fields: Record<string, string> = {}) {
    const page = pathTo(await browser.open(authorizePath(client, { scope, prompt: 'consent' })));
    await browser.open(page);
    const { status } = await browser.send(page, { decision: 'approve', ...fields });
    expect(status).toBe(303);
  }

  it('lists what the application can do and where to end it, and is not repeated for the same consent', async () => {
    const acme = await anEntity(world, { representatives: [ada.id] });
    await forget();
    await allow('openid service:entity.read', { legalEntityId: acme.id });
    await allow('openid service:entity.read', { legalEntityId: acme.id });
    await allow('openid');
    const [mail, ...more] = (await mailsTo(ada.email)).filter(({ subject }) =>
      subject.startsWith('Application connected'),
    );
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Application connected to your account: Ledger & Sons');
    for (const text of [
      'recognize you when you come back; read the details of the legal entities',
      'It can see one of your legal entities.',
      'If this was not you, end the access immediately.',
      `${world.baseUrl}/portal/connections`,
    ]) {
      expect(mail?.text).toContain(text);
    }
    expect(mail?.html).toContain('Ledger &amp; Sons');
  });

  it('names the publisher if it is known', async () => {
    client = await anAskingClient(world, { name: 'Ledger', publisher: 'Harbour Bank Ltd.' });
    await forget();
    await allow('openid');
    const [mail] = await mailsTo(ada.email);
    expect(mail?.text).toContain(
      'allowed the application “Ledger”, published by “Harbour Bank Ltd.”, to: recognize you',
    );
  });

  it('is sent again when the application gets more permissions, and after the connection ended', async () => {
    await allow('openid');
    await allow('openid email');
    await browser.open(`/portal/connections/${client.clientId}/revoke`);
    await browser.send(`/portal/connections/${client.clientId}/revoke`, {});
    await allow('openid');
    // The first consent is gone before its emails are written: they are no longer of use.
    expect(await subjectsTo(ada.email)).toEqual([
      'Application connected to your account: Ledger & Sons',
    ]);
    await allow('openid email');
    expect(await subjectsTo(ada.email)).toHaveLength(2);
  });

  it('is also sent when a device is connected', async () => {
    const device = await anAskingClient(world, {
      name: 'Television',
      public: true,
      redirectUris: [],
    });
    const response = await fetch(`${world.baseUrl}/api/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: device.clientId, scope: 'openid' }),
    });
    // The endpoint's contract, which has its own tests.
    const { user_code } = (await response.json()) as { user_code: string };
    await browser.open('/oauth/device');
    const page = pathTo(await browser.send('/oauth/device', { user_code }));
    await browser.open(page);
    await browser.send(page, { decision: 'approve' });
    expect(await subjectsTo(ada.email)).toEqual([
      'Application connected to your account: Television',
    ]);
  });
});

describe('a changed email address', () => {
  const change = (body: object) => world.admin('PATCH', `/persons/${ada.id}`, body);
  const works = async (key: string) =>
    (await world.call('GET', '/api/v1/whoami', { key })).status === 200;

  it('is reported to the previous and the new address, with the keys that stay valid', async () => {
    const robot = await created(world, keysPath(), { kind: 'standard', label: 'robot' });
    await forget();
    const email = `new-${ada.email}`;
    expect((await change({ email })).status).toBe(200);
    const [former, ...moreToFormer] = await mailsTo(ada.email);
    const [latter, ...moreToLatter] = await mailsTo(email);
    expect([moreToFormer, moreToLatter]).toEqual([[], []]);
    for (const mail of [former, latter]) {
      expect(mail?.subject).toBe('Your account’s email address was changed');
      for (const text of [
        'The following API keys still work.',
        `Standard Key, ends in ${ada.standardKey.slice(-4)}, created on `,
        `Standard Key “robot”, ends in ${String(robot['key']).slice(-4)}, created on `,
      ]) {
        expect(mail?.text).toContain(text);
      }
    }
    expect(former?.text).not.toContain(email);
    expect(latter?.text).toContain(`${world.baseUrl}/portal/developer`);
    expect(await works(ada.standardKey)).toBe(true);
  });

  it('revokes the keys in the same transaction if an operator asks for it', async () => {
    const email = `safe-${ada.email}`;
    expect((await change({ email, revokeKeys: true })).status).toBe(200);
    expect(await works(ada.standardKey)).toBe(false);
    const mails = [...(await mailsTo(ada.email)), ...(await mailsTo(email))];
    expect(mails).toHaveLength(2);
    for (const { text } of mails) {
      expect(text).toContain(
        `We also revoked an API key: Standard Key, ends in ${ada.standardKey.slice(-4)}`,
      );
      expect(text).toContain('The account has no active API keys.');
    }
    const { body } = await world.admin('GET', `/audit?subjectId=${ada.id}&action=person.updated`);
    expect(body).toMatchObject({
      data: [{ details: { changed: ['email'], revokedKeys: [expect.any(String)] } }],
    });
    // The account has room for as many keys as a new account.
    expect((await world.admin('POST', keysPath(), { kind: 'standard' })).status).toBe(200);
  });

  it('leaves no key active that is issued during the change', async () => {
    const [changed, ...issued] = await Promise.all([
      change({ email: `race-${ada.email}`, revokeKeys: true }),
      ...Array.from({ length: 5 }, () => world.admin('POST', keysPath(), { kind: 'standard' })),
    ]);
    expect(changed.status).toBe(200);
    const { body } = await world.admin('GET', `${keysPath()}?limit=100`);
    // Operators get the keys in `data`.
    const { data } = body as { data: { revokedAt: string | null }[] };
    const alive = data.filter(({ revokedAt }) => revokedAt === null).length;
    const { body: person } = await world.admin('GET', `/persons/${ada.id}`);
    expect(person).toMatchObject({ data: { email: `race-${ada.email}` } });
    // Any active keys were issued after the change; the account's count includes exactly those.
    expect(alive).toBeLessThanOrEqual(issued.length);
    const stored = await findPerson(world.table, ada.id);
    expect(stored?.activeKeys).toBe(alive);
    expect(await works(ada.standardKey)).toBe(false);
  });

  it('is reported with a warning that passkeys can still be used to sign in', async () => {
    await addPasskey(world, browser);
    await forget();
    const email = `other-${ada.email}`;
    expect((await change({ email })).status).toBe(200);
    for (const address of [ada.email, email]) {
      const [mail] = await mailsTo(address);
      expect(mail?.text).toContain('Anyone with the passkey can still sign in');
    }
  });

  it('revokes keys if the address stays the same, and sends no email about an unchanged address', async () => {
    expect((await change({ email: ada.email.toUpperCase() })).status).toBe(200);
    expect((await change({ revokeKeys: true })).status).toBe(200);
    expect(await works(ada.standardKey)).toBe(false);
    expect(await mailsTo(ada.email)).toEqual([]);
    expect((await change({ revokeKeys: 'yes' })).status).toBe(400);
  });

  it('is emailed once to each address, even if one delivery fails and is repeated', async () => {
    const email = `late-${ada.email}`;
    await change({ email });
    await world.settle();
    const changeId = await changeOf(email);
    const sent: string[] = [];
    let broken = true;
    const outbox = {
      ...outboxDepsOn(world.table),
      log: keptLog(),
      mailer: {
        send: async ({ to }: Message) => {
          if (broken && to === ada.email) throw new Error('the mail service is down');
          sent.push(to);
          return 'sent' as const;
        },
      },
    };
    const mail = { template: 'email_changed', changeId } as const;
    const event = { id: 'again', createdAt: '', event: { type: 'mail.requested', mail } } as const;
    await expect(deliverEvent(event, outbox)).rejects.toThrow('the mail service is down');
    expect(sent).toEqual([email]);
    broken = false;
    await deliverEvent(event, outbox);
    await deliverEvent(event, outbox);
    expect(sent).toEqual([email, ada.email]);
  });
});

/** The id of the change to this address. */
async function changeOf(email: string): Promise<string> {
  const { Items = [] } = await world.table.client.send(
    new ScanCommand({
      TableName: world.table.name,
      FilterExpression: 'sk = :kind AND #to = :to',
      ExpressionAttributeNames: { '#to': 'to' },
      ExpressionAttributeValues: { ':kind': 'EMAIL_CHANGE', ':to': email },
    }),
  );
  return String(Items[0]?.['id']);
}
