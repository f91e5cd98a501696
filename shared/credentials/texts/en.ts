import { type Html, html } from '../../kernel/pages/html.ts';

export const portalCredentialsPageTexts = {
  title: 'Credentials',
  lead: 'Add a credential to the wallet on your phone to prove your residency or a legal entity’s good standing. You choose what each person sees. The credential is valid for 30 days, and your wallet renews it. We revoke it as soon as what it shows is no longer true.',
  about: 'What to add to the wallet',
  residency: 'My residency',
  standing: (name: string) => `Good standing of ${name}`,
  choose: 'Choose what to add to the wallet',
  gone: 'This is no longer available. Choose something else',
  offer: 'Show the code',
  nothing:
    'You have nothing to add to a wallet. You need a residency, or you must represent a legal entity in good standing.',
  missing:
    'Not shown: legal entities that are not in good standing, and those whose taxes are overdue or unknown. If taxes are overdue or unknown, you can ask a reviewer for a Certificate of Good Standing.',
  yours: 'Your credentials',
  none: 'You have no credentials.',
  states: { good: 'Valid until ', expired: 'Expired on ', revoked: 'Revoked on ' },
  issued: 'issued on ',
  ofEntity: 'Good standing of a legal entity',
  revoke: 'Revoke',
  which: (what: string) => ` ${what}`,
  scan: 'Scan this code with your wallet',
  link: 'or open this link on the phone with the wallet',
  open: 'Open in the wallet',
  code: 'QR code that offers the credential to your wallet',
  txCode: 'Code for the wallet',
  secret: 'Don’t share these codes',
  secretText:
    'Your wallet will ask for the second code. Anyone who has both codes can add your credential to their wallet. We show them only once.',
  until: 'Valid until',
  signsIn: 'Use a wallet that signs you in',
  signsInText:
    'A registered wallet gets the credential after you sign in. It needs no code. You allow access on the next page.',
  signsInCode: 'QR code for a wallet that signs you in',
  otherwise: 'or, if nothing opens,',
  openHaip: 'open in a wallet that follows HAIP',
  back: 'All credentials',
};

const englishClaims: Readonly<Record<string, string>> = {
  entity_name: 'Legal entity',
  entity_type: 'Type',
  family_name: 'Surname',
  given_name: 'Given name',
  incorporation_date: 'Registered on',
  jurisdiction: 'Jurisdiction',
  residency_type: 'Residency',
  resident_permit_number: 'Resident permit number',
  resident_since: 'Resident since',
  standing: 'Standing',
};

export const verifyCredentialPageTexts = {
  title: 'Verify a credential',
  kicker: 'Verifiable credentials',
  lead: 'Paste a credential of this registry: a text with dots and tildes (SD-JWT). This page shows what it discloses and if it is still valid.',
  field: 'Credential',
  hint: 'Paste the whole text, with all tildes. Line breaks don’t matter. We don’t store or share it.',
  verify: 'Verify',
  again: 'Verify another credential',
  claims: englishClaims,
  foreign: 'This credential is from another issuer',
  foreignText:
    'You can verify only credentials of this registry here. We did not contact anyone else. Issuer named in the credential:',
  nobody: 'The credential names no issuer.',
  holder: 'Holder',
  audience: 'Shown to',
  shownAt: 'Shown on',
  compare:
    'Rely on it only if the holder showed it to you just now. Otherwise it may be a copy that was shown to someone else.',
  discloses: 'What it discloses',
  nothing: 'The holder does not disclose anything.',
  issuer: 'Issuer',
  type: 'Type of credential',
  issuedAt: 'Issued on',
  expiresAt: 'Valid until',
  asOf: (now: Html) => html`As of ${now}.`,
  yes: 'Yes',
  no: 'No',
  standings: {
    valid: {
      title: 'This credential is valid',
      text: 'The registry signed it, and its details are still correct right now.',
    },
    revoked: {
      title: 'This credential was revoked',
      text: 'The registry signed it and revoked it later. Do not rely on it.',
    },
    expired: {
      title: 'This credential has expired',
      text: 'The registry signed it. Ask the holder for a new one.',
    },
    not_yet_valid: {
      title: 'This credential is not valid yet',
      text: 'The registry signed it, but its period of validity has not started.',
    },
  },
  refusals: {
    altered: {
      title: 'This credential is not genuine',
      text: 'It names this registry but does not match what the registry signed. Something was changed, is missing, or was signed by someone else.',
    },
    unreadable: {
      title: 'This is not a credential',
      text: 'The text is not an SD-JWT. An SD-JWT has three parts with dots between them, then a tilde, and at most 20,000 characters. Copy the whole text.',
    },
  },
  notShown: 'Do not rely on this credential: the holder did not show it',
  bindings: {
    none: 'We can’t tell who showed it. Anyone with a copy of the credential can show it.',
    broken:
      'The holder’s proof is not valid. The person who showed the credential is not its holder, or something was changed. Do not rely on it.',
    holds: 'The holder showed it. The holder’s signature is valid.',
  },
};

export const walletTexts = {
  impossible: {
    residency: 'You can’t get this credential because you are not a resident now.',
    good_standing:
      'You can’t get this credential because you don’t represent a legal entity with a confirmed good standing.',
  },
  choose: 'Choose the legal entity that the credential is about',
};

/** Display names of credentials and their claims in wallets. */
export const credentialTexts = {
  names: {
    residency: 'Residency',
    good_standing: 'Good standing of a legal entity',
  },
  descriptions: {
    residency: 'Shows that the holder is a resident',
    good_standing: 'Shows that a legal entity that the holder represents is in good standing',
  },
  claims: {
    given_name: 'Given name',
    family_name: 'Surname',
    residency_type: 'Type of residency',
    resident_permit_number: 'Resident permit number',
    resident_since: 'Resident since',
    entity_name: 'Name',
    entity_type: 'Type',
    standing: 'Standing',
    incorporation_date: 'Date of incorporation',
    jurisdiction: 'Jurisdiction',
  } as Readonly<Record<string, string>>,
};
