import { residencyTypes } from '../../shared/people/domain/residency.ts';
import { annulCommand } from '../annul.ts';
import { date, type Group, text } from '../command.ts';

export const residencies: Group = {
  name: 'residencies',
  about: 'Residencies of persons',
  heading: 'People',
  commands: [
    {
      name: 'grant',
      about:
        'Grant a residency, which ends an earlier one; the first grant allocates the permit number',
      method: 'POST',
      path: '/persons/{person}/residencies',
      fields: [
        text('residencyType', 'kind of residency', {
          value: 'type',
          choices: residencyTypes,
          required: true,
        }),
        date('effectiveDate', 'when it begins (default now)'),
        date('terminationDate', 'when it ends (default never)'),
        text(
          'samePersonReason',
          'why the person is not one of the similar people who have a permit number',
        ),
      ],
      example: 'residencies grant 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --residency-type e-Resident',
    },
    {
      name: 'terminate',
      about: 'End a residency, now or on a given date',
      method: 'POST',
      path: '/persons/{person}/residencies/{residency}/terminate',
      fields: [date('terminationDate', 'when it ends (default now)')],
      example:
        'residencies terminate 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f 5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b',
    },
    annulCommand({
      about: 'Annul a residency that was granted by mistake; with --plan, show what that does',
      path: '/persons/{person}/residencies/{residency}/annul',
      confirm:
        "The residency will be treated as never active, and the residency that it ended continues. You can't undo this.",
      example:
        'residencies annul 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f 5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b --reason-code wrong_subject --reason "Another person" --plan',
    }),
  ],
};
