import type { Uploader } from '../../documents/upload-scans.ts';
import type { Letter } from '../../mail/message.ts';

/** What was uploaded, in words. */
const files: Readonly<Record<Uploader['kind'], string>> = {
  tax_proof: 'the proof of paid taxes that you uploaded',
  proof_of_address: 'a proof of address that was uploaded with a key of your integration',
  information: 'the file that was sent with the answer to a question of the registry',
  mailbox_evidence: 'the file that you added to a case of a lost mailbox',
};

/** What whoever uploaded it does now. */
const next: Readonly<Record<Uploader['kind'], string>> = {
  tax_proof:
    'Upload another file. If you have named this one in a request already, the reviewer sees that it cannot be opened, and can ask you for another one.',
  proof_of_address:
    'Upload another file and name it in the draft. If the application is submitted already, the reviewer sees that the file cannot be opened, and can ask for another one.',
  information:
    'The answer itself was received. The reviewer sees that its file cannot be opened, and can ask for another one.',
  mailbox_evidence:
    'Add another one to the case: nobody can approve by a file that cannot be opened.',
};

/** To whoever uploaded a file that nobody can open. */
export const uploadLetters = {
  uploadNotAccepted: (facts: {
    kind: Uploader['kind'];
    /** Malware was found in it; otherwise it could not be looked into. */
    malware: boolean;
    /** What was uploaded for: an id. */
    about: string | null;
    url: string;
  }): Letter => ({
    subject: 'A file that you sent to the registry cannot be opened',
    paragraphs: [
      `${facts.malware ? 'Malware was found in' : 'The registry could not check for malware'} ${files[facts.kind]}${facts.about === null ? '' : ` (${facts.about})`}. ${facts.malware ? 'It was put aside unopened.' : 'Nobody opens it. A common reason is a password.'}`,
      next[facts.kind],
      ...(facts.malware
        ? ['Have the device checked on which the file was, before you send another one.']
        : []),
    ],
    link: { label: 'Go on', url: facts.url },
  }),
} as const;
