import { correctionReasons } from '../../shared/kernel/domain/annulment.ts';
import { entityStates, taxStates } from '../../shared/kernel/domain/legal-entity.ts';
import { annulCommand } from '../annul.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { address, date, type Field, flag, type Group, list, optional, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

const details: readonly Field[] = [
  text('optionId', 'kind of legal entity, such as llc', { value: 'option', required: true }),
  text('name', 'name without the extension', { required: true }),
  text('extension', 'extension, such as LLC', { required: true }),
  flag('nameStartsWithExtension', 'the extension comes before the name'),
  date('formationDate', 'when it was formed', { clearable: true }),
  date('registrationDate', 'when it was registered (default now)', { clearable: true }),
  date('dissolutionDate', 'when it was dissolved', { clearable: true }),
  ...address('principalOfficeAddress', 'address of the principal office'),
  flag('createdViaAPI', 'treat it as created through the API, so that Agent Keys can use it'),
  text('taxState', 'whether its taxes are paid', { value: 'state', choices: taxStates }),
  date('residency.effectiveDate', 'when its residency begins (default now)'),
  date('residency.terminationDate', 'when its residency ends', { clearable: true }),
];

export const entities: Group = {
  name: 'entities',
  about: 'Legal entities',
  heading: 'Legal entities',
  commands: [
    {
      name: 'list',
      about: 'List legal entities, newest first, or find them by number or name',
      method: 'GET',
      path: '/legal_entities',
      filters: [
        text('residentPermitNumber', 'complete permit number', { value: 'number' }),
        text('name', 'first letters of words of the name', { value: 'words' }),
        text('status', 'registered, dissolved or annulled', { choices: entityStates }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'id'),
        idColumn('Permit number', 'residentPermitNumber'),
        column('Name', ({ name, extension }) => `${name} ${extension}`),
        column('Type', 'optionId', { spare: true }),
        column('Status', 'status'),
        column('Taxes', 'taxState', { spare: true }),
        dateColumn('Created', 'createdAt', true),
      ],
      example: 'entities list --resident-permit-number 80000000000017',
    },
    {
      name: 'show',
      about: 'Show a legal entity',
      method: 'GET',
      path: '/legal_entities/{entity}',
      example: 'entities show 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    },
    {
      name: 'import',
      about: 'Register an existing legal entity, such as one formed elsewhere',
      method: 'POST',
      path: '/legal_entities',
      fields: [
        ...details,
        text('residentPermitNumber', 'permit number that it already has (default: a new one)', {
          value: 'number',
          clearable: true,
        }),
        list('representatives', 'id of a representative', { value: 'person' }),
        text('referralCode', 'referral code that was used', { value: 'code' }),
      ],
      example: 'entities import --option-id llc --name Acme --extension LLC',
    },
    {
      name: 'update',
      about:
        'Change a legal entity; fields that you leave out stay as they are. A dissolution date dissolves it',
      method: 'PATCH',
      path: '/legal_entities/{entity}',
      fields: [
        ...details.map(optional),
        text('correction.reasonCode', 'reason, if the change is a correction', {
          value: 'code',
          choices: correctionReasons,
        }),
        text('correction.reason', 'explanation for operators, without names'),
      ],
      example: 'entities update 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11 --tax-state overdue',
    },
    annulCommand({
      about: 'Annul a registration that was a mistake; with --plan, show what that does',
      path: '/legal_entities/{entity}/annul',
      confirm: "This makes the name available and withdraws all documents. You can't undo it.",
      example:
        'entities annul 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11 --reason-code duplicate --reason "Entered twice" --plan',
    }),
  ],
};
