import type { BulkEdit, BulkSample } from '#shared/bulk-operations.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { textOf } from '#shared/messages/message.ts'
import { explainFault } from '#shared/describe-fault.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { isSameValue, ownValues, readStored } from '../entities/current-values.ts'
import { refuseDuplicates, type ResolvedWrite, resolveWrites } from '../entities/resolve-writes.ts'
import { CatalogError, Faults } from '../errors.ts'
import { type BulkEditInput, checkBulkEdit, findTargets, planWrites } from './bulk-edit.ts'

interface SampleBulkEdit {
  readonly body: Partial<BulkEdit>
  readonly faults: readonly FieldError[]
}

const sampleSize = 10

/** Previews a bulk edit on the first entities: 200. Its faults are those of the edit; nothing is written. */
export function sampleBulkEdit(db: ReadableDb, { body, faults }: SampleBulkEdit): Answer {
  const change = checkBulkEdit(db, body, faults)
  const { ids, total } = findTargets(db, change, 0, sampleSize)
  const sample: BulkSample = { matched: total, rows: sampleRows(db, change, ids) }
  return dataAnswer(200, JSON.stringify(sample))
}

/** The result of a change for entities, or why it makes nothing of them. */
export function sampleRows(
  db: ReadableDb,
  change: BulkEditInput['change'],
  ids: readonly number[],
): BulkSample['rows'] {
  const plan = planWrites(db, change, ids)
  return listEntityRows(db, ids).map((row) => {
    const { uuid: id, label } = row
    const found = new Faults()
    try {
      const stored = readStored(row)
      const writes = resolveWrites(db, plan(row, found), found, stored)
      found.throwIfAny()
      refuseDuplicates(db, writes, stored)
      return { id, label, changes: changesOf(db, change.type, row, writes), faults: [] }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      return { id, label, changes: [], faults: textsOf(error) }
    }
  })
}

function changesOf(
  db: ReadableDb,
  type: EntityType,
  row: EntityRow,
  writes: readonly ResolvedWrite[],
): BulkSample['rows'][number]['changes'] {
  const attributes = attributesOf(db, type)
  const keys = writes.map(({ attribute }) => attribute.key)
  const own = ownValues(db, row, attributes, keys)
  return writes.flatMap((write) => {
    const { attribute } = write
    const old = own[attribute.key]
    const next = valueOf(write)
    return isSameValue(attribute, old, next) ? [] : [{ attribute: attribute.key, old, new: next }]
  })
}

function valueOf(write: ResolvedWrite): unknown {
  if (write.kind === 'scalar') return write.value
  const stubs = write.targets.map(({ uuid, type, label }) => ({ id: uuid, type, label }))
  return write.attribute.traits.shape === 'reference' ? (stubs[0] ?? null) : stubs
}

function textsOf({ message, fieldErrors }: CatalogError): string[] {
  return fieldErrors.length === 0 ? [message] : fieldErrors.map((fault) => textOf(explainFault(fault)))
}
