import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'UploadLine.reviewId':
    'The review whose question was answered with the file; null for other files.',
  'UploadLine.applicationId': 'The application that it is the proof of; null for other files.',
  'UploadLine.personId': 'Who uploaded it; null where a partner did.',
  'UploadLine.status':
    'How its check for malware stands; `unscannable` could not be looked into, `refused` has some.',
  'UploadLine.kind': 'What was uploaded.',
  'UploadLine.decidedAt': 'When it was checked; null while it is pending.',
  objectKey: 'Where it lies in the bucket; below `refused/` once malware was found in it.',

  'Document.name': 'The name of the document.',
  'ConsentedDocument.name': 'The name of the document.',
  'AdminDocument.name': 'The name of the document.',
  'StoreDocument.name': 'The name of the document.',
  'ReviseDocument.name': 'The name of the document.',
  'Document.version': 'The number at the start of its version; null if there is none.',
  visibility:
    'Who can see it: `visible` for anyone who can read the entity’s documents, otherwise only operators.',
  contentBase64: 'Its content in base64, padded and without line breaks: 1 to 716,800 bytes.',
  fileUrl: 'A link to the file, valid for an hour without a credential; null if there is none.',

  'AdminDocument.withdrawnAt':
    'Since when it is withdrawn; null while it stands. In lists of documents alone.',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  texts: [
    'SHA-256 of the text in UTF-8, hexadecimal.',
    '526578ab414199a2636cb3ff13c28a18e927dbfb8b82c04acaf21da27d5442cb',
  ],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  Pages: {
    'agreement.text_not_found': [
      'No text was published with this digest.',
      'Use the digest from the agreement.',
    ],
  },
  Uploads: {
    'upload.being_checked': [
      'The file is being checked for malware.',
      'Send the request again after `Retry-After`.',
    ],
    'upload.refused': ['The file contains malware.', 'Upload a clean file.'],
    'upload.not_checkable': [
      'The file could not be checked, for instance because it has a password.',
      'Upload one without a password.',
    ],
    'upload.no_application': ['`applicationId` is missing.', 'Send it as a field of the form.'],
    'upload.no_file': [
      'The file is missing, empty, or was sent as text.',
      'Send it as a file of the form.',
    ],
    'upload.unsupported_type': [
      'The file is not a PDF, JPEG or PNG, or it is damaged.',
      'Send an intact file of one of these types.',
    ],
    'upload.too_large': ['The file is over 4.5 MB.', 'Send a smaller one.'],
  },
};
