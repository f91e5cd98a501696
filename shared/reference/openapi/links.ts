import type { Route } from '../../kernel/http/route.ts';
import type { Link } from './document.ts';

const created = '$response.body#/data/id';

/** Where an answer leads: the operations that come next, by the operation that answers. */
const next: Readonly<Partial<Record<string, Readonly<Record<string, Link>>>>> = {
  createLegalEntityApplication: {
    get: to('getLegalEntityApplication', 'Reads the application.', { id: created }),
    payWithVoucher: to('payLegalEntityApplicationWithVoucher', 'Pays it with a voucher.', {
      id: created,
    }),
    openCheckout: to('createLegalEntityApplicationCheckoutSession', 'Pays it at a checkout.', {
      id: created,
    }),
  },
  createLegalEntityAmendment: {
    get: filing('getLegalEntityAmendment', 'Reads the filing.'),
    update: filing('updateLegalEntityAmendment', 'Revises what it proposes.'),
    payWithVoucher: filing('payLegalEntityAmendmentWithVoucher', 'Pays it, once it is signed.'),
    submit: filing('submitLegalEntityAmendment', 'Submits it, once it is signed and paid.'),
  },
  createCertificateRequest: {
    get: certificate('getCertificateRequest', 'Reads the request.'),
    payWithVoucher: certificate('payCertificateRequestWithVoucher', 'Pays it with a voucher.'),
  },
  createPartnerResidencyApplication: {
    get: to('getPartnerResidencyApplication', 'Reads the application.', { id: created }),
    update: to('updatePartnerResidencyApplication', 'Replaces its data.', { id: created }),
    payWithVoucher: to('payPartnerResidencyApplicationWithVoucher', 'Pays it with a voucher.', {
      id: created,
    }),
    openCheckout: to('createPartnerResidencyApplicationCheckoutSession', 'Pays it at a checkout.', {
      id: created,
    }),
    submit: to('submitPartnerResidencyApplication', 'Submits it, once it is signed and paid.', {
      id: created,
    }),
    documents: to('listPartnerResidencyApplicationDocuments', 'Lists its documents.', {
      id: created,
    }),
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
