import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, exact, instant, notice, type Row } from '../../kernel/pages/text.ts';
import { detailTextsFor } from '../../registry/pages/entity-details.ts';
import {
  type CertificateType,
  type CertifiedChange,
  unshownDetails,
} from '../domain/certificate-type.ts';
import { inGroups } from '../domain/verification-code.ts';
import {
  certificateKindTexts,
  certificatePageTexts,
  findCertificatePageTexts,
} from '../texts/index.ts';

export interface CertificateOnPage {
  readonly code: string;
  readonly certificate: {
    readonly type: CertificateType;
    /** As printed on the document. */
    readonly entityName: string;
    readonly residentPermitNumber: string;
    readonly issuedAt: string;
    readonly sha256: string;
    readonly change?: CertifiedChange | undefined;
  };
  /** The entity's current name. */
  readonly entity: CompanyName;
  /** Whether it is in good standing; null if unknown. */
  readonly standing: boolean | null;
  /** The document's withdrawal; null if it is valid. */
  readonly withdrawal: {
    readonly withdrawnAt: string;
    readonly replacedBy: {
      readonly name: string;
      readonly createdAt: string;
      readonly sha256: string;
    } | null;
  } | null;
  /** The instant that the page describes. */
  readonly now: string;
}

const textsFor = byLocale(certificatePageTexts);

/** The page behind a certificate's QR code: whether it is genuine, whose it is, and the entity's current status. */
export function certificatePage(context: PageContext, view: CertificateOnPage): Html {
  const { code, certificate, entity, standing, withdrawal, now } = view;
  const { type, entityName, residentPermitNumber, issuedAt, sha256, change } = certificate;
  const texts = textsFor(context);
  const { name, about, notToday, date, genuine, withdrawn } =
    byLocale(certificateKindTexts)(context)[type];
  const nameToday = fullName(entity);
  return layout(context, { title: withdrawal ? withdrawn : genuine, kicker: name }, [
    withdrawal ? withdrawnNotice(context, withdrawal) : html`<p class="lead">${about}</p>`,
    standing === true
      ? notice('success', texts.stands, [
          html`<p>${texts.asOf(instant(now, context))}</p>`,
          html`<p>${texts.meaning}</p>`,
        ])
      : notice('warning', standing === null ? texts.notConfirmed : texts.standsNot, [
          html`<p>${notToday} ${texts.asOf(instant(now, context))}</p>`,
          html`<p>${texts.meaning}</p>`,
        ]),
    definitionList([
      [texts.entity, html`<strong>${entityName}</strong>`],
      ...changeRows(context, change),
      nameToday === entityName ? null : [texts.nameToday, nameToday],
      [texts.number, exact(residentPermitNumber)],
      [date, instant(issuedAt, context)],
      [texts.code, exact(inGroups(code))],
      [texts.digest, exact(sha256)],
    ]),
    html`<p class="fine">${texts.compare}</p>`,
  ]);
}

function withdrawnNotice(
  context: PageContext,
  { withdrawnAt, replacedBy }: NonNullable<CertificateOnPage['withdrawal']>,
): Html {
  const texts = textsFor(context);
  const instead =
    replacedBy === null
      ? html`<p>${texts.noOther}</p>`
      : html`<p>${texts.replaced(replacedBy.name, instant(replacedBy.createdAt, context), exact(replacedBy.sha256))}</p>`;
  return notice(
    'warning',
    texts.doNotRely,
    html`<p>${texts.withdrawnOn(instant(withdrawnAt, context))}</p>${instead}`,
  );
}

/** Addresses are omitted; the file's SHA-256 proves those on the document. */
function changeRows(
  context: PageContext,
  change: CertifiedChange | undefined,
): readonly (Row | null)[] {
  const texts = textsFor(context);
  if (change === undefined) return [];
  const { name } = change;
  return [
    name && [texts.formerName, name.from],
    name && [texts.newName, html`<strong>${name.to}</strong>`],
    ...unshownDetails.map((detail): Row | null => {
      const { label, certified } = detailTextsFor(context)[detail];
      return change[detail] ? [label, certified] : null;
    }),
  ];
}

/** The page for an unknown code. */
export function noCertificatePage(context: PageContext): Html {
  const { unknown, kicker, nothing, nothingText, again } = textsFor(context);
  return layout(
    context,
    { title: unknown, kicker },
    notice(
      'warning',
      nothing,
      html`<p>${nothingText}</p><p><a href="${href(context, '/certificates')}">${again}</a></p>`,
    ),
  );
}

const findTextsFor = byLocale(findCertificatePageTexts);

/** A field for a document's code. `unreadable` is an entered text that can't be a code. */
export function findCertificatePage(context: PageContext, unreadable: string | null): Html {
  const { title, lead, code, hint, verify, scan, ...texts } = findTextsFor(context);
  return layout(context, { title }, [
    html`<p class="lead">${lead}</p>`,
    queryForm(href(context, '/certificates'), title, [
      textField({
        name: 'code',
        label: code,
        hint,
        value: unreadable ?? '',
        error: unreadable === null ? undefined : texts.unreadable,
        maxlength: 100,
        autocomplete: 'off',
        spellcheck: false,
      }),
      buttons(button({ label: verify })),
    ]),
    html`<p class="fine">${scan}</p>`,
    html`<p class="fine">${texts.sent} <a href="${href(context, '/credentials/verify')}">${texts.credential}</a></p>`,
  ]);
}
