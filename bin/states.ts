import { readFileSync, writeFileSync } from 'node:fs';
import { manifestationTransitions } from '../shared/access/domain/manifestation.ts';
import { mailboxCaseTransitions } from '../shared/account/domain/mailbox-case.ts';
import {
  amendmentTransitions,
  objectionTransitions,
} from '../shared/amendments/domain/amendment.ts';
import { certificateTransitions } from '../shared/certificates/domain/certificate.ts';
import { scanTransitions } from '../shared/documents/domain/upload-scan.ts';
import { webhookDeliveryTransitions } from '../shared/events/domain/webhook-delivery.ts';
import { webhookEndpointTransitions } from '../shared/events/domain/webhook-endpoint.ts';
import { applicationTransitions } from '../shared/incorporation/domain/application.ts';
import { annulmentTransitions } from '../shared/kernel/domain/annulment.ts';
import { mailAddressTransitions } from '../shared/mail/domain/mail-address.ts';
import { deviceTransitions } from '../shared/oauth/domain/device-authorization.ts';
import { logoutTransitions } from '../shared/oauth/domain/logout.ts';
import { codeTransitions } from '../shared/oauth/domain/oauth-code.ts';
import { grantTransitions } from '../shared/oauth/domain/oauth-grant.ts';
import { clientTransitions } from '../shared/oauth/domain/owned-client.ts';
import { refreshTransitions } from '../shared/oauth/domain/refresh-token.ts';
import { invoiceTransitions } from '../shared/payments/domain/invoice.ts';
import { paymentCaseTransitions } from '../shared/payments/domain/payment-case.ts';
import { voucherTransitions } from '../shared/payments/domain/voucher.ts';
import { migrationTransitions } from '../shared/platform/domain/migration-run.ts';
import { confirmationTransitions } from '../shared/registry/domain/entity-confirmation.ts';
import { residencyApplicationTransitions } from '../shared/residency/domain/residency-application.ts';
import { noticeTransitions } from '../shared/residency/domain/term-notice.ts';
import { informationTransitions } from '../shared/reviews/domain/information-request.ts';
import { reviewTransitions } from '../shared/reviews/domain/review.ts';
import { ceremonyTransitions } from '../shared/sign-in/domain/ceremony.ts';
import { passkeyTransitions } from '../shared/sign-in/domain/passkey.ts';
import { challengeTransitions } from '../shared/sign-in/domain/sign-in-challenge.ts';
import { approvalTransitions } from '../shared/staff/domain/operator-approval.ts';
import { passkeyCodeTransitions } from '../shared/staff/domain/passkey-code.ts';

export const statesFile = new URL('../docs/states.md', import.meta.url);

/** Every state with what each command can make of it. */
type Transitions = Readonly<
  Record<string, Readonly<Record<string, string | readonly string[] | undefined>>>
>;

/** The state machines that are drawn in docs/states.md; the first state of each is where it begins. */
const machines: Readonly<Record<string, Transitions>> = {
  webhookEndpoint: webhookEndpointTransitions,
  webhookDelivery: webhookDeliveryTransitions,
  manifestation: manifestationTransitions,
  application: applicationTransitions,
  amendment: amendmentTransitions,
  certificate: certificateTransitions,
  residency: residencyApplicationTransitions,
  invoice: invoiceTransitions,
  paymentCase: paymentCaseTransitions,
  approval: approvalTransitions,
  review: reviewTransitions,
  information: informationTransitions,
  voucher: voucherTransitions,
  challenge: challengeTransitions,
  passkey: passkeyTransitions,
  ceremony: ceremonyTransitions,
  passkeyCode: passkeyCodeTransitions,
  mailbox: mailboxCaseTransitions,
  grant: grantTransitions,
  logout: logoutTransitions,
  client: clientTransitions,
  code: codeTransitions,
  refresh: refreshTransitions,
  device: deviceTransitions,
  objection: objectionTransitions,
  scan: scanTransitions,
  address: mailAddressTransitions,
  migration: migrationTransitions,
  notice: noticeTransitions,
  confirmation: confirmationTransitions,
  annulment: annulmentTransitions,
};

/**
 * The page with every diagram drawn anew from the rules: what stands between `<!-- states: name -->` and
 * `<!-- end -->`.
 *
 * Throws for a name that no rules have, and when the rules of a name are not drawn.
 */
export function withDiagrams(page: string): string {
  const missing = new Set(Object.keys(machines));
  const drawn = page.replaceAll(
    /(<!-- states: (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, begin: string, name: string, end: string) => {
      const transitions = machines[name];
      if (transitions === undefined) throw new Error(`there are no states of ${name}`);
      missing.delete(name);
      return `${begin}\n${diagram(transitions)}\n${end}`;
    },
  );
  if (missing.size > 0) throw new Error(`not drawn: ${[...missing].join(', ')}`);
  return drawn;
}

/** The transitions as a Mermaid state diagram; commands that lead the same way share an arrow. */
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

if (import.meta.main) {
  writeFileSync(statesFile, withDiagrams(readFileSync(statesFile, 'utf8')));
}
