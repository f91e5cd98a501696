import { instantInWords } from '../../kernel/domain/dates.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';
import type { MailboxCaseStatus } from '../domain/mailbox-case.ts';

interface Facts {
  /** ISO 8601. */
  readonly openedAt: string;
  readonly url: string;
}

/** To the new address: `url` proves that someone reads it, `passkeyUrl` is for its person alone. */
interface ToNew extends Facts {
  readonly passkeyUrl: string;
}

interface Due {
  /** ISO 8601. */
  readonly dueAt: string;
  readonly url: string;
}

interface End extends Facts {
  readonly status: MailboxCaseStatus;
}

/** Whose mailbox is lost, and the legal entities that they represent with the reader. */
interface OfOther {
  readonly person: string | null;
  readonly entities: readonly string[];
}

type Ends = Readonly<Partial<Record<MailboxCaseStatus, string>>>;

/** Why it ended, for whoever it is about. */
const ends: Ends = {
  refused: 'We did not accept the request',
  withdrawn: 'The request was withdrawn',
  stopped: 'Someone with access to that mailbox stopped the change',
};

const fines: Ends = {
  refused: 'No aceptamos la solicitud',
  withdrawn: 'La solicitud se retiró',
  stopped: 'Alguien con acceso a ese buzón detuvo el cambio',
};

const suspended =
  'Until this is settled, no one can act in your name. Your keys and connected applications do not work. No one can sign, authorize or pay for anything in the portal.';

const suspendida =
  'Hasta que se resuelva, nadie puede actuar en su nombre. Sus claves y sus aplicaciones conectadas no funcionan. En el portal no se puede firmar, autorizar ni pagar nada.';

/** Of a mailbox that someone says is lost. */
export const mailboxLetters = letters({
  en: {
    openedToFormer: ({ openedAt, url }: Facts): Letter => ({
      subject: 'Someone asked to change your account’s email address',
      paragraphs: [
        `On ${instantInWords(openedAt)} someone reported that you lost access to this mailbox and want a different email address for your account.`,
        suspended,
        'If this was not you, stop the change now. You do not need to sign in. Your email address stays the same, and your keys work again immediately.',
        'If this was you, you have nothing to do here. We check your identity, two people at the registry decide, and the address changes 72 hours later.',
      ],
      link: { label: 'Stop the change', url },
    }),
    openedToNew: ({ openedAt, url, passkeyUrl }: ToNew): Letter => ({
      subject: 'Confirm this email address for your account',
      paragraphs: [
        `On ${instantInWords(openedAt)} someone reported that you lost access to your account’s mailbox and want to use this address instead.`,
        'Confirm that you receive email here. You do not need to sign in. We cannot approve the change until you confirm. The link works for one week.',
        `Two people at the registry then decide, and the address changes 72 hours later. ${suspended}`,
        'Do you have a passkey that you added at least three days before the request? Sign in with it and confirm that it is you to skip the 72-hour wait.',
        'If you do not know about this, someone entered your address by mistake. You have nothing to do.',
      ],
      references: [{ label: 'Confirm with a passkey that this is you', url: passkeyUrl }],
      link: { label: 'Confirm this email address', url },
    }),
    openedToRepresentative: ({ openedAt, url, person, entities }: Facts & OfOther): Letter => ({
      subject: `Request to change ${person ?? 'another representative'}’s email address`,
      paragraphs: [
        `On ${instantInWords(openedAt)} someone reported that ${person ?? 'another representative'} lost access to their mailbox and wants a different email address. They represent ${listed(entities, 'en')} with you. Until this is settled, no one can act in their name.`,
        'Ask them in person, or call a phone number that you already know. If they did not ask for this, contact us immediately: anyone with access to the account can sign for your legal entity.',
      ],
      link: { label: 'Go to the portal', url },
    }),
    waitingToFormer: ({ url, dueAt }: Due): Letter => ({
      subject: `Your email address will change on ${instantInWords(dueAt)}`,
      paragraphs: [
        `Two people at the registry approved a different email address for your account, because this mailbox was reported as lost. The address changes on ${instantInWords(dueAt)}.`,
        'If you did not ask for this, stop the change before then. You do not need to sign in.',
      ],
      link: { label: 'Stop the change', url },
    }),
    waitingToNew: ({ url, dueAt }: Due): Letter => ({
      subject: `Your account will use this address from ${instantInWords(dueAt)}`,
      paragraphs: [
        `Two people at the registry approved the change. From ${instantInWords(dueAt)}, sign in with this address. Until then, anyone with access to the previous mailbox can stop the change.`,
        'Do you have a passkey that you added at least three days before the request? Sign in with it and confirm that it is you to skip the wait.',
      ],
      link: { label: 'Confirm with a passkey', url },
    }),
    ended: ({ status, openedAt, url }: End): Letter => ({
      subject: 'Your account’s email address has not changed',
      paragraphs: [
        `On ${instantInWords(openedAt)} someone reported that your account’s mailbox is lost. ${ends[status] ?? 'The request was closed'}, and your email address has not changed. Your keys and connected applications work again.`,
        'If you did not expect this, contact us.',
      ],
      link: { label: 'Go to the portal', url },
    }),
    endedToRepresentative: ({ status, url, person, entities }: End & OfOther): Letter => ({
      subject:
        status === 'changed'
          ? `${person ?? 'Another representative'}’s email address has changed`
          : `${person ?? 'Another representative'}’s email address has not changed`,
      paragraphs: [
        status === 'changed'
          ? `Two people at the registry checked the identity of ${person ?? 'another representative'}, who represents ${listed(entities, 'en')} with you. Their account now has a different email address.`
          : `The mailbox of ${person ?? 'another representative'}, who represents ${listed(entities, 'en')} with you, was reported as lost. ${ends[status] ?? 'The request was closed'}, and nothing has changed.`,
        'If you think someone else is using the account, contact us immediately.',
      ],
      link: { label: 'Go to the portal', url },
    }),
  },
  es: {
    openedToFormer: ({ openedAt, url }) => ({
      subject: 'Alguien pidió cambiar el correo electrónico de su cuenta',
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} alguien nos informó que usted perdió el acceso a este buzón y quiere otro correo electrónico para su cuenta.`,
        suspendida,
        'Si no fue usted, detenga el cambio ahora. No necesita iniciar sesión. Su correo electrónico no cambia y sus claves vuelven a funcionar de inmediato.',
        'Si fue usted, no tiene que hacer nada aquí. Comprobamos su identidad, dos personas del registro deciden y el correo cambia 72 horas después.',
      ],
      link: { label: 'Detener el cambio', url },
    }),
    openedToNew: ({ openedAt, url, passkeyUrl }) => ({
      subject: 'Confirme este correo electrónico para su cuenta',
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} alguien nos informó que usted perdió el acceso al buzón de su cuenta y quiere usar este correo en su lugar.`,
        'Confirme que recibe correos aquí. No necesita iniciar sesión. No podemos aprobar el cambio sin su confirmación. El enlace funciona durante una semana.',
        `Después, dos personas del registro deciden y el correo cambia 72 horas más tarde. ${suspendida}`,
        '¿Tiene una llave de acceso que agregó al menos tres días antes de la solicitud? Inicie sesión con ella y confirme que es usted para no esperar las 72 horas.',
        'Si no sabe nada de esto, alguien escribió su correo por error. No tiene que hacer nada.',
      ],
      references: [{ label: 'Confirmar con una llave de acceso que es usted', url: passkeyUrl }],
      link: { label: 'Confirmar este correo electrónico', url },
    }),
    openedToRepresentative: ({ openedAt, url, person, entities }) => ({
      subject: `Solicitud de cambio del correo electrónico de ${person ?? 'otro representante'}`,
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} alguien nos informó que ${person ?? 'otra persona'} perdió el acceso a su buzón y quiere otro correo electrónico. Esa persona representa a ${listed(entities, 'es')} junto con usted. Hasta que se resuelva, nadie puede actuar en su nombre.`,
        'Pregúntele en persona o llame a un número de teléfono que usted ya conozca. Si no fue esa persona, escríbanos de inmediato: quien tenga acceso a la cuenta puede firmar por su persona jurídica.',
      ],
      link: { label: 'Ir al portal', url },
    }),
    waitingToFormer: ({ url, dueAt }) => ({
      subject: `Su correo electrónico cambiará el ${instantInWords(dueAt, 'es')}`,
      paragraphs: [
        `Dos personas del registro aprobaron otro correo electrónico para su cuenta, porque se informó la pérdida de este buzón. El correo cambia el ${instantInWords(dueAt, 'es')}.`,
        'Si usted no lo pidió, detenga el cambio antes de esa fecha. No necesita iniciar sesión.',
      ],
      link: { label: 'Detener el cambio', url },
    }),
    waitingToNew: ({ url, dueAt }) => ({
      subject: `Su cuenta usará este correo desde el ${instantInWords(dueAt, 'es')}`,
      paragraphs: [
        `Dos personas del registro aprobaron el cambio. A partir del ${instantInWords(dueAt, 'es')}, inicie sesión con este correo. Hasta entonces, quien tenga acceso al buzón anterior puede detener el cambio.`,
        '¿Tiene una llave de acceso que agregó al menos tres días antes de la solicitud? Inicie sesión con ella y confirme que es usted para no esperar.',
      ],
      link: { label: 'Confirmar con una llave de acceso', url },
    }),
    ended: ({ status, openedAt, url }) => ({
      subject: 'El correo electrónico de su cuenta no cambió',
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} alguien informó la pérdida del buzón de su cuenta. ${fines[status] ?? 'La solicitud se cerró'} y su correo electrónico no cambió. Sus claves y sus aplicaciones conectadas vuelven a funcionar.`,
        'Si no lo esperaba, escríbanos.',
      ],
      link: { label: 'Ir al portal', url },
    }),
    endedToRepresentative: ({ status, url, person, entities }) => ({
      subject:
        status === 'changed'
          ? `Cambió el correo electrónico de ${person ?? 'otro representante'}`
          : `No cambió el correo electrónico de ${person ?? 'otro representante'}`,
      paragraphs: [
        status === 'changed'
          ? `Dos personas del registro comprobaron la identidad de ${person ?? 'otra persona'}, que representa a ${listed(entities, 'es')} junto con usted. Su cuenta tiene ahora otro correo electrónico.`
          : `Se informó la pérdida del buzón de ${person ?? 'otra persona'}, que representa a ${listed(entities, 'es')} junto con usted. ${fines[status] ?? 'La solicitud se cerró'} y no cambió nada.`,
        'Si cree que otra persona está usando la cuenta, escríbanos de inmediato.',
      ],
      link: { label: 'Ir al portal', url },
    }),
  },
});

function listed(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(names);
}
