/**
 * Small files that unpack to much: imports and sources have to refuse them with a sentence. They are made
 * on demand, quickly and in little memory: a block is packed once, and its packed bytes are repeated.
 */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** A file that costs a reader without limits far more than its size. */
export interface Bomb {
  readonly name: string
  readonly extension: '.xlsx' | '.docx' | '.pdf' | '.zip' | '.json' | '.jsonl' | '.csv' | '.xml'
  readonly make: () => Buffer
}

interface Part {
  readonly name: string
  readonly declared?: string
  readonly start?: string
  readonly block?: string | Buffer
  readonly times?: number
  readonly end?: string
  readonly claimed?: number
}

const MB = 1024 * 1024
const office = 'http://schemas.openxmlformats.org'
const sheetSpace = `xmlns="${office}/spreadsheetml/2006/main"`
const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const cellStart = '<row r="1"><c r="A1" t="inlineStr"><is><t>'
const cellEnd = '</t></is></c></row>'
const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${[...'bcdefghij']
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`)
  .join('')}]>`

export const importBombs: readonly Bomb[] = [
  workbook('a sheet of 3 GB of rows', { block: rowsOf('x'.repeat(30), 20_000), times: 2500 }),
  workbook('more rows than a sheet has', { block: rowsOf('x', 20_000), times: 100 }),
  workbook('a cell of 2 GB', { start: cellStart, block: 'x'.repeat(MB), times: 2000, end: cellEnd }),
  workbook('a sheet that says it is small', {
    start: cellStart,
    block: 'x'.repeat(MB),
    times: 2000,
    end: cellEnd,
    claimed: 1000,
  }),
  workbook('a tag that never ends', { start: '<row r="1" ', block: ' '.repeat(MB), times: 500 }),
  workbook('rows of 16,384 columns', { block: wideRows(20_000), times: 50 }),
  workbook(
    'thirty million shared texts',
    { start: `<row r="1"><c r="A1" t="s"><v>0</v></c></row>` },
    { block: '<si><t>x</t></si>'.repeat(50_000), times: 600 },
  ),
  workbook(
    'one shared text in every cell',
    { block: `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(1000), times: 1000 },
    { start: '<si><t>', block: 'x'.repeat(MB), times: 1, end: '</t></si>' },
  ),
  workbook('elements in each other', { block: '<a>'.repeat(MB / 4), times: 100 }),
  workbook('a billion laughs', {
    declared: laughs,
    start: `<row r="1"><c r="A1" t="inlineStr"><is><t>&j;</t></is></c></row>`,
  }),
  packed('pictures that unpack without end', '.zip', pictures()),
  plain('lists in lists', '.json', () => '['.repeat(20 * MB)),
  plain('one text of 60 MB', '.json', () => `[{"name":"${'x'.repeat(60 * MB)}"}]`),
  plain('ten million empty rows in an object', '.json', () => `{"data":[${'{},'.repeat(10_000_000)}{}]}`),
  plain('a new column in every row', '.jsonl', () =>
    Array.from({ length: 2_000_000 }, (_, at) => `{"c${at}":1}`).join('\n'),
  ),
  plain('one line of 60 MB', '.jsonl', () => `{"a":1}\n{"name":"${'x'.repeat(60 * MB)}"}`),
  plain('entities in entities', '.xml', () => `<?xml version="1.0"?>${laughs}<rss>&j;</rss>`),
  plain('ten million elements in each other', '.xml', () => `<rss>${'<a>'.repeat(10_000_000)}`),
  plain('one text of 200 MB', '.xml', () => `<rss><channel><item><title>${'x'.repeat(200 * MB)}`),
  plain('two million attributes', '.xml', () => {
    const attributes = Array.from({ length: 2_000_000 }, (_, at) => `a${at}=""`)
    return `<rss><channel><item ${attributes.join(' ')}>`
  }),
  plain('ten million cells in a line', '.csv', () => `name,sku\n${','.repeat(10_000_000)}`),
]

export const sourceBombs: readonly Bomb[] = [
  workbook('a sheet of 200 MB', { block: rowsOf('x'.repeat(30), 20_000), times: 160 }),
  workbook(
    'ten million shared texts',
    { start: `<row r="1"><c r="A1" t="s"><v>0</v></c></row>` },
    { block: '<si><t>x</t></si>'.repeat(50_000), times: 200 },
  ),
  document('four million paragraphs', {
    block: '<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(20_000),
    times: 200,
  }),
  document('a paragraph of 200 MB', { start: '<w:p><w:r><w:t>', block: 'x'.repeat(MB), times: 200 }),
  document('elements in each other', { block: '<w:p>'.repeat(10_000), times: 100 }),
  document('a billion laughs', { declared: laughs, start: '<w:p><w:r><w:t>&j;</w:t></w:r></w:p>' }),
  document('a document that says it is small', { block: 'x'.repeat(MB), times: 2000, claimed: 1000 }),
  packed('pictures that unpack without end', '.zip', pictures()),
  pdf('a page of 4 GB', [' '.repeat(MB), 4000]),
  pdf('a page of many texts', ['(x) Tj '.repeat(100_000), 300]),
  pdf('texts on a page without end', ['BT /F1 9 Tf 9 9 Td (Oak chair) Tj ET '.repeat(10_000), 50]),
]

function plain(name: string, extension: Bomb['extension'], make: () => string): Bomb {
  return { name, extension, make: () => Buffer.from(make()) }
}

function packed(name: string, extension: Bomb['extension'], parts: readonly Part[]): Bomb {
  return { name, extension, make: () => zipOf(parts) }
}

function workbook(name: string, rows: Omit<Part, 'name'>, texts: Omit<Part, 'name'> = {}): Bomb {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (...list: string[]) =>
    `<Relationships xmlns="${office}/package/2006/relationships">${list.join('')}</Relationships>`
  const header = `<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>`
  return packed(name, '.xlsx', [
    { name: '[Content_Types].xml', start: `<Types xmlns="${office}/package/2006/content-types"/>` },
    { name: '_rels/.rels', start: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      start: `<workbook ${sheetSpace} xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      start: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    within(texts, 'xl/sharedStrings.xml', `<sst ${sheetSpace}>`, '</sst>'),
    within(
      rows,
      'xl/worksheets/sheet1.xml',
      `<worksheet ${sheetSpace}><sheetData>${header}`,
      '</sheetData></worksheet>',
    ),
  ])
}

function document(name: string, body: Omit<Part, 'name'>): Bomb {
  return packed(name, '.docx', [
    within(body, 'word/document.xml', `<w:document ${wordSpace}><w:body>`, '</w:body></w:document>'),
  ])
}

function within(part: Omit<Part, 'name'>, name: string, start: string, end: string): Part {
  return {
    ...part,
    name,
    start: (part.declared ?? '') + start + (part.start ?? ''),
    end: (part.end ?? '') + end,
  }
}

function rowsOf(text: string, count: number): string {
  return `<row><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`.repeat(count)
}

function wideRows(count: number): string {
  return '<row><c r="XFD1"><v>1</v></c></row>'.repeat(count)
}

function pictures(): Part[] {
  return Array.from({ length: 50 }, (_, at) => ({
    name: `picture-${at}.png`,
    start: '\x89PNG\r\n\x1a\n',
    block: Buffer.alloc(MB),
    times: 400,
  }))
}

function zipOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const { bytes, size, checksum } = pack(part)
    const name = Buffer.from(part.name)
    const fields = Buffer.alloc(26)
    // Version, flags, method 8 (deflate), time and date, then checksum and sizes.
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(checksum, 10)
    fields.writeUInt32LE(bytes.length, 14)
    fields.writeUInt32LE(part.claimed ?? size, 18)
    fields.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, name)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, bytes])
    files.push(file)
    at += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, listed, end])
}

function pack({ start = '', block = '', times = 0, end = '' }: Part): {
  bytes: Buffer
  size: number
  checksum: number
} {
  const repeated = Buffer.from(block)
  let checksum = crc32(start)
  for (let count = 0; count < times; count += 1) checksum = crc32(repeated, checksum)
  return {
    bytes: Buffer.concat([alone(start), ...Array<Buffer>(times).fill(alone(repeated)), deflateRawSync(end)]),
    size: Buffer.byteLength(start) + repeated.length * times + Buffer.byteLength(end),
    checksum: crc32(end, checksum),
  }
}

function alone(content: string | Buffer): Buffer {
  return deflateRawSync(content, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
}

function packTwice(text: string, times: number): Buffer {
  const block = Buffer.from(text)
  const body = Buffer.concat([...Array<Buffer>(times).fill(alone(block)), deflateRawSync('')])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(adler32(block, times))
  return deflateSync(Buffer.concat([Buffer.from([0x78, 0x9c]), body, checksum]), { level: 9 })
}

function adler32(block: Buffer, times: number): number {
  const prime = 65_521
  let [sum, weighted] = [0, 0]
  for (const [at, byte] of block.entries()) {
    sum = (sum + byte) % prime
    weighted = (weighted + (block.length - at) * byte) % prime
  }
  let [low, high] = [1, 0]
  for (let count = 0; count < times; count += 1) {
    high = (high + block.length * low + weighted) % prime
    low = (low + sum) % prime
  }
  return high * 65_536 + low
}

function pdf(name: string, [block, times]: readonly [string, number]): Bomb {
  return { name, extension: '.pdf', make: () => pdfOf(packTwice(block, times)) }
}

function pdfOf(content: Buffer): Buffer {
  const stream = `<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    Buffer.concat([Buffer.from(stream), content, Buffer.from('\nendstream')]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let bytes = Buffer.from('%PDF-1.7\n')
  const places = objects.map((object, at) => {
    const position = bytes.length
    bytes = Buffer.concat([
      bytes,
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    return `${String(position).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.concat([
    bytes,
    Buffer.from(`${table}trailer\n<< /Root 1 0 R /Size ${count} >>\nstartxref\n${bytes.length}\n%%EOF\n`),
  ])
}

export function findBomb(bombs: readonly Bomb[], name: string): Bomb {
  const bomb = bombs.find((each) => each.name === name)
  if (!bomb) throw new Error(`There is no bomb "${name}".`)
  return bomb
}
