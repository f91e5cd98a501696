import { button, form } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';

/** How a case stands for whoever reads the new address. Neither address is on their page. */
export interface CaseToConfirm {
  readonly state: 'open' | 'confirmed' | 'changed' | 'over' | 'too_old';
  readonly openedAt: string;
}

type States = Readonly<Record<Exclude<CaseToConfirm['state'], 'open'>, readonly [string, string]>>;

const say = words({
  en: {
    title: 'Is this your new address?',
    kicker: 'An account at the registry',
    opened: (at: Content) =>
      html`On ${at}, someone asked the registry to change the email address of their account because they can no longer read its mailbox. They gave the address we sent this link to.`,
    yes: 'Was this you?',
    yesText:
      'Confirm that you can read email at this address. Then two members of the registry’s staff check the evidence. This does not sign you in, and nothing changes until they decide.',
    confirm: 'Confirm this address',
    no: 'Wasn’t you?',
    noText: 'Someone gave your address by mistake. Close this page. Nothing will change.',
    states: {
      confirmed: [
        'This address is confirmed',
        'You don’t need to do anything else. Two members of the registry’s staff check the evidence and email this address.',
      ],
      changed: ['The account uses this address', 'Sign in with this address.'],
      over: ['Request closed', 'The account keeps its address. This link no longer works.'],
      too_old: [
        'This link is too old',
        'The link worked for 7 days. Ask the registry to send another one.',
      ],
    } as States,
    invalid: 'This link is no longer valid',
    invalidText: 'Use the link in the newest email. If you don’t have one, contact the registry.',
  },
  es: {
    title: '¿Es esta su nueva dirección?',
    kicker: 'Una cuenta en el registro',
    opened: (at: Content) =>
      html`El ${at} alguien pidió al registro cambiar la dirección de correo de su cuenta porque ya no puede leer su buzón. Indicó la dirección a la que enviamos este enlace.`,
    yes: '¿Fue usted?',
    yesText:
      'Confirme que puede leer el correo de esta dirección. Después dos miembros del personal del registro revisan las pruebas. Con esto no inicia sesión, y nada cambia hasta que decidan.',
    confirm: 'Confirmar esta dirección',
    no: '¿No fue usted?',
    noText: 'Alguien dio su dirección por error. Cierre esta página. Nada cambiará.',
    states: {
      confirmed: [
        'Esta dirección está confirmada',
        'No tiene que hacer nada más. Dos miembros del personal del registro revisan las pruebas y escribirán a esta dirección.',
      ],
      changed: ['La cuenta usa esta dirección', 'Inicie sesión con esta dirección.'],
      over: ['Solicitud cerrada', 'La cuenta conserva su dirección. Este enlace ya no funciona.'],
      too_old: [
        'Este enlace es demasiado antiguo',
        'El enlace funcionó durante 7 días. Pida al registro que le envíe otro.',
      ],
    } as States,
    invalid: 'Este enlace ya no es válido',
    invalidText:
      'Use el enlace del correo más reciente. Si no tiene ninguno, comuníquese con el registro.',
  },
});

/** Asks whoever reads the new address of a case to confirm that they do; null: the link leads nowhere. */
export function proveAddressPage(site: Site, found: CaseToConfirm | null, csrfToken: string): Html {
  const said = say(site);
  const { kicker } = said;
  if (found === null) {
    return layout(site, { title: said.invalid, kicker }, [
      html`<p class="lead">${said.invalidText}</p>`,
    ]);
  }
  const { state, openedAt } = found;
  if (state !== 'open') {
    const [heading, text] = said.states[state];
    const kind = state === 'confirmed' ? 'success' : 'info';
    return layout(site, { title: said.title, kicker }, notice(kind, heading, html`<p>${text}</p>`));
  }
  return layout(site, { title: said.title, kicker }, [
    html`<p class="lead">${said.opened(instant(openedAt, site))}</p>
<h2>${said.yes}</h2>
<p>${said.yesText}</p>`,
    form({ csrfToken }, button({ label: said.confirm, kind: 'primary' })),
    html`<h2>${said.no}</h2>
<p>${said.noText}</p>`,
  ]);
}
