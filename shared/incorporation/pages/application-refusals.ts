import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { FieldErrors } from '../../kernel/pages/form.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    taken: 'A legal entity with this name already exists. Choose another name',
    reserved: 'This name is reserved. Choose another name',
    agent: 'No active resident has this permit number',
    tooMany: 'You tried too many permit numbers. Try again in an hour',
    referralCode: 'This code doesn’t exist or is not yours',
  },
  es: {
    taken: 'Ya existe una persona jurídica con este nombre. Elija otro',
    reserved: 'Este nombre está reservado. Elija otro',
    agent: 'Ningún residente activo tiene este número de permiso',
    tooMany: 'Probó demasiados números de permiso. Inténtelo de nuevo en una hora',
    referralCode: 'Este código no existe o no es suyo',
  },
});

/** The complaint about a field that a refusal of a new application is; null for any other refusal. */
export function refusalAtField({ message, status }: ApiError, site: Site): FieldErrors | null {
  const said = say(site);
  switch (message) {
    case apiErrors.nameTaken().message:
      return { name: said.taken };
    case apiErrors.nameReserved().message:
      return { name: said.reserved };
    case apiErrors.registeredAgentNotActive().message:
      return { agentNumber: said.agent };
    case apiErrors.referralCodeNotFound().message:
      return { referralCode: said.referralCode };
    default:
      return status === 429 ? { agentNumber: said.tooMany } : null;
  }
}
