import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { AmendmentState } from '../domain/amendment.ts';
import { type AmendmentStage, amendmentStage } from '../domain/amendment-stage.ts';
import { namesChanged, type ProposedChanges } from '../domain/proposed-changes.ts';

const say = words({
  en: {
    name: 'Change of name',
    office: 'Change of principal office',
    both: 'Change of name and principal office',
    neither: 'Amendment',
    stages: {
      propose: 'No changes yet',
      sign: 'Signature needed',
      pay: 'Payment due',
      submit: 'Paid, not submitted',
      answer: 'The registry has a question',
      review: 'Under review',
      approved: 'Approved',
      rejected: 'Rejected',
      annulled: 'Annulled',
    } satisfies Record<AmendmentStage, string> as Readonly<Record<AmendmentStage, string>>,
  },
  es: {
    name: 'Cambio de nombre',
    office: 'Cambio de oficina principal',
    both: 'Cambio de nombre y de oficina principal',
    neither: 'Modificación',
    stages: {
      propose: 'Aún sin cambios',
      sign: 'Falta firmar',
      pay: 'Falta pagar',
      submit: 'Pagada, sin presentar',
      answer: 'El registro tiene una pregunta',
      review: 'En revisión',
      approved: 'Aprobada',
      rejected: 'Rechazada',
      annulled: 'Anulada',
    },
  },
});

/** What an amendment is about, in a few words. */
export function amendmentTitle(changes: ProposedChanges, reader: Spoken): string {
  const said = say(reader);
  const office = changes.principalOfficeAddress !== null;
  if (namesChanged(changes)) return office ? said.both : said.name;
  return office ? said.office : said.neither;
}

/** How it stands, in a few words. */
export function amendmentStatus(
  filing: AmendmentState & { readonly annulment?: object | undefined },
  reader: Spoken,
): string {
  return say(reader).stages[amendmentStage(filing)];
}
