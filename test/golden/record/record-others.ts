import { transact } from '../../../shared/kernel/db/transact.ts';
import { newestLongWrite } from '../../../shared/sign-in/db/sign-in-challenges.ts';
import { operatorOf } from '../../support/admin.ts';
import { aFiler, aSubmittedFiling, freshName } from '../../support/amendments.ts';
import { anIssuedCertificate, aRepresentedEntity } from '../../support/certificates.ts';
import { aDraft, aVoucher, pay } from '../../support/drafts.ts';
import { aStoredCredential } from '../../support/issued-credentials.ts';
import { aPng, sendLogo } from '../../support/logos.ts';
import { aLostMailbox, mailboxLinkTo, sendEvidence } from '../../support/mailboxes.ts';
import { ask, nobodyElse, operatorCalled } from '../../support/operators.ts';
import { registerOnPage } from '../../support/own-clients.ts';
import { addPasskey } from '../../support/passkeys.ts';
import { signedIn } from '../../support/portal.ts';
import { anAnswer, answerBy, ask as askApplicant, aWaitingCase } from '../../support/questions.ts';
import { aResident, created } from '../../support/registry.ts';
import { aStaffMember } from '../../support/staff.ts';
import { passkeyCodeOf } from '../../support/staff-passkeys.ts';
import { reviewOf } from '../../support/submissions.ts';
import { visitor } from '../../support/visitor.ts';
import {
  aHolder,
  aNonce,
  aProof,
  atCredentialEndpoint,
  atTokenEndpoint,
  seeOffer,
  takingUp,
} from '../../support/wallet.ts';
import { webhooksPath } from '../../support/webhooks.ts';
import type { World } from '../../support/world.ts';
import { goldenAddress } from '../golden-address.ts';
import { later } from './recording-world.ts';

/** People with rarer data than applications and sign-ins. */
export async function recordOthers(world: World) {
  const operator = operatorOf(world);
  later(world);
  const ada = await aResident(world);
  const browser = await signedIn(world, ada.email);
  const entity = await aRepresentedEntity(world, ada);

  const asking = await created(world, `/persons/${ada.id}/api_keys`, {
    kind: 'standard',
    approvalRequired: true,
  });
  const draft = await aDraft(world, ada.standardKey);
  const asked = await pay(world, { ...draft, key: String(asking['key']) }, await aVoucher(world));
  const webhook = await made(world, webhooksPath, ada.standardKey, {
    url: 'https://client.example/events',
  });

  // Operators enable it.
  Object.assign(world.deps, { residentClients: true });
  const own = await registerOnPage(browser);
  if (own.clientId === '') throw new Error(`no application: ${own.answer.status}`);
  await browser.open('/portal/developer/applications');
  await sendLogo(world, browser, own.clientId, aPng());

  const at = { ...world, baseUrl: goldenAddress };
  await addPasskey(at, browser, { name: 'golden' });
  const proof = await aSharedProof(browser);
  const token = await created(world, '/registration_tokens', {
    label: 'Staging',
    publisher: 'Harbour Bank Ltd.',
    scopes: ['openid'],
  });
  await aStoredCredential(world, ada.id, { legalEntityId: entity.id });
  const credential = await aTakenCredential(world, at, browser);

  later(world);
  const reviewed = await aWaitingCase(world);
  const answered = await askApplicant(world, reviewed);
  await answerBy(world, reviewed, anAnswer(answered, 'The green one.', Buffer.from('%PDF-1.7\n')));
  const question = await askApplicant(world, reviewed, 'Which floor?');
  await operator.data('POST', `/reviews/${reviewed.reviewId}/notes`, { text: 'Call them.' });
  const staff = await aStaffMember(world, ['reviewer']);
  await passkeyCodeOf(world, staff.id);
  await staff.browser.open(`/portal/reviews/${reviewed.reviewId}`);
  await staff.browser.open('/portal/reviews');
  await staff.browser.send('/portal/reviews?type=amendment&sort=age&order=asc', {
    ...{ act: 'save', name: 'New amendments' },
  });

  later(world);
  const filer = await aFiler(world);
  const grace = await aResident(world);
  await world.admin('PUT', `/legal_entities/${filer.entityId}/representatives/${grace.id}`);
  const filing = await aSubmittedFiling(world, filer, { name: freshName() });
  await world.settle();
  const objection = mailedPath(world, grace.email, '/objections/');
  const stranger = visitor(world.baseUrl);
  await stranger.open(objection);
  await stranger.send(objection, {});

  const lost = await aResident(world);
  const caseId = await aLostMailbox(world, lost.id, 'new-mailbox@people.example');
  const support = await aStaffMember(world, ['support']);
  await sendEvidence(world, support.browser, caseId);
  const mailbox = {
    caseId,
    stop: await mailboxLinkTo(world, lost.email, 'stop'),
    confirm: await mailboxLinkTo(world, 'new-mailbox@people.example', 'confirm'),
  };

  ask(world, { vouchersAbove: 10_000 });
  const requested = await operatorCalled(world, 'grace').asks('POST', '/vouchers', {
    kind: 'full',
  });
  ask(world, nobodyElse);
  await world.admin('PATCH', `/persons/${grace.id}`, { email: 'grace-moved@people.example' });
  const corrected = await aRepresentedEntity(world, grace);
  await world.admin('PATCH', `/legal_entities/${corrected.id}`, {
    name: `${corrected['name']} Works`,
    correction: { reasonCode: 'registry_error', reason: 'The register of before had another one' },
  });
  const issued = await anIssuedCertificate(world);
  const withdrawn = `/legal_entities/${issued.entity.id}/documents/${issued.request['documentId']}`;
  await world.admin('POST', `${withdrawn}/withdraw`, { reason: 'It had a wrong date.' });
  await world.settle();
  return {
    holder: {
      id: ada.id,
      entityId: entity.id,
      cookies: [...browser.cookies],
      key: ada.standardKey,
    },
    keyApprovalId: String(Object(asked.body).data.id),
    webhook,
    proof,
    ownClient: { clientId: own.clientId, clientSecret: own.clientSecret },
    registrationToken: String(token['token']),
    credential,
    question: { ...reviewed, requestId: question },
    objection: { filingId: filing, path: objection, reviewId: (await reviewOf(world, filing)).id },
    mailbox,
    operatorApprovalId: requested.id,
    withdrawnCode: issued.code,
    /** Data that expires after minutes, so it is created last. */
    async atTheEnd() {
      const { code, txCode } = await seeOffer(browser, 'residency');
      const now = new Date(world.clock.now);
      const write = newestLongWrite(ada.email, 'golden', now);
      await transact(world.table, { address: write });
      await staff.browser.open(`/portal/reviews/${reviewed.reviewId}`);
      await passkeyCodeOf(world, staff.id);
      return { offer: { code, txCode } };
    },
  };
}

async function made(world: World, path: string, key: string, body: object) {
  const answer = await world.call('POST', path, { key, body });
  if (answer.status !== 200) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
  const { id, secret } = Object(answer.body).data;
  return { id: String(id), secret: String(secret) };
}

type Browser = Awaited<ReturnType<typeof signedIn>>;

/** The path of a proof that its holder shares. */
async function aSharedProof(browser: Browser): Promise<string> {
  const list = '/portal/proofs';
  const formId = /name="formId" value="([^"]+)"/.exec((await browser.open(list)).text)?.[1] ?? '';
  const fields = { show: ['residency'], validity: 'month', formId };
  const place = (await browser.send(list, fields)).headers.get('location') ?? '';
  const path = /\/proofs\/[2-9A-Z]{26}/.exec((await browser.open(place)).text)?.[0];
  if (path === undefined) throw new Error('no proof was shared');
  return path;
}

/** A credential in a wallet, and the wallet's right to renew it. */
async function aTakenCredential(world: World, at: World, browser: Browser) {
  const holder = await aHolder();
  const offer = await seeOffer(browser, 'residency');
  const tokens = Object((await atTokenEndpoint(world, takingUp(offer))).body);
  const answer = await atCredentialEndpoint(world, String(tokens['access_token']), {
    credential_configuration_id: 'residency',
    proofs: { jwt: [await aProof(at, holder, { nonce: await aNonce(world) })] },
  });
  if (answer.status !== 200) throw new Error(`no credential: ${JSON.stringify(answer.body)}`);
  return {
    credential: String(Object(answer.body).credentials[0].credential),
    refreshToken: String(tokens['refresh_token']),
  };
}

/** The newest link with this beginning that was emailed to the address, as a path. */
function mailedPath(world: World, email: string, beginning: string): string {
  const found = world.mails.findLast(({ to, text }) => to === email && text.includes(beginning));
  const path = new RegExp(`${beginning}[\\w-]{43}`).exec(found?.text ?? '')?.[0];
  if (path === undefined) throw new Error(`no link to ${beginning} was mailed`);
  return path;
}
