// Unicode properties that JavaScript's regular expressions lack, as character classes, from the
// data files of Unicode 14.0 (DerivedJoiningType, IndicSyllabicCategory). Later characters are
// missing.

/** Letters that join the next one: Joining_Type Dual_Joining or Left_Joining. */
export const joinsNext = [
  String.raw`\u{620}\u{626}\u{628}\u{62a}-\u{62e}\u{633}-\u{63f}\u{641}-\u{647}\u{649}-\u{64a}`,
  String.raw`\u{66e}-\u{66f}\u{678}-\u{687}\u{69a}-\u{6bf}\u{6c1}-\u{6c2}\u{6cc}\u{6ce}`,
  String.raw`\u{6d0}-\u{6d1}\u{6fa}-\u{6fc}\u{6ff}\u{712}-\u{714}\u{71a}-\u{71d}\u{71f}-\u{727}`,
  String.raw`\u{729}\u{72b}\u{72d}-\u{72e}\u{74e}-\u{758}\u{75c}-\u{76a}\u{76d}-\u{770}\u{772}`,
  String.raw`\u{775}-\u{777}\u{77a}-\u{77f}\u{7ca}-\u{7ea}\u{841}-\u{845}\u{848}\u{84a}-\u{853}`,
  String.raw`\u{855}\u{860}\u{862}-\u{865}\u{868}\u{886}\u{889}-\u{88d}\u{8a0}-\u{8a9}`,
  String.raw`\u{8af}-\u{8b0}\u{8b3}-\u{8b8}\u{8ba}-\u{8c8}\u{1807}\u{1820}-\u{1878}`,
  String.raw`\u{1887}-\u{18a8}\u{18aa}\u{a840}-\u{a872}\u{10ac0}-\u{10ac4}\u{10acd}`,
  String.raw`\u{10ad3}-\u{10adc}\u{10ade}-\u{10ae0}\u{10aeb}-\u{10aee}\u{10b80}\u{10b82}`,
  String.raw`\u{10b86}-\u{10b88}\u{10b8a}-\u{10b8b}\u{10b8d}\u{10b90}\u{10bad}-\u{10bae}`,
  String.raw`\u{10d00}-\u{10d21}\u{10d23}\u{10f30}-\u{10f32}\u{10f34}-\u{10f44}`,
  String.raw`\u{10f51}-\u{10f53}\u{10f70}-\u{10f73}\u{10f76}-\u{10f81}\u{10fb0}`,
  String.raw`\u{10fb2}-\u{10fb3}\u{10fb8}\u{10fbb}-\u{10fbc}\u{10fbe}-\u{10fbf}\u{10fc1}\u{10fc4}`,
  String.raw`\u{10fca}-\u{10fcb}\u{1e900}-\u{1e943}`,
].join('');

/** Letters that join the previous one: Joining_Type Dual_Joining or Right_Joining. */
export const joinsFormer = [
  String.raw`\u{620}\u{622}-\u{63f}\u{641}-\u{64a}\u{66e}-\u{66f}\u{671}-\u{673}\u{675}-\u{6d3}`,
  String.raw`\u{6d5}\u{6ee}-\u{6ef}\u{6fa}-\u{6fc}\u{6ff}\u{710}\u{712}-\u{72f}\u{74d}-\u{77f}`,
  String.raw`\u{7ca}-\u{7ea}\u{840}-\u{858}\u{860}\u{862}-\u{865}\u{867}-\u{86a}\u{870}-\u{882}`,
  String.raw`\u{886}\u{889}-\u{88e}\u{8a0}-\u{8ac}\u{8ae}-\u{8c8}\u{1807}\u{1820}-\u{1878}`,
  String.raw`\u{1887}-\u{18a8}\u{18aa}\u{a840}-\u{a871}\u{10ac0}-\u{10ac5}\u{10ac7}`,
  String.raw`\u{10ac9}-\u{10aca}\u{10ace}-\u{10ad6}\u{10ad8}-\u{10ae1}\u{10ae4}`,
  String.raw`\u{10aeb}-\u{10aef}\u{10b80}-\u{10b91}\u{10ba9}-\u{10bae}\u{10d01}-\u{10d23}`,
  String.raw`\u{10f30}-\u{10f44}\u{10f51}-\u{10f54}\u{10f70}-\u{10f81}\u{10fb0}`,
  String.raw`\u{10fb2}-\u{10fb6}\u{10fb8}-\u{10fbf}\u{10fc1}-\u{10fc4}\u{10fc9}-\u{10fca}`,
  String.raw`\u{1e900}-\u{1e943}`,
].join('');

/** Vowel signs: Indic_Syllabic_Category Vowel_Dependent. */
export const dependentVowels = [
  String.raw`\u{93a}-\u{93b}\u{93e}-\u{94c}\u{94e}-\u{94f}\u{955}-\u{957}\u{962}-\u{963}`,
  String.raw`\u{9be}-\u{9c4}\u{9c7}-\u{9c8}\u{9cb}-\u{9cc}\u{9d7}\u{9e2}-\u{9e3}\u{a3e}-\u{a42}`,
  String.raw`\u{a47}-\u{a48}\u{a4b}-\u{a4c}\u{abe}-\u{ac5}\u{ac7}-\u{ac9}\u{acb}-\u{acc}`,
  String.raw`\u{ae2}-\u{ae3}\u{b3e}-\u{b44}\u{b47}-\u{b48}\u{b4b}-\u{b4c}\u{b55}-\u{b57}`,
  String.raw`\u{b62}-\u{b63}\u{bbe}-\u{bc2}\u{bc6}-\u{bc8}\u{bca}-\u{bcc}\u{bd7}\u{c3e}-\u{c44}`,
  String.raw`\u{c46}-\u{c48}\u{c4a}-\u{c4c}\u{c55}-\u{c56}\u{c62}-\u{c63}\u{cbe}-\u{cc4}`,
  String.raw`\u{cc6}-\u{cc8}\u{cca}-\u{ccc}\u{cd5}-\u{cd6}\u{ce2}-\u{ce3}\u{d3e}-\u{d44}`,
  String.raw`\u{d46}-\u{d48}\u{d4a}-\u{d4c}\u{d57}\u{d62}-\u{d63}\u{dcf}-\u{dd4}\u{dd6}`,
  String.raw`\u{dd8}-\u{ddf}\u{df2}-\u{df3}\u{e30}-\u{e39}\u{e40}-\u{e45}\u{e47}\u{eb0}-\u{eb9}`,
  String.raw`\u{ebb}\u{ec0}-\u{ec4}\u{f71}-\u{f7d}\u{f80}-\u{f81}\u{102b}-\u{1035}`,
  String.raw`\u{1056}-\u{1059}\u{1062}\u{1067}-\u{1068}\u{1071}-\u{1074}\u{1083}-\u{1086}`,
  String.raw`\u{109c}-\u{109d}\u{1712}-\u{1713}\u{1732}-\u{1733}\u{1752}-\u{1753}`,
  String.raw`\u{1772}-\u{1773}\u{17b6}-\u{17c5}\u{17c8}\u{1920}-\u{1928}\u{193a}\u{19b0}-\u{19c0}`,
  String.raw`\u{1a17}-\u{1a1b}\u{1a61}-\u{1a73}\u{1b35}-\u{1b43}\u{1ba4}-\u{1ba9}`,
  String.raw`\u{1be7}-\u{1bef}\u{1c26}-\u{1c2c}\u{a802}\u{a823}-\u{a827}\u{a8b5}-\u{a8c3}\u{a8ff}`,
  String.raw`\u{a947}-\u{a94e}\u{a9b4}-\u{a9bc}\u{a9e5}\u{aa29}-\u{aa32}\u{aab0}-\u{aabe}`,
  String.raw`\u{aaeb}-\u{aaef}\u{abe3}-\u{abea}\u{10a01}-\u{10a03}\u{10a05}-\u{10a06}`,
  String.raw`\u{10a0c}-\u{10a0d}\u{11038}-\u{11045}\u{11073}-\u{11074}\u{110b0}-\u{110b8}`,
  String.raw`\u{110c2}\u{11127}-\u{11132}\u{11145}-\u{11146}\u{111b3}-\u{111bf}`,
  String.raw`\u{111cb}-\u{111cc}\u{111ce}\u{1122c}-\u{11233}\u{112e0}-\u{112e8}`,
  String.raw`\u{1133e}-\u{11344}\u{11347}-\u{11348}\u{1134b}-\u{1134c}\u{11357}`,
  String.raw`\u{11362}-\u{11363}\u{11435}-\u{11441}\u{114b0}-\u{114be}\u{115af}-\u{115b5}`,
  String.raw`\u{115b8}-\u{115bb}\u{115dc}-\u{115dd}\u{11630}-\u{1163c}\u{11640}`,
  String.raw`\u{116ad}-\u{116b5}\u{11720}-\u{1172a}\u{1182c}-\u{11836}\u{11930}-\u{11935}`,
  String.raw`\u{11937}-\u{11938}\u{119d1}-\u{119d7}\u{119da}-\u{119dd}\u{119e4}`,
  String.raw`\u{11a01}-\u{11a0a}\u{11a51}-\u{11a5b}\u{11c2f}-\u{11c36}\u{11c38}-\u{11c3b}`,
  String.raw`\u{11cb0}-\u{11cb4}\u{11d31}-\u{11d36}\u{11d3a}\u{11d3c}-\u{11d3d}\u{11d3f}\u{11d43}`,
  String.raw`\u{11d8a}-\u{11d8e}\u{11d90}-\u{11d91}\u{11d93}-\u{11d94}\u{11ef3}-\u{11ef6}`,
].join('');
