import { writeFileSync } from 'node:fs';
import { keyApprovalTransitions } from '../shared/access/domain/key-approval.ts';
import { mailboxCaseTransitions } from '../shared/account/domain/mailbox-case.ts';
import { amendmentTransitions } from '../shared/amendments/domain/amendment.ts';
import { certificateTransitions } from '../shared/certificates/domain/certificate.ts';
import { scanTransitions } from '../shared/documents/domain/upload-scan.ts';
import { webhookDeliveryTransitions } from '../shared/events/domain/webhook-delivery.ts';
import { applicationTransitions } from '../shared/incorporation/domain/application.ts';
import { mailAddressTransitions } from '../shared/mail/domain/mail-address.ts';
import { deviceTransitions } from '../shared/oauth/domain/device-authorization.ts';
import { clientTransitions } from '../shared/oauth/domain/owned-client.ts';
import { checkoutTransitions } from '../shared/payments/domain/checkout-session.ts';
import { invoiceTransitions } from '../shared/payments/domain/invoice.ts';
import { paymentCaseTransitions } from '../shared/payments/domain/payment-case.ts';
import { voucherTransitions } from '../shared/payments/domain/voucher.ts';
import { migrationTransitions } from '../shared/platform/domain/migration-run.ts';
import { claimLinkTransitions } from '../shared/residency/domain/claim-link.ts';
import { residencyApplicationTransitions } from '../shared/residency/domain/residency-application.ts';
import { informationTransitions } from '../shared/reviews/domain/information-request.ts';
import { reviewTransitions } from '../shared/reviews/domain/review.ts';
import { passkeyTransitions } from '../shared/sign-in/domain/passkey.ts';
import { challengeTransitions } from '../shared/sign-in/domain/sign-in-challenge.ts';
import { approvalTransitions } from '../shared/staff/domain/operator-approval.ts';
import { staffTransitions } from '../shared/staff/domain/staff-rights.ts';

export const statesFile = new URL('../docs/states.md', import.meta.url);

/** Every state, with the result of each command in it. */
type Transitions = Readonly<
  Record<string, Readonly<Record<string, string | readonly string[] | undefined>>>
>;

interface Machine {
  readonly title: string;
  /** The file with the rules. */
  readonly rules: string;
  /** A note about what the diagram does not show. */
  readonly note: string;
  /** Starts with the initial state. */
  readonly transitions: Transitions;
}

/** All state machines, by their heading in docs/states.md. */
const machines: Readonly<Record<string, readonly Machine[]>> = {
  'Account and keys': [
    {
      title: 'Lost mailbox',
      rules: 'shared/account/domain/mailbox-case.ts',
      note: 'The account is suspended until the case ends. Two staff members must approve the case. Then the registry waits 72 hours, unless the owner confirmed the case with a passkey. Until the email address changes, anyone who reads the previous mailbox can stop the case.',
      transitions: mailboxCaseTransitions,
    },
  ],
  'Sign-in and staff': [
    {
      title: 'Sign-in',
      rules: 'shared/sign-in/domain/sign-in-challenge.ts',
      note: 'A short code works only in the browser that requested it. The newest long codes of an address work in every browser that requested a code for this address. Five wrong codes lock a sign-in. `shared/sign-in/domain/sign-in-budgets.ts` limits the emails and codes of an address.',
      transitions: challengeTransitions,
    },
    {
      title: 'Passkey',
      rules: 'shared/sign-in/domain/passkey.ts',
      note: 'A passkey can count its uses. If the counter does not increase, the passkey may have been copied, so it is suspended.',
      transitions: passkeyTransitions,
    },
    {
      title: 'Second operator',
      rules: 'shared/staff/domain/operator-approval.ts',
      note: 'The first operator’s request is carried out only when a second operator approves it. Only the first operator can withdraw it.',
      transitions: approvalTransitions,
    },
    {
      title: 'Approval of a key’s call',
      rules: 'shared/access/domain/key-approval.ts',
      note: 'The owner of the key approves or declines the call. If the owner approves, but a rule refuses the call, the approval is `failed`. If the owner does not decide within 72 hours, it is shown as `expired`.',
      transitions: keyApprovalTransitions,
    },
    {
      title: 'Staff member',
      rules: 'shared/staff/domain/staff-rights.ts',
      note: 'The service reads the rights with every request, so a change applies immediately.',
      transitions: staffTransitions,
    },
  ],
  'Applications and filings': [
    {
      title: 'Application for an LLC',
      rules: 'shared/incorporation/domain/application.ts',
      note: 'As soon as an application is paid and signed, the service submits it if its name is available. The field `stuckAt` shows that a workflow gave up on the application. It is not a state.',
      transitions: applicationTransitions,
    },
    {
      title: 'Amendment',
      rules: 'shared/amendments/domain/amendment.ts',
      note: 'An entity can have only one open amendment. Once an amendment has an invoice, no one can edit the changes that it proposes.',
      transitions: amendmentTransitions,
    },
    {
      title: 'Certificate request',
      rules: 'shared/certificates/domain/certificate.ts',
      note: 'An entity can have only one request that is open or issued.',
      transitions: certificateTransitions,
    },
    {
      title: 'Residency application',
      rules: 'shared/residency/domain/residency-application.ts',
      note: 'A partner submits the application. If the name, date or country of birth, sex or citizenship changes, the identity verification becomes void.',
      transitions: residencyApplicationTransitions,
    },
    {
      title: 'Claim link',
      rules: 'shared/residency/domain/claim-link.ts',
      note: 'With this emailed link, an applicant opens their account.',
      transitions: claimLinkTransitions,
    },
    {
      title: 'Review',
      rules: 'shared/reviews/domain/review.ts',
      note: 'Each submission has one review. If an approval cannot take effect, the review is pending again.',
      transitions: reviewTransitions,
    },
    {
      title: 'Question to the applicant',
      rules: 'shared/reviews/domain/information-request.ts',
      note: 'A decision closes the question, even if it is not answered.',
      transitions: informationTransitions,
    },
    {
      title: 'Upload',
      rules: 'shared/documents/domain/upload-scan.ts',
      note: 'If the deployment scans uploads, no one can open a file before the scan finds it clean. To have an `unscannable` file scanned again, upload it again.',
      transitions: scanTransitions,
    },
  ],
  Payments: [
    {
      title: 'Invoice',
      rules: 'shared/payments/domain/invoice.ts',
      note: 'A paid or void invoice never opens again.',
      transitions: invoiceTransitions,
    },
    {
      title: 'Checkout',
      rules: 'shared/payments/domain/checkout-session.ts',
      note: 'An invoice can have any number of open sessions. The first payment settles the invoice.',
      transitions: checkoutTransitions,
    },
    {
      title: 'Voucher',
      rules: 'shared/payments/domain/voucher.ts',
      note: 'A voucher is redeemed in the transaction that settles the invoice.',
      transitions: voucherTransitions,
    },
    {
      title: 'Payment case',
      rules: 'shared/payments/domain/payment-case.ts',
      note: 'Each difference between the payments of a provider and those of the registry is one case.',
      transitions: paymentCaseTransitions,
    },
  ],
  OAuth: [
    {
      title: 'Device',
      rules: 'shared/oauth/domain/device-authorization.ts',
      note: 'A device may ask for its token every five seconds. If it asks too early, the interval becomes five seconds longer.',
      transitions: deviceTransitions,
    },
    {
      title: 'Application of a resident',
      rules: 'shared/oauth/domain/owned-client.ts',
      note: 'In test mode only the owner can sign in with the application.',
      transitions: clientTransitions,
    },
  ],
  'Webhooks, email and migrations': [
    {
      title: 'Webhook delivery',
      rules: 'shared/events/domain/webhook-delivery.ts',
      note: 'A message is sent up to ten times in about three days.',
      transitions: webhookDeliveryTransitions,
    },
    {
      title: 'Email address',
      rules: 'shared/mail/domain/mail-address.ts',
      note: 'Bounces and complaints decide which email we still send to an address.',
      transitions: mailAddressTransitions,
    },
    {
      title: 'Migration',
      rules: 'shared/platform/domain/migration-run.ts',
      note: 'Operators start with a dry run. They can pause and continue a run.',
      transitions: migrationTransitions,
    },
  ],
};

const introduction = `# States

This page shows how commands change states. \`npm run generate\` draws it from the rules, which are pure functions.
If a state does not allow a command, nothing changes. If a command was already carried out, repeating it returns the
current state and adds no audit entry. If two callers race, conditions in the use cases' transactions decide.
`;

/** docs/states.md, written from the rules. */
export function statesPage(): string {
  const groups = Object.entries(machines).map(
    ([heading, drawn]) => `## ${heading}\n\n${drawn.map(section).join('\n')}`,
  );
  return [introduction, ...groups].join('\n');
}

/** The files whose machines are drawn. */
export function drawnRules(): readonly string[] {
  return Object.values(machines).flatMap((drawn) => drawn.map(({ rules }) => rules));
}

function section({ title, rules, note, transitions }: Machine): string {
  return `### ${title}\n\nRules: \`${rules}\`. ${note}\n\n${diagram(transitions)}`;
}

/** The transitions as a Mermaid state diagram. Commands between the same states share an arrow. */
function diagram(transitions: Transitions): string {
  const states = Object.keys(transitions);
  const arrows = new Map<string, string[]>();
  for (const [from, commands] of Object.entries(transitions)) {
    for (const [command, targets] of Object.entries(commands)) {
      for (const target of [targets ?? []].flat()) {
        const arrow = `${idOf(from)} --> ${idOf(target)}`;
        arrows.set(arrow, [...(arrows.get(arrow) ?? []), command]);
      }
    }
  }
  const ends = states.filter((state) => Object.keys(transitions[state] ?? {}).length === 0);
  const lines = [
    'stateDiagram-v2',
    ...states.map((state) => `  state "${state}" as ${idOf(state)}`),
    `  [*] --> ${idOf(states[0] ?? '')}`,
    ...[...arrows].map(([arrow, commands]) => `  ${arrow}: ${commands.join(', ')}`),
    ...ends.map((state) => `  ${idOf(state)} --> [*]`),
  ];
  return ['```mermaid', ...lines, '```', ''].join('\n');
}

function idOf(state: string): string {
  return state.replaceAll(/\W/g, '_');
}

if (import.meta.main) writeFileSync(statesFile, statesPage());
