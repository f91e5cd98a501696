import { caseNotes } from '../notes/case-notes.ts';
import { clientNotes } from '../notes/client-notes.ts';
import { documentNotes } from '../notes/document-notes.ts';
import { entityNotes } from '../notes/entity-notes.ts';
import { eventNotes } from '../notes/event-notes.ts';
import { oauthNotes } from '../notes/oauth-notes.ts';
import { operatorNotes } from '../notes/operator-notes.ts';
import { personNotes } from '../notes/person-notes.ts';
import { sandboxNotes } from '../notes/sandbox-notes.ts';
import { webhookNotes } from '../notes/webhook-notes.ts';
import type { JsonSchema } from './document.ts';
import { exampleOf } from './field-example.ts';
import { componentName, type FieldSamples, fieldsOf, isSchema } from './field-samples.ts';

/**
 * What fields are, in words for integrators: by their name, or more closely by `Around.name`, where `Around` is the
 * component or the field that they are in. They stand beside the contracts so that functions don't carry them.
 */
export const fieldNotes: ReadonlyMap<string, string> = new Map(
  [
    caseNotes,
    clientNotes,
    documentNotes,
    entityNotes,
    eventNotes,
    personNotes,
    oauthNotes,
    operatorNotes,
    sandboxNotes,
    webhookNotes,
  ].flatMap(Object.entries),
);

/** The keys of notes that a field answers to, the closest first; `places` lead to it from its component. */
export function noteKeys(places: readonly string[]): readonly string[] {
  const name = places.at(-1) ?? '';
  const around = places.slice(0, -1).toReversed();
  return [...around.map((place) => `${place}.${name}`), name];
}

/**
 * The components with a description of each field, ahead of the sentences on its rules, and an example of each
 * field that has none of its own.
 */
export function withFieldNotes(
  components: Readonly<Record<string, JsonSchema>>,
  samples: FieldSamples,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      noted(schema, [componentName(name)], samples),
    ]),
  );
}

function noted(schema: JsonSchema, places: readonly string[], samples: FieldSamples): JsonSchema {
  const part = (value: unknown) => (isSchema(value) ? noted(value, places, samples) : value);
  const parts = Object.entries(schema).map(([keyword, value]) => {
    switch (keyword) {
      case 'properties':
        return [keyword, notedFields(schema, places, samples)];
      case 'items':
        return [keyword, part(value)];
      case 'anyOf':
      case 'oneOf':
        return [keyword, isUnion(value) ? value.map(part) : value];
      default:
        return [keyword, value];
    }
  });
  return Object.fromEntries(parts);
}

function notedFields(schema: JsonSchema, places: readonly string[], samples: FieldSamples) {
  return Object.fromEntries(
    Object.entries(fieldsOf(schema)).map(([name, field]) => {
      const within = [...places, name];
      const [note] = noteKeys(within).flatMap((key) => fieldNotes.get(key) ?? []);
      const inner = noted(field, within, samples);
      const description = [note, inner['description']].filter(Boolean).join(' ');
      const example = exampleOf(field, within, samples);
      return [
        name,
        {
          ...inner,
          ...(description && { description }),
          ...(example !== undefined && { examples: [example] }),
        },
      ];
    }),
  );
}

/** Alternatives that say what a value is; those that say which fields go together have no fields to describe. */
function isUnion(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.some((part) => 'type' in part || '$ref' in part);
}
