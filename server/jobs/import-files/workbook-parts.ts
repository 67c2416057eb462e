import { posix } from 'node:path'
import { load } from 'cheerio/slim'
import { isDateFormat } from 'hucre'
import type { ZipFile } from '../sources/zip-file.ts'
import { splitAtEnds, textOfRuns } from './xml-pieces.ts'
import { refusal } from './file-rows.ts'
import { message } from '#shared/messages/message.ts'

/** A workbook without its sheets: what it names, and what their cells refer to. */
export interface Workbook {
  /** Hidden sheets last. */
  readonly sheets: readonly { readonly name: string; readonly part: string | undefined }[]
  readonly isFrom1904: boolean
  readonly textsPart: string | undefined
  readonly stylesPart: string | undefined
}

/** How the cells of one style show numbers. */
export interface CellFormat {
  readonly isDate: boolean
  /** Zeros, and what stands between them, of numbers that are shown with zeros in front. */
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
      // The formats that every workbook has are known by their number.
      return { isDate: isDateFormat(codes.get(id) ?? id), mask: maskOf(codes.get(id) ?? '') }
    })
}

/** Zeros, and what stands between them as it is shown; undefined for any other format of numbers. */
function maskOf(code: string): string | undefined {
  const [positive = ''] = code.split(';')
  const shown = positive.replaceAll(/\\(.)|"([^"]*)"/g, '$1$2')
  return /^0[0 \-/.]*0$/.test(shown) && !/0\.0/.test(positive) ? shown : undefined
}
