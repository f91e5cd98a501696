import { dayInWords } from '../../kernel/domain/dates.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

interface End {
  /** ISO 8601. */
  readonly endsAt: string;
  readonly daysLeft: number;
  readonly hasEnded: boolean;
}

/** "ends on 3 July 2027", "ends today, on 3 July 2027", "ended on 3 July 2027". */
const ends: Readonly<Record<Locale, (end: End) => string>> = {
  en: ({ endsAt, daysLeft, hasEnded }) => {
    const day = dayInWords(endsAt);
    if (hasEnded) return `ended on ${day}`;
    return daysLeft === 0 ? `ends today, on ${day}` : `ends on ${day}`;
  },
  es: ({ endsAt, daysLeft, hasEnded }) => {
    const day = dayInWords(endsAt, 'es');
    if (hasEnded) return `terminó el ${day}`;
    return daysLeft === 0 ? `termina hoy, ${day}` : `termina el ${day}`;
  },
};

const daysIn: Readonly<Record<Locale, (days: number) => string>> = {
  en: (days) => (days === 1 ? 'in one day' : `in ${days} days`),
  es: (days) => (days === 1 ? 'en un día' : `en ${days} días`),
};

/** The same with the days that are left. */
function endsIn(locale: Locale, end: End): string {
  const when = ends[locale](end);
  return end.hasEnded || end.daysLeft === 0 ? when : `${when}, ${daysIn[locale](end.daysLeft)}`;
}

const yearIsCounted: Readonly<Record<Locale, string>> = {
  en: 'Whoever renews before the end loses nothing: the new year is counted from that day.',
  es: 'Quien renueva antes del fin no pierde nada: el nuevo año se cuenta desde ese día.',
};

/** To those whom the end of a residency concerns. Days are those of UTC. */
export const termLetters = letters({
  en: {
    /** `partner`: the name of the partner that applied for it, null where none did. */
    residencyEnding: (facts: End & { partner: string | null; url: string }): Letter => ({
      subject: `Your residency ${ends.en(facts)}`,
      paragraphs: [
        `Your residency ${endsIn('en', facts)} (UTC).`,
        `${facts.hasEnded ? 'Who verifies your permit number is told that your residency is not active.' : 'After that, who verifies your permit number is told that your residency is not active.'} The number stays yours, and so does your account.`,
        facts.partner === null
          ? `To renew it, have a partner of the registry apply for a residency with this e-mail address, or write to the registry. ${yearIsCounted.en}`
          : `To renew it, ask ${facts.partner}, through which you applied, for a new application with this e-mail address. ${yearIsCounted.en}`,
        'If an application for its renewal is under way, there is nothing that you have to do.',
      ],
      link: { label: 'See your residency', url: facts.url },
    }),
    partnersResidencyEnding: (
      facts: End & { applicationId: string; residentPermitNumber: string; url: string },
    ): Letter => ({
      subject: `A residency that you applied for ${ends.en(facts)}`,
      paragraphs: [
        `The residency of permit number ${facts.residentPermitNumber}, of your application ${facts.applicationId}, ${endsIn('en', facts)} (UTC). The resident was told, too.`,
        `To renew it, create a new residency application of the same type with the same e-mail address; the resident keeps number and account, and confirms the application after signing in. ${yearIsCounted.en}`,
      ],
      link: { label: 'How applications are made', url: facts.url },
    }),
    entityResidencyEnding: (
      facts: End & { entityName: string; residentPermitNumber: string; url: string },
    ): Letter => ({
      subject: `The residency of ${facts.entityName} ${ends.en(facts)}`,
      paragraphs: [
        `The residency of ${facts.entityName} (permit number ${facts.residentPermitNumber}), which you represent, ${endsIn('en', facts)} (UTC).`,
        'An entity whose residency has ended is not in good standing: it gets no Certificate of Good Standing, and who verifies its number is told that it is not active.',
        'To have it extended, write to the registry.',
      ],
      link: { label: 'See what you represent', url: facts.url },
    }),
    confirmationWanted: (facts: {
      entityName: string;
      dueOn: string;
      overdue: boolean;
      url: string;
    }): Letter => ({
      subject: `${facts.overdue ? 'Overdue' : 'Wanted'}: the yearly confirmation of ${facts.entityName}`,
      paragraphs: [
        `Once a year a representative confirms what the register says of ${facts.entityName}: its name, its office and who represents it. This year’s confirmation ${facts.overdue ? 'was' : 'is'} due on ${dayInWords(facts.dueOn)} (UTC).`,
        'Sign in to see it, and confirm it with one button, or have what is wrong put right first. One of you is enough.',
      ],
      link: { label: 'See and confirm it', url: facts.url },
    }),
  },
  es: {
    residencyEnding: (facts): Letter => ({
      subject: `Su residencia ${ends.es(facts)}`,
      paragraphs: [
        `Su residencia ${endsIn('es', facts)} (UTC).`,
        `${facts.hasEnded ? 'A quien verifica su número de permiso se le dice que su residencia no está activa.' : 'Después, a quien verifique su número de permiso se le dirá que su residencia no está activa.'} El número sigue siendo suyo, y su cuenta también.`,
        facts.partner === null
          ? `Para renovarla, pida a un socio del registro que solicite una residencia con este correo electrónico, o escriba al registro. ${yearIsCounted.es}`
          : `Para renovarla, pida a ${facts.partner}, a través de quien la solicitó, una nueva solicitud con este correo electrónico. ${yearIsCounted.es}`,
        'Si ya hay en curso una solicitud para renovarla, no tiene que hacer nada.',
      ],
      link: { label: 'Ver su residencia', url: facts.url },
    }),
    partnersResidencyEnding: (facts): Letter => ({
      subject: `Una residencia que usted solicitó ${ends.es(facts)}`,
      paragraphs: [
        `La residencia del número de permiso ${facts.residentPermitNumber}, de su solicitud ${facts.applicationId}, ${endsIn('es', facts)} (UTC). También se avisó al residente.`,
        `Para renovarla, cree una nueva solicitud de residencia del mismo tipo con el mismo correo electrónico; el residente conserva número y cuenta, y confirma la solicitud tras iniciar sesión. ${yearIsCounted.es}`,
      ],
      link: { label: 'Cómo se hacen las solicitudes', url: facts.url },
    }),
    entityResidencyEnding: (facts): Letter => ({
      subject: `La residencia de ${facts.entityName} ${ends.es(facts)}`,
      paragraphs: [
        `La residencia de ${facts.entityName} (número de permiso ${facts.residentPermitNumber}), que usted representa, ${endsIn('es', facts)} (UTC).`,
        'Una entidad cuya residencia ha terminado no está en buen estado: no obtiene certificados de buen estado, y a quien verifica su número se le dice que no está activa.',
        'Para prorrogarla, escriba al registro.',
      ],
      link: { label: 'Ver lo que representa', url: facts.url },
    }),
    confirmationWanted: (facts): Letter => ({
      subject: `${facts.overdue ? 'Vencida' : 'Pendiente'}: la confirmación anual de ${facts.entityName}`,
      paragraphs: [
        `Una vez al año un representante confirma lo que el registro dice de ${facts.entityName}: su nombre, su oficina y quién la representa. La confirmación de este año ${facts.overdue ? 'vencía' : 'vence'} el ${dayInWords(facts.dueOn, 'es')} (UTC).`,
        'Inicie sesión para verla y confírmela con un botón, o haga corregir antes lo que esté mal. Basta con uno de ustedes.',
      ],
      link: { label: 'Verla y confirmarla', url: facts.url },
    }),
  },
});
