import { beforeEach, describe, expect, it } from 'vitest';
import {
  adminRequest,
  aRepresentedEntity,
  aRequest,
  payRequest,
  readRequest,
  requestsPath,
} from '../support/certificates.ts';
import { anEmptyZip, aPdf, aPng } from '../support/files.ts';
import { joined } from '../support/multipart.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
const browser = await signedIn(world, ada.email);
beforeEach(() => {
  world.clock.now += 60_000;
});

const path = '/portal/uploads/tax-proof';
const pdf = new TextEncoder().encode('%PDF-1.7\nreceipt');
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);

interface Sent {
  readonly type?: string;
  readonly csrf?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the form with the file as a browser does, or without a file if it is null. */
async function send(
  from: Visitor,
  content: Uint8Array | null,
  { type = 'application/pdf', csrf = from.token(), headers = {} }: Sent = {},
) {
  const form = new FormData();
  if (csrf !== null) form.append('csrf', csrf);
  if (content !== null)
    form.append('proof', new File([new Uint8Array(content)], 'a.pdf', { type }));
  const cookie = [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(world.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Uploads the file and returns the URL that the page shows. */
async function uploaded(from: Visitor, content: Uint8Array = pdf): Promise<string> {
  await from.open(path);
  const { status, headers } = await send(from, content);
  expect(status).toBe(303);
  const shown = await from.open(String(headers.get('location')));
  return /http\S+\/uploads\/tax-proofs\/[0-9a-f-]{36}/.exec(shownText(shown))?.[0] ?? '';
}

describe('the upload of a proof of paid taxes', () => {
  it('redirects to sign-in and back if the user is not signed in', async () => {
    const stranger = visitor(world.baseUrl);
    const toSignIn = {
      status: 303,
      location: '/portal/sign-in?next=%2Fportal%2Fuploads%2Ftax-proof',
    };
    expect(outcomeOf(await stranger.open(path))).toEqual(toSignIn);
    expect(outcomeOf(await send(stranger, pdf, { csrf: 'x' }))).toEqual(toSignIn);
  });

  it.each([
    ['a PDF', pdf],
    ['a JPEG', jpeg],
    ['a PNG', png],
    ['4.5 MB', Uint8Array.from({ length: 4_500_000 }, (_, index) => pdf[index] ?? 32)],
  ])('accepts %s and shows its URL', async (_, content) => {
    const url = await uploaded(browser, content);
    expect(url).toMatch(new RegExp(`^${world.baseUrl}/uploads/tax-proofs/`));
    const opened = await browser.open(new URL(url).pathname);
    expect(opened.status).toBe(303);
    const file = await fetch(String(opened.headers.get('location')));
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(content);
  });

  it.each<[string, Uint8Array | null, string]>([
    ['no file', null, 'Choose a receipt'],
    ['an empty file', new Uint8Array(), 'Choose a receipt'],
    ['a page that claims to be a PDF', new TextEncoder().encode('<html>'), 'This is a web page'],
    ['a PDF with an archive behind it', joined([aPdf(), anEmptyZip]), 'an archive'],
    [
      'a picture inside another',
      joined([aPng.subarray(0, 33), '<script>', aPng]),
      'its end is missing',
    ],
    ['a page before a PDF', joined(['<html>', aPdf()]), 'This is a web page'],
    ['a HEIC picture', joined(['\0\0\0\x18ftypheic', new Uint8Array(50)]), 'a HEIC picture'],
    ['a file over 4.5 MB', new Uint8Array(4_500_001).fill(37), 'must be 4.5 MB or smaller'],
  ])('refuses %s on the page', async (_, content, complaint) => {
    await browser.open(path);
    const answer = await send(browser, content);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('There is a problem');
    expect(answer.text).toContain(complaint);
  });

  it('refuses a form from another site, and a form without a file part', async () => {
    await browser.open(path);
    for (const csrf of [null, 'another token']) {
      expect((await send(browser, pdf, { csrf })).status).toBe(403);
    }
    expect((await send(browser, pdf, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    );
    expect((await browser.send(path, { proof: 'text' })).status).toBe(403);
  });

  it('accepts 20 uploads an hour from one person', async () => {
    const eager = await signedIn(world, (await aResident(world)).email);
    await eager.open(path);
    for (let count = 0; count < 20; count += 1) {
      expect((await send(eager, pdf)).status).toBe(303);
    }
    const { status, headers } = await send(eager, pdf);
    expect([status, headers.get('retry-after')]).toEqual([429, expect.any(String)]);
  });

  it('shows a proof only to the person who uploaded it', async () => {
    const { pathname } = new URL(await uploaded(browser));
    const other = await signedIn(world, (await aResident(world)).email);
    expect((await other.open(pathname)).status).toBe(404);
    const id = pathname.split('/').at(-1);
    expect(shownText(await other.open(`${path}?uploaded=${id}`))).not.toContain(pathname);
    expect((await visitor(world.baseUrl).open(pathname)).status).toBe(303);
  });
});

describe('a contest of overdue taxes (spec 3.3)', () => {
  const overdue = () => aRepresentedEntity(world, ada, { taxState: 'overdue' });

  it('creates a contested request if it has a proof, which is reviewed after payment', async () => {
    const { id } = await overdue();
    const proofUrl = await uploaded(browser);
    const request = await aRequest(world, id, ada.standardKey, {
      contest: { note: '  Paid on 3 March.\nReceipt attached. ', proofUrl },
    });
    expect(request).toMatchObject({
      statusId: 'Pending Payment',
      contested: true,
      taxContestNote: 'Paid on 3 March.\nReceipt attached.',
      taxPaymentProofUrl: proofUrl,
      contestedAt: new Date(world.clock.now).toISOString(),
      informationRequest: null,
      nextSteps: {
        paymentRequired: true,
        awaitingReview: false,
        issued: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: 30,
      },
    });
    await payRequest(world, request, ada.standardKey);
    await world.settle();
    expect(await readRequest(world, request, ada.standardKey)).toMatchObject({
      statusId: 'Pending Review',
      informationRequest: null,
      nextSteps: {
        paymentRequired: false,
        awaitingReview: true,
        issued: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: 60,
      },
    });
    const { referredFor, taxPaymentProofFileUrl } = await adminRequest(world, request.id);
    expect(referredFor).toBe('contested');
    const file = await fetch(String(taxPaymentProofFileUrl));
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(pdf);
    const { id: reviewId } = await reviewOf(world, request.id);
    await decideReview(world, reviewId, { decision: 'approve' });
    await world.settle();
    expect(await readRequest(world, request, ada.standardKey)).toMatchObject({
      statusId: 'Issued',
      contested: true,
    });
  });

  it('refuses a proof by someone who does not represent the entity, and a lookalike URL', async () => {
    const { id } = await overdue();
    const foreign = await uploaded(await signedIn(world, (await aResident(world)).email));
    const own = await uploaded(browser);
    for (const proofUrl of [
      foreign,
      own.replace('http://', 'https://'),
      `${own}?x=1`,
      `${own}/`,
      own.replace('/uploads/', '//uploads/'),
      own.replace('localhost', 'localhost.example'),
    ]) {
      const answer = await world.call('POST', requestsPath(id), {
        key: ada.standardKey,
        body: { contest: { note: 'Paid.', proofUrl } },
      });
      expect([proofUrl, answer.status]).toEqual([proofUrl, 400]);
    }
  });
});
