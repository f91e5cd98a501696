import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Help',
    signIn: 'Signing in',
    signInText:
      'Sign in with the email address that the registry has for you. You do not need a password: we email you a code, or you can use a passkey. If no code arrives within a few minutes, check your spam folder. Then check that you entered the right email address.',
    toSignIn: 'Sign in',
    certificates: 'Certificates and proofs',
    certificatesText:
      'A certificate has a QR code and a code of 16 letters and digits. Scan the QR code or enter the code. You will see whether the registry issued the document, and the status of the legal entity today. Check that the details match the document you have.',
    toCheck: 'Check a code',
    applications: 'Applications that act for you',
    applicationsText:
      'You decide which applications can see your data or act for you. You can remove their access at any time in the portal, under “Connected applications” and “Developer settings”.',
    safety: 'What we never ask for',
    safetyText:
      'We never ask you for a code that we emailed you or for an API key. If a message asks for one, do not reply to it.',
    ask: 'Questions',
    askText: 'Write to',
    askNote: 'If a page did not work, include the reference shown on it. Never send codes or keys.',
  },
  es: {
    title: 'Ayuda',
    signIn: 'Iniciar sesión',
    signInText:
      'Inicie sesión con la dirección de correo que usted tiene en el registro. No necesita contraseña: le enviamos un código por correo, o puede usar una llave de acceso. Si el código no llega en unos minutos, revise la carpeta de correo no deseado. Después compruebe que escribió bien la dirección.',
    toSignIn: 'Iniciar sesión',
    certificates: 'Certificados y comprobantes',
    certificatesText:
      'Un certificado tiene un código QR y un código de 16 letras y números. Escanee el código QR o escriba el código. Verá si el registro emitió el documento y cuál es hoy la situación de la persona jurídica. Compruebe que los datos coinciden con los del documento que usted tiene.',
    toCheck: 'Verificar un código',
    applications: 'Aplicaciones que actúan por usted',
    applicationsText:
      'Usted decide qué aplicaciones pueden ver sus datos o actuar en su nombre. Puede quitarles el acceso en cualquier momento en el portal, en «Aplicaciones conectadas» y «Para desarrolladores».',
    safety: 'Lo que nunca le pedimos',
    safetyText:
      'Nunca le pedimos un código que le hayamos enviado por correo ni una clave de API. Si un mensaje se lo pide, no lo responda.',
    ask: 'Preguntas',
    askText: 'Escriba a',
    askNote:
      'Si una página falló, incluya la referencia que aparece en ella. Nunca envíe códigos ni claves.',
  },
});

/** How someone gets on who is stuck, and whom they ask; for a deployment that has no such page of its own. */
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
