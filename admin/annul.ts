import { annulmentReasons } from '../shared/kernel/domain/annulment.ts';
import { type Command, flag, text } from './command.ts';

/** The command that annuls an act at this path: it asks first, unless it only plans. */
export function annulCommand(
  command: Pick<Command, 'about' | 'path' | 'example'> & { readonly confirm: string },
): Command {
  return {
    ...command,
    name: 'annul',
    method: 'POST',
    fields: [
      text('reasonCode', 'reason that the people concerned get by email', {
        value: 'code',
        choices: annulmentReasons,
        required: true,
      }),
      text('reason', 'why, for operators, without names', { required: true }),
      flag('plan', 'do nothing, and show what would be done'),
    ],
    harmless: 'plan',
  };
}
