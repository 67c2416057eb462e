import { listed, message, type Message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { getEntityRow } from '../../../store/tables/entities.ts'
import { readStored, readValue } from '../../entities/current-values.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import { type Comparable, listComparables } from '../../../store/tables/values.ts'
import { keyComparable } from '../../entities/upsert-entity.ts'
import type { CodeColumn, MatchedRow } from './compare-rows.ts'

const maxShown = 10

/** Finds codes beside the key, such as article numbers of rows that a GTIN finds, which an update would change. */
export class ChangedCodes {
  readonly #columns: readonly ChangedColumn[]

  constructor(codes: readonly CodeColumn[]) {
    this.#columns = codes.map((code) => ({ code, count: 0, first: [] }))
  }

  add(db: ReadableDb, rows: readonly MatchedRow[]): void {
    const entities = rows.map(({ entity }) => entity)
    for (const column of this.#columns) {
      const { attribute, index } = column.code
      const before = new Map(listComparables(db, attribute.id, entities))
      for (const { row, entity } of rows) {
        const number = (row.cells[index] ?? '').trim()
        if (!isChanged(attribute, before.get(entity), number)) continue
        column.count += 1
        if (column.first.length < maxShown) column.first.push(describeOne(db, column, { row, entity }))
      }
    }
  }

  /** The changes of each column, as found by the key. */
  describe(key: CodeColumn): Message[] {
    return this.#columns.flatMap(({ code: { header }, count, first: [first, ...others] }) => {
      if (!first) return []
      const pairs = listed(first, ...others)
      return [message('import.numbers_changed', { count, header, code: key.header, pairs })]
    })
  }
}

interface ChangedColumn {
  readonly code: CodeColumn
  readonly first: Message[]
  count: number
}

function isChanged(attribute: Attribute, old: Comparable | undefined, number: string): boolean {
  const now = number === '' ? undefined : keyComparable(attribute, foldText(number))
  return old !== undefined && now !== undefined && old !== now
}

function describeOne(db: ReadableDb, { code }: ChangedColumn, { row, entity }: MatchedRow): Message {
  const { document } = readStored(getEntityRow(db, entity))
  const known = String(readValue(document, code.attribute.key) ?? '')
  const number = (row.cells[code.index] ?? '').trim()
  return message('import.number_for_other', { number, known, row: row.line ?? row.row })
}
