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
      html`On ${at} the registry was told that somebody can no longer read the mailbox of their account, and that the account is to have the address to which this link was mailed.`,
    yes: 'Was it you?',
    yesText:
      'Confirm that you read mail at this address. Two persons of the registry then look at the evidence. You are not signed in by this, and nothing changes before they have decided.',
    confirm: 'Confirm this address',
    no: 'It was not you?',
    noText: 'Then somebody has given your address by mistake. Close this page: nothing happens.',
    states: {
      confirmed: [
        'This address is confirmed',
        'You need not do anything else. Two persons of the registry look at the evidence, and write to this address.',
      ],
      changed: ['The account has this address', 'Sign in with it.'],
      over: [
        'It is over',
        'The account keeps the address that it had. This link does nothing any more.',
      ],
      too_old: [
        'This link is too old',
        'It worked for a week. Ask the registry to mail another one.',
      ],
    } as States,
    invalid: 'This link is no longer valid',
    invalidText: 'Use the link in the newest mail. If there is none, write to the registry.',
  },
  es: {
    title: '¿Es esta su nueva dirección?',
    kicker: 'Una cuenta en el registro',
    opened: (at: Content) =>
      html`El ${at} se comunicó al registro que alguien ya no puede leer el buzón de su cuenta y que la cuenta debe tener la dirección a la que se envió este enlace.`,
    yes: '¿Fue usted?',
    yesText:
      'Confirme que lee el correo de esta dirección. Después dos personas del registro examinan las pruebas. Con esto no inicia sesión, y nada cambia antes de que decidan.',
    confirm: 'Confirmar esta dirección',
    no: '¿No fue usted?',
    noText: 'Entonces alguien dio su dirección por error. Cierre esta página: no ocurre nada.',
    states: {
      confirmed: [
        'Esta dirección está confirmada',
        'No tiene que hacer nada más. Dos personas del registro examinan las pruebas y escribirán a esta dirección.',
      ],
      changed: ['La cuenta tiene esta dirección', 'Inicie sesión con ella.'],
      over: [
        'Ha terminado',
        'La cuenta conserva la dirección que tenía. Este enlace ya no hace nada.',
      ],
      too_old: [
        'Este enlace es demasiado antiguo',
        'Funcionaba durante una semana. Pida al registro que le envíe otro.',
      ],
    } as States,
    invalid: 'Este enlace ya no es válido',
    invalidText: 'Use el enlace del correo más reciente. Si no hay ninguno, escriba al registro.',
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
