import { amendmentStatuses } from '../../shared/amendments/domain/amendment.ts';
import { annulCommand } from '../annul.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

export const amendments: Group = {
  name: 'amendments',
  about: 'Changes of name and principal office of legal entities',
  item: 'amendment',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'list',
      about: 'List amendment filings, newest first',
      method: 'GET',
      path: '/amendments',
      filters: [
        text('legalEntityId', 'only those of this legal entity', { value: 'id' }),
        text('status', 'only amendments with this status', { choices: amendmentStatuses }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Status', 'statusId'),
        idColumn('Entity', 'legalEntityId'),
        column('Changes', 'changes', { spare: true }),
        dateColumn('Submitted', 'submittedAt', true),
        dateColumn('Annulled', 'annulment.at'),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'amendments list --legal-entity-id 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    },
    {
      name: 'show',
      about: 'Show the proposed changes and who signed them',
      method: 'GET',
      path: '/amendments/{id}',
      example: 'amendments show 9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15',
    },
    {
      name: 'reject',
      about: 'Reject an invoiced or paid amendment that can no longer be submitted',
      method: 'POST',
      path: '/amendments/{id}/reject',
      fields: [text('reason', 'reason that the representatives read', { required: true })],
      confirm: "You can't undo this. An open invoice is voided. A paid fee is not refunded.",
      example:
        'amendments reject 9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15 --reason "The name was registered by someone else"',
    },
    annulCommand({
      about: 'Annul an amendment that was approved by mistake; with --plan, show what that does',
      path: '/amendments/{id}/annul',
      confirm:
        "This restores the previous values and withdraws the certificate. You can't undo it.",
      example:
        'amendments annul 9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15 --reason-code approved_by_mistake --reason "The wrong case" --plan',
    }),
  ],
};
