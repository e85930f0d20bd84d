import { constants, crc32, deflateRawSync } from "node:zlib";
import { safeText } from "../base/safe-text.ts";
import type { Cell, Slice, Sliced } from "./table-slice.ts";
import { directory, entryHead, entrySums, type ZipEntry } from "./zip.ts";

/** The sheet as far as it is written. */
export interface XlsxPart {
  rows: number;
  sheet: ZipEntry;
}

/** The most characters that a cell of a workbook holds. */
const MAX_TEXT = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const SHEET = "xl/worksheets/sheet1.xml";

/** All of a workbook but its sheet. Style 1 is bold, for the first row, which stays in view. */
const fixed = Object.entries({
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/${SHEET}" ContentType="${types}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relation}"><bookViews><workbookView/></bookViews><sheets><sheet name="Records" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}).map(([name, text]) => {
  const bytes = Buffer.from(XML + text);
  const content = deflateRawSync(bytes);
  return { entry: { name, crc: crc32(bytes), packed: content.length, size: bytes.length }, content };
});
const SHEET_HEAD = `${XML}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const SHEET_TAIL = "</sheetData></worksheet>";

/** Writes some rows of a workbook. The sheet is deflated slice by slice, so that no more than a slice is in memory. */
export function xlsxSlice({ columns, rows, before, isLast }: Slice<XlsxPart>): Sliced<XlsxPart> {
  const letters = columns.map((_, at) => lettersOf(at));
  const last = before.at(-1);
  let count = last?.rows ?? 0;
  let xml = last ? "" : SHEET_HEAD;
  const add = (row: Cell[], style: string) => {
    count += 1;
    const cells = row.map((value, at) => (value === null ? "" : cellXml(`${letters[at]}${count}"${style}`, value)));
    xml += `<row r="${count}">${cells.join("")}</row>`;
  };
  if (!last) {
    const names = columns.map(({ name }) => name);
    add(names, ' s="1"');
  }
  for (const row of rows) add(row, "");
  const bytes = Buffer.from(isLast ? xml + SHEET_TAIL : xml);
  const content = deflateRawSync(bytes, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
  const sheet: ZipEntry = {
    name: SHEET,
    crc: crc32(bytes, last?.sheet.crc),
    packed: (last?.sheet.packed ?? 0) + content.length,
    size: (last?.sheet.size ?? 0) + bytes.length,
  };
  const head = fixed.flatMap(({ entry, content }) => [entryHead(entry.name), content, entrySums(entry)]);
  const tail = () => [entrySums(sheet), directory([...fixed.map(({ entry }) => entry), sheet])];
  return {
    bytes: Buffer.concat([...(last ? [] : [...head, entryHead(SHEET)]), content, ...(isLast ? tail() : [])]),
    part: { rows: count, sheet },
  };
}

/** Text is typed as text, so that a spreadsheet never runs it as a formula. */
function cellXml(place: string, value: number | boolean | string): string {
  if (typeof value === "number") return `<c r="${place}><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c r="${place} t="b"><v>${Number(value)}</v></c>`;
  return `<c r="${place} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MAX_TEXT))}</t></is></c>`;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };
/** XML has no other way to write these than to leave the last two out. */
const escaped = (text: string): string =>
  safeText(text).replaceAll(/[&<>\r\ufffe\uffff]/g, (character) => escapes[character] ?? "");

/** The name of a column: A to Z, then AA and so on. */
const lettersOf = (at: number): string =>
  (at < 26 ? "" : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
