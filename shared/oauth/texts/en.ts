import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';

interface Facts {
  readonly name: string;
  /** The operators' reason; null if there is none. */
  readonly reason: string | null;
  /** The decision concerned a change to an approved application, which stays approved. */
  readonly goesOn: boolean;
  readonly url: string;
}

export const clientEmailTexts = {
  approved: ({ name, url }: Facts): EmailMessage => ({
    subject: `Approved: your application ${name}`,
    paragraphs: [
      `We approved your application “${name}”. Anyone with an account can sign in to it.`,
      'If you change its name, logo, privacy notice, redirect URIs or permissions, we must approve the change first. Until then, people continue to use the approved version.',
    ],
    link: { label: 'View the application', url },
  }),
  rejected: ({ name, reason, goesOn, url }: Facts): EmailMessage => ({
    subject: `Not approved: your application ${name}`,
    paragraphs: [
      goesOn
        ? `We did not approve the change to your application “${name}”. People continue to use the approved version.`
        : `We did not approve your application “${name}”. Only you can sign in to it.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      'You can change the application and ask for approval again.',
    ],
    link: { label: 'View the application', url },
  }),
  suspended: ({ name, reason, url }: Facts): EmailMessage => ({
    subject: `Suspended: your application ${name}`,
    paragraphs: [
      `We suspended your application “${name}”. No one can sign in to it, and its tokens are no longer valid.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
    ],
    link: { label: 'View the application', url },
  }),
  logoRemoved: ({ name, reason, url }: Facts): EmailMessage => ({
    subject: `The logo of your application ${name} was removed`,
    paragraphs: [
      `We removed the logo of your application “${name}”. People can still sign in to the application, but do not see a logo.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
    ],
    link: { label: 'View the application', url },
  }),
  reinstated: ({ name, url }: Facts): EmailMessage => ({
    subject: `Your application ${name} is back in test mode`,
    paragraphs: [
      `The suspension of your application “${name}” has ended. Only you can sign in to it. Ask for approval when the application is ready.`,
    ],
    link: { label: 'View the application', url },
  }),
};

export const clientTexts = {
  title: 'Applications for sign-in',
  kicker: 'Developer settings',
  lead: 'Register applications that let people sign in with their registry account and share the data they allow.',
  guide: 'How an application signs people in',
  add: 'Register an application',
  none: 'You have no applications.',
  open: 'Open',
  addIt: 'Register the application',
  changeTitle: 'Edit the application',
  changeWaits:
    'The registry must approve changes to the name, the logo, the privacy notice, the redirect URIs or the scopes. Until then, people use the approved version. Anything you remove stops working immediately. To test something, register another application.',
  leave: 'Cancel',
  save: 'Save',
  name: 'Name',
  nameHint: 'People see this name on the consent page. Don’t use someone else’s name.',
  privacy: 'Privacy notice (optional)',
  privacyHint:
    'The https address of a page that explains how the application uses data. Required for approval.',
  redirects: 'Redirect URIs',
  redirectsHint:
    'Up to 10, one on each line: https, or http on your own computer, such as http://localhost:8080/callback.',
  kind: 'Kind',
  confidential: 'Confidential: runs on a server and keeps a secret',
  isPublic: 'Public: runs in a browser or on a device and has no secret',
  kinds: { confidential: 'Confidential', public: 'Public' },
  may: 'What it can ask for',
  wrong: {
    name: 'Enter a name of at most 100 characters, with a letter or a digit',
    redirectUris: 'Enter 1 to 10 redirect URIs, one on each line',
    privacyUri: 'Enter an https address or leave this empty',
    scope: 'Choose at least one',
    kind: 'Choose the kind',
    overlap: 'Choose from the list',
    formId: 'Open the page again',
  } as Readonly<Record<string, string>>,
  tooMany: 'You already have 10 applications, the maximum. Delete one first.',
  nameless: 'Your account needs a name before you can publish an application',
  id: 'Client ID',
  state: 'Status',
  states: {
    test: 'Test mode: only you can sign in to it',
    waiting: 'Waiting for approval: only you can sign in to it',
    approved: 'Approved: everyone can sign in to it',
    change_waiting: 'Approved: a change is waiting for approval',
    rejected: 'Not approved: only you can sign in to it',
    suspended: 'Suspended by the registry: no one can sign in to it',
  },
  reason: 'Reason from the registry',
  publisher: 'Published by',
  waits: 'Change waiting for approval',
  created: 'Registered',
  ask: 'Ask for approval',
  askText:
    'Only you can sign in to the application until the registry approves it. Ask for approval when the application is ready.',
  askNeeds: 'Add a privacy notice before you ask for approval.',
  change: 'Edit',
  logo: 'Logo',
  logoOf: 'Logo of the application',
  noLogo: 'None',
  changeLogo: 'Change the logo',
  rotate: 'Replace the secret',
  remove: 'Delete',
  secrets: 'Secrets',
  secretsText: 'The registry does not store secrets and can’t show them again.',
  noSecrets: 'No valid secrets.',
  secretOf: (id: string) => `Secret ${id}`,
  made: 'Created',
  ends: 'Valid until',
  notEnded: 'You replace or revoke it',
  revoke: 'Revoke',
  rotateTitle: 'Replace the secret?',
  rotateText:
    'We create a new secret and show it once. The current secret works for the time you choose, so you can update your software.',
  overlap: 'Keep the previous secret valid for',
  overlaps: {
    '0': 'Do not keep it valid',
    '24': 'One day',
    '168': 'One week',
    '720': '30 days',
  },
  twoSecrets: 'Two secrets are in use. Revoke one first, or end the previous one immediately.',
  addedTitle: 'Application registered',
  addedPublic:
    'The application has no secret and uses PKCE. Only you can sign in to it until the registry approves it.',
  rotatedTitle: 'Secret replaced',
  copy: 'Copy the secret now',
  copyText: 'We show the secret only once. Store it where only your software can read it.',
  secret: 'Secret',
  copied: 'Done',
  go: 'Go to the application',
  before: 'This form was already sent',
  beforeText:
    'Nothing changed this time. We show a secret only once. If you did not copy it, replace it.',
  removeTitle: 'Delete the application?',
  removeText:
    'No one will be able to sign in to it, and its tokens stop working immediately. You can’t undo this.',
  removeIt: 'Delete the application',
};

export const oauthConsentFormTexts = {
  publishedBy: (publisher: string) => html`Published by <strong>${publisher}</strong>.`,
  privacy: 'Privacy notice',
  may: 'What it can do',
  allow: 'Allow',
  deny: 'Do not allow',
  entities: 'Legal entities',
  none: 'You don’t represent any legal entities, so none are shared.',
  choose: 'Choose which legal entities it can see. You can choose none.',
  chooseOne: 'Choose the legal entity for the credential.',
  dissolved: (name: string) => `${name} (dissolved)`,
  notRepresented: 'Choose from the legal entities that you represent',
  agent:
    'The application gets an Agent Key for your account. You can limit or revoke this key in your developer settings at any time.',
  noScope: 'Choose at least one',
  tooManyKeys: 'You have the maximum number of keys. Revoke one in your developer settings first.',
};

export const oauthConsentPageTexts = {
  allow: (client: string) => `Allow ${client} to use your account?`,
  put: (client: string) => `Add a credential to ${client}?`,
  act: (client: string) => `Allow ${client} to act for you?`,
  kicker: 'Connect an application',
  signedInAs: 'You are signed in as',
  another: 'Use another account',
  after: (host: Html, connections: Html) =>
    html`After you choose, you return to ${host}. The access stays until you end it under ${connections}.`,
  afterAgent: (host: Html, connections: Html, days: number) =>
    html`After you choose, you return to ${host}. The access lasts ${days} days, or until you end it under ${connections}.`,
  connections: 'Connected applications',
  over: {
    answered: {
      title: 'This request was already answered',
      text: 'The application received your answer. If it still asks, go back to the application and start again.',
    },
    ended: {
      title: 'This request is no longer valid',
      text: 'The request is more than 30 minutes old, or its address is incomplete. Go back to the application and start again.',
    },
  },
  see: 'See your connected applications',
  wrong: 'This link from the application isn’t valid',
  stuck:
    'You can’t continue. We can’t send you back because we can’t confirm which application sent the request. Contact the people who run the application.',
  error: 'Error',
  reason: 'Reason',
  inTest: 'This application is in test mode',
  inTestOwner:
    'Only you can sign in to it until the registry approves it. The registry has not checked its details.',
  notOpen:
    'The registry has not approved this application yet, so only the person who registered it can sign in to it. We sent nothing to the application and gave it no access.',
  notOpenOwner: 'Is it your application? Sign in with the account that registered it.',
};

export const oauthDevicePagesTexts = {
  title: 'Connect a device',
  lead: 'Enter the code that your device or program shows.',
  code: 'Code',
  hint: 'Eight letters, like BCDF-GHJK.',
  wrong: 'The code is wrong or has expired',
  next: 'Continue',
  never: 'Never enter a code that someone sent you. It would give them access to your account.',
  allow: (client: string) => `Allow ${client} on your device?`,
  account: 'Your account',
  yours: 'Is this your device?',
  careful:
    'Allow access only if you started this yourself a moment ago and your device shows exactly this code. If someone sent you the code or a link, do not allow it.',
  connected: 'Your device is connected',
  notConnected: 'Your device was not connected',
  back: 'You can go back to your device and close this page.',
  stays: (connections: Html) => html`The access stays until you end it under ${connections}.`,
  connections: 'Connected applications',
  over: 'This code is no longer valid',
  overText: 'The code was used or has expired. Get a new code on your device.',
  another: 'Enter another code',
};

export const oauthFormPostPageTexts = {
  title: 'Back to the application',
  lead: (host: string) => `You are on your way back to ${host}.`,
  next: 'Continue',
};

export const oauthLogoutPagesTexts = {
  title: 'Sign out?',
  asks: (client: string) => `${client} also asks to sign you out of the registry.`,
  somebody: 'An application asks to sign you out of the registry.',
  account: (email: string) => `In this browser you are signed in as ${email}.`,
  yes: 'Sign out',
  no: 'Stay signed in',
  out: 'You are signed out',
  outText: 'You are signed out of the registry in this browser.',
  notFollowed:
    'The application asked us to send you to an address that it did not register, so you stay on this page.',
  others: 'We are notifying the applications you used.',
  back: (host: string) => `Continue to ${host}`,
  again: 'Sign in',
  frame: 'Logout of an application',
};

export const ownLogoPageTexts = {
  title: 'Logo of the application',
  lead: 'People see the logo next to the name on the consent page.',
  approval:
    'The registry must approve a new logo. Until then, people see the current one. If you remove the logo, it disappears immediately, unless another change is waiting for approval.',
  yours: 'Don’t use someone else’s logo.',
  file: 'Picture',
  hint: 'A square PNG, 64 to 512 pixels wide, up to 32 KB. We remove metadata.',
  use: 'Use this picture',
  remove: 'Remove the logo',
  now: 'Current logo',
  faults: {
    missing: 'Choose a picture',
    not_png: 'The picture must be a PNG that is not interlaced',
    too_large: 'The picture must be 32 KB or smaller',
    not_square: 'The picture must be square, 64 to 512 pixels wide',
  },
};

export const portalConnectionsPagesTexts = {
  title: 'Connected applications',
  kicker: 'Settings',
  lead: 'These applications can use your account until you end their access. Signing out does not end it.',
  none: 'You have no connected applications.',
  of: (client: string) => ` of ${client}`,
  end: 'End access',
  change: 'Change the legal entities',
  did: 'Activity',
  endTitle: (client: string) => `End the access of ${client}?`,
  endText:
    'The access stops immediately on all your devices. The application keeps what it has already read. You can allow access again later.',
  leave: 'Cancel',
  mayTitle: (client: string) => `What ${client} can see`,
  mayText:
    'Legal entities that you deselect are hidden immediately. Legal entities that you select are shown the next time the application asks for access.',
  save: 'Save',
  leaveAsIs: 'Cancel',
  publisher: 'Published by',
  may: 'What it can do',
  entities: 'Legal entities',
  noEntities: 'None',
  since: 'Allowed since',
};
