import { codeKey } from '../domain/code.ts';
import { nameKey } from '../domain/company-name.ts';
import { digest, nameClaim, nameReservation } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of legal entities, their names, and the codes that brought them. */
export const entityKeys = {
  entity: (id: string) => ({ pk: `ENTITY#${id}`, sk: 'ENTITY' }),
  registryRow: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'REGISTRY' }),
  /** That rows of the registry lie on its spread lists. */
  registrySpread: () => ({ pk: 'REGISTRY_SPREAD', sk: 'REGISTRY_SPREAD' }),
  representative: (entityId: string, personId: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `REPRESENTATIVE#${personId}`,
  }),
  represented: (personId: string, entityId: string) => ({
    pk: `PERSON#${personId}`,
    sk: `ENTITY#${entityId}`,
  }),
  entityName: (optionId: string, name: string) => nameClaim(optionId, nameKey(name)),
  document: (entityId: string, createdAt: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `DOCUMENT#${createdAt}#${id}`,
  }),
  /** `optionId` null: the name is reserved for every option. */
  reservedName: (optionId: string | null, name: string) => nameReservation(optionId, nameKey(name)),
  reservedNameId: (id: string) => ({ pk: `RESERVED_ID#${id}`, sk: 'RESERVED_ID' }),
  referralCode: (code: string) => ({ pk: `REFERRAL#${codeKey(code)}`, sk: 'REFERRAL' }),
  /** The code's partition lists whom it brought. */
  referredEntity: (code: string, createdAt: string, entityId: string) => ({
    pk: `REFERRAL#${codeKey(code)}`,
    sk: `ENTITY#${createdAt}#${entityId}`,
  }),
  referredPerson: (code: string, createdAt: string, personId: string) => ({
    pk: `REFERRAL#${codeKey(code)}`,
    sk: `PERSON#${createdAt}#${personId}`,
  }),
  /** That a document of an entity was withdrawn: by its bytes, by which a certificate knows it, too. */
  withdrawal: (entityId: string, sha256: string) => ({
    pk: `WITHDRAWAL#${digest(`${entityId} ${sha256}`)}`,
    sk: 'WITHDRAWAL',
  }),
  /** What was said of an entity by mistake, in the order of its corrections. */
  entityCorrection: (entityId: string, at: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CORRECTION#${at}#${id}`,
  }),
  /** When the entity's residency ends and when it was registered, on the lists of that. */
  entityTerm: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'TERM' }),
  /** That a representative has confirmed what the register says of the entity, for a year (YYYY). */
  entityConfirmation: (entityId: string, year: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CONFIRMATION#${year}`,
  }),
  /** One notice of the end of a term (a residency, or that of an entity): so many days before that UTC day. */
  termNotice: (termId: string, day: string, step: string) => ({
    pk: `TERM_NOTICE#${termId}`,
    sk: `${day}#${step}`,
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;
