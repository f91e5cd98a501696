import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { button, buttons, form, formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PaymentProgress } from '../../payments/domain/payment.ts';
import { endingPart } from '../../payments/pages/ending-part.ts';
import {
  type PageForms,
  type PaymentForms,
  paidLine,
  paymentForms,
  refreshOf,
} from '../../payments/pages/payment-forms.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { signaturePath } from '../contracts/amendment.ts';
import { amendmentPath } from '../contracts/portal-amendments-contract.ts';
import {
  type AmendmentStage,
  type AmendmentState,
  amendmentStage,
  isOpenAmendment,
} from '../domain/amendment.ts';
import { amendmentPageTexts } from '../texts/index.ts';
import { changeRows } from './amendment-changes.ts';
import { amendmentTitle, stageNotice } from './amendment-status.ts';

const say = words(amendmentPageTexts);

export interface AmendmentOnPage {
  readonly amendment: AmendmentState & {
    readonly id: string;
    readonly entityId: string;
    /** The entity's values before the approval; null until approved. */
    readonly formerly: AmendableEntity | null;
    readonly annulment?: { readonly at: string } | undefined;
  };
  /** The current entity. */
  readonly entity: AmendableEntity & CompanyName;
  readonly fee: PaymentForms['amount'];
  readonly payment: PaymentProgress;
  /** Recent decision times; null if unknown. */
  readonly waits: Waits | null;
}

/** The page of an amendment: its status, the changes, and the next step. */
export function amendmentPage(
  site: Site,
  reader: Reader,
  shown: AmendmentOnPage,
  forms: PageForms,
): Html {
  const { amendment, entity, fee, waits, payment } = shown;
  const { errors = {}, waited } = forms;
  const said = say(site);
  const stage = amendmentStage(amendment);
  const title = amendmentTitle(amendment.proposedChanges, site);
  const before = amendment.formerly ?? entity;
  const path = href(site, amendmentPath(amendment.entityId, amendment.id));
  const underWay = stage === 'pay' && payment.kind === 'under_way';
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: fullName(before),
      place: '/portal/legal-entities',
      refresh: underWay ? refreshOf(payment, path, waited) : undefined,
    },
    [
      !underWay && stageNotice(site, amendment, waits),
      html`<h2>${amendment.formerly === null ? said.proposed : said.approved}</h2>`,
      definitionList([
        ...changeRows({ ...amendment, entity }, amendment.proposedChanges, site),
        ...signatureRows(site, amendment),
      ]),
      acts(site, reader, shown, stage),
      paidLine(site, payment),
      stage === 'pay' &&
        paymentForms(site, {
          ...forms,
          csrfToken: reader.csrfToken,
          action: `${path}/pay`,
          amount: fee,
          progress: payment,
        }),
      isOpenAmendment(amendment) &&
        amendment.verdict === undefined &&
        endingPart(site, {
          what: 'amendment',
          progress: payment,
          csrfToken: reader.csrfToken,
          action: `${amendmentPath(amendment.entityId, amendment.id)}/withdraw`,
        }),
      html`<p class="after"><a href="${href(site, `/portal/legal-entities/${amendment.entityId}`)}">${said.entity(fullName(entity))}</a></p>`,
    ],
  );
}

/** The error for a payment for a name that is no longer available. */
export function nameGone(reader: Spoken): string {
  return say(reader).gone;
}

function signatureRows(site: Site, { signature }: AmendmentState) {
  if (signature === null) return [];
  const said = say(site);
  return [
    [said.signedBy, signature.signerName],
    [said.signedOn, instant(signature.signedAt, site)],
  ] as const;
}

function acts(
  site: Site,
  { csrfToken }: Reader,
  { amendment }: AmendmentOnPage,
  stage: AmendmentStage,
): Content {
  const said = say(site);
  const { id, entityId, statusId } = amendment;
  const own = amendmentPath(entityId, id);
  const toRevise = (kind: 'primary' | 'secondary') =>
    linkButton(said.revise, href(site, `${own}/revise`), kind);
  switch (stage) {
    case 'propose':
      return buttons(toRevise('primary'));
    case 'sign':
      return buttons(
        linkButton(said.sign, href(site, signaturePath(entityId, id))),
        toRevise('secondary'),
      );
    case 'pay':
      return statusId === 'Draft' && buttons(toRevise('secondary'));
    case 'submit':
      return form(
        { csrfToken, action: href(site, `${own}/submit`) },
        button({ label: said.submit }),
      );
    case 'rejected':
    case 'withdrawn':
      return buttons(
        linkButton(said.again, href(site, `/portal/legal-entities/${entityId}/amendments/new`)),
      );
    default:
      return null;
  }
}
