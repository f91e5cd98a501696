import type { Route } from '../../kernel/http/route.ts';
import type { Link } from './document.ts';

const created = '$response.body#/data/id';

/** Where an answer leads: the operations that come next, by the operation that answers. */
const next: Readonly<Partial<Record<string, Readonly<Record<string, Link>>>>> = {
  createLegalEntityApplication: {
    get: to('getLegalEntityApplication', 'Retrieves the application.', { id: created }),
    payWithVoucher: to(
      'payLegalEntityApplicationWithVoucher',
      'Pays the application with a voucher.',
      {
        id: created,
      },
    ),
    openCheckout: to(
      'createLegalEntityApplicationCheckoutSession',
      'Opens a checkout for the application.',
      {
        id: created,
      },
    ),
  },
  createLegalEntityAmendment: {
    get: filing('getLegalEntityAmendment', 'Retrieves the filing.'),
    update: filing('updateLegalEntityAmendment', 'Updates the draft.'),
    payWithVoucher: filing(
      'payLegalEntityAmendmentWithVoucher',
      'Pays the filing once it is signed.',
    ),
    submit: filing('submitLegalEntityAmendment', 'Submits the filing once it is signed and paid.'),
  },
  createCertificateRequest: {
    get: certificate('getCertificateRequest', 'Retrieves the request.'),
    payWithVoucher: certificate(
      'payCertificateRequestWithVoucher',
      'Pays the request with a voucher.',
    ),
  },
  createPartnerResidencyApplication: {
    get: to('getPartnerResidencyApplication', 'Retrieves the application.', { id: created }),
    update: to('updatePartnerResidencyApplication', 'Replaces the application data.', {
      id: created,
    }),
    payWithVoucher: to(
      'payPartnerResidencyApplicationWithVoucher',
      'Pays the application with a voucher.',
      {
        id: created,
      },
    ),
    openCheckout: to(
      'createPartnerResidencyApplicationCheckoutSession',
      'Opens a checkout for the application.',
      {
        id: created,
      },
    ),
    submit: to(
      'submitPartnerResidencyApplication',
      'Submits the filing once it is signed and paid.',
      {
        id: created,
      },
    ),
    documents: to(
      'listPartnerResidencyApplicationDocuments',
      'Lists the documents of the application.',
      {
        id: created,
      },
    ),
  },
  uploadProofOfAddress: {
    download: to('downloadProofOfAddress', 'Downloads the file.', { id: created }),
  },
};

/** The operations that an answer of the row leads to, by what they are for. */
export function linksOf({ operationId }: Route): Readonly<Record<string, Link>> | undefined {
  return next[operationId];
}

function to(operationId: string, description: string, parameters: Link['parameters']): Link {
  return { operationId, description, parameters };
}

function filing(operationId: string, description: string): Link {
  return to(operationId, description, { id: '$request.path.id', filingId: created });
}

function certificate(operationId: string, description: string): Link {
  return to(operationId, description, { id: '$request.path.id', requestId: created });
}
