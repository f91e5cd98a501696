import type * as en from './en.ts';

export const registerSearchPageTexts: typeof en.registerSearchPageTexts = {
  title: 'Registro público',
  lead: 'Busque las personas jurídicas de este registro. No incluye personas naturales.',
  query: 'Nombre o número de permiso de residente',
  hint: 'Algunas palabras del nombre o una parte del número.',
  search: 'Buscar',
  tooLong: 'Use 100 caracteres o menos',
  none: 'No se encontró ninguna persona jurídica',
  noneText: 'Revise la ortografía o busque con menos palabras.',
  found: 'Personas jurídicas encontradas',
  truncated: 'Hay más resultados. Añada una palabra para limitar la búsqueda.',
  pages: 'Páginas',
  before: 'Página anterior',
  after: 'Página siguiente',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
};

export const registeredEntityPageTexts: typeof en.registeredEntityPageTexts = {
  kicker: 'Registro público',
  number: 'Número de permiso de residente',
  type: 'Tipo de persona jurídica',
  status: 'Estado',
  statuses: {
    active: 'Activa',
    pending: 'Aún no activa',
    expired: 'Vencida',
    dissolved: 'Disuelta',
    annulled: 'Anulada',
  },
  formed: 'Constituida el',
  registered: 'Inscrita el',
  dissolved: 'Disuelta el',
  former: 'Nombres anteriores',
  until: (name: string, day: string) => `${name} (hasta el ${day})`,
  office: 'Oficina principal',
  unknown: 'No consta',
  note: 'Estos son los datos registrados hoy. Para probarlos ante otros, necesita un certificado.',
  again: 'Buscar de nuevo',
  nobody: 'Ninguna persona jurídica tiene este número',
  nobodyText: 'Revise el número que le dieron. Tiene 14 cifras.',
};
