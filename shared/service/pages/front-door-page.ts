import { button, linkButton, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'The registry of residents and legal entities',
    lead: (keeper: string) =>
      `${keeper} keeps on record here who its residents are and which legal entities exist, who represents them, and how they stand.`,
    check: 'Check a certificate or a proof',
    code: 'Code',
    hint: 'It is printed beside the QR code of a certificate. Of a proof that somebody has sent you, you can also paste the whole link.',
    doCheck: 'Check',
    noCode:
      'Type the code as it is printed: that of a certificate has 16 letters and digits, in groups of four',
    residents: 'For residents',
    residentsText:
      'Sign and pay what you applied for, see your residency and your legal entities, and decide which applications may act for you.',
    signIn: 'Go to the portal',
    register: 'Public register',
    registerText: 'Look up a legal entity by its name or resident permit number.',
    search: 'Search the register',
    integrators: 'For developers',
    documentation: 'Documentation of the interface',
    status: 'State of the service',
  },
  es: {
    title: 'El registro de residentes y personas jurídicas',
    lead: (keeper: string) =>
      `${keeper} deja constancia aquí de quiénes son sus residentes y qué personas jurídicas existen, quién las representa y cuál es su situación.`,
    check: 'Verifique un certificado o un comprobante',
    code: 'Código',
    hint: 'Está impreso junto al código QR del certificado. Si alguien le envió un comprobante, también puede pegar el enlace completo.',
    doCheck: 'Verificar',
    noCode:
      'Escriba el código tal como está impreso: el de un certificado tiene 16 letras y cifras, en grupos de cuatro',
    residents: 'Para residentes',
    residentsText:
      'Firme y pague sus solicitudes, consulte su residencia y sus personas jurídicas, y decida qué aplicaciones pueden actuar en su nombre.',
    signIn: 'Ir al portal',
    register: 'Registro público',
    registerText: 'Busque una persona jurídica por su nombre o su número de permiso de residente.',
    search: 'Buscar en el registro',
    integrators: 'Para desarrolladores',
    documentation: 'Documentación de la interfaz',
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
