import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { detailWords } from '../../registry/pages/entity-details.ts';
import {
  type CertificateType,
  type CertifiedChange,
  unshownDetails,
} from '../domain/certificate-type.ts';
import { inGroups } from '../domain/verification-code.ts';
import { certificateKindTexts, certificatePageTexts } from '../texts/index.ts';

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

const say = words(certificatePageTexts);

/** The page behind a certificate's QR code: whether it is genuine, whose it is, and the entity's current status. */
export function certificatePage(site: Site, shown: CertificateOnPage): Html {
  const { code, certificate, entity, standing, withdrawal, now } = shown;
  const { type, entityName, residentPermitNumber, issuedAt, sha256, change } = certificate;
  const said = say(site);
  const { name, about, notToday, date, genuine, withdrawn } =
    words(certificateKindTexts)(site)[type];
  const nameToday = fullName(entity);
  return layout(site, { title: withdrawal ? withdrawn : genuine, kicker: name }, [
    withdrawal ? withdrawnNotice(site, withdrawal) : html`<p class="lead">${about}</p>`,
    standing === true
      ? notice('success', said.stands, [
          html`<p>${said.asOf(instant(now, site))}</p>`,
          html`<p>${said.meaning}</p>`,
        ])
      : notice('warning', standing === null ? said.notConfirmed : said.standsNot, [
          html`<p>${notToday} ${said.asOf(instant(now, site))}</p>`,
          html`<p>${said.meaning}</p>`,
        ]),
    definitionList([
      [said.entity, html`<strong>${entityName}</strong>`],
      ...changeRows(site, change),
      nameToday === entityName ? null : [said.nameToday, nameToday],
      [said.number, exact(residentPermitNumber)],
      [date, instant(issuedAt, site)],
      [said.code, exact(inGroups(code))],
      [said.digest, exact(sha256)],
    ]),
    html`<p class="fine">${said.compare}</p>`,
  ]);
}

function withdrawnNotice(
  site: Site,
  { withdrawnAt, replacedBy }: NonNullable<CertificateOnPage['withdrawal']>,
): Html {
  const said = say(site);
  const instead =
    replacedBy === null
      ? html`<p>${said.noOther}</p>`
      : html`<p>${said.replaced(replacedBy.name, instant(replacedBy.createdAt, site), exact(replacedBy.sha256))}</p>`;
  return notice(
    'warning',
    said.doNotRely,
    html`<p>${said.withdrawnOn(instant(withdrawnAt, site))}</p>${instead}`,
  );
}

/** Addresses are omitted; the file's SHA-256 proves those on the document. */
function changeRows(site: Site, change: CertifiedChange | undefined): readonly (Row | null)[] {
  const said = say(site);
  if (change === undefined) return [];
  const { name } = change;
  return [
    name && [said.formerName, name.from],
    name && [said.newName, html`<strong>${name.to}</strong>`],
    ...unshownDetails.map((detail): Row | null => {
      const { label, certified } = detailWords(site)[detail];
      return change[detail] ? [label, certified] : null;
    }),
  ];
}

/** The page for an unknown code. */
export function noCertificatePage(site: Site): Html {
  const { unknown, kicker, nothing, nothingText, again } = say(site);
  return layout(
    site,
    { title: unknown, kicker },
    notice(
      'warning',
      nothing,
      html`<p>${nothingText}</p><p><a href="${href(site, '/certificates')}">${again}</a></p>`,
    ),
  );
}
