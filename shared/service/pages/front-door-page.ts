import { button, linkButton, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Registry of residents and legal entities',
    lead: (keeper: string) =>
      `${keeper} keeps the official record of its residents and legal entities, who represents them and their status.`,
    check: 'Check a certificate or a proof',
    code: 'Code',
    hint: 'The code is next to the QR code on a certificate. If someone sent you a proof, paste its link here.',
    doCheck: 'Check',
    noCode:
      'Enter the code as it is printed. A certificate code has 16 letters and digits, in groups of four',
    residents: 'For residents',
    residentsText:
      'Sign and pay for your applications, see your residency and legal entities, and choose which applications can act for you.',
    signIn: 'Go to the portal',
    register: 'Public register',
    registerText: 'Look up a legal entity by its name or resident permit number.',
    search: 'Search the register',
    integrators: 'For developers',
    documentation: 'API documentation',
    status: 'Service status',
  },
  es: {
    title: 'Registro de residentes y personas jurídicas',
    lead: (keeper: string) =>
      `${keeper} lleva el registro oficial de sus residentes y personas jurídicas, de quién las representa y de su situación.`,
    check: 'Verifique un certificado o un comprobante',
    code: 'Código',
    hint: 'El código está junto al código QR del certificado. Si alguien le envió un comprobante, pegue aquí el enlace.',
    doCheck: 'Verificar',
    noCode:
      'Escriba el código tal como está impreso. El de un certificado tiene 16 letras y números, en grupos de cuatro',
    residents: 'Para residentes',
    residentsText:
      'Firme y pague sus solicitudes, consulte su residencia y sus personas jurídicas, y decida qué aplicaciones pueden actuar en su nombre.',
    signIn: 'Ir al portal',
    register: 'Registro público',
    registerText: 'Busque una persona jurídica por su nombre o su número de permiso de residente.',
    search: 'Buscar en el registro',
    integrators: 'Para desarrolladores',
    documentation: 'Documentación de la API',
    status: 'Estado del servicio',
  },
});

export interface FrontDoor {
  /** What was typed and can be verified nowhere; null: nothing was. */
  readonly unrecognised: string | null;
  /** Whether there is a public register. */
  readonly publishes: boolean;
}

/** The page at the root: what this registry is, and the ways into it. */
export function frontDoorPage(site: Site, { unrecognised, publishes }: FrontDoor): Html {
  const said = say(site);
  const { links = {}, keeper = site.jurisdiction } = site;
  return layout(site, { title: said.title }, [
    html`<p class="lead">${said.lead(keeper)}</p>`,
    html`<section class="card"><h2>${said.check}</h2>
<form method="get" action="${href(site, '/')}" novalidate>
${textField({
  name: 'code',
  label: said.code,
  hint: said.hint,
  value: unrecognised ?? '',
  error: unrecognised === null ? undefined : said.noCode,
  autocomplete: 'off',
  spellcheck: false,
})}
${button({ label: said.doCheck })}
</form></section>`,
    publishes &&
      html`<h2>${said.register}</h2>
<p>${said.registerText}</p>
${linkButton(said.search, href(site, '/register'), 'secondary')}`,
    html`<h2>${said.residents}</h2>
<p>${said.residentsText}</p>
${linkButton(said.signIn, href(site, '/portal'), 'secondary')}`,
    html`<h2>${said.integrators}</h2>
<ul class="plain">
<li><a href="${links.documentation ?? href(site, '/docs')}">${said.documentation}</a></li>
<li><a href="${links.status ?? href(site, '/health')}">${said.status}</a></li>
</ul>`,
  ]);
}
