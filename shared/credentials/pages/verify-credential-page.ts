import { button, buttons, form, textArea } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';

/** What the page shows of a credential: see `Presentation` of `check-presentation`. */
export type ShownPresentation =
  | { readonly kind: 'unreadable' | 'altered' }
  | { readonly kind: 'foreign'; readonly issuer: string | null }
  | ShownCredential;

interface ShownCredential {
  readonly kind: 'ours';
  readonly standing: 'valid' | 'revoked' | 'expired' | 'not_begun';
  readonly issuer: string;
  readonly type: string;
  readonly issuedAt: string | null;
  readonly expiresAt: string | null;
  readonly binding:
    | { readonly kind: 'none' | 'broken' }
    | { readonly kind: 'holds'; readonly audience: string | null; readonly at: string | null };
  readonly claims: readonly (readonly [name: string, value: unknown])[];
}

const englishClaims: Readonly<Record<string, string>> = {
  entity_name: 'Legal entity',
  entity_type: 'Type',
  family_name: 'Surname',
  given_name: 'Given name',
  incorporation_date: 'Registered on',
  jurisdiction: 'Jurisdiction',
  residency_type: 'Residency',
  resident_permit_number: 'Resident permit number',
  resident_since: 'Resident since',
  standing: 'Standing',
};
const spanishClaims: Readonly<Record<string, string>> = {
  entity_name: 'Persona jurídica',
  entity_type: 'Tipo',
  family_name: 'Apellido',
  given_name: 'Nombre',
  incorporation_date: 'Inscrita el',
  jurisdiction: 'Jurisdicción',
  residency_type: 'Residencia',
  resident_permit_number: 'Número de permiso de residente',
  resident_since: 'Residente desde',
  standing: 'Estado',
};

const say = words({
  en: {
    title: 'Verify a credential',
    kicker: 'Verifiable credentials',
    lead: 'Paste a credential of this registry: a text with dots and tildes (SD-JWT). This page shows what it discloses and if it is still valid.',
    field: 'Credential',
    hint: 'The whole text, with all tildes. Line breaks don’t matter. We don’t store or share it.',
    verify: 'Verify',
    again: 'Verify another credential',
    claims: englishClaims,
    foreign: 'This credential is from another issuer',
    foreignText:
      'You can verify only credentials of this registry here. We did not contact anyone else. Issuer named in the credential:',
    nobody: 'No issuer is named.',
    holder: 'Holder',
    audience: 'Shown to',
    shownAt: 'Shown on',
    compare:
      'Rely on it only if it was shown to you, and now. It may also have been shown to someone else.',
    discloses: 'What it discloses',
    nothing: 'The holder does not disclose anything.',
    issuer: 'Issuer',
    type: 'Type of credential',
    issuedAt: 'Issued on',
    expiresAt: 'Valid until',
    asOf: (now: Html) => html`As of ${now}.`,
    yes: 'Yes',
    no: 'No',
    standings: {
      valid: {
        title: 'This credential is valid',
        text: 'The registry signed it, and its details are still correct right now.',
      },
      revoked: {
        title: 'This credential was revoked',
        text: 'The registry signed it and revoked it later. Do not rely on it.',
      },
      expired: {
        title: 'This credential has expired',
        text: 'The registry signed it. Ask the holder for a new one.',
      },
      not_begun: {
        title: 'This credential is not valid yet',
        text: 'The registry signed it, but its period of validity has not started.',
      },
    },
    refusals: {
      altered: {
        title: 'This credential is not genuine',
        text: 'It names this registry but does not match what the registry signed. Something was changed, is missing, or was signed by someone else.',
      },
      unreadable: {
        title: 'This is not a credential',
        text: 'The text is not an SD-JWT. An SD-JWT has three parts with dots between them, then a tilde, and at most 20,000 characters. Copy the whole text.',
      },
    },
    notShown: 'Do not rely on this credential: the holder did not show it',
    bindings: {
      none: 'We can’t tell who showed it. Anyone with a copy of the credential can show it.',
      broken:
        'The holder’s proof is not valid. The person who showed the credential is not its holder, or something was changed. Do not rely on it.',
      holds: 'The holder showed it and signed what is shown.',
    },
  },
  es: {
    title: 'Verificar una credencial',
    kicker: 'Credenciales verificables',
    lead: 'Pegue una credencial de este registro: un texto con puntos y virgulillas (SD-JWT). Esta página muestra qué revela y si sigue siendo válida.',
    field: 'Credencial',
    hint: 'El texto completo, con todas las virgulillas. Los saltos de línea no importan. No lo guardamos ni lo compartimos.',
    verify: 'Verificar',
    again: 'Verificar otra credencial',
    claims: spanishClaims,
    foreign: 'Esta credencial es de otro emisor',
    foreignText:
      'Aquí solo puede verificar credenciales de este registro. No contactamos a nadie más. Emisor que nombra la credencial:',
    nobody: 'No nombra a ningún emisor.',
    holder: 'Titular',
    audience: 'Presentada a',
    shownAt: 'Presentada el',
    compare:
      'Confíe en ella solo si se la presentaron a usted, y ahora. También pueden haberla presentado a otra persona.',
    discloses: 'Lo que revela',
    nothing: 'El titular no revela nada.',
    issuer: 'Emisor',
    type: 'Tipo de credencial',
    issuedAt: 'Emitida el',
    expiresAt: 'Válida hasta el',
    asOf: (now: Html) => html`A ${now}.`,
    yes: 'Sí',
    no: 'No',
    standings: {
      valid: {
        title: 'Esta credencial es válida',
        text: 'El registro la firmó y sus datos siguen siendo correctos en este momento.',
      },
      revoked: {
        title: 'Esta credencial fue revocada',
        text: 'El registro la firmó y la revocó después. No confíe en ella.',
      },
      expired: {
        title: 'Esta credencial venció',
        text: 'El registro la firmó. Pida una nueva al titular.',
      },
      not_begun: {
        title: 'Esta credencial todavía no es válida',
        text: 'El registro la firmó, pero su período de validez no ha empezado.',
      },
    },
    refusals: {
      altered: {
        title: 'Esta credencial no es auténtica',
        text: 'Nombra a este registro pero no coincide con lo que el registro firmó. Algo se cambió, falta o lo firmó otra persona.',
      },
      unreadable: {
        title: 'Esto no es una credencial',
        text: 'El texto no es un SD-JWT. Un SD-JWT tiene tres partes separadas por puntos, después una virgulilla y como máximo 20 000 caracteres. Copie el texto completo.',
      },
    },
    notShown: 'No confíe en esta credencial: no la presentó su titular',
    bindings: {
      none: 'No podemos saber quién la presentó. Puede hacerlo cualquier persona que tenga una copia.',
      broken:
        'La prueba del titular no es válida. La persona que presentó la credencial no es su titular, o algo se cambió. No confíe en ella.',
      holds: 'El titular la presentó y firmó lo que se muestra.',
    },
  },
});

interface Sending {
  readonly csrfToken: string;
}

/** Asks for the text of a credential. */
export function enterCredentialPage(site: Site, { csrfToken }: Sending): Html {
  const said = say(site);
  return layout(site, { title: said.title, kicker: said.kicker }, [
    html`<p class="lead">${said.lead}</p>`,
    entryForm(site, csrfToken),
  ]);
}

/** What there is to say of a credential. What was pasted is not repeated. */
export function verifiedCredentialPage(
  site: Site,
  shown: ShownPresentation,
  { csrfToken, now }: Sending & { readonly now: string },
): Html {
  const said = say(site);
  const title = titleOf(site, shown);
  return layout(site, { title, heading: said.title, kicker: said.kicker }, [
    shown.kind === 'ours' ? credential(site, shown, now) : other(site, shown),
    html`<h2>${said.again}</h2>`,
    entryForm(site, csrfToken),
  ]);
}

function titleOf(site: Site, shown: ShownPresentation): string {
  const said = say(site);
  if (shown.kind === 'ours') return said.standings[shown.standing].title;
  return shown.kind === 'foreign' ? said.foreign : said.refusals[shown.kind].title;
}

function entryForm(site: Site, csrfToken: string): Html {
  const said = say(site);
  return form({ csrfToken, action: href(site, '/credentials/verify') }, [
    textArea({ name: 'credential', label: said.field, hint: said.hint, rows: 8 }),
    buttons(button({ label: said.verify })),
  ]);
}

function other(site: Site, shown: Exclude<ShownPresentation, ShownCredential>): Content {
  const said = say(site);
  if (shown.kind !== 'foreign') {
    const { title, text } = said.refusals[shown.kind];
    return notice('warning', title, html`<p>${text}</p>`);
  }
  const issuer = shown.issuer === null ? said.nobody : exact(shown.issuer);
  return notice('warning', said.foreign, html`<p>${said.foreignText} ${issuer}</p>`);
}

function credential(site: Site, shown: ShownCredential, now: string): readonly Content[] {
  const said = say(site);
  const { standing, binding, claims, issuer, type, issuedAt, expiresAt } = shown;
  const holds = binding.kind === 'holds';
  // Whoever reads the first line alone must not take a copy for its holder's.
  const isCopy = standing === 'valid' && binding.kind === 'broken';
  return [
    notice(
      standing === 'valid' && !isCopy ? 'success' : 'warning',
      isCopy ? said.notShown : said.standings[standing].title,
      html`<p>${said.standings[standing].text} ${said.asOf(instant(now, site))}</p>`,
    ),
    notice(
      holds ? 'success' : 'warning',
      said.holder,
      html`<p>${said.bindings[binding.kind]}</p>${holds && html`<p>${said.compare}</p>`}`,
    ),
    html`<h2>${said.discloses}</h2>`,
    claims.length === 0
      ? html`<p>${said.nothing}</p>`
      : definitionList(
          claims.map(([name, value]) => [said.claims[name] ?? name, told(value, site)]),
        ),
    definitionList([
      [said.issuer, exact(issuer)],
      [said.type, exact(type)],
      issuedAt === null ? null : [said.issuedAt, instant(issuedAt, site)],
      expiresAt === null ? null : [said.expiresAt, instant(expiresAt, site)],
      holds && binding.audience !== null ? [said.audience, exact(binding.audience)] : null,
      holds && binding.at !== null ? [said.shownAt, instant(binding.at, site)] : null,
    ]),
  ];
}

/** A value as it was signed; what is none of ours is shown as it stands. */
function told(value: unknown, site: Site): Content {
  if (typeof value === 'string') return html`<strong>${value}</strong>`;
  const said = say(site);
  if (typeof value === 'boolean') return value ? said.yes : said.no;
  return exact(JSON.stringify(value));
}
