import { beforeEach, describe, expect, it } from 'vitest';
import { feeds } from '../../shared/kernel/db/keys.ts';
import {
  linkIn,
  outcomeOf,
  shownText,
  signedIn,
  sortsIn,
  type Visitor,
} from '../support/portal.ts';
import { anAgentKey, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import type { PageAnswer } from '../support/visitor.ts';
import { useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
const hooks = await useWebhooks(world);
let ada: Person;
let browser: Visitor;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  await hooks.journal.drained();
});

const place = '/portal/developer/webhooks';
const secretIn = ({ text }: PageAnswer) => /whsec_[A-Za-z0-9+/]{43}=/.exec(text)?.[0] ?? '';
const formIdIn = ({ text }: PageAnswer) => /name="formId" value="([^"]+)"/.exec(text)?.[1] ?? '';
const keyIdsIn = ({ text }: PageAnswer) =>
  Array.from(text.matchAll(/name="keyId" type="radio" value="([^"]+)"/g), ([, id]) => id ?? '');
const idIn = ({ text }: PageAnswer) => /webhooks\/([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
const listed = async () => {
  const { body } = await hooks.api('GET', ada.standardKey);
  return (body as { data: { id: string; url: string }[] }).data;
};

/** Runs the pending deliveries immediately. */
const done = (id: string) => hooks.look(feeds.person(ada.id), id);

/** Fills in the form with the receiver's address at this path, and sends it. */
async function add(path: string, fields: Readonly<Record<string, string | string[]>> = {}) {
  const form = await browser.open(`${place}/new`);
  const [keyId = ''] = keyIdsIn(form);
  const formId = formIdIn(form);
  const answer = await browser.send(`${place}/new`, {
    url: `${hooks.url}${path}`,
    description: '',
    ...{ keyId, formId, ...fields },
  });
  if (secretIn(answer) !== '') hooks.know(path, [secretIn(answer)]);
  return answer;
}

describe('Settings → Developer → Webhooks', () => {
  it('adds an endpoint, shows its secret once, and lists it', async () => {
    expect(shownText(await browser.open('/portal/developer'))).toContain('Go to webhooks');
    const answer = await add('/page-1', { description: 'Books <1>', type: ['key.created'] });
    expect(answer.status).toBe(200);
    expect(secretIn(answer)).not.toBe('');
    const list = await browser.open(place);
    expect(shownText(list)).toContain(`Books &lt;1&gt; Address ${hooks.url}/page-1 Status Active`);
    const one = await browser.open(`${place}/${idIn(list)}`);
    expect(shownText(one)).toContain('Events key.created');
    expect(list.text + one.text).not.toContain(secretIn(answer));
    expect(await listed()).toMatchObject([{ url: `${hooks.url}/page-1`, types: ['key.created'] }]);
    const { body } = await world.admin('GET', `/audit?subjectId=${ada.id}`);
    expect((body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({
        action: 'webhook_endpoint.created',
        actor: expect.objectContaining({ kind: 'person', id: ada.id }),
      }),
    );
  });

  it('creates one endpoint if a form is sent twice, and does not show the secret again', async () => {
    const formId = formIdIn(await browser.open(`${place}/new`));
    await add('/page-2', { formId });
    const again = await add('/page-2', { formId });
    expect(again.status).toBe(409);
    expect(secretIn(again)).toBe('');
    expect(await listed()).toHaveLength(1);
  });

  it('keeps the entered data if something is wrong', async () => {
    for (const url of ['https://10.0.0.1/', 'nowhere', '']) {
      const answer = await add('/', { url, description: 'Books', type: ['key.created'] });
      expect(answer.status).toBe(400);
      expect(shownText(answer)).toContain('Enter a public address that starts with https://');
      expect(answer.text).toContain('value="Books"');
      expect(answer.text).toMatch(/value="key\.created" checked/);
    }
    const unknown = await add('/', { keyId: '0f8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d' });
    expect([unknown.status, shownText(unknown).includes('Choose one of your keys')]).toEqual([
      400,
      true,
    ]);
    expect(await listed()).toEqual([]);
  });

  it('sends a test, shows its result, and sends it again under the same id', async () => {
    await add('/page-3');
    const [{ id } = { id: '' }] = await listed();
    const sent = await browser.send(`${place}/${id}/test`, {});
    expect(outcomeOf(sent)).toEqual({ status: 303, location: `${place}/${id}?sent=yes` });
    expect(shownText(await browser.open(`${place}/${id}?sent=yes`))).toContain(
      'The message is being sent',
    );
    hooks.receiver.answer = (_, response) => void response.writeHead(500).end();
    await done(id);
    const failed = await browser.open(`${place}/${id}`);
    expect(shownText(failed)).toMatch(/Retrying 1 .* response 500/);
    hooks.receiver.answer = (_, response) => void response.writeHead(204).end();
    const deliveryId = /deliveries\/([^/"]+)"/.exec(failed.text)?.[1] ?? '';
    await browser.send(`${place}/${id}/deliveries/${deliveryId}/redeliver`, {});
    await done(id);
    expect(new Set(hooks.received.map((each) => each.id))).toEqual(new Set([deliveryId]));
    expect(hooks.received.length).toBeGreaterThan(1);
    expect(shownText(await browser.open(`${place}/${id}`))).toMatch(/Delivered 2 .* response 204/);
    const one = await browser.open(`${place}/${id}/deliveries/${deliveryId}`);
    expect(shownText(one)).toMatch(/Attempts .* response 204 \d+ ms .* response 500 \d+ ms/);
    expect(shownText(one)).toContain(`&quot;data&quot;: { &quot;id&quot;: &quot;${id}&quot; }`);
  });

  it('sorts deliveries by time over all pages, but not the failed ones', async () => {
    await add('/page-sorted');
    const [{ id } = { id: '' }] = await listed();
    const page = `${place}/${id}`;
    const deliveriesIn = ({ text }: PageAnswer) =>
      Array.from(text.matchAll(/deliveries\/([^/"]+)"/g), ([, each]) => each);
    hooks.receiver.answer = (_, response) => void response.writeHead(500).end();
    const sentAt: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      // Ten tests are allowed in a minute.
      world.clock.now += 7_000;
      sentAt.push(new Date(world.clock.now).toISOString());
      await browser.send(`${page}/test`, {});
    }
    await done(id);
    const timesIn = ({ text }: PageAnswer) =>
      Array.from(text.matchAll(/<td data-in="Since"><time datetime="([^"]+)"/g), ([, at]) => at);
    const newest = await browser.open(page);
    const rest = await browser.open(linkIn(newest, 'Older deliveries') ?? '');
    const all = [...deliveriesIn(newest), ...deliveriesIn(rest)];
    expect([...timesIn(newest), ...timesIn(rest)]).toEqual(sentAt.toReversed());
    const turn = `${page}?sort=made&order=asc#deliveries`;
    expect(sortsIn(newest)).toEqual([['descending', turn, 'Since']]);
    const oldest = await browser.open(turn);
    const last = await browser.open(linkIn(oldest, 'Newer deliveries') ?? '');
    expect([...deliveriesIn(oldest), ...deliveriesIn(last)]).toEqual(all.toReversed());
    const failed = await browser.open(`${page}?show=failed&sort=made&order=asc`);
    expect([sortsIn(failed), deliveriesIn(failed)]).toEqual([[], all.slice(0, 20)]);
    expect((await browser.open(`${page}?sort=status`)).status).toBe(400);
  });

  it('shows failed deliveries, and resends all of them once after showing how many', async () => {
    await add('/page-10');
    const [{ id } = { id: '' }] = await listed();
    const page = `${place}/${id}`;
    const deliveriesIn = ({ text }: PageAnswer) =>
      Array.from(text.matchAll(/deliveries\/([^/"]+)"/g), ([, each]) => each ?? '');
    hooks.receiver.answer = (_, response) => void response.writeHead(500).end();
    for (const _ of [1, 2, 3]) await browser.send(`${page}/test`, {});
    await done(id);
    const failed = deliveriesIn(await browser.open(`${page}?show=failed`));
    expect(failed).toHaveLength(3);
    hooks.receiver.answer = (_, response) => void response.writeHead(204).end();
    await browser.send(`${page}/test`, {});
    await done(id);
    expect(deliveriesIn(await browser.open(page))).toHaveLength(4);
    expect(deliveriesIn(await browser.open(`${page}?show=failed`))).toEqual(failed);
    const asked = await browser.open(`${page}/resend`);
    expect(shownText(asked)).toContain('We send 3 failed deliveries again now, with the same ids.');
    expect(shownText(asked)).toContain('Send 3 messages');
    const before = hooks.received.length;
    const formId = formIdIn(asked);
    const sent = await Promise.all([
      browser.send(`${page}/resend`, { formId }),
      browser.send(`${page}/resend`, { formId }),
    ]);
    expect(sent.map(outcomeOf)).toEqual(
      sent.map(() => ({ status: 303, location: `${page}?sent=yes` })),
    );
    await done(id);
    await browser.send(`${page}/resend`, { formId });
    await done(id);
    const again = hooks.received.slice(before).map((each) => each.id);
    expect(again.toSorted()).toEqual(failed.toSorted());
    expect(shownText(await browser.open(`${page}?show=failed`))).toContain(
      'No failed deliveries here.',
    );
    expect(shownText(await browser.open(`${page}/resend`))).toContain(
      'There are no failed deliveries.',
    );
    const stranger = await signedIn(world, (await aResident(world)).email);
    for (const path of [`${page}/resend`, `${page}/deliveries/${failed[0]}`]) {
      expect((await stranger.open(path)).status).toBe(404);
    }
    const other = formIdIn(await browser.open(`${place}/new`));
    await browser.send(`${page}/disable`, {});
    const stopped = await browser.send(`${page}/resend`, { formId: other });
    expect(outcomeOf(stopped)).toEqual({ status: 303, location: page });
  });

  it('rotates the secret, and the previous one still signs', async () => {
    const first = secretIn(await add('/page-4'));
    const [{ id } = { id: '' }] = await listed();
    const formId = formIdIn(await browser.open(`${place}/${id}/rotate`));
    const answer = await browser.send(`${place}/${id}/rotate`, { formId });
    const second = secretIn(answer);
    expect([second === '', second === first]).toEqual([false, false]);
    expect((await browser.send(`${place}/${id}/rotate`, { formId })).status).toBe(409);
    await browser.send(`${place}/${id}/test`, {});
    await done(id);
    // A retry for another test’s endpoint may have arrived in the meantime.
    const message = hooks.received.find(({ path }) => path === '/page-4');
    expect([first, second].map((each) => message && hooks.isSignedBy(each, message))).toEqual([
      true,
      true,
    ]);
  });

  it('changes, disables, enables with another key, and deletes', async () => {
    await anAgentKey(world, ada.id, ['agent:person.details.read']);
    await add('/page-5');
    const [{ id } = { id: '' }] = await listed();
    const changed = { url: `${hooks.url}/page-6`, description: 'Other', type: ['consent.given'] };
    await browser.open(`${place}/${id}/edit`);
    expect(outcomeOf(await browser.send(`${place}/${id}/edit`, changed))).toEqual({
      status: 303,
      location: `${place}/${id}`,
    });
    await browser.open(`${place}/${id}`);
    await browser.send(`${place}/${id}/disable`, {});
    const disabled = await browser.open(`${place}/${id}`);
    expect(shownText(disabled)).toMatch(/Disabled on .* you disabled it/);
    expect(shownText(disabled)).not.toContain('Send a test');
    const choice = await browser.open(`${place}/${id}/enable`);
    const [agentKey = '', standardKey = ''] = keyIdsIn(choice);
    expect(choice.text).toMatch(new RegExp(`value="${agentKey}" checked`));
    await browser.send(`${place}/${id}/enable`, { keyId: standardKey });
    const enabled = await browser.open(`${place}/${id}/enable`);
    expect(outcomeOf(enabled)).toEqual({ status: 303, location: `${place}/${id}` });
    expect(await listed()).toMatchObject([
      { url: `${hooks.url}/page-6`, description: 'Other', types: ['consent.given'] },
    ]);
    await browser.open(`${place}/${id}/delete`);
    await browser.send(`${place}/${id}/delete`, {});
    expect(await listed()).toEqual([]);
    expect((await browser.open(`${place}/${id}`)).status).toBe(404);
  });

  it('does not show or change other people’s endpoints', async () => {
    await add('/page-7');
    const [{ id } = { id: '' }] = await listed();
    const other = await signedIn(world, (await aResident(world)).email);
    for (const path of ['', '/edit', '/rotate', '/enable', '/delete']) {
      expect((await other.open(`${place}/${id}${path}`)).status, path).toBe(404);
    }
    await other.open(place);
    for (const path of ['/test', '/disable', '/delete']) {
      expect((await other.send(`${place}/${id}${path}`, {})).status, path).toBe(404);
    }
    expect(await listed()).toMatchObject([{ id, status: 'active' }]);
  });

  it('requires a sign-in within 15 minutes to change a destination, but not to disable an endpoint', async () => {
    await add('/page-8');
    const [{ id } = { id: '' }] = await listed();
    await browser.open(place);
    world.clock.now += 900_001;
    for (const path of [`${place}/new`, `${place}/${id}/edit`, `${place}/${id}/rotate`]) {
      expect(outcomeOf(await browser.open(path))).toEqual({
        status: 303,
        location: `/portal/sign-in?next=${encodeURIComponent(path)}&reason=webhook`,
      });
    }
    expect((await browser.send(`${place}/${id}/disable`, {})).status).toBe(303);
    expect(await listed()).toMatchObject([{ status: 'disabled' }]);
  });

  it('is linked in the email about a disabled endpoint', async () => {
    await add('/page-9');
    const [{ id } = { id: '' }] = await listed();
    hooks.receiver.answer = (_, response) => void response.writeHead(410).end();
    await browser.send(`${place}/${id}/test`, {});
    await done(id);
    await world.settle();
    const message = world.mails.findLast(({ to }) => to === ada.email);
    expect(message?.text).toContain(`${world.baseUrl}${place}/${id}`);
    expect(shownText(await browser.open(`${place}/${id}`))).toContain('the receiver answered 410');
  });
});
