import { annulmentReasons } from '../shared/kernel/domain/annulment.ts';
import { type Command, flag, text } from './command.ts';

/** The command that annuls an act at this path. It asks first, unless it only plans. */
export function annulCommand(
  command: Pick<Command, 'about' | 'path' | 'example'> & { readonly confirm: string },
): Command {
  return {
    ...command,
    name: 'annul',
    method: 'POST',
    fields: [
      text('reasonCode', 'reason code; we email it to the people concerned', {
        value: 'code',
        choices: annulmentReasons,
        required: true,
      }),
      text('reason', 'explanation for operators, without names', { required: true }),
      flag('plan', 'only show what would change'),
    ],
    harmless: 'plan',
  };
}
