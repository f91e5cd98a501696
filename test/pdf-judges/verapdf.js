// Run by Rhino, which veraPDF brings with it, so that no Java has to be compiled. Arguments: files. Says of each
// what breaks PDF/A-2a or PDF/UA-1, and fails when anything does. Rhino knows no templates.
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

// biome-ignore lint/complexity/noArguments: Rhino's shell gives a script its arguments so.
const judged = arguments.map((file) => flavours.map((flavour) => judge(file, flavour)));
if (judged.some((verdicts) => verdicts.includes(false))) java.lang.System.exit(1);
