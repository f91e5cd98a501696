import { column, idColumn } from '../column.ts';
import type { Group } from '../command.ts';

export const names: Group = {
  name: 'names',
  about: 'Names of legal entities',
  heading: 'Codes and names',
  commands: [
    {
      name: 'collisions',
      about: 'List legal entities whose names look the same or are not protected',
      method: 'GET',
      path: '/name_collisions',
      columns: [
        idColumn('Id', 'id'),
        column('Option', 'optionId', { spare: true }),
        column('Name, spelled out', 'spelledOut'),
        idColumn('Number', 'residentPermitNumber'),
        column('Holds the name', 'holdsName'),
        column('Dissolved', 'dissolutionDate', { spare: true }),
      ],
      example: 'names collisions',
    },
  ],
};
