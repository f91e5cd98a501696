"""Arguments: a certificate that is to be trusted (PEM), then PDFs. Fails unless each is signed as PAdES B-B by it."""

import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext


def complaints(path, trusted):
    with open(path, 'rb') as file:
        signatures = PdfFileReader(file).embedded_signatures
        if len(signatures) != 1:
            return [f'{len(signatures)} signatures']
        [signature] = signatures
        context = ValidationContext(trust_roots=[trusted], allow_fetching=False)
        status = validate_pdf_signature(signature, context)
        attributes = {each['type'].native for each in signature.signer_info['signed_attrs']}
        checks = {
            'not valid': status.bottom_line,
            'does not cover the file': status.coverage == SignatureCoverageLevel.ENTIRE_FILE,
            'is no PAdES': signature.sig_object['/SubFilter'] == '/ETSI.CAdES.detached',
            'says the time in CMS, too': 'signing_time' not in attributes,
            'does not name its certificate': 'signing_certificate_v2' in attributes,
            'has no time': signature.self_reported_timestamp is not None,
        }
        return [what for what, holds in checks.items() if not holds]


certificate, *files = sys.argv[1:]
found = [(path, complaints(path, load_cert_from_pemder(certificate))) for path in files]
for path, what in found:
    if what:
        print(f'{path}: {", ".join(what)}')
sys.exit(any(what for _, what in found))
