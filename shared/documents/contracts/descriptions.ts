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
