#!/bin/sh
# Makes shared/documents/pdf/fonts/noto-serif.ts: the part of Noto Serif that the documents are set in.
#
# Needs Debian's packages fonttools and fonts-noto-core (made with 4.38 and 20201225-1), nothing else
# of this repository's build does. Run again only to change the characters or the typeface:
#   apt-get install fonttools fonts-noto-core && bin/subset-font.sh
set -eu
fonts=${1:-/usr/share/fonts/truetype/noto}
target=$(dirname "$0")/../shared/documents/pdf/fonts/noto-serif.ts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Latin, Greek and Cyrillic as living languages write them, with the combining marks that have no
# precomposed letter everywhere, and typographic punctuation. U+00AD is left out: it must not vanish.
characters=U+0020-007E,U+00A0-00AC,U+00AE-024F,U+0259,U+0300-0304,U+0306-030C,U+0323,U+0327-0328
characters=$characters,U+0331,U+0370-03E1,U+03F0-03FF,U+0400-045F,U+048A-052F,U+1E00-1EFF
characters=$characters,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2039-203A,U+20AC,U+2116

for weight in Regular Bold; do
  pyftsubset "$fonts/NotoSerif-$weight.ttf" --unicodes="$characters" --no-hinting \
    --layout-features=mark,mkmk,ccmp --drop-tables+=STAT --name-IDs=0,1,2,4,6,13,14 \
    --output-file="$work/$weight.ttf"
done

/usr/bin/python3 - "$work" > "$target" <<'PYTHON'
import base64, sys
from fontTools.ttLib import TTFont

def content(weight):
    return open(f'{sys.argv[1]}/{weight}.ttf', 'rb').read()

def characters(weight):
    return set(TTFont(f'{sys.argv[1]}/{weight}.ttf').getBestCmap())

ranges = []
for point in sorted(characters('Regular') & characters('Bold')):
    if ranges and ranges[-1][1] == point - 1:
        ranges[-1][1] = point
    else:
        ranges.append([point, point])

print('// Made by bin/subset-font.sh from Noto Serif 2.004, whose licence is OFL.txt beside this file.\n')
print('/** TrueType files in base64: text, so that a bundle and the source run alike. */')
for weight in 'Regular', 'Bold':
    print(f"export const notoSerif{weight} =\n  '{base64.b64encode(content(weight)).decode()}';\n")
print('/** The code points that both have, as ranges from first to last. */')
print('export const notoSerifCharacters: readonly (readonly [first: number, last: number])[] = [')
for first, last in ranges:
    print(f'  [0x{first:x}, 0x{last:x}],')
print('];')
PYTHON
