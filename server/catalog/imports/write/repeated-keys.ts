import type { ImportState } from '../plan/import-state.ts'
import type { RowBatch, ImportRow, FileRows, RowFlaw } from '../read/file-rows.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import { type SemanticType, semanticTypeOf } from '#shared/semantic-types.ts'
import { type Message, message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { foldText } from '#shared/text.ts'
import { maxRowErrors, type RepeatedKey } from '#shared/jobs.ts'
import type { CellCorrection } from '#shared/imports.ts'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createReadStream } from 'node:fs'

const maxRowsShown = 10

// At 16 bytes a row: 64 MB, whatever the length of the file.
const maxRows = 4_000_000

/** Maps a text to its first row, by 64-bit hashes in one fixed table: a Map takes six times the memory. */
export class FirstRows {
  readonly #slotCount: number
  readonly #table: Uint32Array
  #remaining: number

  constructor(rows: number) {
    this.#remaining = Math.min(rows, maxRows)
    // A quarter of the slots stays free, so that probing is short.
    this.#slotCount = Math.ceil((this.#remaining * 4) / 3) + 1
    this.#table = new Uint32Array(this.#slotCount * 3)
  }

  findOrAdd(text: string, row: number): number | undefined {
    const [one, other] = hash64(text)
    const table = this.#table
    let place = one % this.#slotCount
    for (; table[place * 3 + 2] !== 0; place = (place + 1) % this.#slotCount)
      if (table[place * 3] === one && table[place * 3 + 1] === other) return table[place * 3 + 2]
    if (this.#remaining === 0) return undefined
    this.#remaining -= 1
    table.set([one, other, row], place * 3)
    return undefined
  }
}

/** The 64-bit cyrb53 hash; a million texts collide in one of 37 million files. */
function hash64(text: string): readonly [one: number, other: number] {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return [high >>> 0, low >>> 0]
}

class RepeatedTexts {
  readonly #firstRows: FirstRows
  readonly #repeated = new Map<number, { value: string; rows: number[] }>()
  count = 0

  constructor(rows: number) {
    this.#firstRows = new FirstRows(rows)
  }

  add(value: string, row: number): number | undefined {
    const first = this.#firstRows.findOrAdd(foldText(value), row)
    if (first === undefined) return undefined
    this.count += 1
    const known = this.#repeated.get(first)
    if (known) {
      if (known.rows.length < maxRowsShown) known.rows.push(row)
    } else if (this.#repeated.size < maxRowErrors) this.#repeated.set(first, { value, rows: [first, row] })
    return first
  }

  get list(): RepeatedKey[] {
    return [...this.#repeated.values()]
  }
}

interface CodeColumn {
  readonly index: number
  readonly header: string
  readonly texts: RepeatedTexts
}

const codeRoles: readonly (SemanticType | undefined)[] = ['sku', 'gtin']
const maxCodesNamed = 10

type KeyedState = Pick<ImportState, 'columns' | 'merge_key' | 'other_keys' | 'total'>

/** Rejects rows with a repeated or missing merge key, and warns of SKUs and GTINs that rows share. */
export class RepeatedKeys {
  readonly #key: ImportColumn | undefined
  readonly #parentColumn: number | undefined
  readonly #keys: RepeatedTexts
  readonly #codes: readonly CodeColumn[]

  constructor({ columns, merge_key: mergeKey, other_keys: others, total }: KeyedState) {
    this.#key = columns.find(({ key }) => key === mergeKey)
    this.#parentColumn = others?.options ? columns.find(({ key }) => key === 'parent_id')?.index : undefined
    this.#keys = new RepeatedTexts(this.#key ? total : 0)
    this.#codes = (this.#key ? columns : [])
      .filter(
        ({ key, header }) =>
          key !== mergeKey && (key === others?.sku || codeRoles.includes(semanticTypeOf(header))),
      )
      .map(({ index, header }) => ({ index, header, texts: new RepeatedTexts(total) }))
  }

  async *rejectRepeated(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
    for await (const batch of batches) {
      const rows: ImportRow[] = []
      const held: RowFlaw[] = []
      for (const row of batch.rows) {
        const flaw = this.add(row)
        if (flaw) held.push(flaw)
        else rows.push(row)
      }
      yield held.length === 0 ? { ...batch, rows } : { ...batch, rows, broken: [...batch.broken, ...held] }
    }
  }

  add(row: ImportRow): RowFlaw | undefined {
    const flaw = this.#findKeyError(row)
    if (!flaw) this.#collectCodes(row)
    return flaw
  }

  #findKeyError({ row, line = row, cells }: ImportRow): RowFlaw | undefined {
    if (!this.#key) return undefined
    const { index, header: field, key } = this.#key
    const value = (cells[index] ?? '').trim()
    const flaw = { row, line, field, value, held: true }
    if (value === '')
      return this.#mayOmitKey(key, cells) ? undefined : { ...flaw, ...issueSentence(keyMissing(field)) }
    const first = this.#keys.add(value, line)
    if (first === undefined) return undefined
    return { ...flaw, ...issueSentence(message('row.key_repeated', { header: field, row: first })) }
  }

  /** A row may lack the key if the key is `id` (a new entity) or its parent and options find the variant. */
  #mayOmitKey(key: string, cells: readonly string[]): boolean {
    return (
      key === 'id' || (this.#parentColumn !== undefined && (cells[this.#parentColumn] ?? '').trim() !== '')
    )
  }

  #collectCodes({ row, line = row, cells }: ImportRow): void {
    for (const { index, texts } of this.#codes) {
      const value = (cells[index] ?? '').trim()
      if (value !== '') texts.add(value, line)
    }
  }

  get summary(): { readonly repeated_rows: number; readonly repeated_keys: readonly RepeatedKey[] } {
    return { repeated_rows: this.#keys.count, repeated_keys: this.#keys.list }
  }

  get warnings(): Message[] {
    const mergeKeyHeader = this.#key?.header ?? ''
    const shared = this.#codes.flatMap(({ header, texts }) => texts.list.map((one) => ({ ...one, header })))
    return shared
      .slice(0, maxCodesNamed)
      .map(({ header, value, rows }) =>
        message('import.code_shared', { header, value, rows: rows.join(', '), by: mergeKeyHeader }),
      )
  }
}

function keyMissing(header: string): Message {
  return message('row.key_missing', { header })
}

export function withCorrections(source: FileRows, corrections: readonly CellCorrection[] = []): FileRows {
  if (corrections.length === 0) return source
  const { scan, sheets } = source
  const byRow = Map.groupBy(corrections, ({ row }) => row)
  const correct = <Row extends ImportRow>(record: Row): Row => {
    const found = byRow.get(record.line ?? record.row)
    if (!found) return record
    const texts = new Map(found.map(({ column, value }) => [scan.headers.indexOf(column), value]))
    const numbers = record.numbers && new Set([...record.numbers].filter((index) => !texts.has(index)))
    const refused = record.refused && new Map([...record.refused].filter(([index]) => !texts.has(index)))
    return {
      ...record,
      numbers,
      refused,
      cells: scan.headers.map((_, index) => texts.get(index) ?? record.cells[index] ?? ''),
    }
  }
  return {
    scan,
    sheets,
    async *batches(skip) {
      for await (const batch of source.batches(skip)) yield { ...batch, rows: batch.rows.map(correct) }
    },
    async *records() {
      for await (const record of source.records()) yield correct(record)
    },
  }
}

/** Hashes a file, since corrections are valid only for the exact file that they were made for. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
