import { correctionReasons } from '../../shared/kernel/domain/annulment.ts';
import { sexes } from '../../shared/people/domain/person.ts';
import { column, idColumn, type Row } from '../column.ts';
import { address, date, type Field, flag, type Group, list, optional, text } from '../command.ts';
import { erase } from '../persons/erase.ts';

const details: readonly Field[] = [
  text('email', 'email address, with which the person signs in', { required: true }),
  text('givenName', 'given name', { clearable: true }),
  text('surname', 'surname', { clearable: true }),
  date('dateOfBirth', 'date of birth, YYYY-MM-DD', { clearable: true }),
  text('sex', 'sex', { choices: sexes, clearable: true }),
  text('countryOfBirth', 'country code, such as GB', { value: 'country', clearable: true }),
  list('citizenships', 'country code, such as GB', { value: 'country', emptiable: true }),
  ...address('address', 'postal address'),
  text('phoneNumber', 'phone number', { value: 'number', clearable: true }),
];

const fullName = ({ givenName, surname }: Row) =>
  [givenName, surname].filter((name) => typeof name === 'string').join(' ');

export const persons: Group = {
  name: 'persons',
  about: 'Natural persons and their accounts',
  heading: 'People',
  tools: [erase],
  commands: [
    {
      name: 'list',
      about: 'List persons, newest first, or find them by address, number or name',
      method: 'GET',
      path: '/persons',
      filters: [
        text('email', 'complete address, in any case'),
        text('residentPermitNumber', 'complete permit number', { value: 'number' }),
        text('name', 'start of one or more names, such as "ada love"', { value: 'words' }),
        text('emailPart', 'start of a word in the address', { value: 'words' }),
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Email', 'email'),
        column('Name', fullName),
        column('Permit number', 'residentPermitNumber', { whole: true, spare: true }),
        column('Residency', 'residency.residencyType', { spare: true }),
        column('Status', 'status'),
      ],
      example: 'persons list --email ada@example.com',
    },
    {
      name: 'show',
      about: 'Show a person',
      method: 'GET',
      path: '/persons/{person}',
      example: 'persons show 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'create',
      about: 'Register a person with an account',
      method: 'POST',
      path: '/persons',
      fields: [
        ...details,
        text('referralCode', 'referral code that the person used', { value: 'code' }),
      ],
      example: 'persons create --email ada@example.com --given-name Ada --surname Lovelace',
    },
    {
      name: 'update',
      about: 'Change a person’s details; fields that you leave out stay as they are',
      method: 'PATCH',
      path: '/persons/{person}',
      fields: [
        ...details.map(optional),
        flag('revokeKeys', 'also revoke every key of the account'),
        text('correction.reasonCode', 'reason, if the change is a correction', {
          value: 'code',
          choices: correctionReasons,
        }),
        text('correction.reason', 'explanation for operators, without names'),
      ],
      example: 'persons update 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --phone-number none',
    },
    {
      name: 'deactivate',
      about: 'Deactivate an account; its personal keys and authorizations end permanently',
      method: 'POST',
      path: '/persons/{person}/deactivate',
      confirm: "The account's keys and authorizations will be revoked permanently.",
      example: 'persons deactivate 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --yes',
    },
    {
      name: 'reactivate',
      about: 'Reactivate an account; earlier keys stay revoked',
      method: 'POST',
      path: '/persons/{person}/reactivate',
      example: 'persons reactivate 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
  ],
};
