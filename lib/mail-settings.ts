import type { App } from 'aws-cdk-lib';

/** The context's email settings. */
export interface MailSettings {
  /** The domain whose SES identity the data stack creates; absent: an identity is managed elsewhere. */
  readonly domain?: string | undefined;
  /** Address of the sender. */
  readonly from: string;
  /** The sender name that email clients show; absent: the jurisdiction. */
  readonly fromName?: string | undefined;
  /** Addresses, separated by commas, of people who review and are notified of new reviews. */
  readonly reviewers: string;
  /** A warning for the operator before a deployment; undefined: none. */
  readonly warning?: string | undefined;
}

const address = /^[^\s@<>,]+@[^\s@<>,]+$/;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Cannot send: `.invalid` is reserved (RFC 2606). */
const nobody = 'no-reply@registry.invalid';

const noSender =
  'This deployment has no sender, so it sends no email and no one can sign in. Set mailDomain to a domain of yours: the data stack creates its identity in SES. Or set mailFrom to an address that SES has verified in this account and region.';
const unknownSender =
  'This deployment sends email only if SES has verified mailFrom or its domain in this account and region. Without mailDomain, the stacks create no identity. See "First deployment" in docs/operators/deploy.md.';

/**
 * Reads `mailDomain`, `mailFrom`, `mailFromName` and `reviewers`. Throws for an invalid domain, address or name, and
 * for a sender outside the domain, whose emails SES would refuse.
 */
export function mailSettings({ node }: App): MailSettings {
  const domain: unknown = node.tryGetContext('mailDomain');
  if (domain !== undefined && (typeof domain !== 'string' || !domainName.test(domain))) {
    throw new Error('mailDomain: a domain, in lower case');
  }
  const given: unknown = node.tryGetContext('mailFrom');
  const from = given ?? (domain === undefined ? nobody : `no-reply@${domain}`);
  if (typeof from !== 'string' || !address.test(from))
    throw new Error('mailFrom: an email address');
  if (domain !== undefined && !isOf(domain, from)) {
    throw new Error('mailFrom: an address of mailDomain, or of a domain below it');
  }
  const fromName: unknown = node.tryGetContext('mailFromName');
  if (fromName !== undefined && (typeof fromName !== 'string' || !/\S/.test(fromName))) {
    throw new Error('mailFromName: a name');
  }
  const reviewers: unknown = node.tryGetContext('reviewers') ?? '';
  if (
    typeof reviewers !== 'string' ||
    !reviewers.split(',').every((each) => reviewers === '' || address.test(each))
  ) {
    throw new Error('reviewers: email addresses, separated by commas');
  }
  return { domain, from, fromName, reviewers, warning: warningOf(domain, from) };
}

function warningOf(domain: string | undefined, from: string): string | undefined {
  if (domain !== undefined) return undefined;
  return from === nobody ? noSender : unknownSender;
}

/** A domain's identity covers its subdomains. */
function isOf(domain: string, from: string): boolean {
  const own = from.slice(from.indexOf('@') + 1).toLowerCase();
  return own === domain || own.endsWith(`.${domain}`);
}

/** The output that shows the sender, or that there is none. */
export function formatSender({ from }: MailSettings): string {
  return from === nobody ? 'none: no emails are sent, set mailDomain' : from;
}
