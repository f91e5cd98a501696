import { words } from '../../kernel/pages/words.ts';
import type { ProofField } from '../domain/proof.ts';

const english: Readonly<Record<ProofField, string>> = {
  name: 'Name',
  permitNumber: 'Resident permit number',
  residency: 'Residency: its kind, and until when',
  over18: 'Whether 18 or older',
  dateOfBirth: 'Date of birth',
  entities: 'Legal entities represented',
};
const spanish: Readonly<Record<ProofField, string>> = {
  name: 'Nombre',
  permitNumber: 'Número de permiso de residente',
  residency: 'Residencia: su tipo y hasta cuándo',
  over18: 'Si tiene 18 años o más',
  dateOfBirth: 'Fecha de nacimiento',
  entities: 'Personas jurídicas que representa',
};

/** What a proof can show, for those who choose it and those who are shown it. */
export const proofFieldWords = words({ en: english, es: spanish });
