import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Privacy',
    lead: (keeper: string) =>
      `${keeper} keeps this registry and answers for the data in it. This page says what these pages do with the data of whoever reads them.`,
    pages: 'These pages',
    pagesText:
      'They load nothing from other addresses, measure nobody and show no advertisements. They work without scripts, except where you use a passkey.',
    cookies: 'Cookies',
    cookiesText: 'There are only those without which a page could not do what you ask of it:',
    form: 'one that ties a form to the browser in which you opened it, until you close that,',
    session: 'one that keeps you signed in,',
    browser: 'one by which a browser is known in which you have signed in before,',
    language: 'one with the language that you have chosen.',
    calls: 'Calls',
    callsText:
      'Of every call a line is kept with its time, its outcome and the part of the network that it came from. There is no name in it, no address and nothing that you typed. Tries, such as of codes, are counted by network address for a short time, so that nobody can try them all.',
    residents: 'Residents and legal entities',
    residentsText:
      'What the registry keeps of you, it has of you, of an application that you let in, or of its own decisions. Whoever acts in your name or looks at your data as one of its staff leaves an entry in a record that nobody can rewrite. You see in the portal which applications have access to it, and end that there.',
    others: 'What others see',
    othersText:
      'Whoever has the code of a certificate sees what stands on it and how the legal entity stands today. Whoever has a resident permit number and a key can learn whether it is valid, and whether it is that of a person or of a legal entity; not whose it is. The names of legal entities can be searched.',
    ask: 'Questions, and your rights',
    askText: 'To know what is kept of you, to have it put right or erased, write to',
  },
  es: {
    title: 'Privacidad',
    lead: (keeper: string) =>
      `${keeper} lleva este registro y responde por los datos que contiene. Esta página dice qué hacen estas páginas con los datos de quien las lee.`,
    pages: 'Estas páginas',
    pagesText:
      'No cargan nada de otras direcciones, no miden a nadie y no muestran publicidad. Funcionan sin scripts, excepto donde usted usa una llave de acceso.',
    cookies: 'Cookies',
    cookiesText:
      'Solo hay aquellas sin las cuales una página no podría hacer lo que usted le pide:',
    form: 'una que vincula un formulario con el navegador en el que lo abrió, hasta que lo cierre,',
    session: 'una que mantiene abierta su sesión,',
    browser: 'una por la que se reconoce un navegador en el que ya inició sesión,',
    language: 'una con el idioma que eligió.',
    calls: 'Llamadas',
    callsText:
      'De cada llamada se guarda una línea con su hora, su resultado y la parte de la red de la que vino. No contiene ningún nombre, ninguna dirección ni nada de lo que usted escribió. Los intentos, por ejemplo de códigos, se cuentan por dirección de red durante poco tiempo, para que nadie pueda probarlos todos.',
    residents: 'Residentes y personas jurídicas',
    residentsText:
      'Lo que el registro guarda de usted lo tiene de usted, de una aplicación que usted autorizó o de sus propias decisiones. Quien actúa en su nombre, o ve sus datos como parte del personal, deja constancia en un historial que nadie puede reescribir. En el portal usted ve qué aplicaciones tienen acceso y allí mismo puede ponerle fin.',
    others: 'Lo que ven otros',
    othersText:
      'Quien tiene el código de un certificado ve lo que figura en él y cuál es hoy la situación de la persona jurídica. Quien tiene un número de permiso de residente y una clave puede saber si es válido y si es de una persona o de una persona jurídica; no de quién es. Los nombres de las personas jurídicas se pueden buscar.',
    ask: 'Preguntas y sus derechos',
    askText: 'Para saber qué se guarda de usted, o para que se corrija o se borre, escriba a',
  },
});

/** What these pages do with data; for a deployment that has no notice of its own. */
export function privacyPage(site: Site): Html {
  const said = say(site);
  const { links = {}, keeper = site.jurisdiction } = site;
  return layout(site, { title: said.title }, [
    html`<p class="lead">${said.lead(keeper)}</p>`,
    html`<h2>${said.pages}</h2>
<p>${said.pagesText}</p>`,
    html`<h2>${said.cookies}</h2>
<p>${said.cookiesText}</p>
<ul><li>${said.form}</li><li>${said.session}</li><li>${said.browser}</li><li>${said.language}</li></ul>`,
    html`<h2>${said.calls}</h2>
<p>${said.callsText}</p>`,
    html`<h2>${said.residents}</h2>
<p>${said.residentsText}</p>`,
    html`<h2>${said.others}</h2>
<p>${said.othersText}</p>`,
    links.contact !== undefined &&
      html`<h2>${said.ask}</h2>
<p>${said.askText} <a href="mailto:${links.contact}">${links.contact}</a>.</p>`,
  ]);
}
