import { load } from 'cheerio/slim'
import { openZip, type ZipFile } from '../sources/zip-file.ts'

/** What a row of a sheet holds beyond its values: columns count from 0. */
export interface RowMarks {
  /** The row in the sheet, from 0. */
  readonly index: number
  /** Where a formula stands whose result the workbook does not hold. */
  readonly unsolved: readonly number[]
  /** Where an error stands; a text may read like one. */
  readonly errors: readonly number[]
  /** The formats of numbers that are shown with zeros in front, such as 00000. */
  readonly masks: ReadonlyMap<number, string>
}

/** Reads what the reader of values leaves out, row by row; rows without any are left out. */
export async function* readMarks(bytes: Uint8Array, sheet: string): AsyncGenerator<RowMarks> {
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), Infinity)
  const places = await findPlaces(zip, sheet)
  if (!places) throw new Error('its sheet cannot be found')
  const masks = await readMasks(zip, places.styles)
  let index = -1
  for await (const row of readRows(zip, places.sheet)) {
    index = Number(/^[^>]*?\sr\s*=\s*["'](\d+)["']/.exec(row)?.[1] ?? index + 2) - 1
    if (masks.size === 0 && !formula.test(row) && !error.test(row)) continue
    const marks = readRow(row, index, masks)
    if (marks.unsolved.length + marks.errors.length + marks.masks.size > 0) yield marks
  }
}

/** A number as a mask of zeros shows it: 123 under 00000 is 00123. Undefined for what is no whole number from 0 on. */
export function maskedText(value: number, mask: string): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined
  const digits = [...String(value)]
  const shown: string[] = []
  const places = [...mask]
  const first = places.indexOf('0')
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const isDigit = places[at] === '0'
    shown.push(isDigit ? (digits.pop() ?? '0') : (places[at] ?? ''))
    if (at === first) shown.push(...digits.splice(0).reverse())
  }
  return shown.reverse().join('')
}

async function parse(zip: ZipFile, name: string) {
  return load((await zip.read(name))?.toString('utf8') ?? '', { xml: true })
}

/** The parts of a sheet and of the styles, by the names that the workbook gives them. */
async function findPlaces(
  zip: ZipFile,
  name: string,
): Promise<{ sheet: string; styles: string | undefined } | undefined> {
  const packaged = await parse(zip, '_rels/.rels')
  const root = packaged('[Type$="/officeDocument"]').attr('Target')?.replace(/^\//, '')
  if (root === undefined) return undefined
  const folder = root.replace(/[^/]*$/, '')
  const relations = await parse(zip, `${folder}_rels/${root.slice(folder.length)}.rels`)
  const pathOf = (target: string | undefined) =>
    target?.startsWith('/') ? target.slice(1) : target && folder + target
  const $ = await parse(zip, root)
  const sheets = $('sheet, x\\:sheet').toArray()
  const found = sheets.map((element) => $(element).attr() ?? {}).find((sheet) => sheet['name'] === name)
  const relation = Object.entries(found ?? {}).find(([key]) => key.endsWith(':id'))?.[1]
  const sheet = pathOf(relations(`[Id="${relation}"]`).attr('Target'))
  return sheet ? { sheet, styles: pathOf(relations('[Type$="/styles"]').attr('Target')) } : undefined
}

/** The masks of zeros among the formats, by the number that a cell names its format with. */
async function readMasks(zip: ZipFile, part: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (part === undefined) return new Map()
  const $ = await parse(zip, part)
  const codes = new Map(
    $('numFmts > numFmt, x\\:numFmts > x\\:numFmt')
      .toArray()
      .map((element) => [$(element).attr('numFmtId'), $(element).attr('formatCode') ?? ''] as const),
  )
  const formats = $('cellXfs > xf, x\\:cellXfs > x\\:xf').toArray()
  const masks = formats.map((element) => maskOf(codes.get($(element).attr('numFmtId')) ?? ''))
  return new Map(masks.flatMap((mask, index) => (mask === undefined ? [] : [[String(index), mask] as const])))
}

/** Zeros, and what stands between them as it is shown; undefined for any other format of numbers. */
function maskOf(code: string): string | undefined {
  const [positive = ''] = code.split(';')
  const shown = positive.replaceAll(/\\(.)|"([^"]*)"/g, '$1$2')
  return /^0[0 \-/.]*0$/.test(shown) && !/0\.0/.test(positive) ? shown : undefined
}

const rowEnd = /<\/(?:\w+:)?row>/

/** The text of each row of a sheet, from its tag on; empty rows are left out. What counts here is ASCII. */
async function* readRows(zip: ZipFile, part: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of (await zip.stream(part)) ?? []) {
    const rows = (rest + chunk.toString('latin1')).split(rowEnd)
    rest = rows.pop() ?? ''
    for (const row of rows) yield row.slice(Math.max(0, row.search(rowStart)))
  }
}

const rowStart = /<(?:\w+:)?row[\s>][^<]*<(?:\w+:)?c[\s>/]/
const error = /\st\s*=\s*["']e["']/
const formula = /<(?:\w+:)?f[\s/>]/
const cell = /<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs
const result = /<(?:\w+:)?v(?:\s[^>]*)?>[^<]/

function readRow(row: string, index: number, formats: ReadonlyMap<string, string>): RowMarks {
  const unsolved: number[] = []
  const errors: number[] = []
  const masks = new Map<number, string>()
  let column = -1
  for (const [, attributes = '', content = ''] of row.matchAll(cell)) {
    column = columnOf(attributes) ?? column + 1
    if (error.test(attributes)) errors.push(column)
    if (isUnsolved(attributes, content)) unsolved.push(column)
    const mask = content && formats.get(numberFormatOf(attributes))
    if (mask) masks.set(column, mask)
  }
  return { index, unsolved, errors, masks }
}

/** A formula may result in an empty text; then its type says so. */
function isUnsolved(attributes: string, content: string): boolean {
  return formula.test(content) && !result.test(content) && !/\st\s*=\s*["']str["']/.test(attributes)
}

/** The number of the format of a cell that is a number; empty for any other. */
function numberFormatOf(attributes: string): string {
  return /\st\s*=\s*["'](?!n["'])/.test(attributes)
    ? ''
    : (/\ss\s*=\s*["'](\d+)["']/.exec(attributes)?.[1] ?? '')
}

function columnOf(attributes: string): number | undefined {
  const letters = /\sr\s*=\s*["']([A-Z]+)\d+["']/.exec(attributes)?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
