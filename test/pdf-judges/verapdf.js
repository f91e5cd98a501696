// Run by Rhino, which is part of veraPDF, so that no Java must be compiled. Arguments: files.
// Prints the violations of PDF/A-2a and PDF/UA-1 in each, and fails if there are any. Rhino does
// not support template literals.
const { pdfa, gf } = Packages.org.verapdf;
gf.foundry.VeraGreenfieldFoundryProvider.initialise();
const foundry = pdfa.Foundries.defaultInstance();
const flavours = ['2a', 'ua1'].map((id) => pdfa.flavours.PDFAFlavour.byFlavourId(id));

const judge = (file, flavour) => {
  const parser = foundry.createParser(new java.io.FileInputStream(file), flavour);
  const result = foundry.createValidator(flavour, 100, false, false, false).validate(parser);
  parser.close();
  if (result.isCompliant()) return true;
  print([file, 'is not valid', flavour.getId()].join(' '));
  result.getTestAssertions().forEach((found) => {
    const rule = found.getRuleId();
    print([' ', rule.getClause(), rule.getTestNumber(), found.getMessage()].join(' '));
    print(['    at', found.getLocation().getContext()].join(' '));
  });
  return false;
};

// biome-ignore lint/complexity/noArguments: Rhino's shell passes a script its arguments like this.
const judged = arguments.map((file) => flavours.map((flavour) => judge(file, flavour)));
if (judged.some((verdicts) => verdicts.includes(false))) java.lang.System.exit(1);
