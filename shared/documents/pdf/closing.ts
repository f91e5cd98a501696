import { formatDay } from '../../kernel/pages/format-dates.ts';
import type { Issued, Issuer, Verification } from './issued.ts';
import { drawQrCode } from './qr-code.ts';
import { ink } from './seal.ts';
import { belowEachOther, heightOf } from './set-text.ts';
import {
  type Block,
  drawAll,
  drawFigure,
  drawTagged,
  type Sheet,
  scaledText,
  typeArea,
} from './sheet.ts';

const registrarWidth = 196;
const qrSide = 92;

/** The end of a document: place and date, its number, the issuing officer, and the verification code. */
export function closing(sheet: Sheet, issued: Issued): Block {
  const { documentId, issuer, issuedAt, verification } = issued;
  const day = formatDay(issuedAt);
  const given = issuer.place === null ? `Given on ${day}.` : `Given at ${issuer.place} on ${day}.`;
  const date = scaledText(sheet, [{ text: given }], { size: 10.5, align: 'centre' });
  const number = scaledText(sheet, [{ text: `Document ${documentId}` }], {
    size: 8,
    align: 'centre',
    colour: ink.secondary,
  });
  const parts = [registrar(sheet, issuer)];
  if (verification !== null) parts.unshift(verificationPart(sheet, verification));
  const gap = 20 * sheet.scale;
  const above = date.height + number.height + gap;
  const partsHeight = Math.max(...parts.map(({ height }) => height));
  return {
    gap: 18 * sheet.scale,
    height: above + partsHeight,
    hasCodePoints: date.hasCodePoints || parts.some(({ hasCodePoints }) => hasCodePoints === true),
    draw(top) {
      drawTagged(sheet, 'P', date.at(typeArea.left, top));
      drawTagged(sheet, 'P', number.at(typeArea.left, top + date.height));
      for (const part of parts) part.draw(top + above + partsHeight - part.height);
    },
  };
}

/** The issuing officer. There is no signature line, because the document has only a digital signature. */
function registrar(sheet: Sheet, { registrarName, registryName }: Issuer): Block {
  const left = typeArea.left + typeArea.width - registrarWidth;
  const setting = { width: registrarWidth, align: 'centre', leading: 1.4 } as const;
  const name =
    registrarName === null
      ? null
      : scaledText(sheet, [{ text: registrarName }], { ...setting, size: 10.5, weight: 'bold' });
  const office = scaledText(sheet, [{ text: `Registrar of the ${registryName}` }], {
    ...setting,
    size: 9,
    colour: ink.secondary,
  });
  const nameHeight = name?.height ?? 0;
  return {
    gap: 0,
    height: nameHeight + office.height,
    hasCodePoints: name?.hasCodePoints === true || office.hasCodePoints,
    draw(top) {
      if (name !== null) drawTagged(sheet, 'P', name.at(left, top));
      drawTagged(sheet, 'P', office.at(left, top + nameHeight));
    },
  };
}

function verificationPart(sheet: Sheet, { code, url }: Verification): Block {
  const codeLeft = typeArea.left + (url === null ? 0 : qrSide + 6);
  const width = typeArea.width - registrarWidth - 18 - (codeLeft - typeArea.left);
  const small = { size: 8, width, colour: ink.secondary, leading: 1.4 } as const;
  const label = scaledText(sheet, [{ text: 'Verification code' }], small);
  const groupsIn = (size: number) =>
    scaledText(sheet, [{ text: inGroups(code) }], { size, weight: 'bold', width, leading: 1.5 });
  // Wide letters need a smaller size, so that the code fits on one line.
  const groups = groupsIn([11, 10, 9].find((size) => groupsIn(size).lineCount === 1) ?? 8);
  const address = inPieces(url).map((text) =>
    scaledText(sheet, [{ text }], { ...small, size: 7.5 }),
  );
  const textHeight = heightOf([label, groups, ...address]);
  const height = Math.max(url === null ? 0 : qrSide, textHeight);
  return {
    gap: 0,
    height,
    draw(top) {
      if (url !== null) {
        drawFigure(sheet, `QR code of ${url}`, () =>
          drawQrCode(sheet.pdf, url, typeArea.left - 8, top + height - qrSide + 8, qrSide),
        );
      }
      const textTop = top + height - textHeight;
      drawTagged(sheet, 'P', label.at(codeLeft, textTop));
      drawTagged(sheet, 'P', groups.at(codeLeft, textTop + label.height));
      if (url === null) return;
      const addressTop = textTop + label.height + groups.height;
      const addressWidth = Math.max(...address.map((piece) => piece.width));
      const link = sheet.pdf.struct('Link');
      sheet.root.add(link);
      link.add(() => drawAll(belowEachOther(address, codeLeft, addressTop)));
      // pdfkit writes String objects as strings and plain strings as names.
      const contents: string = Object('Verify this document');
      const annotation = { Contents: contents, structParent: link };
      sheet.pdf.link(codeLeft, addressTop, addressWidth, heightOf(address), url, annotation);
      link.end();
    },
  };
}

/** A code in groups of four characters. */
function inGroups(code: string): string {
  return (code.match(/.{1,4}/gsu) ?? []).join(' ');
}

/** A URL in lines that break after its last slash. */
function inPieces(url: string | null): readonly string[] {
  return url === null ? [] : url.split(/(?<=\/)(?=[^/]+$)/);
}
