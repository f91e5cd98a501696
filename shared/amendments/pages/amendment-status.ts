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
        line: 'Nothing is proposed yet',
        title: 'Nothing is proposed yet',
        text: 'Choose what to change.',
      },
      sign: {
        line: 'To be signed',
        title: 'Signature needed',
        text: 'Any representative can sign. Afterwards the fee is paid, and a reviewer decides.',
      },
      pay: {
        line: 'To be paid',
        title: 'Payment due',
        text: 'Once it is paid, it goes to the registry for review.',
      },
      submit: {
        line: 'Paid, but not submitted',
        title: 'The name was registered by someone else',
        text: 'The fee stays paid, but the amendment cannot be submitted under this name. Write to the registry; if the name is free again, submit it.',
      },
      answer: {
        line: 'The registry has a question',
        title: 'The registry has a question',
        text: 'The review continues once you have answered.',
      },
      review: {
        line: 'Under review',
        title: 'The amendment is under review',
        text: 'We will email you the decision.',
      },
      approved: {
        line: 'Approved',
        title: 'The amendment was approved',
        text: 'The register says so now. The Certificate of Amendment is among the documents of the legal entity.',
      },
      rejected: {
        line: 'Rejected',
        title: 'The amendment was rejected',
        text: 'The register stays as it is. The fee is not returned.',
      },
      annulled: {
        line: 'Annulled',
        title: 'The amendment was annulled',
        text: 'Its approval was a mistake. The register says again what it said before.',
      },
    } satisfies Record<AmendmentStage, StageWords> as Readonly<Record<AmendmentStage, StageWords>>,
    signAgain: (at: Html) =>
      html`It was changed on ${at}, so the signature that was given before is no longer valid.`,
    voids: 'It is signed. A change of what is proposed voids the signature.',
    unsubmitted: 'The register stays as it is. It was not reviewed.',
    since: 'Submitted on',
    on: 'Decided on',
    reason: 'The reason:',
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
        line: 'Aún no se propone nada',
        title: 'Aún no se propone nada',
        text: 'Elija qué quiere cambiar.',
      },
      sign: {
        line: 'Por firmar',
        title: 'Falta una firma',
        text: 'Puede firmar cualquier representante. Después se paga la tasa y un revisor decide.',
      },
      pay: {
        line: 'Por pagar',
        title: 'Falta el pago',
        text: 'Cuando esté pagada, pasará al registro para su revisión.',
      },
      submit: {
        line: 'Pagada, pero no presentada',
        title: 'Otra persona registró ese nombre',
        text: 'La tasa queda pagada, pero la modificación no se puede presentar con este nombre. Escriba al registro; si el nombre vuelve a estar libre, preséntela.',
      },
      answer: {
        line: 'El registro tiene una pregunta',
        title: 'El registro tiene una pregunta',
        text: 'La revisión continúa cuando usted haya respondido.',
      },
      review: {
        line: 'En revisión',
        title: 'La modificación está en revisión',
        text: 'Le enviaremos la decisión por correo electrónico.',
      },
      approved: {
        line: 'Aprobada',
        title: 'La modificación fue aprobada',
        text: 'Ya consta en el registro. El certificado de modificación está entre los documentos de la persona jurídica.',
      },
      rejected: {
        line: 'Rechazada',
        title: 'La modificación fue rechazada',
        text: 'El registro queda como está. La tasa no se devuelve.',
      },
      annulled: {
        line: 'Anulada',
        title: 'La modificación fue anulada',
        text: 'Su aprobación fue un error. En el registro consta de nuevo lo anterior.',
      },
    },
    signAgain: (at: Html) => html`Cambió el ${at}, así que la firma anterior ya no es válida.`,
    voids: 'Está firmada. Si cambia lo que se propone, la firma deja de valer.',
    unsubmitted: 'El registro queda como está. No fue revisada.',
    since: 'Presentada el',
    on: 'Decidida el',
    reason: 'El motivo:',
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
