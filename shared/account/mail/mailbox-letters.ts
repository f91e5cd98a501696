import { instantInWords } from '../../kernel/domain/dates.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
import type { MailboxCaseStatus } from '../domain/mailbox-case.ts';

interface Facts {
  /** ISO 8601. */
  readonly openedAt: string;
  readonly url: string;
}

/** To the new address: `url` proves that somebody reads it, `passkeyUrl` is for its person alone. */
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
  refused: 'The registry did not accept it',
  withdrawn: 'It was withdrawn',
  stopped: 'Somebody who reads the mail of the former address stopped it',
};

const fines: Ends = {
  refused: 'El registro no lo aceptó',
  withdrawn: 'Se retiró',
  stopped: 'Lo detuvo alguien que lee el correo de la dirección anterior',
};

const suspended =
  'Until it is settled nobody can act in your name: your keys and the applications that you have connected do not work, and nothing can be signed, allowed or paid for in the portal.';

const suspendida =
  'Hasta que se resuelva, nadie puede actuar en su nombre: sus claves y las aplicaciones que conectó no funcionan, y en el portal no se puede firmar, autorizar ni pagar nada.';

/** Of a mailbox that somebody says is lost. */
export const mailboxLetters = letters({
  en: {
    openedToFormer: ({ openedAt, url }: Facts): Letter => ({
      subject: 'Is this mailbox lost? Somebody wants another address for your account',
      paragraphs: [
        `On ${instantInWords(openedAt)} the registry was told that you can no longer read this mailbox, and that your account is to have another address.`,
        suspended,
        'If it was not you, stop it now. You do not need to sign in. Nothing is changed then, and your keys work again at once.',
        'If it was you, there is nothing to do here. The registry looks at who you are, two persons decide, and the address changes 72 hours after that.',
      ],
      link: { label: 'Stop it', url },
    }),
    openedToNew: ({ openedAt, url, passkeyUrl }: ToNew): Letter => ({
      subject: 'Confirm this address for your account at the registry',
      paragraphs: [
        `On ${instantInWords(openedAt)} the registry was told that you have lost the mailbox of your account, and that this address is to take its place.`,
        'Confirm that you read mail here. You do not need to sign in. Without that nobody at the registry approves it. The link works for a week.',
        `Two persons of the registry decide then, and the address changes 72 hours after that. ${suspended}`,
        'If you have a passkey that you added three days or more before, sign in with it, too, and confirm that it is you: then nobody waits for 72 hours.',
        'If you know nothing of this, somebody has given your address by mistake. You need not do anything.',
      ],
      references: [{ label: 'Confirm with a passkey that it is you', url: passkeyUrl }],
      link: { label: 'Confirm this address', url },
    }),
    openedToRepresentative: ({ openedAt, url, person, entities }: Facts & OfOther): Letter => ({
      subject: `${person ?? 'Another representative'} is to have another mail address`,
      paragraphs: [
        `On ${instantInWords(openedAt)} the registry was told that ${person ?? 'another representative'}, who represents ${listed(entities, 'en')} with you, has lost the mailbox of their account, and wants another address. Until that is settled nobody acts in their name.`,
        'Ask them, in person or by a telephone number that you know. If it is not them, write to the registry at once: whoever has the account can sign for your legal entity.',
      ],
      link: { label: 'Go to the portal', url },
    }),
    waitingToFormer: ({ url, dueAt }: Due): Letter => ({
      subject: `Your account gets another address on ${instantInWords(dueAt)}`,
      paragraphs: [
        `Two persons of the registry have approved that your account gets another address, because this mailbox was said to be lost. It changes on ${instantInWords(dueAt)}.`,
        'If you read this and did not ask for it, stop it before then. You do not need to sign in.',
      ],
      link: { label: 'Stop it', url },
    }),
    waitingToNew: ({ url, dueAt }: Due): Letter => ({
      subject: `Your account gets this address on ${instantInWords(dueAt)}`,
      paragraphs: [
        `Two persons of the registry have approved it. Your account has this address from ${instantInWords(dueAt)} on, unless somebody who still reads the former mailbox stops it. Then sign in with this address.`,
        'With a passkey that you added three days or more before the registry was told, you need not wait: sign in with it and confirm that it is you.',
      ],
      link: { label: 'Confirm with a passkey', url },
    }),
    ended: ({ status, openedAt, url }: End): Letter => ({
      subject: 'The address of your account stays as it was',
      paragraphs: [
        `On ${instantInWords(openedAt)} the registry was told that the mailbox of your account is lost. ${ends[status] ?? 'It ended'}, and the address of the account was not changed. Your keys and connected applications work again.`,
        'If something about this surprises you, write to the registry.',
      ],
      link: { label: 'Go to the portal', url },
    }),
    endedToRepresentative: ({ status, url, person, entities }: End & OfOther): Letter => ({
      subject:
        status === 'changed'
          ? `${person ?? 'Another representative'} has another mail address now`
          : `${person ?? 'Another representative'} keeps their mail address`,
      paragraphs: [
        status === 'changed'
          ? `Two persons of the registry have looked at who they are, and the account of ${person ?? 'another representative'}, who represents ${listed(entities, 'en')} with you, has another mail address now.`
          : `The mailbox of ${person ?? 'another representative'}, who represents ${listed(entities, 'en')} with you, was said to be lost. ${ends[status] ?? 'That ended'}, and nothing was changed.`,
        'If you think that it is not them who uses the account, write to the registry at once.',
      ],
      link: { label: 'Go to the portal', url },
    }),
  },
  es: {
    openedToFormer: ({ openedAt, url }) => ({
      subject: '¿Ha perdido este buzón? Alguien quiere otra dirección para su cuenta',
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} se comunicó al registro que usted ya no puede leer este buzón y que su cuenta debe tener otra dirección.`,
        suspendida,
        'Si no fue usted, deténgalo ahora. No necesita iniciar sesión. Entonces no cambia nada, y sus claves vuelven a funcionar de inmediato.',
        'Si fue usted, aquí no tiene que hacer nada. El registro comprueba quién es, deciden dos personas, y la dirección cambia 72 horas después.',
      ],
      link: { label: 'Detenerlo', url },
    }),
    openedToNew: ({ openedAt, url, passkeyUrl }) => ({
      subject: 'Confirme esta dirección para su cuenta en el registro',
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} se comunicó al registro que usted perdió el buzón de su cuenta y que esta dirección debe ocupar su lugar.`,
        'Confirme que lee el correo aquí. No necesita iniciar sesión. Sin eso, nadie del registro lo aprueba. El enlace funciona durante una semana.',
        `Después deciden dos personas del registro, y la dirección cambia 72 horas más tarde. ${suspendida}`,
        'Si tiene una llave de acceso que añadió tres días antes o más, inicie sesión también con ella y confirme que es usted: así nadie espera 72 horas.',
        'Si no sabe nada de esto, alguien dio su dirección por error. No tiene que hacer nada.',
      ],
      references: [{ label: 'Confirmar con una llave de acceso que es usted', url: passkeyUrl }],
      link: { label: 'Confirmar esta dirección', url },
    }),
    openedToRepresentative: ({ openedAt, url, person, entities }) => ({
      subject: `${person ?? 'Otra persona representante'} va a tener otra dirección de correo`,
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} se comunicó al registro que ${person ?? 'otra persona'}, que representa a ${listed(entities, 'es')} junto con usted, perdió el buzón de su cuenta y quiere otra dirección. Hasta que se resuelva, nadie actúa en su nombre.`,
        'Pregúntele, en persona o por un número de teléfono que usted conozca. Si no es esa persona, escriba al registro de inmediato: quien tiene la cuenta puede firmar por su entidad.',
      ],
      link: { label: 'Ir al portal', url },
    }),
    waitingToFormer: ({ url, dueAt }) => ({
      subject: `Su cuenta tendrá otra dirección el ${instantInWords(dueAt, 'es')}`,
      paragraphs: [
        `Dos personas del registro aprobaron que su cuenta tenga otra dirección, porque se dijo que este buzón está perdido. Cambia el ${instantInWords(dueAt, 'es')}.`,
        'Si lee esto y no lo pidió, deténgalo antes. No necesita iniciar sesión.',
      ],
      link: { label: 'Detenerlo', url },
    }),
    waitingToNew: ({ url, dueAt }) => ({
      subject: `Su cuenta tendrá esta dirección el ${instantInWords(dueAt, 'es')}`,
      paragraphs: [
        `Dos personas del registro lo aprobaron. Su cuenta tiene esta dirección a partir del ${instantInWords(dueAt, 'es')}, salvo que lo detenga alguien que todavía lee el buzón anterior. Entonces inicie sesión con esta dirección.`,
        'Con una llave de acceso que añadió tres días o más antes de que se comunicara al registro no tiene que esperar: inicie sesión con ella y confirme que es usted.',
      ],
      link: { label: 'Confirmar con una llave de acceso', url },
    }),
    ended: ({ status, openedAt, url }) => ({
      subject: 'La dirección de su cuenta sigue como estaba',
      paragraphs: [
        `El ${instantInWords(openedAt, 'es')} se comunicó al registro que se perdió el buzón de su cuenta. ${fines[status] ?? 'Terminó'}, y la dirección de la cuenta no cambió. Sus claves y las aplicaciones conectadas vuelven a funcionar.`,
        'Si algo de esto le sorprende, escriba al registro.',
      ],
      link: { label: 'Ir al portal', url },
    }),
    endedToRepresentative: ({ status, url, person, entities }) => ({
      subject:
        status === 'changed'
          ? `${person ?? 'Otra persona representante'} tiene ahora otra dirección de correo`
          : `${person ?? 'Otra persona representante'} conserva su dirección de correo`,
      paragraphs: [
        status === 'changed'
          ? `Dos personas del registro comprobaron quién es, y la cuenta de ${person ?? 'otra persona'}, que representa a ${listed(entities, 'es')} junto con usted, tiene ahora otra dirección de correo.`
          : `Se dijo que estaba perdido el buzón de ${person ?? 'otra persona'}, que representa a ${listed(entities, 'es')} junto con usted. ${fines[status] ?? 'Terminó'}, y no cambió nada.`,
        'Si cree que no es esa persona quien usa la cuenta, escriba al registro de inmediato.',
      ],
      link: { label: 'Ir al portal', url },
    }),
  },
});

function listed(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(names);
}
