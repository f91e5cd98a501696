import type { Letter } from '../mail/message.ts';

/** To who requested a certificate. `entityName` is name and extension as displayed. */
export const certificateLetters = {
  certificateIssued: ({ entityName, url }: { entityName: string; url: string }): Letter => ({
    subject: `Certificate of Good Standing: ${entityName}`,
    paragraphs: [
      `The Certificate of Good Standing of ${entityName} was issued.`,
      'It is among the documents of the legal entity. Its QR code leads to the page that tells whether it is genuine.',
    ],
    link: { label: 'See what the registry says of it', url },
  }),
  certificateRejected: ({
    entityName,
    reason,
    url,
  }: {
    entityName: string;
    reason: string;
    url: string;
  }): Letter => ({
    subject: `No Certificate of Good Standing: ${entityName}`,
    paragraphs: [
      `The request for a Certificate of Good Standing of ${entityName} was rejected.`,
      { fromReviewer: `The reason: ${reason}` },
    ],
    link: { label: 'See my legal entities', url },
  }),
} as const;
