import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { residencyAgreementIds } from '../../shared/documents/agreements/residency-agreement.ts';
import { ResidencyApplicationAnswer } from '../../shared/residency/contracts/partner-application.ts';
import { textInForce } from '../support/agreements.ts';
import {
  anUpload,
  aPartner,
  aPartnerDraft,
  applicationData,
  partnerCalls,
  partnerOrigin,
  refusalOf,
  seen,
} from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00.000Z');
const partner = await aPartner(world);
const calls = partnerCalls(world, partner);
const iso = () => new Date(world.clock.now).toISOString();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('POST /api/v1/partner/residency_applications', () => {
  it('creates a draft with its next steps', async () => {
    const data = applicationData({ alternateNames: 'Augusta' });
    const information = { residencyReason: 'Business', referralSource: 'A fair' };
    const answer = await calls.create({ applicationData: { ...data, information } });
    const aoc = residencyAgreementIds(textInForce('e_resident'));
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        data: {
          id: expect.stringMatching(uuid),
          version: 1,
          statusId: 'Draft',
          applicationVersion: '1.0.0',
          submittedAt: null,
          createdAt: iso(),
          approvedAt: null,
          rejectedAt: null,
          rejectedReason: null,
          rejectedReasonCode: null,
          invoice: null,
          informationRequest: null,
          residentPermitNumber: null,
          referralCode: null,
          reference: null,
          applicationData: {
            residencyType: 'e_resident',
            aoc: {
              aocId: aoc.aocId,
              signed: false,
              signedByName: null,
              signedAt: null,
              agentAuthorized: false,
            },
            personalDetails: { ...data.personalDetails, proofOfAddressUploadId: null },
            information,
          },
          applicantPortalAccess: {
            email: data.personalDetails.email,
            hasLoggedIn: false,
            lastLogin: null,
            claimLinkSent: true,
            claimLinkSentAt: iso(),
          },
          nextSteps: {
            agreementUrl: expect.stringMatching(
              new RegExp(`^${world.baseUrl}/agreements/[\\w-]{43}$`),
            ),
            proofOfAddressRequired: true,
            paymentRequired: true,
            verificationRequired: true,
            verificationInstructions: expect.stringMatching(/verifies the identity/),
            submitReady: false,
            informationRequired: false,
            informationUrl: null,
            pollAfterSeconds: 30,
          },
        },
      },
    });
    expect(() => ResidencyApplicationAnswer.parse(answer.body)).not.toThrow();
    const { id } = seen(answer);
    expect((await calls.get(id)).body).toEqual(answer.body);
  });

  it('emails the applicant a claim link', async () => {
    const { draft, data } = await aPartnerDraft(world, partner);
    await world.settle();
    const mails = world.mails.filter(({ to }) => to === data.personalDetails.email);
    expect(mails.map(({ text }) => /\/claim\/[\w-]{43}/.test(text))).toEqual([true]);
    expect(draft['applicantPortalAccess']).toMatchObject({ claimLinkSent: true });
  });

  it('requires no payment for the free type', async () => {
    const { draft } = await aPartnerDraft(world, partner, 'limited_e_resident');
    expect(draft.nextSteps).toMatchObject({ paymentRequired: false, submitReady: false });
    expect(refusalOf(await calls.pay(draft.id, 'ANY'))).toBe('400 invoice.not_required');
    expect(refusalOf(await calls.checkout(draft.id))).toBe('400 invoice.not_required');
  });

  it('accepts a sworn statement as proof of address, and never shows it', async () => {
    const { draft } = await aPartnerDraft(world, partner, 'e_resident', {
      proofOfAddressSwornStatement: { agreed: true, signature: 'Secretly Sworn' },
    });
    expect(draft.nextSteps['proofOfAddressRequired']).toBe(false);
    const { body } = await calls.get(draft.id);
    expect(JSON.stringify(body)).not.toMatch(/sworn|Secretly/i);
  });

  it.each([
    { givenName: '', surname: 'Suharto' },
    { givenName: ' Suharto', surname: ' ' },
  ])('accepts a person with one name: %o', async (names) => {
    const answer = await calls.create({ applicationData: applicationData(names) });
    const { givenName, surname } = names;
    expect(seen(answer)).toMatchObject({
      applicationData: {
        personalDetails: { givenName: givenName.trim(), surname: surname.trim() },
      },
    });
    const url = String(seen(answer).nextSteps['agreementUrl']);
    const agreement = await visitor(world.baseUrl).open(new URL(url).pathname);
    expect(agreement.text).toContain('<strong>Suharto</strong>');
  });

  it.each([
    ['an unknown country', { countryOfBirth: 'XX' }, ['countryOfBirth']],
    ['a country in lower case', { countryOfBirth: 'gb' }, ['countryOfBirth']],
    ['an unknown citizenship', { citizenships: ['GB', 'ZZ'] }, ['citizenships', 1]],
    [
      'an address with a country name',
      { address: { line1: '1', city: 'C', postalCode: '1', country: 'Honduras' } },
      ['address', 'country'],
    ],
    ['a date that does not exist', { dateOfBirth: '1990-02-30' }, ['dateOfBirth']],
    ['a future date', { dateOfBirth: '2026-03-02' }, ['dateOfBirth']],
    ['an invalid email address', { email: 'ada' }, ['email']],
    ['an unknown sex', { sex: 'other' }, ['sex']],
    ['an attestation as text', { alternateNamesAttestation: 'yes' }, ['alternateNamesAttestation']],
    ['no name', { givenName: '  ', surname: '' }, ['surname']],
    ['a punctuation mark instead of a name', { surname: '-' }, ['surname']],
    ['no surname', { surname: undefined }, ['surname']],
    ['no phone number', { phoneNumber: undefined }, ['phoneNumber']],
    [
      'a statement that was not agreed to',
      { proofOfAddressSwornStatement: { agreed: false, signature: 'Ada' } },
      ['proofOfAddressSwornStatement', 'agreed'],
    ],
    [
      'a statement in another language',
      { proofOfAddressSwornStatement: { agreed: true, signature: 'Ada', locale: 'de' } },
      ['proofOfAddressSwornStatement', 'locale'],
    ],
    ['an invalid upload id', { proofOfAddressUploadId: 'x' }, ['proofOfAddressUploadId']],
  ])('refuses %s', async (_what, details, path) => {
    const { status, body } = await calls.create({ applicationData: applicationData(details) });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [
          expect.objectContaining({ path: ['applicationData', 'personalDetails', ...path] }),
        ],
        requestId: expect.any(String),
      },
    });
  });

  it('refuses an unknown residency type', async () => {
    const answer = await calls.create({ applicationData: applicationData({}, 'resident') });
    expect(refusalOf(answer)).toBe('400 request.invalid_body');
  });

  it('accepts redirect URLs of approved origins only', async () => {
    const create = (redirectUrl: unknown) =>
      calls.create({ applicationData: applicationData(), redirectUrl });
    expect((await create(`${partnerOrigin}/done?a=b`)).status).toBe(200);
    expect((await create(null)).status).toBe(200);
    for (const other of [
      'https://partner.example.evil.example/',
      'https://partner.example:8443/',
      'http://localhost/',
      'https://other.example/',
    ]) {
      expect(refusalOf(await create(other))).toBe('400 redirect_url.not_allowed');
    }
    for (const misread of [
      'javascript:alert(1)',
      // Browsers and other programs disagree on the host of these.
      'https://partner.example\\@evil.example/',
      'https:partner.example/',
      'https:/\t/partner.example/',
    ]) {
      expect(refusalOf(await create(misread))).toBe('400 request.invalid_body');
    }
  });

  it('refuses any proof of address, because uploads need an application', async () => {
    const { id } = (await aPartnerDraft(world, partner)).draft;
    for (const proofOfAddressUploadId of [randomUUID(), await anUpload(world, partner, id)]) {
      const answer = await calls.create({
        applicationData: applicationData({ proofOfAddressUploadId }),
      });
      expect(refusalOf(answer)).toBe('404 proof_of_address.not_found');
    }
  });
});
