import { CsvError } from 'csv-parse'
import type { QuoteMode } from '#shared/imports.ts'
import { message } from '#shared/messages/message.ts'
import type { RecordFormat } from './csv-records.ts'
import {
  decodeSample,
  detectDelimiter,
  isMostlyUtf8,
  NotUtf8,
  readAsUtf8,
  readSeparatorLine,
  SeenText,
} from './csv-text.ts'
import { detectEncoding, readHead } from './detect-format.ts'
import { maxRowLength, type ReadOptions, refusal } from './file-rows.ts'
import { type EncodingDoubt, guessEncoding } from './guess-encoding.ts'

/**
 * How a CSV file is written: its encoding, delimiter and quoting. The head is only a guess; where reading
 * on shows that it is wrong, the next format is tried.
 */
export interface CsvFormat extends RecordFormat {
  /** Whether quoted cells with line ends and delimiters have been checked and are no swallowed rows. */
  readonly isQuoted?: boolean
  /** The user's choice about quotation marks. */
  readonly quote: QuoteMode | undefined
  readonly isDetected: boolean
  readonly isGuess: boolean
  readonly doubt?: EncodingDoubt | undefined
  readonly hasNul: boolean
}

const headLength = 64 * 1024

/** Detects the encoding, the delimiter and the first line by the head of a file. */
export async function detectFormat(file: string, asked: ReadOptions): Promise<CsvFormat> {
  const head = await readHead(file, headLength)
  const nature = detectEncoding(head, asked.encoding)
  if (nature.kind === 'empty') throw refusal(message('file.empty'))
  if (nature.kind === 'unreadable') throw refusal(nature.reason)
  const { encoding, by } = nature
  const sample = await decodeSample(head, encoding)
  const declared = readSeparatorLine(sample)
  return {
    encoding,
    hasFlaws: false,
    isDetected: by !== 'content',
    isGuess: by === 'content' && encoding !== 'utf-8',
    delimiter: asked.delimiter ?? declared?.delimiter ?? detectDelimiter(sample, head.length < headLength),
    fromLine: declared ? 2 : 1,
    isStrict: true,
    hasNul: false,
    ...quotedAs[asked.quote ?? 'double'],
    quote: asked.quote,
  }
}

/** The reading of each choice about quotation marks; `double` allows for no other reading. */
const quotedAs: Record<QuoteMode, Pick<CsvFormat, 'isUnquoted'>> = {
  double: {},
  none: { isUnquoted: true },
}

/** Returns the next format to try after an error; undefined where the file is at fault. */
export async function fallBack(
  file: string,
  format: CsvFormat,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<CsvFormat | undefined> {
  if (error instanceof NotUtf8) {
    const isUtf8 = format.isDetected || (await isMostlyUtf8(file, signal))
    if (isUtf8) return { ...format, hasFlaws: true }
    const { encoding, doubt } = await guessEncoding(file, signal)
    return { ...format, encoding, doubt, isGuess: true }
  }
  if (error instanceof CellOfRows)
    return withQuotes(file, format, { otherwise: { ...format, isQuoted: true }, signal })
  if (!(error instanceof CsvError) || !Object.hasOwn(quoteFaults, error.code)) return undefined
  const mayRelax = format.isStrict && quoteFaults[error.code] === 'misplaced'
  return withQuotes(file, format, {
    otherwise: mayRelax ? { ...format, isStrict: false } : undefined,
    signal,
  })
}

async function withQuotes(
  file: string,
  format: CsvFormat,
  { otherwise, signal }: { otherwise: CsvFormat | undefined; signal: AbortSignal },
): Promise<CsvFormat | undefined> {
  try {
    const mayBeUnquoted = format.quote === undefined && !format.isUnquoted
    if (mayBeUnquoted && (await quotesNothing(file, format, signal)))
      return { ...format, isStrict: true, isUnquoted: true }
  } catch (error) {
    return fallBack(file, format, { error, signal })
  }
  return otherwise
}

/** Faults that may not be faults of the file: misplaced quotes, and rows without an end. */
const quoteFaults: Readonly<Record<string, 'misplaced' | 'endless'>> = {
  CSV_INVALID_CLOSING_QUOTE: 'misplaced',
  INVALID_OPENING_QUOTE: 'misplaced',
  CSV_QUOTE_NOT_CLOSED: 'endless',
  CSV_MAX_RECORD_SIZE: 'endless',
}

/** A quoted cell holds line ends and delimiters, which may be rows swallowed between two lone quotes. */
export class CellOfRows extends Error {}

/**
 * Whether every line has as many cells as the first when quotes are plain characters, and some quotes are
 * lone.
 */
async function quotesNothing(file: string, format: CsvFormat, signal: AbortSignal): Promise<boolean> {
  const { delimiter, fromLine } = format
  if (delimiter === '' || format.hasFlaws) return false
  const decoder = new TextDecoder()
  let width = 0
  let hasLone = false
  let line = 0
  const takes = (text: string): boolean => {
    line += 1
    if (line < fromLine || text === '') return true
    const cells = text.split(delimiter)
    width ||= cells.length
    hasLone ||= cells.some(hasLoneQuote)
    return cells.length === width && width > 1 && !cells.some(isSurelyQuoted)
  }
  let rest = ''
  for await (const chunk of readAsUtf8(file, format, new SeenText())) {
    signal.throwIfAborted()
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > maxRowLength || !lines.every(takes)) return false
  }
  return takes(rest.replace(/\r$/, '')) && hasLone
}

/**
 * Whether a quote begins or ends a cell without its counterpart, or ends within it; `="00123"` is not such
 * a cell.
 */
function hasLoneQuote(cell: string): boolean {
  return cell.includes('"') && !/^=?"[^"]*"$/.test(cell)
}

/** Whether a cell has quotes around doubled ones, which only a file with quoting writes. */
function isSurelyQuoted(cell: string): boolean {
  return /^"(?:[^"]|"")*""(?:[^"]|"")*"$/.test(cell) && cell !== '""'
}
