import type { Manifestation } from '../../access/domain/manifestation.ts';
import {
  type ManifestationTexts,
  outdatedNotice,
} from '../../access/pages/portal-manifestation-page.ts';
import { residencyCard } from '../../account/pages/residency-card.ts';
import { daysUntil } from '../../kernel/domain/dates.ts';
import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import {
  accountPlaces,
  placeName,
  portalLayout,
  type Reader,
  readerName,
} from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ResidencyPeriod } from '../../people/domain/residency.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import { noticeSteps, type Renewal, termOfEntity } from '../../residency/domain/term.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';
import { type Task, toDoPart } from './to-do-part.ts';

const say = words({
  en: {
    account: 'Your account',
    noResidency: 'You do not have a residency yet',
    willTell: 'We’ll email you when it is granted.',
    signAgain: 'Read and sign the new version',
    entities: 'Legal entities you represent',
    none: 'None.',
    applications: 'Your applications',
    applicationsText: 'Register a legal entity and check the status of your applications.',
    seeApplications: 'See or start an application',
    you: 'Your registered details',
    email: 'Email address',
    places: {
      '/portal/my-data': 'See what data we hold about you and why. Download a copy.',
      '/portal/proofs': 'Share part of your data for a limited time.',
      '/portal/credentials': 'Add your residency, or an entity’s good standing, to a wallet.',
      '/portal/connections':
        'See applications and devices with access to your account, and remove their access.',
      '/portal/passkeys': 'Sign in without an emailed code.',
      '/portal/browsers': 'See where you are signed in. Sign out browsers you no longer use.',
      '/portal/developer': 'API keys for software that acts for you.',
    },
    renew: 'Renew your residency',
    itEnds: 'It ends on',
    itEnded: 'It ended on',
    anyPartner:
      'Ask a partner of the registry to apply for a residency with your email address, or contact the registry.',
    write: 'Contact the registry',
    askPartner: (partner: string) =>
      `Ask ${partner}, who sent your application, to apply again with your email address. You then confirm the application here.`,
    numberStays: 'You keep your permit number and your account.',
    counted: 'If you renew before that day, the new year starts on that day.',
    entityEnds: 'Its residency ends on',
    entityEnded: 'Its residency ended on',
    haveExtended: 'contact the registry to extend it.',
    haveRenewed: 'contact the registry to renew it.',
  },
  es: {
    account: 'Su cuenta',
    noResidency: 'Todavía no tiene residencia',
    willTell: 'Le enviaremos un correo cuando se le conceda.',
    signAgain: 'Leer y firmar la nueva versión',
    entities: 'Personas jurídicas que usted representa',
    none: 'Ninguna.',
    applications: 'Sus solicitudes',
    applicationsText: 'Registre una persona jurídica y consulte el estado de sus solicitudes.',
    seeApplications: 'Ver o iniciar una solicitud',
    you: 'Sus datos registrados',
    email: 'Correo electrónico',
    places: {
      '/portal/my-data': 'Vea qué datos guardamos sobre usted y para qué. Descargue una copia.',
      '/portal/proofs': 'Comparta parte de sus datos por un tiempo limitado.',
      '/portal/credentials':
        'Agregue a una cartera digital su residencia o la vigencia de una persona jurídica.',
      '/portal/connections':
        'Vea las aplicaciones y los dispositivos con acceso a su cuenta, y quíteles el acceso.',
      '/portal/passkeys': 'Inicie sesión sin un código por correo.',
      '/portal/browsers': 'Vea dónde tiene la sesión abierta. Cierre las sesiones que ya no use.',
      '/portal/developer': 'Claves de API para programas que actúan en su nombre.',
    },
    renew: 'Renueve su residencia',
    itEnds: 'Termina el',
    itEnded: 'Terminó el',
    anyPartner:
      'Pida a una entidad aliada del registro que solicite una residencia con su correo electrónico, o comuníquese con el registro.',
    write: 'Comunicarse con el registro',
    askPartner: (partner: string) =>
      `Pida a ${partner}, que envió su solicitud, que presente una nueva con su correo electrónico. Después usted la confirma aquí.`,
    numberStays: 'Usted conserva su número de permiso y su cuenta.',
    counted: 'Si la renueva antes de ese día, el nuevo año comienza ese día.',
    entityEnds: 'Su residencia termina el',
    entityEnded: 'Su residencia terminó el',
    haveExtended: 'comuníquese con el registro para prorrogarla.',
    haveRenewed: 'comuníquese con el registro para renovarla.',
  },
});

export interface PortalHome {
  readonly residentPermitNumber: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: string }) | null;
  /** The residency must be renewed. */
  readonly renewal: Renewal | null;
  readonly entities: readonly (CompanyName & {
    readonly id: string;
    readonly residentPermitNumber: string;
    readonly dissolutionDate: string | null;
    readonly residency: ResidencyPeriod;
  })[];
  /** What waits for them. */
  readonly tasks: readonly Task[];
  /** The application for residency for which the account was claimed, if there is one. */
  readonly application: (ResidencyApplicationState & { readonly id: string }) | null;
  readonly will: Manifestation;
  /** The texts that are in force. */
  readonly texts: ManifestationTexts;
  /** Of the staff: whether the reader sees what is reviewed, decides on it, reaches people, and audits. */
  readonly staff: {
    readonly reviewer: boolean;
    readonly decides: boolean;
    readonly helps: boolean;
    readonly audits: boolean;
  };
  readonly now: string;
}

/** What waits for someone, who they are in the registry, and whom they represent. */
export function portalHomePage(site: Site, reader: Reader, home: PortalHome): Html {
  const said = say(site);
  const { residentPermitNumber, residency, entities, application, staff, now, will, texts } = home;
  const outdated = outdatedNotice(will, texts, site);
  return portalLayout(site, reader, { title: titleOf(site, reader), place: '/portal' }, [
    application !== null && application.statusId !== 'Approved'
      ? residencyApplicationState(site, application)
      : residency === null && notice('info', said.noResidency, html`<p>${said.willTell}</p>`),
    home.renewal !== null && renewalNotice(site, home.renewal),
    outdated !== null && [
      outdated,
      html`<p>${linkButton(said.signAgain, href(site, '/portal/developer/manifestation'))}</p>`,
    ],
    toDoPart(site, home.tasks),
    html`<h2>${said.entities}</h2>`,
    entities.length === 0
      ? html`<p>${said.none}</p>`
      : html`<dl>${entities.map(
          (entity) =>
            html`<div><dt><a href="${href(site, `/portal/legal-entities/${entity.id}`)}">${fullName(entity)}</a></dt><dd>${exact(entity.residentPermitNumber)}${endOf(site, entity, now)}</dd></div>`,
        )}</dl>`,
    html`<h2>${said.applications}</h2>
<p>${said.applicationsText} <a href="${href(site, '/portal/applications')}">${said.seeApplications}</a></p>`,
    html`<h2>${said.you}</h2>`,
    residentPermitNumber !== null &&
      residency !== null &&
      residencyCard(site, { name: readerName(reader), residentPermitNumber, residency, now }),
    definitionList([[said.email, reader.email]]),
    staff.reviewer &&
      html`<h2>Reviews</h2>
<p>${staff.decides ? 'You are a reviewer.' : 'You are an auditor.'} <a href="${href(site, '/portal/reviews')}">See what waits for ${staff.decides ? 'your' : 'a'} decision.</a></p>`,
    html`<h2 id="account">${said.account}</h2>
<dl>${accountPlaces.map(
      (place) =>
        html`<div><dt><a href="${href(site, place)}">${placeName(site, place)}</a></dt><dd>${said.places[place]}</dd></div>`,
    )}</dl>`,
  ]);
}

/** What can be done: a partner applies, or the registry is asked. */
function renewalNotice(site: Site, { endsAt, hasEnded, partner }: Renewal): Content {
  const said = say(site);
  return notice(
    hasEnded ? 'warning' : 'info',
    said.renew,
    html`<p>${hasEnded ? said.itEnded : said.itEnds} ${instant(endsAt, site)}. ${
      partner === null ? said.anyPartner : said.askPartner(partner)
    }</p>
<p>${said.numberStays} ${hasEnded ? '' : said.counted}</p>
${partner === null && html`<p>${linkButton(said.write, contactOf(site), 'secondary')}</p>`}`,
  );
}

/** Where the registry is asked: by email, or on the page that says how. */
function contactOf(site: Site): string {
  const { contact, help } = site.links ?? {};
  return contact === undefined ? (help ?? href(site, '/help')) : `mailto:${contact}`;
}

/** That the residency of an entity ends soon, or has; nothing of those that are dissolved. */
function endOf(site: Site, entity: PortalHome['entities'][number], now: string): Content {
  const endsAt = termOfEntity(entity)?.endsAt;
  if (endsAt === undefined || daysUntil(endsAt, now) > Math.max(...noticeSteps)) return null;
  const said = say(site);
  return endsAt <= now
    ? html`<br>${said.entityEnded} ${instant(endsAt, site)}: <a href="${contactOf(site)}">${said.haveRenewed}</a>`
    : html`<br>${said.entityEnds} ${instant(endsAt, site)}: <a href="${contactOf(site)}">${said.haveExtended}</a>`;
}

/** The name; an address of any length is no heading. */
function titleOf(site: Site, reader: Reader): string {
  const name = readerName(reader);
  return name === reader.email ? say(site).account : name;
}
