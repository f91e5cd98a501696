import type { Manifestation } from '../../access/domain/manifestation.ts';
import {
  type ManifestationTexts,
  outdatedNotice,
} from '../../access/pages/portal-manifestation-page.ts';
import { residencyCard } from '../../account/pages/residency-card.ts';
import { type CompanyName, fullName } from '../../kernel/domain/company-name.ts';
import { daysUntil } from '../../kernel/domain/dates.ts';
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
import { noticeSteps } from '../../residency/domain/term-notice.ts';
import { type Renewal, termOfEntity } from '../../residency/domain/term-of.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';
import { type Task, toDoPart } from './to-do-part.ts';

const say = words({
  en: {
    account: 'Your account',
    noResidency: 'No residency has been granted yet',
    willTell: 'The registry will tell you.',
    signAgain: 'Read and sign again',
    entities: 'Legal entities that you represent',
    none: 'None.',
    applications: 'Your applications',
    applicationsText: 'Register a legal entity, and see how your applications stand.',
    seeApplications: 'See them, or begin one.',
    you: 'You in the registry',
    email: 'E-mail address',
    places: {
      '/portal/my-data': 'What is held about you, what for, and all of it as a file.',
      '/portal/proofs': 'Show somebody a part of it, for as long as you want.',
      '/portal/credentials':
        'Put your residency, or the good standing of an entity, into a wallet.',
      '/portal/connections':
        'Applications and devices that use your account. End what you allowed.',
      '/portal/passkeys': 'Sign in without a mailed code.',
      '/portal/browsers': 'Where you are signed in. Sign out those that you do not use.',
      '/portal/developer': 'Keys with which software acts in your name.',
    },
    renew: 'Renew your residency',
    itEnds: 'It ends on',
    itEnded: 'It ended on',
    anyPartner:
      'Have a partner of the registry apply for a residency with your e-mail address, or write to the registry.',
    write: 'Write to the registry',
    askPartner: (partner: string) =>
      `Ask ${partner}, through which you applied, for a new application with your e-mail address; you confirm it here.`,
    numberStays: 'Your permit number and your account stay.',
    counted: 'If you renew before the end, the new year is counted from that day.',
    entityEnds: 'Its residency ends on',
    entityEnded: 'Its residency ended on',
    haveExtended: 'write to the registry to have it extended.',
    haveRenewed: 'write to the registry to have it renewed.',
  },
  es: {
    account: 'Su cuenta',
    noResidency: 'Todavía no se ha concedido ninguna residencia',
    willTell: 'El registro se lo comunicará.',
    signAgain: 'Leer y firmar de nuevo',
    entities: 'Personas jurídicas que usted representa',
    none: 'Ninguna.',
    applications: 'Sus solicitudes',
    applicationsText: 'Registre una persona jurídica y vea cómo están sus solicitudes.',
    seeApplications: 'Verlas o empezar una.',
    you: 'Usted en el registro',
    email: 'Correo electrónico',
    places: {
      '/portal/my-data': 'Qué se guarda sobre usted, para qué, y todo ello en un archivo.',
      '/portal/proofs': 'Muestre a alguien una parte, durante el tiempo que quiera.',
      '/portal/credentials':
        'Ponga su residencia, o la vigencia de una persona jurídica, en una cartera.',
      '/portal/connections':
        'Aplicaciones y dispositivos que usan su cuenta. Retire lo que permitió.',
      '/portal/passkeys': 'Entre sin un código enviado por correo.',
      '/portal/browsers': 'Dónde tiene la sesión abierta. Cierre los que no use.',
      '/portal/developer': 'Claves con las que un programa actúa en su nombre.',
    },
    renew: 'Renueve su residencia',
    itEnds: 'Termina el',
    itEnded: 'Terminó el',
    anyPartner:
      'Pida a una entidad aliada del registro que solicite una residencia con su correo electrónico, o escriba al registro.',
    write: 'Escribir al registro',
    askPartner: (partner: string) =>
      `Pida a ${partner}, con quien hizo la solicitud, una nueva con su correo electrónico; usted la confirma aquí.`,
    numberStays: 'Su número de permiso y su cuenta se mantienen.',
    counted: 'Si la renueva antes del final, el nuevo año se cuenta desde ese día.',
    entityEnds: 'Su residencia termina el',
    entityEnded: 'Su residencia terminó el',
    haveExtended: 'escriba al registro para prorrogarla.',
    haveRenewed: 'escriba al registro para renovarla.',
  },
});

export interface PortalHome {
  readonly residentPermitNumber: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: string }) | null;
  /** The residency is to be renewed. */
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

/** What waits for somebody, who they are in the registry, and whom they represent. */
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
