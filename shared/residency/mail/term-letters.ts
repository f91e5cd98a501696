import { dayInWords } from '../../kernel/domain/dates.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';

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
  en: 'No time is lost by renewing early: the new year starts when the current one ends.',
  es: 'No se pierde tiempo al renovar antes: el nuevo año empieza cuando termina el actual.',
};

/** To those whom the end of a residency concerns. Days are those of UTC. */
export const termLetters = letters({
  en: {
    /** `partner`: the name of the partner that applied for it, null where none did. */
    residencyEnding: (facts: End & { partner: string | null; url: string }): Letter => ({
      subject: `Your residency ${ends.en(facts)}`,
      paragraphs: [
        `Your residency ${endsIn('en', facts)} (UTC).`,
        `${facts.hasEnded ? 'Anyone who verifies your permit number sees that your residency is not active.' : 'After that, anyone who verifies your permit number sees that your residency is not active.'} You keep your number and your account.`,
        facts.partner === null
          ? `To renew it, ask a partner of the registry to apply for a residency with this email address, or contact us. ${yearIsCounted.en}`
          : `To renew it, ask ${facts.partner}, through which you applied, to send a new application with this email address. ${yearIsCounted.en}`,
        'If a renewal is already in progress, you have nothing to do.',
      ],
      link: { label: 'View your residency', url: facts.url },
    }),
    partnersResidencyEnding: (
      facts: End & { applicationId: string; residentPermitNumber: string; url: string },
    ): Letter => ({
      subject: `A residency you applied for ${ends.en(facts)}`,
      paragraphs: [
        `The residency with permit number ${facts.residentPermitNumber}, from your application ${facts.applicationId}, ${endsIn('en', facts)} (UTC). We also notified the resident.`,
        `To renew it, create a new residency application of the same type with the same email address. The resident keeps their number and account, and confirms the application after signing in. ${yearIsCounted.en}`,
      ],
      link: { label: 'Read how to create applications', url: facts.url },
    }),
    entityResidencyEnding: (
      facts: End & { entityName: string; residentPermitNumber: string; url: string },
    ): Letter => ({
      subject: `The residency of ${facts.entityName} ${ends.en(facts)}`,
      paragraphs: [
        `You represent ${facts.entityName} (permit number ${facts.residentPermitNumber}). Its residency ${endsIn('en', facts)} (UTC).`,
        'A legal entity whose residency has ended is not in good standing. It cannot get a Certificate of Good Standing, and anyone who verifies its number sees that it is not active.',
        'To extend it, contact us.',
      ],
      link: { label: 'View your legal entities', url: facts.url },
    }),
    confirmationWanted: (facts: {
      entityName: string;
      dueOn: string;
      overdue: boolean;
      url: string;
    }): Letter => ({
      subject: facts.overdue
        ? `Overdue: confirm ${facts.entityName}’s register entry`
        : `Action needed: confirm ${facts.entityName}’s register entry by ${dayInWords(facts.dueOn)}`,
      paragraphs: [
        `Once a year, a representative confirms the register entry of ${facts.entityName}: its name, its office and its representatives. This year’s confirmation ${facts.overdue ? 'was' : 'is'} due on ${dayInWords(facts.dueOn)} (UTC).`,
        'Sign in to check the entry and confirm it. If something is wrong, have it corrected first. Only one representative needs to confirm.',
      ],
      link: { label: 'Check and confirm the entry', url: facts.url },
    }),
  },
  es: {
    residencyEnding: (facts): Letter => ({
      subject: `Su residencia ${ends.es(facts)}`,
      paragraphs: [
        `Su residencia ${endsIn('es', facts)} (UTC).`,
        `${facts.hasEnded ? 'Quien verifique su número de permiso verá que su residencia no está activa.' : 'Después de esa fecha, quien verifique su número de permiso verá que su residencia no está activa.'} Usted conserva su número y su cuenta.`,
        facts.partner === null
          ? `Para renovarla, pida a una entidad aliada del registro que solicite una residencia con este correo electrónico, o escríbanos. ${yearIsCounted.es}`
          : `Para renovarla, pida a ${facts.partner}, con quien la solicitó, que envíe una nueva solicitud con este correo electrónico. ${yearIsCounted.es}`,
        'Si la renovación ya está en trámite, no tiene que hacer nada.',
      ],
      link: { label: 'Ver su residencia', url: facts.url },
    }),
    partnersResidencyEnding: (facts): Letter => ({
      subject: `Una residencia que usted solicitó ${ends.es(facts)}`,
      paragraphs: [
        `La residencia del número de permiso ${facts.residentPermitNumber}, de su solicitud ${facts.applicationId}, ${endsIn('es', facts)} (UTC). También avisamos al residente.`,
        `Para renovarla, cree una nueva solicitud de residencia del mismo tipo con el mismo correo electrónico. El residente conserva su número y su cuenta, y confirma la solicitud al iniciar sesión. ${yearIsCounted.es}`,
      ],
      link: { label: 'Leer cómo crear solicitudes', url: facts.url },
    }),
    entityResidencyEnding: (facts): Letter => ({
      subject: `La residencia de ${facts.entityName} ${ends.es(facts)}`,
      paragraphs: [
        `Usted representa a ${facts.entityName} (número de permiso ${facts.residentPermitNumber}). Su residencia ${endsIn('es', facts)} (UTC).`,
        'Una persona jurídica cuya residencia terminó no está vigente: no puede obtener un certificado de vigencia, y quien verifique su número verá que no está activa.',
        'Para prorrogarla, escríbanos.',
      ],
      link: { label: 'Ver sus personas jurídicas', url: facts.url },
    }),
    confirmationWanted: (facts): Letter => ({
      subject: facts.overdue
        ? `Plazo vencido: confirme los datos de ${facts.entityName}`
        : `Confirme los datos de ${facts.entityName} a más tardar el ${dayInWords(facts.dueOn, 'es')}`,
      paragraphs: [
        `Una vez al año, un representante confirma los datos inscritos de ${facts.entityName}: su nombre, su oficina y sus representantes. La confirmación de este año ${facts.overdue ? 'venció' : 'vence'} el ${dayInWords(facts.dueOn, 'es')} (UTC).`,
        'Inicie sesión para revisar los datos y confirmarlos. Si hay algo incorrecto, solicite antes su corrección. Basta con que confirme un representante.',
      ],
      link: { label: 'Revisar y confirmar los datos', url: facts.url },
    }),
  },
});
