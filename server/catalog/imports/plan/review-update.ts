import type { FileScan } from '../recognise/file-scan.ts'
import { canBeKey, roleOfKey } from '../recognise/identity.ts'
import { type Attribute, attributesOf } from '../../../store/tables/attributes.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { foldText } from '#shared/text.ts'
import type { ImportQuestion } from '#shared/imports.ts'
import {
  listed,
  type Message,
  message,
  referenceOf,
  type Sentence,
  textOf,
} from '#shared/messages/message.ts'
import {
  ChangedCodes,
  describeMissing,
  type CodeColumn,
  type ComparedKeys,
  type FileRow,
  maxRenumbered,
  RowComparison,
  type RenumberedRow,
} from './compare-rows.ts'
import type { ImportRequest } from './import-state.ts'
import { PriceChanges, usualPriceShare } from './price-changes.ts'
import { type RenamedColumn, RenamedColumns } from './renamed-columns.ts'
import { noteQuestions, type PlannedImport } from './start-import.ts'
import type { Faults } from '../../errors.ts'

type ReviewRequest = Pick<ImportRequest, 'type' | 'renumbered' | 'renamed' | 'price_share'>

interface UpdateToReview {
  readonly scan: FileScan
  readonly request: ReviewRequest
  readonly planned: PlannedImport
  /** The key that is used or proposed. */
  readonly mergeKey: string | undefined
}

/** The questions and findings of an update before anything is written. */
export interface UpdateReview {
  readonly questions: readonly ImportQuestion[]
  /** Why the rows cannot be found by the key, if so. */
  readonly refusal: Message | undefined
  /** The columns that fill attributes of other names. */
  readonly filled: Readonly<Record<string, string>>
  /** The ids of renumbered entities by their folded new numbers. */
  readonly renumbered: Readonly<Record<string, string>>
  readonly filledWarnings: readonly Message[]
  readonly warnings: readonly Message[]
}

const maxShown = 10
const maxSamples = 5

/** Reviews a file as an update of what is there: its rows by the key, and its columns by their values. */
export class UpdateComparison {
  readonly #asked: ReviewRequest
  readonly #rows: RowComparison
  readonly #columns: RenamedColumns
  readonly #prices: PriceChanges
  readonly #codes: ChangedCodes
  readonly #isWhole: boolean
  readonly #keys: ComparedKeys

  /** Undefined for a file that updates nothing, as no key of known entities is chosen. */
  static of(db: ReadableDb, update: UpdateToReview): UpdateComparison | undefined {
    const keys = findKeys(db, update)
    return keys && new UpdateComparison(db, update, keys)
  }

  private constructor(db: ReadableDb, { scan, request, planned }: UpdateToReview, keys: ComparedKeys) {
    this.#asked = request
    this.#keys = keys
    this.#rows = new RowComparison(keys)
    const { columns } = planned.plan
    const attributes = attributesOf(db, request.type)
    this.#columns = new RenamedColumns({ columns, attributes, scan })
    this.#prices = pricesOf(db, request, keys, columns)
    this.#codes = new ChangedCodes(keys.codes)
    this.#isWhole = scan.isWhole ?? true
  }

  add(db: ReadableDb, rows: readonly FileRow[]): void {
    const found = this.#rows.add(db, rows)
    this.#columns.add(db, found)
    this.#prices.add(db, found)
    this.#codes.add(db, found)
  }

  end(db: ReadableDb): UpdateReview {
    const renumbered = this.#rows.listRenumbered(db)
    const numbers = this.#reviewNumbers(renumbered)
    const columns = reviewColumns(this.#columns.found, this.#asked.renamed)
    return {
      ...noReview,
      ...numbers,
      ...columns,
      questions: [...(numbers.questions ?? []), ...(columns.questions ?? [])],
      warnings: [
        ...(numbers.warnings ?? []),
        ...this.#codes.describe(this.#keys.key),
        ...this.#prices.warnings,
        ...this.#describeMissing(db, renumbered),
      ],
    }
  }

  #describeMissing(db: ReadableDb, renumbered: readonly RenumberedRow[] = []): Message[] {
    if (!this.#isWhole) return []
    const found = this.#asked.renumbered === 'change' ? renumbered.map(({ id }) => id) : []
    return describeMissing(db, { ...this.#keys, matched: new Set([...this.#rows.matched, ...found]) })
  }

  #reviewNumbers(rows: readonly RenumberedRow[] | undefined): Partial<UpdateReview> {
    const { renumbered: mode } = this.#asked
    if (rows === undefined) return mode === 'new' ? {} : { refusal: tooManyNumbers(this.#keys.key) }
    if (rows.length === 0) return {}
    if (mode === undefined) return { questions: [askNumbers(rows, this.#keys.key)] }
    const warnings = [describeNumbers(rows, mode, this.#keys.key)]
    if (mode === 'new') return { warnings }
    const entities = rows.map(({ number, entity }) => [foldText(number), entity])
    return { warnings, renumbered: Object.fromEntries(entities) }
  }
}

/** A file that updates nothing leaves nothing open. */
export const noReview: UpdateReview = {
  questions: [],
  refusal: undefined,
  filled: {},
  renumbered: {},
  filledWarnings: [],
  warnings: [],
}

function reviewColumns(
  columns: readonly RenamedColumn[],
  mode: ReviewRequest['renamed'],
): Partial<UpdateReview> {
  if (columns.length === 0 || mode === 'new') return {}
  if (mode === undefined) return { questions: [askColumns(columns)] }
  const filled = columns.map(({ column, attribute }) => [column.header, attribute.key])
  return { filled: Object.fromEntries(filled), filledWarnings: [describeFilled(columns)] }
}

function findKeys(db: ReadableDb, update: UpdateToReview): ComparedKeys | undefined {
  const { type } = update.request
  const { columns } = update.planned.plan
  const { byKey } = attributesOf(db, type)
  const coded = columns.flatMap((column): CodeColumn[] => {
    const attribute = byKey.get(column.key)
    return attribute && canBeKey(attribute) ? [{ ...column, attribute }] : []
  })
  const key = coded.find(({ attribute }) => attribute.key === update.mergeKey)
  // The rows of a shop find their products by further keys already.
  const codes = update.planned.otherKeys ? [] : coded.filter((code) => code !== key && isCode(code.attribute))
  return key && { type, key, codes }
}

/** The request with the columns that fill attributes of other names mapped to these. */
export function withFilled<Request extends Pick<ImportRequest, 'mapping'>>(
  request: Request,
  { filled }: UpdateReview,
): Request {
  return { ...request, mapping: { ...request.mapping, ...filled } }
}

function pricesOf(
  db: ReadableDb,
  { type, price_share: share = usualPriceShare }: ReviewRequest,
  { key: { index: keyIndex } }: ComparedKeys,
  columns: PlannedImport['plan']['columns'],
): PriceChanges {
  return new PriceChanges({ columns, attributes: attributesOf(db, type), keyIndex, share })
}

function isCode({ key, name, extras }: Attribute): boolean {
  const { kind, check, unique } = extras.constraints
  const role = roleOfKey(name, undefined) ?? roleOfKey(key, undefined)
  return kind === 'gtin' || check === 'gtin' || unique === true || role === 'gtin' || role === 'sku'
}

function askNumbers(rows: readonly RenumberedRow[], { header }: CodeColumn): ImportQuestion {
  const sentence = message('import.numbers_open', numbersOf(rows, header))
  const samples = (value: (row: RenumberedRow) => string | null) =>
    rows
      .slice(0, maxSamples)
      .map((row) => ({ row: row.row, column: header, cell: row.number, value: value(row) }))
  return {
    setting: 'renumbered',
    ...inWords(sentence),
    readings: [
      { value: 'change', samples: samples(({ known }) => known) },
      { value: 'new', samples: samples(() => null) },
    ],
  }
}

function askColumns(columns: readonly RenamedColumn[]): ImportQuestion {
  const [first = '', ...others] = columns.map(describeColumn)
  const sentence = message('import.columns_open', {
    columns: listed(first, ...others),
    count: columns.length,
  })
  const samples = (value: (column: RenamedColumn) => string) =>
    columns.map((one) => ({ ...one.sample, column: one.column.header, value: value(one) }))
  return {
    setting: 'renamed',
    ...inWords(sentence),
    readings: [
      { value: 'fill', samples: samples(({ attribute }) => attribute.name) },
      { value: 'new', samples: samples(({ column }) => column.header) },
    ],
  }
}

function inWords(sentence: Sentence): Pick<ImportQuestion, 'sentence'> {
  return { sentence: textOf(sentence), ...referenceOf(sentence) }
}

function numbersOf(rows: readonly RenumberedRow[], header: string) {
  const [first = '', ...others] = rows.slice(0, maxShown).map(describeNumber)
  const code = rows[0]?.code ?? ''
  return { count: rows.length, header, code, pairs: listed(first, ...others) }
}

function describeNumber({ row, number, known }: RenumberedRow): Message {
  return known === ''
    ? message('import.number_for_none', { number, row })
    : message('import.number_for_other', { number, row, known })
}

function describeNumbers(
  rows: readonly RenumberedRow[],
  mode: NonNullable<ReviewRequest['renumbered']>,
  { header }: CodeColumn,
): Message {
  const code = mode === 'change' ? 'import.numbers_changed' : 'import.numbers_new'
  return message(code, numbersOf(rows, header))
}

function describeColumn({ column, attribute, compared, same, close }: RenamedColumn): Message {
  const names = { column: column.header, attribute: attribute.name, compared }
  return close === undefined
    ? message('import.column_same_values', { ...names, same })
    : message('import.column_close_values', { ...names, close })
}

function describeFilled(columns: readonly RenamedColumn[]): Message {
  const [first = '', ...others] = columns.map(describeColumn)
  return message('import.columns_filled', { columns: listed(first, ...others), count: columns.length })
}

function tooManyNumbers({ header }: CodeColumn): Message {
  return message('import.too_many_numbers', { header, count: maxRenumbered })
}

export function noteReview({ questions, refusal }: UpdateReview, faults: Faults): void {
  noteQuestions(questions, faults)
  if (refusal) faults.addSentence('merge_key', refusal)
}
