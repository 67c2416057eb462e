import { posix } from 'node:path'
import { load } from 'cheerio/slim'
import { isDateFormat } from 'hucre'
import type { ZipFile } from '../sources/zip-file.ts'
import { refusal } from './file-rows.ts'
import { message } from '#shared/messages/message.ts'

/** A workbook without its sheets: what it names, and what their cells refer to. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string | undefined }[]
  readonly isFrom1904: boolean
  readonly textsPart: string | undefined
  readonly stylesPart: string | undefined
}

export interface CellFormat {
  readonly isDate: boolean
  readonly mask: string | undefined
}

// They are held whole while they are read.
const maxPartBytes = 16 * 1024 * 1024
const maxTexts = 3_000_000

async function parse(zip: ZipFile, name: string) {
  return load((await zip.read(name, maxPartBytes))?.toString('utf8') ?? '', { xml: true })
}

/** Reads where everything is; throws a sentence where the file is no workbook. */
export async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const packaged = await parse(zip, '_rels/.rels')
  const root = packaged('[Type$="/officeDocument"]').attr('Target')?.replace(/^\//, '')
  if (root === undefined || !zip.names.includes(root)) throw refusal(noWorkbook)
  const folder = root.replace(/[^/]*$/, '')
  const relations = await parse(zip, `${folder}_rels/${root.slice(folder.length)}.rels`)
  const $ = await parse(zip, root)
  const partOf = (relation: string | undefined) => {
    const target = relations('Relationship, x\\:Relationship')
      .toArray()
      .map((element) => relations(element).attr() ?? {})
      .find((attributes) => attributes['Id'] === relation)?.['Target']
    return pathOf(folder, target)
  }
  const sheets = $('sheets > sheet, x\\:sheets > x\\:sheet')
    .toArray()
    .map((element) => $(element).attr() ?? {})
  const isHidden = ({ state }: Record<string, string>) => state === 'hidden' || state === 'veryHidden'
  const ordered = [...sheets.filter((sheet) => !isHidden(sheet)), ...sheets.filter(isHidden)]
  const date1904 = $('workbookPr, x\\:workbookPr').attr('date1904')
  return {
    sheets: ordered.map((sheet) => ({ name: sheet['name'] ?? '', part: partOf(relationOf(sheet)) })),
    isFrom1904: date1904 === '1' || date1904 === 'true',
    textsPart: pathOf(folder, relations('[Type$="/sharedStrings"]').attr('Target')),
    stylesPart: pathOf(folder, relations('[Type$="/styles"]').attr('Target')),
  }
}

/**
 * Reads XML of office files piece by piece, so that a part of any size needs memory for one row or text only. No entities but
 * those of XML itself are replaced, whatever the file declares.
 */

const decodedAtOnce = 256 * 1024
const maxLength = 16 * 1024 * 1024

/** What stands before each end tag of one kind; `onTooLong` hears of a piece that does not end, before more is read. */
export async function* splitAtEnds(
  chunks: AsyncIterable<Buffer>,
  end: RegExp,
  onTooLong: () => never,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let fresh = ''
  for await (const chunk of chunks) {
    fresh += decoder.decode(chunk, { stream: true })
    if (fresh.length < decodedAtOnce) continue
    const pieces = (rest + fresh).split(end)
    rest = pieces.pop() ?? ''
    fresh = ''
    if (rest.length > maxLength) onTooLong()
    yield* pieces
  }
  yield* (rest + fresh + decoder.decode()).split(end).slice(0, -1)
}

/** The text of a cell or of a shared text: all of its runs, without how East Asian signs are spoken. */
export function textOfRuns(xml: string): string {
  const runs = withoutSections(xml).replaceAll(phonetic, '').matchAll(run)
  return decodeEscapes(Array.from(runs, ([, text = '']) => decodeEntities(text)).join(''))
}

const phonetic = /<(\w+:)?rPh[\s>][^]*?<\/\1?rPh>/g
const run = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\//g

/** The text of the first element of a name that holds one. */
export function textOfValue(xml: string): string {
  return decodeEntities(/<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)/.exec(withoutSections(xml))?.[1] ?? '')
}

function withoutSections(xml: string): string {
  if (!xml.includes('<![CDATA[')) return xml
  return xml.replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, (_, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return signs[name] ?? entity
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff ? entity : String.fromCodePoint(code)
  })
}

/** Signs that XML cannot hold stand as _x000D_ in office files. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

const noWorkbook = message('file.not_a_workbook')

function relationOf(sheet: Record<string, string>): string | undefined {
  return Object.entries(sheet).find(([key]) => key.endsWith(':id'))?.[1]
}

function pathOf(folder: string, target: string | undefined): string | undefined {
  if (target === undefined) return undefined
  return posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1)
}

/** The texts that cells name by their number. */
export async function readTexts(zip: ZipFile, part: string | undefined): Promise<string[]> {
  const chunks = part === undefined ? undefined : await zip.stream(part)
  const texts: string[] = []
  for await (const piece of chunks ? splitAtEnds(chunks, textEnd, refuseLongText) : []) {
    // A part of a larger text would keep all of it in memory.
    texts.push(Buffer.from(textOfRuns(piece)).toString())
    if (texts.length > maxTexts)
      throw refusal('The workbook holds more than 3,000,000 different texts. Save the sheet as CSV.')
  }
  return texts
}

const textEnd = /<\/(?:\w+:)?si>|<(?:\w+:)?si\s*\/>/

function refuseLongText(): never {
  throw refusal('A text of the workbook is longer than 8 MiB. Shorten it and import the file again.')
}

/** The formats of cells, by the number that a cell names its own with. */
export async function readFormats(zip: ZipFile, part: string | undefined): Promise<readonly CellFormat[]> {
  if (part === undefined) return []
  const $ = await parse(zip, part)
  const codes = new Map(
    $('numFmts > numFmt, x\\:numFmts > x\\:numFmt')
      .toArray()
      .map((element) => [$(element).attr('numFmtId') ?? '', $(element).attr('formatCode') ?? ''] as const),
  )
  return $('cellXfs > xf, x\\:cellXfs > x\\:xf')
    .toArray()
    .map((element) => {
      const id = $(element).attr('numFmtId') ?? ''
      return { isDate: isDateFormat(codes.get(id) ?? id), mask: maskOf(codes.get(id) ?? '') }
    })
}

/** Zeros, and what stands between them as it is shown; undefined for any other format of numbers. */
function maskOf(code: string): string | undefined {
  const [positive = ''] = code.split(';')
  const shown = positive.replaceAll(/\\(.)|"([^"]*)"/g, '$1$2')
  return /^0[0 \-/.]*0$/.test(shown) && !/0\.0/.test(positive) ? shown : undefined
}
