import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type FixResult, type QualityFix, type QualityFixName, qualityFixes } from '#shared/quality.ts'
import { isOneOf } from '#shared/text.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { usualUnit } from '../../store/quality/check-conditions.ts'
import { onValue } from '../../store/quality/value-conditions.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { makesWay, writingMany } from '../entities/write-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findType, checkRuleFilter } from './known-rules.ts'
import { checkFunctions, isAllCapitals } from './check-functions.ts'
import { asClause } from './found-parts.ts'
import { hasGtinCheckDigit, withCheckDigit } from '#shared/gtin.ts'
import { hasMarkup, htmlToText } from '#shared/html-to-text.ts'
import { convertExactly, findUnit, type Unit } from '#shared/units.ts'

export interface FixInput {
  readonly type: EntityType
  readonly attribute: string
  readonly fix: QualityFixName
  readonly filter: string
  readonly unit: string | null
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export type FixRequest = Pick<FixInput, 'type' | 'attribute' | 'fix' | 'filter'>

export function checkFix(
  db: ReadableDb,
  body: Partial<QualityFix>,
  structural: readonly FieldError[],
): FixRequest {
  const faults = new Faults(structural)
  const type = findType(body.type, faults)
  const attributes = attributesOf(db, type)
  const { attribute: key = '', fix, filter = '' } = body
  if (body.attribute !== undefined) checkMended(attributes, key, faults)
  if (fix !== undefined && !isOneOf(qualityFixes, fix)) faults.add('fix', 'invalid_value', qualityFixes, fix)
  if (filter !== '')
    checkRuleFilter(db, attributes, { text: filter, field: 'filter', isOfList: true }, faults)
  faults.throwIfAny()
  return { type, attribute: key, fix: fix as QualityFixName, filter }
}

function checkMended({ byKey }: AttributeSet, key: string, faults: Faults): void {
  const attribute = byKey.get(key)
  if (!attribute) faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)
  else if (!attribute.traits.writable) faults.add('attribute', 'read_only_attribute')
  else if (!attribute.traits.isFreeText) faults.add('attribute', 'not_a_text_attribute')
}

export function unitOfFix(db: ReadableDb, { type, attribute: key, fix }: FixRequest): string | null {
  const attribute = attributesOf(db, type).byKey.get(key)
  if (fix !== 'units' || !attribute) return null
  db.defineFunctions(checkFunctions)
  return usualUnit(db, attribute) ?? null
}

export function listFixIds(
  db: ReadableDb,
  { type, attribute: key, filter }: FixRequest,
  behind = 0,
): number[] {
  const attributes = attributesOf(db, type)
  const attribute = attributes.byKey.get(key)
  if (!attribute) return []
  const faults = new Faults()
  const tree =
    filter === ''
      ? undefined
      : checkRuleFilter(db, attributes, { text: filter, field: 'filter', isOfList: true }, faults)
  // The definitions may have changed since the job was queued.
  faults.throwIfAny()
  const holds = onValue(db, ownOf(attribute), {})
  return listIds(db, {
    type,
    clauses: [asClause(holds)],
    join: 'and',
    tree,
    search: undefined,
    terms: [],
    limit: allRows,
    offset: 0,
    after: behind > 0 ? { entity: behind, values: [] } : undefined,
  }).ids
}

function ownOf(attribute: Attribute): Attribute {
  return { ...attribute, extras: { ...attribute.extras, inheritance_mode: 'off' } }
}

export interface FixState {
  readonly position: number
  readonly done: number
  readonly matching: number
  readonly changed: number
  readonly sample: FixResult['sample']
}

export function beginFix(matching: number): FixState {
  return { position: 0, done: 0, matching, changed: 0, sample: [] }
}

export function toFixResult({ matching, changed, sample }: FixState, editId: string | null): FixResult {
  return { matching, changed, edit_id: changed > 0 ? editId : null, sample }
}

const maxSampled = 20

type ValueFix = (text: string) => string

export function mendBy(fix: QualityFixName, usualUnit: string | undefined): ValueFix {
  return fix === 'units' ? (text) => inUnit(text, usualUnit) : mends[fix]
}

const mends: Readonly<Record<Exclude<QualityFixName, 'units'>, ValueFix>> = {
  trim: (text) => text.trim(),
  collapse_spaces: (text) => text.replaceAll(/[^\S\r\n]+/gu, ' '),
  strip_html: (text) => (hasMarkup(text) ? htmlToText(text) : text),
  case: (text) => (isAllCapitals(text) ? text.replaceAll(words, capitalize) : text),
  gtin_check_digit: mendGtin,
}

const words = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu

/** Words with digits and those without a vowel (TV, XXL) are codes and stay. */
function capitalize(word: string): string {
  if (/\p{N}/u.test(word) || !/[AEIOUYÄÖÜÀÂÉÈÊËÎÏÔÛÙÅØÆŒ]/u.test(word)) return word
  const [first = '', ...others] = word
  return first + others.join('').toLowerCase()
}

function mendGtin(text: string): string {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d{7,14}$/.test(digits) || /^0+$/.test(digits)) return text
  if (hasGtinCheckDigit(digits)) return text === text.trim() && !/[\s-]/.test(text) ? text : digits
  const padded = [12, 13, 14]
    .filter((length) => length > digits.length)
    .map((length) => digits.padStart(length, '0'))
  if (![8, 12, 13, 14].includes(digits.length)) return padded.find(hasGtinCheckDigit) ?? text
  return withCheckDigit(digits.slice(0, -1))
}

const measure = /^(\s*[-+±~]?)(\d{1,9}(?:[.,]\d{1,6})?)\s*(\p{L}[\p{L}²³ ./]*|["″”'′])\s*$/u

function inUnit(text: string, usual: string | undefined): string {
  const parts = measure.exec(text)
  const to = findUnit(usual ?? '')
  return parts && to ? convertParts(parts, to, text) : text
}

function convertParts(
  [, before = '', number = '', unit = '']: RegExpExecArray,
  to: Unit,
  text: string,
): string {
  const from = findUnit(unit)
  if (!from || from === to) return text
  const value = convertExactly(Number(number.replace(',', '.')), from, to)
  if (value === undefined) return text
  const rounded = String(Number(value.toPrecision(6)))
  return `${before}${number.includes(',') ? rounded.replace('.', ',') : rounded} ${to.symbol}`
}

export function previewFix(
  db: ReadableDb,
  { body, faults }: { readonly body: Partial<QualityFix>; readonly faults: readonly FieldError[] },
): Answer {
  const request = checkFix(db, body, faults)
  const ids = listFixIds(db, request)
  const mend = mendBy(request.fix, unitOfFix(db, request) ?? undefined)
  let state = beginFix(ids.length)
  for (let from = 0; from < ids.length; from += readAtOnce)
    for (const row of listEntityRows(db, ids.slice(from, from + readAtOnce))) {
      const mended = mendRow(row, request.attribute, mend)
      if (mended) state = addChange(state, row, mended)
    }
  return dataAnswer(200, JSON.stringify(toFixResult(state, null)))
}

const readAtOnce = 1000

interface FixedValue {
  readonly old: string
  readonly new: string
}

function mendRow(row: EntityRow, key: string, mend: ValueFix): FixedValue | undefined {
  const old = parseJson(row.attributes)[key]
  if (typeof old !== 'string') return undefined
  const mended = mend(old)
  // A fix never empties a value: people decide on a replacement.
  return mended === old || mended.trim() === '' ? undefined : { old, new: mended }
}

function addChange(state: FixState, { uuid, label }: EntityRow, mended: FixedValue): FixState {
  const { sample } = state
  return {
    ...state,
    changed: state.changed + 1,
    sample: sample.length < maxSampled ? [...sample, { id: uuid, label, ...mended }] : sample,
  }
}

/**
 * Fixes some entities in one transaction; a refused one stays unchanged. Ends early where others wait for
 * the writer.
 */
export function fixSome(
  tx: WritableDb,
  input: FixInput,
  before: FixState,
  ids: readonly number[],
  context: WriteContext,
): FixState {
  const { type, attribute: key, fix, unit } = input
  const attributes = attributesOf(tx, type)
  const mend = mendBy(fix, unit ?? undefined)
  const rows = new Map(listEntityRows(tx, ids).map((row) => [row.id, row]))
  let state = before
  let done = 0
  writingMany(tx, attributes, new Set(), () => {
    for (const id of ids) {
      done += 1
      const row = rows.get(id)
      const mended = row && mendRow(row, key, mend)
      if (row && mended && write(tx, { row, type, key, value: mended.new, context }))
        state = addChange(state, row, mended)
      state = { ...state, position: id, done: before.done + done }
      if (context.job_id !== null && makesWay(tx, done)) break
    }
  })
  return state
}

interface FixWrite {
  readonly row: EntityRow
  readonly type: EntityType
  readonly key: string
  readonly value: string
  readonly context: WriteContext
}

function write(tx: WritableDb, { row, type, key, value, context }: FixWrite): boolean {
  const faults = new Faults()
  try {
    const writes = parseWrites(attributesOf(tx, type), { [key]: value }, faults)
    return updateFrom(tx, row, { type, parent: undefined, writes }, faults, context) !== row
  } catch (error) {
    if (error instanceof CatalogError) return false
    throw error
  }
}

export interface FixChunk {
  readonly jobId: string
  readonly input: FixInput
  readonly checkpoint: FixState | undefined
  readonly ids: readonly number[]
  readonly total: number
}

export function fixChunk(
  tx: WritableDb,
  { jobId, input, checkpoint, ids, total }: FixChunk,
): { isCancelled: boolean; state: FixState; fixed: number } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const before = checkpoint ?? beginFix(total)
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  const state = fixSome(tx, input, before, ids, context)
  const progress = { current: state.done, total: before.matching, checkpoint: state }
  return { ...saveJobProgress(tx, jobId, progress), state, fixed: state.done - before.done }
}
