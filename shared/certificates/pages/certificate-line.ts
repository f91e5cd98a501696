import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { CertificateState } from '../domain/certificate.ts';
import { certificateStage } from '../domain/certificate-stage.ts';
import { certificateLineTexts } from '../texts/index.ts';

const say = words(certificateLineTexts);

/** What the certificate is called. */
export function certificateTitle(reader: Spoken): string {
  return say(reader).title;
}

/** How a request for it stands, in a few words. */
export function certificateStatus(request: CertificateState, reader: Spoken): string {
  return say(reader).stages[certificateStage(request)];
}
