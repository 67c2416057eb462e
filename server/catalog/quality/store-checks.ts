/** Checks made by a job: the entities changed since the last one, and the stored results. */
import { hash } from 'node:crypto'
import { checkKinds } from '#shared/quality.ts'
import { isKeyOf } from '#shared/text.ts'
import type { EntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { hasChangedDefinitions, listTouched } from '../../store/tables/generation-runs.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { among, readSubjects, holdsValue } from '../../store/quality/value-conditions.ts'
import type { Condition } from '../../store/query/condition.ts'
import { newestSequence } from '../../store/tables/events.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { listChecked, putChecked, replaceFound } from '../../store/tables/quality.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { compileRule } from './compile-rule.ts'
import { asClause } from './found-parts.ts'
import { listActiveRules, type Rule } from './known-rules.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { isLinks, readEffective } from '../../store/computed/reads.ts'

export function rulesOfJob(db: ReadableDb, type: EntityType): readonly Rule[] {
  return listActiveRules(db, type)
    .filter(({ check: { kind } }) => isKeyOf(checkKinds, kind) && checkKinds[kind].isMadeByJob)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function markOf({ check, applies_to }: Rule): string {
  return hash('sha256', JSON.stringify([check, applies_to]), 'base64url').slice(0, 16)
}

export function attributesOfRule(db: ReadableDb, { entity_type: type, check }: Rule): Attribute[] {
  const { byKey } = attributesOf(db, type)
  return (check.attributes ?? []).flatMap((key) => byKey.get(key) ?? [])
}

// For more changes all entities are checked, which costs no more.
const maxTouched = 50_000

/**
 * The entities to check, by id: all for a new rule, else those changed since. Of files all, since recipes,
 * other images and the time may have changed.
 */
export function listToCheck(db: ReadableDb, rule: Rule): number[] {
  if (rule.check.kind === 'file_problem') return listApplying(db, rule, [])
  const before = listChecked(db).get(rule.id)
  if (!before || before.mark !== markOf(rule) || hasChangedDefinitions(db, before.sequence))
    return listApplying(db, rule, [])
  const { entity_type: type } = rule
  const touched = listTouched(db, type, { since: before.sequence, limit: maxTouched })
  return touched
    ? listApplying(db, rule, [among(listIdsByUuid(db, type, touched))])
    : listApplying(db, rule, [])
}

function listApplying(db: ReadableDb, rule: Rule, others: readonly Condition[]): number[] {
  const applies = [...compileRule(db, rule).applies, ...others]
  return listIds(db, {
    type: rule.entity_type,
    clauses: applies.map(asClause),
    join: 'and',
    tree: undefined,
    search: undefined,
    terms: [],
    limit: allRows,
    offset: 0,
    after: undefined,
  }).ids
}

export function beginChecks(db: ReadableDb): ChecksState {
  return { rule: 0, position: 0, until: newestSequence(db), checked: 0, found: 0 }
}

export type CheckedAttribute = Attribute

export interface ChecksState {
  readonly rule: number
  readonly position: number
  readonly until: number
  readonly checked: number
  readonly found: number
}

export interface StoreChecks {
  readonly jobId: string
  readonly checkpoint: ChecksState | undefined
  readonly state: ChecksState
  readonly progress: { readonly current: number; readonly total: number }
  readonly rule: Rule
  readonly ids: readonly number[]
  readonly found: readonly { readonly attribute: number; readonly ids: readonly number[] }[]
  readonly isLast: boolean
}

export function storeChecks(
  tx: WritableDb,
  { jobId, checkpoint, state, progress, rule, ids, found, isLast }: StoreChecks,
): { isCancelled: boolean } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const at = Date.now()
  const attributes = attributesOf(tx, rule.entity_type)
  const rows = found.flatMap(({ attribute: id, ids: failing }) => {
    const attribute = attributes.byId.get(id)
    if (!attribute) return []
    const texts = readSubjects(tx, { rule: rule.id, attribute, inputs: [attribute] }, failing)
    return failing.map((entity) => ({
      rule: rule.id,
      attribute: id,
      entity,
      value: texts.get(entity) ?? '',
      checked_at: at,
    }))
  })
  replaceFound(tx, rule.id, ids, rows)
  if (isLast) putChecked(tx, { rule: rule.id, mark: markOf(rule), sequence: state.until, checked_at: at })
  return saveJobProgress(tx, jobId, { ...progress, checkpoint: state })
}

/** The shown texts of an attribute by internal id; of references the pictures of the images. */
export function readTexts(
  db: ReadableDb,
  attribute: Attribute,
  ids: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const rows = readEffective(db, [getValuePlan(db, attribute)], ids)
  const images = [...rows.values()].flatMap(([value]) => (value !== undefined && isLinks(value) ? value : []))
  const pictures = images.length > 0 ? readPictures(db, [...new Set(images)]) : new Map<number, string[]>()
  return new Map(
    [...rows].map(([id, [value = null]]) => {
      if (value === null) return [id, []]
      if (isLinks(value)) return [id, value.flatMap((image) => pictures.get(image) ?? [])]
      return [id, [String(value)]]
    }),
  )
}

function readPictures(db: ReadableDb, images: readonly number[]): ReadonlyMap<number, string[]> {
  const media = attributesOf(db, 'image').list.filter(({ traits }) => traits.media === 'image')
  const rows = readEffective(
    db,
    media.map((attribute) => getValuePlan(db, attribute)),
    images,
  )
  return new Map(
    [...rows].map(([id, values]) => [
      id,
      values.flatMap((value) => (typeof value === 'string' ? [value] : [])),
    ]),
  )
}

export function readSomeTexts(db: ReadableDb, attribute: Attribute, most: number): string[] {
  const condition = holdsValue(db, attribute)
  const window = { terms: [], limit: most, offset: 0, after: undefined, search: undefined }
  const { ids } = listIds(db, {
    type: attribute.entityType,
    clauses: [asClause(condition)],
    join: 'and',
    ...window,
  })
  return [...readTexts(db, attribute, ids).values()].flat()
}
