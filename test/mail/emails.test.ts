import { join } from 'node:path';
import { LinkifyIt } from 'linkify-it';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../lib/branding.ts';
import { factsOfFile } from '../../lib/deployment-facts.ts';
import {
  amendmentEmails,
  representationEmails,
} from '../../shared/amendments/usecases/write-to-representatives.ts';
import { applicationEmails } from '../../shared/incorporation/mail/application-emails.ts';
import { type Localized, locales } from '../../shared/kernel/domain/locale.ts';
import { harmless } from '../../shared/kernel/domain/refused-character.ts';
import { asHtml, asText, subjectOf } from '../../shared/mail/mail/message.ts';
import {
  residencyEmails,
  termEmails,
  visitorEmails,
} from '../../shared/residency/mail/residency-emails.ts';
import { questionEmails, reviewEmails } from '../../shared/reviews/mail/review-emails.ts';
import { certificateEmails } from '../../shared/service/usecases/send-mail.ts';
import {
  operatorEmails,
  receiptEmails,
  submissionEmails,
  uploadEmails,
} from '../../shared/service/usecases/write-emails.ts';
import { annulmentEmails } from '../../shared/service/usecases/write-of-annulment.ts';
import { accountEmails } from '../../shared/service/usecases/write-to-owner.ts';
import { manifestationEmails } from '../../shared/service/usecases/write-to-signer.ts';
import {
  newBrowserEmails,
  passkeyEmails,
  signInEmails,
} from '../../shared/sign-in/mail/sign-in-emails.ts';
import { root } from '../support/documents.ts';

/** Finds links in texts as mail programs do, also without a scheme, and with email and IP addresses. */
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true });
const linksIn = (text: string) => (finder.match(text) ?? []).map(({ url }) => url);

const frame = { sender: 'Test Jurisdiction', isSandbox: false };

/** A name chosen by a user. */
const evil =
  'evil.com/login www.evil.com http://evil.com https://evil.com:8080/x?y=z 192.0.2.7/login ada@evil.com mailto:a@evil.com bücher.example пример.рф';
const url = 'https://registry.example/portal';
const at = '2026-03-01T09:30:05.000Z';

/** A misspelled property has no effect, so this test checks them. */
it('the HTML of an email has only properties that email programs know', () => {
  const message = { subject: 'Code', paragraphs: [{ code: '123456' }], link: { label: 'x', url } };
  const styles = [
    ...asHtml(message, { ...frame, isSandbox: true, branding: {} as never }).matchAll(
      /style="([^"]*)"/g,
    ),
  ];
  const names = styles.flatMap(([, style = '']) =>
    style.split(';').map((each) => each.split(':')[0]),
  );
  const known = [
    'margin',
    'padding',
    'padding-top',
    'border',
    'border-top',
    'border-radius',
    'background',
    'color',
    'font',
    'font-size',
    'font-weight',
    'letter-spacing',
    'text-align',
    'text-decoration',
    'display',
    'max-width',
    'overflow-wrap',
  ];
  expect(names.filter((name) => !known.includes(String(name)))).toEqual([]);
  expect(names).toContain('letter-spacing');
});

const key = { kind: 'agent', label: evil, lastFour: 'wxyz', createdAt: at } as const;
const text = { title: 'Agreement', version: 'v1', sha256: 'ab'.repeat(32), url };
const address = {
  line1: evil,
  line2: evil,
  city: evil,
  state: evil,
  postalCode: evil,
  country: evil,
};
const named = { name: evil, extension: 'LLC', nameStartsWithExtension: false };
const amendment = {
  before: { ...named, principalOfficeAddress: address },
  changes: { ...named, extension: 'L.L.C.', principalOfficeAddress: address },
  signer: evil,
  typed: evil,
  you: false,
  objectedAt: at,
  url,
};
const representation = { entityName: evil, person: evil, at, url };
const asked = { at, browser: 'Firefox on Windows', known: false, client: evil };
const end = { endsAt: at, daysLeft: 30, hasEnded: false };
const annulled = { at, reasonCode: 'duplicate', url } as const;
const reason = 'see https://registry.example/help';

/** Every email, with deceptive names. */
const allFor = (recipient: Localized) => ({
  signatureLink: applicationEmails(recipient).signatureLink({
    entityName: evil,
    keyLabel: null,
    url,
    keysUrl: url,
  }),
  signatureLinkOfAgent: applicationEmails(recipient).signatureLink({
    entityName: evil,
    keyLabel: evil,
    url,
    keysUrl: url,
  }),
  agreementSigned: applicationEmails(recipient).agreementSigned({
    entityName: evil,
    keyLabel: null,
    signerName: evil,
    at,
    text,
    url,
  }),
  agreementOfAgent: applicationEmails(recipient).agreementSigned({
    entityName: evil,
    keyLabel: evil,
    signerName: null,
    at,
    text,
    url,
  }),
  residencyAgreementSigned: residencyEmails(recipient).residencyAgreementSigned({ at, text }),
  signAgain: residencyEmails(recipient).signAgain({ at, url }),
  manifestationSigned: manifestationEmails(recipient).manifestationSigned({
    signerName: evil,
    at,
    texts: [text],
    url,
  }),
  applicationUnsigned: applicationEmails(recipient).signAgain({ entityName: evil, at, url }),
  agentPayment: applicationEmails(recipient).agentPayment({
    entityName: evil,
    keyLabel: evil,
    submitted: true,
    url,
    keysUrl: url,
  }),
  receipt: receiptEmails(recipient).receipt({
    number: 'R-2026-000123',
    amount: 'USD 300.00',
    what: evil,
    url,
  }),
  applicationApproved: applicationEmails(recipient).applicationApproved({
    entityName: evil,
    residentPermitNumber: '80000000000012',
    url,
  }),
  applicationRejected: applicationEmails(recipient).applicationRejected({
    entityName: evil,
    reason,
    url,
  }),
  certificateIssued: certificateEmails(recipient).certificateIssued({
    type: 'certificate_of_good_standing',
    entityName: evil,
    url,
  }),
  certificateRejected: certificateEmails(recipient).certificateRejected({
    type: 'certificate_of_good_standing',
    entityName: evil,
    reason,
    url,
  }),
  uploadWithMalware: uploadEmails(recipient).uploadNotAccepted({
    kind: 'proof_of_address',
    malware: true,
    applicationId: '17b2545c-4548-4ae0-8357-5e73812f6a99',
    url,
  }),
  uploadNotChecked: uploadEmails(recipient).uploadNotAccepted({
    kind: 'tax_proof',
    malware: false,
    applicationId: null,
    url,
  }),
  claimLink: residencyEmails(recipient).claimLink({ partner: evil, hours: 24, url }),
  isThisYours: residencyEmails(recipient).isThisYours({ partner: evil, url }),
  confirmAgain: residencyEmails(recipient).confirmAgain({ partner: evil, url }),
  holderAwaited: residencyEmails(recipient).holderAwaited({ partner: evil, url }),
  applicationForClosedAccount: residencyEmails(recipient).applicationForClosedAccount({
    partner: evil,
  }),
  residencyApproved: residencyEmails(recipient).residencyApproved({
    residencyType: 'e-Resident',
    residentPermitNumber: '96854028532131',
    url,
  }),
  residencyRejected: residencyEmails(recipient).residencyRejected({ reason }),
  residencyEnding: termEmails(recipient).residencyEnding({ ...end, partner: evil, url }),
  residencyEnded: termEmails(recipient).residencyEnding({
    ...end,
    daysLeft: 0,
    hasEnded: true,
    partner: null,
    url,
  }),
  partnersResidencyEnding: termEmails(recipient).partnersResidencyEnding({
    ...end,
    applicationId: '17b2545c-4548-4ae0-8357-5e73812f6a99',
    residentPermitNumber: '96854028532131',
    url,
  }),
  entityResidencyEnding: termEmails(recipient).entityResidencyEnding({
    ...end,
    entityName: evil,
    residentPermitNumber: '86854028532131',
    url,
  }),
  confirmationDue: termEmails(recipient).confirmationDue({
    entityName: evil,
    dueOn: '2026-03-01',
    overdue: true,
    url,
  }),
  registrationAnnulled: annulmentEmails(recipient).registrationAnnulled({
    ...annulled,
    entityName: evil,
  }),
  amendmentAnnulled: annulmentEmails(recipient).amendmentAnnulled({
    ...annulled,
    restored: { ...named, principalOfficeAddress: address },
    details: ['name', 'principalOffice'],
  }),
  residencyAnnulled: annulmentEmails(recipient).residencyAnnulled({
    ...annulled,
    stillResident: false,
  }),
  partnersResidencyAnnulled: annulmentEmails(recipient).partnersResidencyAnnulled({
    ...annulled,
    applicationId: '17b2545c-4548-4ae0-8357-5e73812f6a99',
    residentPermitNumber: '96854028532131',
  }),
  documentWithdrawn: annulmentEmails(recipient).documentWithdrawn({
    ...{ entityName: evil, name: evil, createdAt: at, at, url },
    replacedBy: evil,
  }),
  operatorsActed: operatorEmails(recipient).operatorsActed({
    what: 'tax_state',
    of: evil,
    at,
    url,
  }),
  visitorPassReceived: visitorEmails(recipient).visitorPassReceived(),
  reviewWaiting: reviewEmails.reviewWaiting({
    reviewId: '17b2545c-4548-4ae0-8357-5e73812f6a99',
    subjectType: 'amendment',
    returnedReason: evil,
    waiting: [],
    url,
  }),
  reviewsWaiting: reviewEmails.reviewsWaiting({
    waiting: [{ subjectType: 'amendment', count: 3 }],
    oldest: at,
    url,
  }),
  informationRequested: questionEmails(recipient).informationRequested({
    subjectType: 'amendment',
    name: evil,
    message: reason,
    url,
  }),
  residencyInformationRequested: residencyEmails(recipient).informationRequested({
    message: reason,
    url,
  }),
  signInCode: signInEmails(recipient).signInCode({
    code: '123456',
    kind: 'short',
    minutes: 10,
    asked,
  }),
  keyMade: accountEmails(recipient).keyMade({
    key,
    may: [evil],
    replaced: key,
    byOperator: false,
    url,
  }),
  keyChanged: accountEmails(recipient).keyChanged({ key, at, url }),
  browserSignedIn: newBrowserEmails(recipient).browserSignedIn({
    browser: 'Firefox on Windows',
    at,
    url,
  }),
  passkeyAdded: passkeyEmails(recipient).passkeyAdded({ at, url }),
  passkeyRemoved: passkeyEmails(recipient).passkeyRemoved({ at, url }),
  passkeySuspended: passkeyEmails(recipient).passkeySuspended({ at, url }),
  passkeyCodeMade: passkeyEmails(recipient).passkeyCodeMade({ at, url }),
  clientConnected: accountEmails(recipient).clientConnected({
    client: evil,
    publisher: evil,
    may: [],
    entities: 2,
    url,
  }),
  emailChangedFrom: accountEmails(recipient).emailChangedFrom({
    changedAt: at,
    keys: [key],
    revoked: [key],
    passkeys: 1,
  }),
  emailChangedTo: accountEmails(recipient).emailChangedTo({
    changedAt: at,
    keys: [key],
    revoked: [key],
    passkeys: 2,
    url,
  }),
  applicationReceived: submissionEmails(recipient).submissionReceived({
    type: 'legal_entity_application',
    ...{ name: evil, submittedAt: at, expected: null, url },
  }),
  certificateRequestReceived: submissionEmails(recipient).submissionReceived({
    type: 'certificate_request',
    ...{ name: evil, submittedAt: at, expected: null, url },
  }),
  residencyApplicationReceived: submissionEmails(recipient).submissionReceived({
    type: 'residency_application',
    ...{ name: evil, submittedAt: at, expected: null, url: null },
  }),
  amendmentSigned: amendmentEmails(recipient).signed({ ...amendment, signedAt: at }),
  amendmentSubmitted: amendmentEmails(recipient).submitted({
    ...{ ...amendment, by: evil, key: evil, page: url },
    expected: 'Within 2 days.',
  }),
  amendmentUnsigned: amendmentEmails(recipient).unsigned({ ...amendment, at }),
  amendmentApproved: amendmentEmails(recipient).approved({ ...amendment, answer: reason }),
  amendmentRejected: amendmentEmails(recipient).rejected({
    ...{ ...amendment, reason, answer: reason, page: url },
  }),
  representativeAdded: representationEmails(recipient).added({ ...representation, you: true }),
  representativeRemoved: representationEmails(recipient).removed({ ...representation, you: false }),
});

const all = locales.flatMap((locale) =>
  Object.entries(allFor({ locale })).map(
    ([name, message]) => [`${name}, ${locale}`, message] as const,
  ),
);

it('every email except those to staff is translated', () => {
  const [english, spanish] = [allFor({ locale: 'en' }), allFor({ locale: 'es' })];
  const same = Object.entries(english)
    .filter(([name, { subject, paragraphs, link }]) => {
      const other = Object.entries(spanish).find(([key]) => key === name)?.[1];
      const shared = paragraphs.filter((each) => other?.paragraphs.includes(each));
      const labelled = link !== undefined && other?.link?.label === link.label;
      return other?.subject === subject || shared.length > 0 || labelled;
    })
    .map(([name]) => name);
  expect(same).toEqual(['reviewWaiting', 'reviewsWaiting']);
});

const own = ['https://registry.example/portal', 'https://registry.example/help'];

describe('a text with what looks like a link', () => {
  it('is displayed the same, but not linked', () => {
    expect(linksIn(evil).length).toBeGreaterThan(7);
    expect(linksIn(harmless(evil))).toEqual([]);
    expect(harmless(evil).replaceAll('\u200c', '')).toBe(evil);
  });

  it('opens nothing, even if copied into a browser', () => {
    const hosts = [
      'evil.com',
      'http://evil.com',
      '192.0.2.7',
      '192.0.2.77',
      'a.b.co',
      'evil。com',
      '1.22/x',
    ];
    const canBeOpened = (each: string) =>
      URL.canParse(/^http/.test(each) ? each : `http://${each}`);
    expect(hosts.map(canBeOpened)).toEqual(hosts.map(() => true));
    expect(hosts.map(harmless).map(canBeOpened)).toEqual(hosts.map(() => false));
  });

  it.each([
    'Acme L.L.C.',
    'St. Gall Ltd. Co.',
    'a, b… (c) – d',
    'It is 09:30:05 UTC.',
    'الف.',
    'USD 1,300.00. (USD 25.50)',
  ])('is unchanged if it only looks similar: %s', (name) => {
    expect(harmless(name)).toBe(name);
  });
});

describe.each(all)('the email %s', (_, message) => {
  const plain = asText(message, frame);
  const html = asHtml(message, frame);

  it('has only its own link, even if names in it look like links', () => {
    expect(linksIn(plain).filter((each) => !own.includes(each))).toEqual([]);
    const shown = html.replaceAll(/<[^>]*>/g, '\n').replaceAll('&#x2F;', '/');
    expect(linksIn(shown).filter((each) => !own.includes(each))).toEqual([]);
    expect(linksIn(subjectOf(message))).toEqual([]);
    const targets = Array.from(html.matchAll(/href="([^"]*)"/g), ([, target]) => target);
    expect(targets.filter((each) => each !== url)).toEqual([]);
  });

  it('shows the local time beside each time in UTC', () => {
    const local = { ...frame, timeZone: 'Asia/Kolkata' };
    for (const text of [asText(message, local), asHtml(message, local)]) {
      expect(text).not.toMatch(/\d{4}, \d\d:\d\d:\d\d UTC(?! \()/);
    }
  });

  it('starts with a test environment notice in a sandbox', () => {
    const says = (message.locale ?? 'en') === 'en' ? 'Test environment: ' : 'Entorno de pruebas: ';
    const sandbox = { ...frame, isSandbox: true };
    expect(asText(message, sandbox).startsWith(says)).toBe(true);
    expect(asHtml(message, sandbox).split('<body')[1]).toMatch(
      RegExp(`^[^>]*>\\s*<p[^>]*>${says}`),
    );
    expect(`${plain}${html}`).not.toContain(says);
  });

  it('refers to pages and API keys, not to an API', () => {
    expect(plain.replaceAll(/\bAPI keys?\b|\b[Cc]laves? de API\b/g, '')).not.toMatch(/\bAPI\b/);
  });

  it('has a one-line subject that fits a list of emails', () => {
    expect(subjectOf({ ...message, subject: message.subject.replaceAll(evil, 'Acme') })).toMatch(
      /^[^\r\n]{5,78}$/,
    );
  });
});

it('the dark colours of an email are readable, and each belongs to a part of it', () => {
  const message = { subject: 'Code', paragraphs: [{ code: '123456' }], link: { label: 'x', url } };
  const sent = asHtml(message, { ...frame, isSandbox: true });
  const [, rules = ''] = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(sent) ?? [];
  const [, ground = ''] = /body\{background:(#\w+)/.exec(rules) ?? [];
  const parts = [...rules.matchAll(/([.\w]+)\{([^}]*)\}/g)];
  expect(parts).toHaveLength(5);
  for (const [, part = '', colours = ''] of parts) {
    const [, ink = ''] = /(?:^|;)color:(#\w+)/.exec(colours) ?? [];
    const [, own = ground] = /background:(#\w+)/.exec(colours) ?? [];
    expect(contrast(ink, own), part).toBeGreaterThanOrEqual(4.5);
    expect(sent).toContain(part.startsWith('.') ? `class="${part.slice(1)}"` : `<${part} `);
  }
});

describe('the sign-in code email', () => {
  const { signInCode: message } = allFor({});
  const plain = asText(message, frame);

  it('shows the code on its own line, below a lock screen preview, and not in the subject', () => {
    const lines = plain.split('\n');
    const index = lines.indexOf('    123456');
    expect([lines[index - 1], lines[index + 1]]).toEqual(['', '']);
    expect(plain.indexOf('123456')).toBeGreaterThan(110);
    expect(message.subject).toBe('Your sign-in code, requested at 09:30:05 UTC');
    expect(asHtml(message, frame)).toMatch(/<p class="code" style="[^"]*">123456<\/p>/);
  });

  it('states when, by which browser and for which application the code was requested', () => {
    expect(plain).toContain(
      'The code was requested on 1 March 2026, 09:30:05 UTC with Firefox on Windows. This browser has not signed in to your account before. After you sign in, you continue to the application “',
    );
    const shop = { at, browser: 'A browser', known: true, client: null };
    const known = signInEmails({}).signInCode({
      code: '1',
      kind: 'long',
      minutes: 1,
      asked: shop,
    });
    expect(known.paragraphs).toContain(
      'The code was requested on 1 March 2026, 09:30:05 UTC with a browser. This browser has signed in to your account before.',
    );
    const former = { at, browser: null, known: false, client: null };
    const old = signInEmails({}).signInCode({
      code: '1',
      kind: 'short',
      minutes: 1,
      asked: former,
    });
    expect(old.paragraphs).toContain('The code was requested on 1 March 2026, 09:30:05 UTC.');
  });
});

it('emails have the header, colours and address of the jurisdiction', () => {
  const { branding } = factsOfFile(join(root, 'stages/examples/kestrel-isles.json'));
  const branded = {
    ...frame,
    branding,
    links: {
      ...{ contact: 'desk@register.example', phone: '+504 2200 0100' },
      hours: { en: 'Monday to Friday, 9:00 to 16:00', es: 'Lunes a viernes, 9:00 a 16:00' },
    },
  };
  const message = signInEmails({ locale: 'es' }).signInCode({
    ...{ code: '123 456', kind: 'short', minutes: 10, asked },
  });
  expect(asText(message, branded).split('\n\n-- \n')[1]).toBe(
    'Test Jurisdiction\nRegister House\n3 Harbour Street\nHallsund\n¿Necesita ayuda?\ndesk@register.example\n+504 2200 0100\nLunes a viernes, 9:00 a 16:00\n',
  );
  const html = asHtml(message, branded);
  expect(html).toMatch(/<p style="[^"]*;background:#5b1f4a;color:#fff;[^"]*">Islas Kestrel · Re/);
  expect(html).toContain(
    '>Test Jurisdiction<br>Register House<br>3 Harbour Street<br>Hallsund<br>¿Necesita ayuda?<br>desk@register.example<br>+504 2200 0100<br>Lunes a viernes, 9:00 a 16:00</p>',
  );
  const { keyMade } = accountEmails({});
  const linked = keyMade({ key, may: [], replaced: null, byOperator: true, url });
  expect(asHtml(linked, branded)).toContain('style="background:#2a6350;color:#fff;padding');
  // A jurisdiction without branding has no header, but a contact.
  const plain = asHtml(linked, { ...frame, links: { contact: 'desk@register.example' } });
  expect(plain).toContain('style="background:#1d4f7c;color:#fff;padding');
  expect(plain).toContain('>Test Jurisdiction<br>Need help?<br>desk@register.example</p>');
  expect(plain).not.toContain('font-weight:700">');
  expect(asHtml(linked, frame)).toContain('>Test Jurisdiction</p>');
});

it('a reviewer’s text keeps its links', () => {
  const { applicationRejected: message } = allFor({});
  expect(asText(message, frame)).toContain(reason);
});

describe('emails sent several times', () => {
  it('have different subjects', () => {
    const code = (second: string) =>
      signInEmails({}).signInCode({
        code: '1',
        kind: 'short',
        minutes: 1,
        asked: { ...asked, at: `2026-03-01T09:30:${second}Z` },
      }).subject;
    expect(code('05')).not.toBe(code('06'));
    const keyMade = (lastFour: string, replaced: typeof key | null) =>
      accountEmails({}).keyMade({
        key: { ...key, lastFour },
        may: [],
        replaced,
        byOperator: true,
        url,
      }).subject;
    expect(keyMade('wxyz', null)).toBe('New API key on your account: …wxyz');
    expect(keyMade('abcd', key)).toBe('API key replaced: …wxyz');
    const review = (reviewId: string) =>
      reviewEmails.reviewWaiting({
        reviewId,
        subjectType: 'amendment',
        returnedReason: null,
        waiting: [],
        url,
      }).subject;
    expect(review('17b2545c-4548')).toBe('Review needed: amendment 17b2545c');
  });
});
