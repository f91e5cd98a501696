import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownClientsPath } from '../support/own-clients.ts';
import { shownText } from '../support/portal.ts';
import { anAnswer, answerBy } from '../support/questions.ts';
import { visitor } from '../support/visitor.ts';
import { atTokenEndpoint, takingUp } from '../support/wallet.ts';
import { webhooksPath } from '../support/webhooks.ts';
import type { World } from '../support/world.ts';
import handles from './1.0.0/handles.json' with { type: 'json' };
import { browserWith, goldenWorld } from './golden-world.ts';

let world: World;

beforeAll(async () => {
  world = await goldenWorld();
  Object.assign(world.deps, { residentClients: true, clientRegistration: true });
});
afterAll(() => world.stop());

const { others } = handles;
const { holder } = others;
const browserOf = () => browserWith(world, holder.cookies);

describe('what holders kept', () => {
  it('a call that waits for its owner is decided', async () => {
    const path = `/portal/applications/approvals/${others.keyApprovalId}`;
    const browser = browserOf();
    expect((await browser.open(path)).status).toBe(200);
    expect((await browser.send(path, { act: 'decline' })).status).toBe(303);
  });

  it('a webhook endpoint is read with its deliveries, and the feed continues', async () => {
    const path = `${webhooksPath}/${others.webhook.id}`;
    const read = await world.call('GET', path, { key: holder.key });
    expect(read).toMatchObject({ status: 200, body: { data: { id: others.webhook.id } } });
    const { body } = await world.call('GET', `${path}/deliveries`, { key: holder.key });
    expect(body).toMatchObject({ data: [{ status: expect.any(String) }] });
    const feed = await world.call('GET', '/api/v1/events', { key: holder.key });
    expect(feed).toMatchObject({ status: 200, body: { data: [{ type: expect.any(String) }] } });
  });

  it('a proof, a passkey and an application are shown', async () => {
    const proof = await visitor(world.baseUrl).open(others.proof);
    expect(shownText(proof)).toContain('A resident today');
    expect(shownText(await browserOf().open('/portal/passkeys'))).toContain('golden');
    const application = await browserOf().open(`${ownClientsPath}/${others.ownClient.clientId}`);
    expect(application.status).toBe(200);
  });

  it('a registration token registers a client', async () => {
    const answer = await world.call('POST', '/api/oauth/register', {
      headers: { authorization: `Bearer ${others.registrationToken}` },
      body: { client_name: 'Golden', redirect_uris: ['https://client.example/callback'] },
    });
    expect(answer.status).toBe(201);
  });

  it('a wallet renews its credential, and takes up an offer', async () => {
    const renewed = await atTokenEndpoint(world, {
      grant_type: 'refresh_token',
      refresh_token: others.credential.refreshToken,
    });
    expect(renewed.status).toBe(200);
    expect((await atTokenEndpoint(world, takingUp(others.offer))).status).toBe(200);
  });

  it('a question is answered', async () => {
    const { question } = others;
    const answer = await answerBy(world, question, anAnswer(question.requestId));
    expect(answer.status).toBe(200);
  });

  it('links of an objection and of a mailbox case open', async () => {
    const { objection, mailbox } = others;
    for (const path of [objection.path, mailbox.stop, mailbox.confirm]) {
      expect([path, (await visitor(world.baseUrl).open(path)).status]).toEqual([path, 200]);
    }
  });

  it('operators read what waits for a second one, and cases', async () => {
    const paths = [
      `/approvals/${others.operatorApprovalId}`,
      `/mailbox_cases/${others.mailbox.caseId}`,
      `/reviews/${others.question.reviewId}`,
      '/payment_cases',
      '/staff',
      '/registration_tokens',
    ];
    for (const path of paths) {
      expect([path, (await world.admin('GET', path)).status]).toEqual([path, 200]);
    }
  });

  it('a withdrawn certificate says so', async () => {
    const headers = { accept: 'application/json' };
    const path = `/certificates/${others.withdrawnCode}`;
    expect(await world.call('GET', path, { headers })).toMatchObject({
      body: { withdrawn: { at: expect.any(String) } },
    });
  });
});
