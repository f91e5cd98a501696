import { basename, extname } from 'node:path';
import type { Body } from '../body.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Field, type Group, optional, text } from '../command.ts';
import { Failure } from '../failure.ts';

/** By file extension. For other files, use `--content-type`. */
const contentTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
};

const details: readonly Field[] = [
  text('name', 'displayed name (default: the name of the file)'),
  text('slug', 'short name for links', { clearable: true }),
  text('version', 'version', { clearable: true }),
  text('visibility', 'who can see it (default visible)', {
    value: 'who',
    choices: ['visible', 'hidden', 'admin_only'],
  }),
];

function fileFields(path: string, content: Buffer): Body {
  if (content.length === 0) throw new Failure('usage', `${path} is empty`);
  const contentType = contentTypes[extname(path).toLowerCase()];
  return {
    name: basename(path),
    ...(contentType !== undefined && { contentType }),
    contentBase64: content.toString('base64'),
  };
}

export const documents: Group = {
  name: 'documents',
  about: 'Documents of legal entities',
  heading: 'Legal entities',
  commands: [
    {
      name: 'list',
      about: 'List the documents of a legal entity, newest first, hidden ones included',
      method: 'GET',
      path: '/legal_entities/{entity}/documents',
      columns: [
        idColumn('Id', 'id'),
        column('Name', 'name'),
        column('Version', 'version', { spare: true }),
        column('Visibility', 'visibility'),
        column('Type', 'contentType', { spare: true }),
        column('Bytes', 'size'),
        dateColumn('Withdrawn', 'withdrawnAt'),
        dateColumn('Created', 'createdAt', true),
      ],
      example: 'documents list 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    },
    {
      name: 'add',
      about: 'Add a document to a legal entity',
      method: 'POST',
      path: '/legal_entities/{entity}/documents',
      file: {
        about: 'the file, at most 700 KB',
        largest: 700 * 1024,
        fields: fileFields,
      },
      fields: [
        ...details,
        text('contentType', "media type (default: by the file's name)", {
          value: 'type',
          required: true,
        }),
      ],
      example: 'documents add 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11 articles.pdf --name Articles',
    },
    {
      name: 'update',
      about:
        'Change a document’s name, version or visibility; fields that you leave out stay as they are',
      method: 'PATCH',
      path: '/legal_entities/{entity}/documents/{document}',
      fields: details.map((field) =>
        field.name === 'name' ? text('name', 'displayed name') : optional(field),
      ),
      example:
        'documents update 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11 3e2d1c0b-9a8f-4e7d-8c6b-5a4f3e2d1c0b --visibility hidden',
    },
    {
      name: 'withdraw',
      about:
        'Withdraw a document that was issued or stored by mistake; people who verify it see that it is withdrawn',
      method: 'POST',
      path: '/legal_entities/{entity}/documents/{document}/withdraw',
      fields: [
        text('reason', 'explanation for operators, without names', { required: true }),
        text('replacedBy', "id of the entity's document that replaces it", {
          value: 'document',
          clearable: true,
        }),
      ],
      confirm: "You can't undo the withdrawal of a document.",
      example:
        'documents withdraw 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11 3e2d1c0b-9a8f-4e7d-8c6b-5a4f3e2d1c0b --reason "Wrong address" --yes',
    },
  ],
};
