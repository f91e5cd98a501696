import type { Spoken } from '../../kernel/domain/locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { waitsInWords } from '../../reviews/pages/waits-in-words.ts';
import type { AmendmentState } from '../domain/amendment.ts';
import { type AmendmentStage, amendmentStage } from '../domain/amendment-stage.ts';
import { namesChanged, type ProposedChanges } from '../domain/proposed-changes.ts';

/** How an amendment stands: in a few words for a list, and as a title with a sentence. */
interface StageWords {
  readonly line: string;
  readonly title: string;
  readonly text: string;
}

const say = words({
  en: {
    name: 'Change of name',
    office: 'Change of principal office',
    both: 'Change of name and principal office',
    neither: 'Amendment',
    stages: {
      propose: {
        line: 'No changes yet',
        title: 'No changes yet',
        text: 'Choose what to change.',
      },
      sign: {
        line: 'Signature needed',
        title: 'Signature needed',
        text: 'Any representative can sign. Then you pay the fee and a reviewer decides.',
      },
      pay: {
        line: 'Payment due',
        title: 'Payment due',
        text: 'When the fee is paid, we send the amendment to the registry for review.',
      },
      submit: {
        line: 'Paid, not submitted',
        title: 'Someone else registered this name',
        text: 'The fee is paid, but you can’t submit the amendment with this name. Contact the registry. If the name becomes available again, submit the amendment.',
      },
      answer: {
        line: 'The registry has a question',
        title: 'The registry has a question',
        text: 'The review continues when you answer.',
      },
      review: {
        line: 'Under review',
        title: 'The amendment is under review',
        text: 'We will email you the decision.',
      },
      approved: {
        line: 'Approved',
        title: 'Amendment approved',
        text: 'The register is updated. You can find the Certificate of Amendment in the legal entity’s documents.',
      },
      rejected: {
        line: 'Rejected',
        title: 'Amendment rejected',
        text: 'The register did not change. The fee is not refunded.',
      },
      annulled: {
        line: 'Annulled',
        title: 'Amendment annulled',
        text: 'The amendment was approved by mistake. The register has its previous details again.',
      },
    } satisfies Record<AmendmentStage, StageWords> as Readonly<Record<AmendmentStage, StageWords>>,
    signAgain: (at: Html) =>
      html`The amendment was changed on ${at}, so the previous signature is no longer valid.`,
    voids: 'The amendment is signed. If the changes are edited, the signature is no longer valid.',
    unsubmitted: 'The amendment was not reviewed. The register did not change.',
    since: 'Submitted on',
    on: 'Decided on',
    reason: 'Reason:',
    documents: 'See the documents',
    answer: 'Read and answer the question',
    objections: (count: number) =>
      count === 1 ? 'One representative has objected.' : `${count} representatives have objected.`,
  },
  es: {
    name: 'Cambio de nombre',
    office: 'Cambio de oficina principal',
    both: 'Cambio de nombre y de oficina principal',
    neither: 'Modificación',
    stages: {
      propose: {
        line: 'Aún sin cambios',
        title: 'Aún sin cambios',
        text: 'Elija qué quiere cambiar.',
      },
      sign: {
        line: 'Falta firmar',
        title: 'Falta una firma',
        text: 'Cualquier representante puede firmar. Después usted paga la tasa y un revisor decide.',
      },
      pay: {
        line: 'Falta pagar',
        title: 'Falta el pago',
        text: 'Cuando se pague la tasa, enviaremos la modificación al registro para su revisión.',
      },
      submit: {
        line: 'Pagada, sin presentar',
        title: 'Otra persona registró este nombre',
        text: 'La tasa está pagada, pero no puede presentar la modificación con este nombre. Comuníquese con el registro. Si el nombre vuelve a estar disponible, presente la modificación.',
      },
      answer: {
        line: 'El registro tiene una pregunta',
        title: 'El registro tiene una pregunta',
        text: 'La revisión continúa cuando usted responda.',
      },
      review: {
        line: 'En revisión',
        title: 'La modificación está en revisión',
        text: 'Le enviaremos la decisión por correo electrónico.',
      },
      approved: {
        line: 'Aprobada',
        title: 'Modificación aprobada',
        text: 'El registro está actualizado. Encontrará el certificado de modificación en los documentos de la persona jurídica.',
      },
      rejected: {
        line: 'Rechazada',
        title: 'Modificación rechazada',
        text: 'El registro no cambió. La tasa no se devuelve.',
      },
      annulled: {
        line: 'Anulada',
        title: 'Modificación anulada',
        text: 'La modificación se aprobó por error. En el registro constan de nuevo los datos anteriores.',
      },
    },
    signAgain: (at: Html) =>
      html`La modificación cambió el ${at}, así que la firma anterior ya no es válida.`,
    voids: 'La modificación está firmada. Si se editan los cambios, la firma deja de ser válida.',
    unsubmitted: 'La modificación no se revisó. El registro no cambió.',
    since: 'Presentada el',
    on: 'Decidida el',
    reason: 'Motivo:',
    documents: 'Ver los documentos',
    answer: 'Leer y responder la pregunta',
    objections: (count: number) =>
      count === 1 ? 'Un representante se ha opuesto.' : `${count} representantes se han opuesto.`,
  },
});

type Filing = AmendmentState & { readonly annulment?: object | undefined };

/** What an amendment is about, in a few words. */
export function amendmentTitle(changes: ProposedChanges, reader: Spoken): string {
  const said = say(reader);
  const office = changes.principalOfficeAddress !== null;
  if (namesChanged(changes)) return office ? said.both : said.name;
  return office ? said.office : said.neither;
}

/** How it stands, in a few words. */
export function amendmentStatus(filing: Filing, reader: Spoken): string {
  return say(reader).stages[amendmentStage(filing)].line;
}

/** That it was decided so. */
export function decisionTitle(decision: 'approved' | 'rejected', reader: Spoken): string {
  return say(reader).stages[decision].title;
}

const kinds: Readonly<Record<AmendmentStage, 'info' | 'success' | 'warning'>> = {
  propose: 'info',
  sign: 'info',
  pay: 'info',
  submit: 'warning',
  answer: 'warning',
  review: 'success',
  approved: 'success',
  rejected: 'warning',
  annulled: 'warning',
};

/** How the amendment stands, why, and what comes next. */
export function stageNotice(
  site: Site,
  amendment: Filing & { readonly entityId: string },
  waits: Waits | null,
): Html {
  const said = say(site);
  const stage = amendmentStage(amendment);
  const { title, text } = said.stages[stage];
  const { signatureVoidedAt: voidedAt } = amendment;
  const isUnsubmitted = stage === 'rejected' && amendment.submittedAt === null;
  return notice(kinds[stage], title, [
    stage === 'sign' &&
      voidedAt !== undefined &&
      html`<p>${said.signAgain(instant(voidedAt, site))}</p>`,
    html`<p>${isUnsubmitted ? said.unsubmitted : text}</p>`,
    stage === 'pay' && amendment.statusId === 'Draft' && html`<p>${said.voids}</p>`,
    dates(site, amendment),
    stage === 'review' && waitsInWords(waits, site),
    objections(site, amendment),
    stage === 'rejected' && html`<p>${said.reason} ${amendment.rejectedReason}</p>`,
    stage === 'answer' && question(site, amendment),
    stage === 'approved' &&
      html`<p><a href="${href(site, `/portal/legal-entities/${amendment.entityId}`)}#documents">${said.documents}</a></p>`,
  ]);
}

function dates(site: Site, { submittedAt, approvedAt, rejectedAt }: AmendmentState): Content {
  const said = say(site);
  const decidedAt = approvedAt ?? rejectedAt;
  if (decidedAt !== null) return html`<p>${said.on} ${instant(decidedAt, site)}.</p>`;
  return submittedAt !== null && html`<p>${said.since} ${instant(submittedAt, site)}.</p>`;
}

function objections(site: Site, { objections: count = 0 }: AmendmentState): Content {
  return count > 0 && html`<p>${say(site).objections(count)}</p>`;
}

function question(site: Site, { informationRequest }: AmendmentState): Content {
  if (informationRequest === undefined) return null;
  const { reviewId, message } = informationRequest;
  return [
    html`<p>${message}</p>`,
    html`<p>${linkButton(say(site).answer, href(site, informationPath(reviewId)))}</p>`,
  ];
}
