import { describe, expect, it } from 'vitest';
import {
  decideResidencyApplication,
  nextStepsOfResidencyApplication,
  paymentRefusal,
  residencyApplicationTransitions,
} from '../../../shared/residency/domain/residency-application.ts';
import {
  appliedResidencies,
  type ResidencyApplicationCommand,
  type ResidencyApplicationRefusal,
  type ResidencyApplicationState,
  type ResidencyApplicationStatus,
  residencyApplicationStatuses,
} from '../../../shared/residency/domain/residency-application-state.ts';

const noon = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';

const data: ResidencyApplicationState['data'] = {
  residencyType: 'e_resident',
  personalDetails: {
    givenName: 'Ada',
    surname: 'Lovelace',
    email: 'ada@people.example',
    dateOfBirth: '1990-12-10',
    sex: 'female',
    countryOfBirth: 'GB',
    citizenships: ['GB'],
    alternateNamesAttestation: false,
    alternateNames: null,
    criminalBackgroundAttestation: true,
    address: { line1: '1 Quay', city: 'Port Town', postalCode: '1', country: 'HN' },
    phoneNumber: '+1',
  },
  information: { residencyReason: null, referralSource: null },
  proofOfAddressUploadId: null,
  swornStatement: null,
};
const agreement = { token: 'one', aocId: 'aoc', slug: 'aoc', version: 'v1' };
/** The agreement as shown to its reader. */
const shown = { aocId: 'aoc-2', slug: 'aoc', version: 'v2', sha256: 'aa' };
const bare: ResidencyApplicationState = {
  version: 7,
  statusId: 'Draft',
  data,
  agreement: {
    ...agreement,
    acceptedAt: null,
    signerName: null,
    sha256: null,
    invalidatedAt: null,
  },
  verification: { id: null, status: 'pending', verifiedAt: null },
  redirectUrl: 'https://partner.example/',
  referralCode: null,
  paidAt: null,
  submittedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  personId: null,
  residentPermitNumber: null,
  residencyEffectiveDate: null,
  dispatchedAt: null,
  updatedAt: noon,
};
const accepted = { ...bare.agreement, acceptedAt: noon, signerName: 'Ada', sha256: 'aa' };
const verified = { id: 'v', status: 'approved', verifiedAt: noon } as const;
const ready: ResidencyApplicationState = {
  ...bare,
  data: { ...data, proofOfAddressUploadId: 'upload' },
  agreement: accepted,
  verification: verified,
  paidAt: noon,
};
const submitted = { ...ready, statusId: 'Pending Review', submittedAt: noon } as const;
const inEach: Readonly<Record<ResidencyApplicationStatus, ResidencyApplicationState>> = {
  Draft: { ...ready, paidAt: null, agreement: bare.agreement },
  'Pending Review': submitted,
  Approved: { ...submitted, statusId: 'Approved', approvedAt: noon },
  Rejected: { ...submitted, statusId: 'Rejected', rejectedAt: noon, rejectedReason: 'No.' },
};

const revise = {
  type: 'revise',
  expectedVersion: 7,
  data,
  agreement: { ...agreement, token: 'two' },
} as const;
const question = {
  id: 'question',
  reviewId: 'review',
  message: 'Which door?',
  requestedAt: '2026-03-01T12:00:00.000Z',
  answeredAt: null,
};

const commands: Readonly<Record<ResidencyApplicationCommand['type'], ResidencyApplicationCommand>> =
  {
    revise,
    accept: { type: 'accept', token: 'one', signerName: 'Ada', ...shown },
    verify: { type: 'verify', id: 'v', status: 'approved' },
    pay: { type: 'pay' },
    submit: { type: 'submit' },
    dispatch: { type: 'dispatch' },
    approve: {
      type: 'approve',
      personId: 'p',
      residentPermitNumber: '90000000000001',
      residencyEffectiveDate: noon,
    },
    reject: { type: 'reject', reason: 'No.' },
    confirm: { type: 'confirm', personId: 'p', credentialEpoch: 1 },
    object: { type: 'object' },
    request_information: { type: 'request_information', request: question },
    answer_information: { type: 'answer_information', requestId: question.id },
  };
const afterwards = new Set([
  'dispatch',
  'approve',
  'reject',
  'request_information',
  'answer_information',
]);
const ofHolder = new Set(['confirm', 'object']);
const unseen = new Set(['dispatch', 'confirm']);

const names = Object.keys(commands) as ResidencyApplicationCommand['type'][]; // of the literal above
const pairs = residencyApplicationStatuses.flatMap((status) =>
  names.map((name) => [status, name, residencyApplicationTransitions[status][name]] as const),
);

function next(state: ResidencyApplicationState, command: ResidencyApplicationCommand) {
  const decision = decideResidencyApplication(state, command, later);
  if (!decision.ok) throw new Error(`refused: ${decision.reason}`);
  return decision.next;
}

function refusal(state: ResidencyApplicationState, command: ResidencyApplicationCommand) {
  const decision = decideResidencyApplication(state, command, later);
  return decision.ok ? 'accepted' : decision.reason;
}

describe('a residency application', () => {
  it.each(pairs.filter(([, , targets]) => targets === undefined))(
    'in %s refuses the command %s',
    (status, name) => {
      const reason: ResidencyApplicationRefusal = ofHolder.has(name)
        ? 'decided'
        : afterwards.has(name)
          ? 'not_pending_review'
          : 'not_draft';
      expect(refusal(inEach[status], commands[name])).toBe(reason);
    },
  );

  it.each(pairs.filter(([, name, targets]) => targets !== undefined && name !== 'submit'))(
    'in %s accepts the command %s, with a status from the state table',
    (status, name, targets) => {
      const asked = name === 'answer_information' ? { informationRequest: question } : {};
      expect(targets).toContain(next({ ...inEach[status], ...asked }, commands[name]).statusId);
    },
  );

  it.each(names.filter((name) => !unseen.has(name)))('has a new version after %s', (name) => {
    const asked = name === 'answer_information' ? { informationRequest: question } : {};
    const from = afterwards.has(name)
      ? { ...submitted, ...asked }
      : name === 'submit'
        ? ready
        : inEach.Draft;
    expect(next(from, commands[name])).toMatchObject({ version: 8, updatedAt: later });
  });

  it('records the payment, the verification and the holder’s confirmation, each with its time', () => {
    const at = { version: 8, updatedAt: later };
    expect(next(bare, commands.pay)).toEqual({ ...bare, ...at, paidAt: later });
    expect(next(bare, { type: 'verify', id: 'w', status: 'declined' })).toEqual({
      ...bare,
      ...at,
      verification: { id: 'w', status: 'declined', verifiedAt: later },
    });
    const holderConfirmation = { personId: 'p', credentialEpoch: 1, confirmedAt: later };
    expect(next(submitted, commands.confirm)).toEqual({ ...submitted, holderConfirmation });
  });

  it('accepts a verification only for the expected version, if one is given', () => {
    const verify = { type: 'verify', id: 'v', status: 'approved' } as const;
    expect(refusal(bare, { ...verify, expectedVersion: 6 })).toBe('stale_version');
    expect(refusal(bare, { ...verify, expectedVersion: 7 })).toBe('accepted');
  });

  it('voids the holder’s confirmation if the details they saw change, and not otherwise', () => {
    const holderConfirmation = { personId: 'p', credentialEpoch: 1, confirmedAt: noon };
    const confirmed = { ...bare, holderConfirmation };
    const phone = { ...data.personalDetails, phoneNumber: '+2' };
    const other = { ...revise, data: { ...data, personalDetails: phone } };
    expect(next(confirmed, other).holderConfirmation).toBeNull();
    const type = { ...revise, data: { ...data, residencyType: 'resident_annual' as const } };
    expect(next(confirmed, type).holderConfirmation).toBeNull();
    const proof = { ...revise, data: { ...data, proofOfAddressUploadId: 'other' } };
    expect(next(confirmed, proof).holderConfirmation).toEqual(holderConfirmation);
    expect(Object.keys(next(bare, other))).not.toContain('holderConfirmation');
  });

  it('keeps its version after a dispatch, which partners can’t see', () => {
    const dispatched = next(submitted, commands.dispatch);
    expect(dispatched).toEqual({ ...submitted, dispatchedAt: later });
    expect(next({ ...dispatched }, commands.dispatch).dispatchedAt).toBe(later);
  });

  it('is submitted once nothing is missing, with its data unchanged', () => {
    expect(next(ready, commands.submit)).toEqual({
      ...ready,
      version: 8,
      statusId: 'Pending Review',
      submittedAt: later,
      updatedAt: later,
    });
  });

  it('reports what a submission lacks, in the order of the contract', () => {
    const steps: readonly [ResidencyApplicationRefusal, Partial<ResidencyApplicationState>][] = [
      ['agreement_required', { agreement: accepted }],
      ['proof_required', { data: ready.data }],
      ['payment_required', { paidAt: noon }],
      ['verification_required', { verification: verified }],
    ];
    let state = bare;
    for (const [reason, remedy] of steps) {
      expect(refusal(state, commands.submit)).toBe(reason);
      state = { ...state, ...remedy };
    }
    expect(refusal(state, commands.submit)).toBe('accepted');
  });

  it('treats a declined verification as missing', () => {
    const declined = next(ready, { type: 'verify', id: 'w', status: 'declined' });
    expect(refusal({ ...declined }, commands.submit)).toBe('verification_required');
  });

  it.each(['proofOfAddressUploadId', 'swornStatement'] as const)(
    'accepts %s as proof of address',
    (field) => {
      const value = field === 'swornStatement' ? { signature: 'Ada', locale: null } : 'upload';
      const state = { ...ready, data: { ...data, [field]: value } };
      expect(refusal(state, commands.submit)).toBe('accepted');
    },
  );
});

describe('a revision', () => {
  const paid = { ...ready, version: 7 };

  it('is refused for another version, before the locks of a payment are checked', () => {
    const other = {
      ...revise,
      expectedVersion: 6,
      data: { ...data, residencyType: 'resident_annual' },
    } as const;
    expect(refusal(paid, other)).toBe('stale_version');
    expect(refusal(paid, { ...other, expectedVersion: 8 })).toBe('stale_version');
  });

  it('voids the acceptance if any data changes, and records when', () => {
    const revised = next(ready, {
      ...revise,
      data: { ...ready.data, information: { residencyReason: 'x', referralSource: null } },
    });
    expect(revised.agreement).toEqual({
      ...bare.agreement,
      token: 'two',
      invalidatedAt: later,
    });
    expect(next({ ...bare }, { ...revise, data: ready.data }).agreement).toEqual({
      ...bare.agreement,
      token: 'two',
    });
  });

  it('keeps the agreement if nothing changes', () => {
    const same = next(ready, { ...revise, data: structuredClone(ready.data) });
    expect(same).toEqual({ ...ready, version: 8, updatedAt: later });
  });

  it('forgets when the acceptance was voided once there is a new one', () => {
    const voided = { ...bare, agreement: { ...bare.agreement, invalidatedAt: noon } };
    expect(next(voided, commands.accept).agreement).toEqual({
      ...accepted,
      ...shown,
      acceptedAt: later,
      invalidatedAt: null,
    });
  });

  it.each([
    ['givenName', 'Augusta'],
    ['surname', 'King'],
    ['dateOfBirth', '1990-12-11'],
    ['sex', 'male'],
    ['countryOfBirth', 'HN'],
    ['citizenships', ['GB', 'HN']],
  ])('voids the verification if it changes %s to %j', (field, value) => {
    const personalDetails = { ...data.personalDetails, [field]: value };
    const revised = next(ready, { ...revise, data: { ...ready.data, personalDetails } });
    expect(revised.verification).toEqual({ id: null, status: 'pending', verifiedAt: null });
  });

  it.each([
    ['phoneNumber', '+2'],
    ['email', 'ADA@people.example'],
    ['alternateNames', 'Augusta'],
  ])('keeps the verification if it changes %s to %j', (field, value) => {
    const personalDetails = { ...data.personalDetails, [field]: value };
    const revised = next(ready, { ...revise, data: { ...ready.data, personalDetails } });
    expect(revised.verification).toEqual(verified);
  });

  it('can’t change type or email address once paid, but can change the address’s spelling', () => {
    const type = { ...revise, data: { ...data, residencyType: 'resident_annual' } } as const;
    const withEmail = (email: string) => ({
      ...revise,
      data: { ...data, personalDetails: { ...data.personalDetails, email } },
    });
    expect(refusal(paid, type)).toBe('residency_type_locked');
    expect(refusal(paid, withEmail('bob@people.example'))).toBe('email_locked');
    expect(refusal(paid, withEmail(' ADA@People.example'))).toBe('accepted');
    const unpaid = { ...paid, paidAt: null };
    expect(refusal(unpaid, type)).toBe('accepted');
    expect(refusal(unpaid, withEmail('bob@people.example'))).toBe('accepted');
  });

  it('keeps the redirect URL and the referral code if it doesn’t name them', () => {
    expect(next(bare, revise)).toMatchObject({
      redirectUrl: bare.redirectUrl,
      referralCode: null,
    });
    expect(next(bare, { ...revise, redirectUrl: null, referralCode: 'CODE' })).toMatchObject({
      redirectUrl: null,
      referralCode: 'CODE',
    });
  });
});

describe('the agreement', () => {
  it('is accepted once, with the link for the current data', () => {
    const state = next(bare, commands.accept);
    expect(state.agreement).toEqual({ ...accepted, ...shown, acceptedAt: later });
    expect(refusal({ ...state }, commands.accept)).toBe('already_accepted');
    const stale = { type: 'accept', token: 'old', signerName: 'Ada', ...shown } as const;
    expect(refusal(bare, stale)).toBe('agreement_changed');
    expect(refusal(state, stale)).toBe('agreement_changed');
  });
});

describe('the payment', () => {
  it.each(appliedResidencies)('is required unless the type is free: %s', (residencyType) => {
    const state = { ...ready, paidAt: null, data: { ...ready.data, residencyType } };
    const free = residencyType === 'limited_e_resident';
    expect(refusal(state, commands.pay)).toBe(free ? 'nothing_to_pay' : 'accepted');
    expect(paymentRefusal(state)).toBe(free ? 'nothing_to_pay' : null);
    expect(nextStepsOfResidencyApplication(state).paymentRequired).toBe(!free);
    expect(refusal(state, commands.submit)).toBe(free ? 'accepted' : 'payment_required');
  });

  it('requires a proof of address when it starts, but not when the money arrives', () => {
    const state = { ...bare };
    expect(paymentRefusal(state)).toBe('proof_required');
    expect(refusal(state, commands.pay)).toBe('accepted');
  });

  it('is made once', () => {
    expect(refusal(ready, commands.pay)).toBe('already_paid');
    expect(paymentRefusal(ready)).toBe('already_paid');
    expect(paymentRefusal(submitted)).toBe('not_draft');
  });
});

describe('the next steps', () => {
  it('list everything that is missing', () => {
    expect(nextStepsOfResidencyApplication(bare)).toEqual({
      agreementRequired: true,
      proofOfAddressRequired: true,
      paymentRequired: true,
      verificationRequired: true,
      submitReady: false,
    });
    expect(nextStepsOfResidencyApplication(ready)).toEqual({
      agreementRequired: false,
      proofOfAddressRequired: false,
      paymentRequired: false,
      verificationRequired: false,
      submitReady: true,
    });
  });

  it('are empty after the submission', () => {
    expect(nextStepsOfResidencyApplication({ ...bare, statusId: 'Pending Review' })).toEqual({
      agreementRequired: false,
      proofOfAddressRequired: false,
      paymentRequired: false,
      verificationRequired: false,
      submitReady: false,
    });
  });
});
