import type { Letter } from '../mail/message.ts';
import { referenceToSigned, type SignedText, signedInWords } from '../mail/signed-text.ts';

/** To the owner of an application to incorporate, and to who signs it. `entityName` is name and extension as displayed. */
export const applicationLetters = {
  /** `keyLabel`: the Agent Key that created the application; then only the owner can sign it. */
  signatureLink: ({
    entityName,
    keyLabel,
    url,
    keysUrl,
  }: {
    entityName: string;
    keyLabel: string | null;
    url: string;
    keysUrl: string;
  }): Letter => ({
    subject: `Signature needed: ${entityName}`,
    paragraphs:
      keyLabel === null
        ? [
            `An application to incorporate ${entityName} was created in your name.`,
            'It is submitted for review once it is paid and the Agreement of Coexistence is signed. Whoever opens the link below can sign: pass it on to the person who is to sign, and to nobody else.',
          ]
        : [
            `The Agent Key ${keyLabel} has created an application to incorporate ${entityName} in your name.`,
            'It is submitted for review once it is paid and the Agreement of Coexistence is signed. Only you can sign: the link below asks you to sign in first.',
            'If you did not expect this, sign nothing, and revoke the key.',
          ],
    references: keyLabel === null ? [] : [{ label: 'The keys of your account', url: keysUrl }],
    link: { label: 'Read and sign the agreement', url },
  }),
  agreementSigned: (facts: {
    entityName: string;
    /** The Agent Key that created an application whose agreement was accepted in advance. */
    keyLabel: string | null;
    signerName: string | null;
    at: string;
    text: SignedText;
    url: string;
  }): Letter => ({
    subject: `Signed: ${facts.entityName}`,
    paragraphs: [
      facts.keyLabel === null
        ? `The Agreement of Coexistence of the application to incorporate ${facts.entityName} was signed on ${facts.at}${facts.signerName === null ? '' : ` by ${facts.signerName}`}.`
        : `The Agent Key ${facts.keyLabel} has created an application to incorporate ${facts.entityName} in your name. It needed no signature, because you had accepted the Agreement of Coexistence in advance; the acceptance took effect on ${facts.at}.`,
      signedInWords(facts.text),
      'This is your copy: keep it. If you did not expect it, tell the registry.',
    ],
    references: [referenceToSigned(facts.text)],
    link: { label: 'See the application and the signature', url: facts.url },
  }),
  agentPayment: (facts: {
    entityName: string;
    keyLabel: string;
    submitted: boolean;
    url: string;
    keysUrl: string;
  }): Letter => ({
    subject: `An Agent Key paid for your application: ${facts.entityName}`,
    paragraphs: [
      `The Agent Key ${facts.keyLabel} has paid the invoice of your application to incorporate ${facts.entityName} with a voucher.`,
      facts.submitted
        ? 'The application was submitted for review.'
        : 'The application waits for the signature of the Agreement of Coexistence.',
      'If you did not expect this, revoke the key: it is among the keys of your account.',
    ],
    references: [{ label: 'The keys of your account', url: facts.keysUrl }],
    link: { label: 'See the application', url: facts.url },
  }),
  applicationApproved: (facts: {
    entityName: string;
    residentPermitNumber: string;
    url: string;
  }): Letter => ({
    subject: `Approved: ${facts.entityName}`,
    paragraphs: [
      `Your application was approved. ${facts.entityName} is registered under the resident permit number ${facts.residentPermitNumber}.`,
      'Its documents have been issued, the Certificate of Organization among them.',
    ],
    link: { label: 'See the legal entity and its documents', url: facts.url },
  }),
  applicationRejected: ({
    entityName,
    reason,
    url,
  }: {
    entityName: string;
    reason: string;
    url: string;
  }): Letter => ({
    subject: `Not approved: ${entityName}`,
    paragraphs: [
      `Your application to incorporate ${entityName} was not approved.`,
      { fromReviewer: `The reason: ${reason}` },
      'You can start again from it: what you filled in is there.',
    ],
    link: { label: 'See the application', url },
  }),
} as const;
