import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Privacy',
    lead: (keeper: string) =>
      `${keeper} keeps this registry and is responsible for the data in it. This page explains how we use your data when you visit this website.`,
    pages: 'This website',
    pagesText:
      'We load nothing from other websites. We do not track you or show advertising. The website works without JavaScript, except for passkeys.',
    cookies: 'Cookies',
    cookiesText: 'We only use cookies that the website needs to work:',
    form: 'one that links a form to your browser until you close it',
    session: 'one that keeps you signed in',
    browser: 'one that recognises a browser where you signed in before',
    language: 'one that remembers the language you chose',
    calls: 'Request logs',
    callsText:
      'For each request we keep its time, its result and the part of the network it came from. We do not keep names, addresses or anything you enter in this log. For a short time we count attempts by network address, for example wrong codes. This stops people from guessing them.',
    residents: 'Residents and legal entities',
    residentsText:
      'The data we hold about you comes from you, from an application you allowed or from our own decisions. We record every time someone acts for you, or a member of staff looks at your data. This record cannot be changed. In the portal you can see which applications have access to your data, and remove their access.',
    others: 'What others see',
    othersText:
      'Anyone with the code of a certificate can see its details and the status of the legal entity today. Anyone with an API key can check whether a resident permit number is valid, and whether it belongs to a person or a legal entity. They cannot see whose it is. Anyone can search the names of legal entities.',
    ask: 'Questions and your rights',
    askText: 'To get a copy of your data, or to have it corrected or erased, write to',
  },
  es: {
    title: 'Privacidad',
    lead: (keeper: string) =>
      `${keeper} lleva este registro y responde por los datos que contiene. Esta página explica cómo usamos sus datos cuando visita este sitio.`,
    pages: 'Este sitio web',
    pagesText:
      'No cargamos nada de otros sitios. No le rastreamos ni mostramos publicidad. El sitio funciona sin JavaScript, excepto las llaves de acceso.',
    cookies: 'Cookies',
    cookiesText: 'Solo usamos las cookies necesarias para que el sitio funcione:',
    form: 'una que vincula un formulario con su navegador hasta que lo cierre',
    session: 'una que mantiene abierta su sesión',
    browser: 'una que reconoce un navegador en el que ya inició sesión',
    language: 'una que recuerda el idioma que eligió',
    calls: 'Registro de solicitudes web',
    callsText:
      'De cada solicitud web guardamos la hora, el resultado y la parte de la red de la que vino. No guardamos ahí nombres, direcciones ni nada de lo que usted escribe. Durante poco tiempo contamos los intentos por dirección de red, por ejemplo los códigos incorrectos. Así evitamos que alguien los adivine.',
    residents: 'Residentes y personas jurídicas',
    residentsText:
      'Los datos que guardamos sobre usted vienen de usted, de una aplicación que usted autorizó o de nuestras propias decisiones. Dejamos constancia cada vez que alguien actúa en su nombre o que el personal ve sus datos. Ese historial no se puede modificar. En el portal puede ver qué aplicaciones tienen acceso a sus datos y quitarles el acceso.',
    others: 'Lo que ven otros',
    othersText:
      'Cualquier persona con el código de un certificado puede ver sus datos y la situación actual de la persona jurídica. Cualquiera con una clave de API puede comprobar si un número de permiso de residente es válido y si es de una persona natural o de una persona jurídica. No puede ver de quién es. Cualquiera puede buscar los nombres de las personas jurídicas.',
    ask: 'Preguntas y sus derechos',
    askText: 'Para obtener una copia de sus datos, o para que se corrijan o se borren, escriba a',
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
