import { defineError } from '../../kernel/errors/api-error.ts';

export const permitNumberTaken = defineError({
  status: 409,
  code: 'resident_permit_number.taken',
  error: 'Another resident has this resident permit number. Use another one.',
});

export const nameReserved = defineError({
  status: 409,
  code: 'entity.name_reserved',
  error: 'This legal entity name is reserved',
});

export const entityDissolved = defineError({
  status: 409,
  code: 'entity.dissolved',
  error: 'The legal entity is dissolved',
});

/** A registration can be annulled once. After that the entity can't be changed. */
export const entityAnnulled = defineError({
  status: 409,
  code: 'entity.annulled',
  error: 'The registration of the legal entity is annulled',
});

export const reservedNameTaken = defineError({
  status: 409,
  code: 'reserved_name.taken',
  error: 'This name is already reserved',
});
