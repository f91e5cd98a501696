import { beforeEach, describe, expect, it } from 'vitest';
import { findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { textInForce } from '../support/agreements.ts';
import { aDraft, applicationPayload, aVoucher, type Draft, pay, read } from '../support/drafts.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { anAgentKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const path = '/api/v1/legal_entity_applications';
const scopes = [
  'agent:entity.application.create',
  'agent:entity.application.pay',
  'agent:entity.application.read',
];
const world = await useWorld();
const ada = await aResident(world);
const agent = await anAgentKey(world, ada.id, scopes);
const owner = await signedIn(world, ada.email);
beforeEach(() => {
  world.clock.now += 1_000;
});

const fields = { signerName: 'Ada Lovelace', agree: 'yes' };
const pageOf = ({ id }: Pick<Draft, 'id'>) => `/portal/legal-entity-applications/${id}/sign`;
const stored = async ({ id }: Pick<Draft, 'id'>) => {
  const application = await findAnyApplication(world.table, id);
  if (application === null) throw new Error(`there is no application ${id}`);
  return application;
};

/** Returns everything that an Agent Key can read about its owner's application. */
async function readByAgent({ id }: Draft): Promise<string> {
  const answers = [
    await world.call('GET', `${path}/${id}`, { key: agent }),
    await world.call('GET', path, { key: agent }),
  ];
  return JSON.stringify(answers.map(({ body }) => body));
}

async function mailsTo(address: string, about: string) {
  await world.settle();
  return world.mails.filter(({ to, subject }) => to === address && subject.includes(about));
}

describe('an application that an Agent Key created', () => {
  it('shows the agent’s redirect host to the owner before the signature', async () => {
    const answer = await world.call('POST', path, {
      key: agent,
      body: { applicationData: applicationPayload(), redirectUrl: 'https://agent.example/x?y=1' },
    });
    const { data } = answer.body as { data: Draft };
    const shown = shownText(await owner.open(pageOf(data)));
    expect(shown).toMatch(/we send you to\s+agent\.example\s*, which is not part of the registry/);
    const plain = await aDraft(world, agent);
    expect(shownText(await owner.open(pageOf(plain)))).not.toContain('we send you to');
  });

  it('is signed only on a page that requires sign-in, without a signature link', async () => {
    const draft = await aDraft(world, agent);
    expect(draft.signature).toBe(`${world.baseUrl}${pageOf(draft)}`);
    const { createdWith, signatureToken } = await stored(draft);
    expect({ createdWith, signatureToken }).toEqual({
      createdWith: 'agent_key',
      signatureToken: null,
    });
    expect(await readByAgent(draft)).not.toContain('/sign/');
    const stranger = await visitor(world.baseUrl).open(pageOf(draft));
    expect(outcomeOf(stranger)).toEqual({
      status: 303,
      location: `/portal/sign-in?next=${encodeURIComponent(pageOf(draft))}`,
    });
  });

  it('is signed by its owner, whose account id is stored with the signature', async () => {
    const draft = await aDraft(world, agent);
    const shown = shownText(await owner.open(pageOf(draft)));
    expect(shown).toContain(`Application for ${draft.name} LLC`);
    expect(shown).toContain('7. End. The agreement ends when the legal entity is dissolved');
    expect(outcomeOf(await owner.send(pageOf(draft), fields))).toEqual({
      status: 303,
      location: pageOf(draft),
    });
    const { version, sha256 } = textInForce('legal_entity');
    expect((await stored(draft)).agreement).toEqual({
      method: 'signature',
      signerName: 'Ada Lovelace',
      signerId: ada.id,
      signedAt: new Date(world.clock.now).toISOString(),
      agreementVersion: version,
      agreementSha256: sha256,
      shown: { locale: 'en', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const { body } = await world.admin(
      'GET',
      `/audit?subjectId=${draft.id}&action=legal_entity_application.signed`,
    );
    expect(body).toMatchObject({
      data: [{ actor: { kind: 'person', id: ada.id, personId: ada.id } }],
    });
    expect(shownText(await owner.open(pageOf(draft)))).toContain('Signed by Ada Lovelace');
  });

  it('links to the payment after it is signed, and to its status after it is paid', async () => {
    const draft = await aDraft(world, agent);
    const onwards = async () =>
      / href="([^"]*)">(Continue to the payment|See the application[^<]*)</.exec(
        (await owner.open(pageOf(draft))).text,
      );
    expect(await onwards()).toBeNull();
    await owner.send(pageOf(draft), fields);
    const [, to, label] = (await onwards()) ?? [];
    expect([to, label]).toEqual([
      expect.stringMatching(`/portal/applications/${draft.id}$`),
      'Continue to the payment',
    ]);
    expect(shownText(await owner.open(`/portal/applications/${draft.id}`))).toContain(
      'Pay the fee',
    );
    await pay(world, draft, await aVoucher(world));
    expect((await onwards())?.[2]).toBe('See the application and the next steps');
  });

  it('is submitted on signature if it is already paid', async () => {
    const draft = await aDraft(world, agent);
    await pay(world, draft, await aVoucher(world));
    await owner.open(pageOf(draft));
    await owner.send(pageOf(draft), fields);
    expect(await read(world, draft)).toMatchObject({ statusId: 'Pending Review' });
  });

  it('has its link emailed to the owner’s account, never to the agent’s contact address', async () => {
    const contactEmail = 'agent-box@client.example';
    const draft = await aDraft(world, agent, { contactEmail });
    const [mail, ...others] = await mailsTo(ada.email, draft.name);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(pageOf(draft));
    expect(mail?.text).toContain('Only you can sign');
    expect(await mailsTo(contactEmail, '')).toEqual([]);
  });

  it('can be signed only by its owner, and not after the account is deactivated', async () => {
    const grace = await aResident(world);
    const key = await anAgentKey(world, grace.id, scopes);
    const browser = await signedIn(world, grace.email);
    const draft = await aDraft(world, agent);
    expect((await browser.open(pageOf(draft))).status).toBe(404);
    expect((await browser.send(pageOf(draft), fields)).status).toBe(404);
    const hers = await aDraft(world, key);
    await browser.open(pageOf(hers));
    await world.admin('POST', `/persons/${grace.id}/deactivate`);
    expect(outcomeOf(await browser.send(pageOf(hers), fields)).location).toContain('/sign-in');
    expect((await stored(hers)).agreement).toBeNull();
  });

  it('cannot be signed with a signature link, even if one exists', async () => {
    const [draft, other] = [await aDraft(world, agent), await aDraft(world, ada.standardKey)];
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
    const { ownerId, id } = await stored(other);
    // Makes the application with a link look as if the agent had created it.
    await world.table.client.send(
      new UpdateCommand({
        TableName: world.table.name,
        Key: { pk: `PERSON#${ownerId}`, sk: `APPLICATION#${id}` },
        UpdateExpression: 'SET createdWith = :agent',
        ExpressionAttributeValues: { ':agent': 'agent_key' },
      }),
    );
    const link = new URL(String(other.signature)).pathname;
    const holder = visitor(world.baseUrl);
    await holder.open(pageOf(draft));
    expect((await holder.open(link)).status).toBe(404);
    await holder.open('/portal/sign-in');
    expect((await holder.send(link, fields)).status).toBe(404);
    expect((await stored(other)).agreement).toBeNull();
  });

  it('never returns a signature link to the agent, even for a repeated Idempotency-Key', async () => {
    const body = { applicationData: applicationPayload() };
    const headers = { 'idempotency-key': 'shared by careless software' };
    const create = (key: string) => world.call('POST', path, { key, body, headers });
    const first = await create(ada.standardKey);
    expect(JSON.stringify(first.body)).toMatch(/\/sign\/[\w-]{43}"/);
    const again = await create(agent);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    // Both responses come from a creation.
    const { data } = first.body as { data: { id: string } };
    expect(again.body).toEqual({
      data,
      nextSteps: { signature: `${world.baseUrl}${pageOf(data)}` },
    });
    expect((await create(ada.standardKey)).body).toEqual(first.body);
  });

  it('is not signed if its name has changed since the page was opened', async () => {
    const draft = await aDraft(world, agent);
    await owner.open(pageOf(draft));
    const name = `${draft.name} Renamed`;
    await world.admin('PATCH', `/legal_entity_applications/${draft.id}`, { name });
    const refused = await owner.send(pageOf(draft), fields);
    expect(refused.status).toBe(400);
    expect(shownText(refused)).toContain('The application has changed since you opened this page');
    expect(shownText(refused)).toContain(`Application for ${name} LLC`);
    expect((await stored(draft)).agreement).toBeNull();
    expect((await owner.send(pageOf(draft), fields)).status).toBe(303);
  });

  it('accepts only one of ten simultaneous signatures', async () => {
    const draft = await aDraft(world, agent);
    await owner.open(pageOf(draft));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        owner.send(pageOf(draft), { ...fields, signerName: `Ada ${index}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
    expect((await stored(draft)).agreement?.signerName).toBe(`Ada ${statuses.indexOf(303)}`);
  });
});

describe('the signature page of an owner’s application', () => {
  it('accepts the signed-in owner, and keeps the signature link of a Standard Key', async () => {
    const draft = await aDraft(world, ada.standardKey);
    expect(draft.signature).toMatch(/\/sign\/[\w-]{43}$/);
    expect((await stored(draft)).createdWith).toBe('standard_key');
    expect((await owner.open(pageOf(draft))).status).toBe(200);
    expect((await owner.send(pageOf(draft), fields)).status).toBe(303);
    const link = new URL(String(draft.signature)).pathname;
    expect(shownText(await visitor(world.baseUrl).open(link))).toContain('Signed by Ada Lovelace');
  });

  it('refuses a form that does not say which agreement text was shown', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await owner.open(pageOf(draft));
    const silent = { ...fields, agreementSha256: [], entityName: [] };
    const refused = await owner.send(pageOf(draft), silent);
    expect(refused.status).toBe(400);
    expect(shownText(refused)).toContain('The agreement has changed since you opened this page');
    expect((await stored(draft)).agreement).toBeNull();
  });

  it('refuses an incomplete form with 400 and an unknown application with 404', async () => {
    const draft = await aDraft(world, agent);
    await owner.open(pageOf(draft));
    const refused = await owner.send(pageOf(draft), { signerName: 'Ada' });
    expect(refused.status).toBe(400);
    expect(shownText(refused)).toContain('Tick the box to sign the agreement');
    expect((await stored(draft)).agreement).toBeNull();
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      expect((await owner.open(pageOf({ id }))).status).toBe(404);
    }
  });
});
