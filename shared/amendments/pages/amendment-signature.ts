import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { formHead } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { amendmentPath } from '../contracts/portal-amendments-contract.ts';
import {
  type AmendmentSignature,
  type AmendmentState,
  nextStepsOfAmendment,
} from '../domain/amendment.ts';
import type { AmendableEntity } from '../domain/proposed-changes.ts';
import { changeRows } from './amendment-changes.ts';
import { stageNotice } from './amendment-status.ts';

const say = words({
  en: {
    sign: 'Sign the amendment',
    lead: 'Compare what is registered with what is proposed, then sign below. The filing goes to the registry for review once it is signed and paid.',
    amendment: 'Amendment',
    proposed: 'Proposed changes',
    next: 'See the next steps or pay the fee',
    signedBy: 'Signed by',
    signedOn: 'Signed on',
    statement: (name: string) =>
      `I have read what is proposed, agree to it for ${name}, and am entitled to sign.`,
    binding: null,
  },
  es: {
    sign: 'Firmar la modificación',
    lead: 'Compare lo que consta en el registro con lo que se propone, y firme abajo. La modificación pasa al registro para su revisión cuando esté firmada y pagada.',
    amendment: 'Modificación',
    proposed: 'Cambios propuestos',
    next: 'Ver los próximos pasos o pagar la tasa',
    signedBy: 'Firmado por',
    signedOn: 'Firmado el',
    statement: (name: string) =>
      `He leído lo que se propone, estoy de acuerdo por ${name} y estoy facultado para firmar.`,
    binding:
      'Esta página está en español para ayudarle. El certificado de modificación se emite en inglés y el texto en inglés es el que obliga.',
  },
});

interface Problem {
  readonly title: string;
  readonly text: string;
}

const sayOfProblem = words<Readonly<Record<string, Problem>>>({
  en: {
    'filing.changed': {
      title: 'The amendment was changed while you were reading',
      text: 'Your signature was not saved. The current changes are below.',
    },
    'filing.already_signed': {
      title: 'The amendment was already signed',
      text: 'Your signature was not saved. The signature below is the valid one.',
    },
    'filing.locked': {
      title: 'The amendment can no longer be signed',
      text: 'Your form changed nothing.',
    },
    'filing.no_changes': {
      title: 'The amendment was changed while you were reading',
      text: 'Your signature was not saved because the amendment no longer proposes any changes.',
    },
    'entity.name_taken': {
      title: 'A legal entity with this name already exists',
      text: 'Your signature was not saved. Propose another name first.',
    },
  },
  es: {
    'filing.changed': {
      title: 'La modificación cambió mientras usted la leía',
      text: 'Su firma no se guardó. Abajo están los cambios actuales.',
    },
    'filing.already_signed': {
      title: 'La modificación ya estaba firmada',
      text: 'Su firma no se guardó. La firma de abajo es la válida.',
    },
    'filing.locked': {
      title: 'La modificación ya no se puede firmar',
      text: 'Su formulario no cambió nada.',
    },
    'filing.no_changes': {
      title: 'La modificación cambió mientras usted la leía',
      text: 'Su firma no se guardó porque la modificación ya no propone cambios.',
    },
    'entity.name_taken': {
      title: 'Ya existe una persona jurídica con este nombre',
      text: 'Su firma no se guardó. Proponga primero otro nombre.',
    },
  },
});

/** What the page says of a form that has signed nothing, by the refusal's code; null where it has no words. */
export function signingProblem(code: string | undefined, reader: Spoken): Problem | null {
  return sayOfProblem(reader)[code ?? ''] ?? null;
}

/** A filing as its signature page shows it. */
interface ShownAmendment extends AmendmentState {
  readonly id: string;
  readonly entityId: string;
  readonly version: number;
  /** What the approval found on the entity; null before. */
  readonly formerly: AmendableEntity | null;
  readonly annulment?: object | undefined;
}

export interface AmendmentPageOptions {
  readonly amendment: ShownAmendment;
  /** The entity as it is now. */
  readonly entity: AmendableEntity;
  /** The form as it was sent last. */
  readonly fields: SentSignature;
  /** Why the form that was sent did not sign. */
  readonly problem?: Problem;
}

/**
 * The page on which a representative signs an amendment: what is registered now and what is proposed, and
 * the form; once it is signed, when and by whom, and how the filing stands.
 */
export function amendmentSignaturePage(
  site: Site,
  reader: Reader,
  { amendment, entity, fields, problem }: AmendmentPageOptions,
): Html {
  const { signature, proposedChanges } = amendment;
  const errors = fields.errors ?? {};
  const before = amendment.formerly ?? entity;
  const toSign = nextStepsOfAmendment(amendment).signatureRequired;
  const said = say(site);
  const title = toSign ? said.sign : said.amendment;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: fullName(before),
    },
    [
      problem !== undefined && notice('warning', problem.title, html`<p>${problem.text}</p>`),
      toSign ? html`<p class="lead">${said.lead}</p>` : stageNotice(site, amendment, null),
      signature !== null && signatureRecord(site, signature),
      html`<h2>${said.proposed}</h2>`,
      definitionList(changeRows(before, proposedChanges, site)),
      !toSign &&
        html`<p><a href="${href(site, amendmentPath(amendment.entityId, amendment.id))}">${said.next}</a></p>`,
      toSign && said.binding !== null && html`<p><strong>${said.binding}</strong></p>`,
      toSign && signingForm(reader.csrfToken, whatIsSigned(site, amendment, before), fields, site),
    ],
  );
}

function signatureRecord(site: Site, { signerName, signedAt }: AmendmentSignature): Html {
  const said = say(site);
  return definitionList([
    [said.signedBy, html`<strong>${signerName}</strong>`],
    [said.signedOn, instant(signedAt, site)],
  ]);
}

/** The sentence that a signer agrees to; `before`: the entity as it is registered. */
export function amendmentStatement(before: AmendableEntity, reader: Spoken): string {
  return say(reader).statement(fullName(before));
}

function whatIsSigned(site: Site, { version }: ShownAmendment, before: AmendableEntity): ToSign {
  const said = say(site);
  return {
    statement: amendmentStatement(before, site),
    action: said.sign,
    shown: { version: String(version) },
  };
}
