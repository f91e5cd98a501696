import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Help',
    signIn: 'Signing in',
    signInText:
      'Sign in with the mail address that the registry has of you. There is no password: a code is sent to that address, or you use a passkey that you have added. If no code arrives within a few minutes, look into the folder for unwanted mail, and check that you typed the address that the registry knows.',
    toSignIn: 'Sign in',
    certificates: 'Certificates and proofs',
    certificatesText:
      'A certificate has a QR code and a code of 16 letters and digits. Scan one or type the other: the page says whether the registry issued the document, and how the legal entity stands today. Compare what it says with the document in your hands.',
    toCheck: 'Check a code',
    applications: 'Applications that act for you',
    applicationsText:
      'You decide which applications may see your data or act in your name, and you can end that at any time, in the portal under “Connected applications” and “Developer settings”.',
    safety: 'What the registry never asks of you',
    safetyText:
      'Nobody of the registry asks for a code that was mailed to you, nor for a key. If a message asks for one, don’t answer it.',
    ask: 'Questions',
    askText: 'Write to',
    askNote:
      'If a page failed, send the reference that stands on it along. Send no codes and no keys.',
  },
  es: {
    title: 'Ayuda',
    signIn: 'Iniciar sesión',
    signInText:
      'Inicie sesión con la dirección de correo que el registro tiene de usted. No hay contraseña: se envía un código a esa dirección, o usted usa una llave de acceso que haya añadido. Si en unos minutos no llega ningún código, revise la carpeta de correo no deseado y compruebe que escribió la dirección que el registro conoce.',
    toSignIn: 'Iniciar sesión',
    certificates: 'Certificados y comprobantes',
    certificatesText:
      'Un certificado tiene un código QR y un código de 16 letras y cifras. Escanee uno o escriba el otro: la página dice si el registro emitió el documento y cuál es hoy la situación de la persona jurídica. Compare lo que dice con el documento que tiene en sus manos.',
    toCheck: 'Verificar un código',
    applications: 'Aplicaciones que actúan por usted',
    applicationsText:
      'Usted decide qué aplicaciones pueden ver sus datos o actuar en su nombre, y puede ponerle fin en cualquier momento, en el portal, en «Aplicaciones conectadas» y «Para desarrolladores».',
    safety: 'Lo que el registro nunca le pide',
    safetyText:
      'Nadie del registro le pide un código que se le haya enviado por correo, ni una clave. Si un mensaje se lo pide, no lo responda.',
    ask: 'Preguntas',
    askText: 'Escriba a',
    askNote:
      'Si una página falló, envíe también la referencia que aparece en ella. No envíe códigos ni claves.',
  },
});

/** How somebody gets on who is stuck, and whom they ask; for a deployment that has no such page of its own. */
export function helpPage(site: Site): Html {
  const said = say(site);
  const contact = site.links?.contact;
  return layout(site, { title: said.title }, [
    html`<h2>${said.signIn}</h2>
<p>${said.signInText}</p>
<p><a href="${href(site, '/portal/sign-in')}">${said.toSignIn}</a></p>`,
    html`<h2>${said.certificates}</h2>
<p>${said.certificatesText}</p>
<p><a href="${href(site, '/')}">${said.toCheck}</a></p>`,
    html`<h2>${said.applications}</h2>
<p>${said.applicationsText}</p>`,
    html`<h2>${said.safety}</h2>
<p>${said.safetyText}</p>`,
    contact !== undefined &&
      html`<h2>${said.ask}</h2>
<p>${said.askText} <a href="mailto:${contact}">${contact}</a>. ${said.askNote}</p>`,
  ]);
}
