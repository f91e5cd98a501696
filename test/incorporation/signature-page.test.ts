import { expect, it } from 'vitest';
import type { ApplicationState } from '../../shared/incorporation/domain/application.ts';
import { signatureState } from '../../shared/incorporation/pages/application-status.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';

const at = '2026-03-01T09:30:00.000Z';
const agreement = {
  method: 'signature',
  signerName: 'Ada',
  signedAt: at,
  agreementVersion: 'v1',
  agreementSha256: 'ab',
} as const;
const draft: ApplicationState = {
  statusId: 'Draft',
  createdViaAPI: true,
  createdWith: 'standard_key',
  agreement: null,
  paidAt: null,
  submittedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  legalEntityId: null,
  dispatchedAt: null,
};
const submitted: ApplicationState = {
  ...draft,
  statusId: 'Pending Review',
  agreement,
  paidAt: at,
  submittedAt: at,
};
const rejected: ApplicationState = { ...submitted, statusId: 'Rejected', rejectedAt: at };

it.each<[string, ApplicationState, string]>([
  ['unsigned and unpaid', draft, 'when it is signed and the fee is paid'],
  ['unsigned and paid', { ...draft, paidAt: at }, 'Signing submits the application'],
  ['signed and unpaid', { ...draft, agreement }, 'when the payment of the fee is confirmed'],
  [
    'signed and paid, with a name that was taken',
    { ...draft, agreement, paidAt: at },
    'The registry will contact the applicant',
  ],
  ['submitted', submitted, '1 March 2026, 09:30 UTC'],
  ['approved', { ...submitted, statusId: 'Approved', approvedAt: at }, 'Application approved'],
  ['rejected', rejected, 'Application rejected'],
])('the signature page shows the status of an application that is %s', (_, application, text) => {
  expect(String(signatureState(application))).toContain(text);
});

it('the signature page does not show the reason of a rejection', () => {
  const page = String(signatureState({ ...rejected, rejectedReason: 'Sanctioned founder' }));
  expect(page).not.toContain('Sanctioned');
});

it('a link includes the path prefix of the deployment', () => {
  const site = { jurisdiction: 'Somewhere' };
  expect(href({ ...site, baseUrl: 'https://a.example' }, '/sign/x')).toBe('/sign/x');
  expect(href({ ...site, baseUrl: 'https://a.example/prod' }, '/sign/x')).toBe('/prod/sign/x');
});
