import type { DateOrder, DecimalMark } from '#shared/imports.ts'
import type { MarkedCells } from './counted-cells.ts'
import type { ColumnTraits } from './column-traits.ts'
import type { FileScan } from './start-import.ts'

/** How the numbers and dates of a file are written, judged over all of its columns. */

/** The one way of reading that cells speak for; where they differ, that of most; undefined where none or as many do. */
export function ownMark<Mark extends string>(
  marks: MarkedCells<Mark | 'either'>,
  all: readonly Mark[],
): Mark | undefined {
  const counts = all.map((mark) => ({ mark, count: marks[mark]?.count ?? 0 }))
  const [most, next] = counts.sort((a, b) => b.count - a.count)
  return most && most.count > (next?.count ?? 0) ? most.mark : undefined
}

function sharedMark<Mark extends string>(
  columns: readonly (MarkedCells<Mark | 'either'> | undefined)[],
  all: readonly Mark[],
): Mark | undefined {
  const shown = new Set(columns.flatMap((marks) => (marks ? all.filter((mark) => marks[mark]) : [])))
  const [mark] = shown
  return shown.size === 1 ? mark : undefined
}

export const pointOrComma = ['point', 'comma'] as const satisfies readonly DecimalMark[]
export const dayOrMonth = ['dmy', 'mdy'] as const satisfies readonly DateOrder[]

// Among so many cells that are no numbers a few that look like some tell nothing.
const textShare = 0.1
const placeholderShare = 0.5

/** Whether the cells of a column are numbers but for a few. */
export function isMostlyNumbers({ numbers }: ColumnTraits): boolean {
  return numbers !== undefined && isMostly(numbers.numbers, numbers)
}

/** Whether the cells of a column are dates but for a few. */
export function isMostlyDates({ dates }: ColumnTraits): boolean {
  return dates !== undefined && isMostly(dates.dates, dates)
}

function isMostly(
  right: number,
  { texts, placeholders }: { texts: { count: number }; placeholders: { count: number } },
): boolean {
  const all = right + texts.count + placeholders.count
  return texts.count <= all * textShare && placeholders.count <= all * placeholderShare
}

/** What the columns of a file tell together of the mark before decimals. */
export function fileDecimal({ traits }: FileScan): DecimalMark | undefined {
  const columns = traits.filter((column) => !column.isCode && isMostlyNumbers(column))
  return sharedMark(
    columns.map(({ numbers }) => numbers?.marks),
    pointOrComma,
  )
}

/** What the columns of a file tell together of the order of dates. */
export function fileDates({ traits }: FileScan): (typeof dayOrMonth)[number] | undefined {
  return sharedMark(
    traits.filter(isMostlyDates).map(({ dates }) => dates?.marks),
    dayOrMonth,
  )
}

const commaHeader =
  /preis|gewicht|menge|bestand|länge|breite|höhe|prix|poids|largeur|hauteur|précio|precio|peso|ancho|prezzo|larghezza|prijs|gewicht|pris\b|vikt|cena|waga|hinta|preço/i

/** Which mark is likelier before decimals, where no cell tells: it stands first in the question. */
export function likelyDecimal({ read, headers }: FileScan): DecimalMark {
  return read.delimiter === ';' || headers.some((header) => commaHeader.test(header)) ? 'comma' : 'point'
}

/** Which order of dates is likelier, where no cell tells. */
export function likelyDates(scan: FileScan): (typeof dayOrMonth)[number] {
  return likelyDecimal(scan) === 'comma' ? 'dmy' : 'mdy'
}
