import { holdsReferences } from '#shared/attributes.ts'
import type { FieldError } from '#shared/errors.ts'
import type { AttributePreview, AttributePreviewRequest, PreviewedRow } from '#shared/schemas/app-surface.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { type EffectiveValue, isLinks, readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { type EntityRow, listEntityRows, listLabelled } from '../../store/tables/entities.ts'
import { listComparablesBehind } from '../../store/tables/values.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { Faults } from '../errors.ts'
import { checkFormulaText, checkLookupCircle } from '../attributes/check-formula.ts'
import { convertValue, mayLoseValues } from '../attributes/convert-values.ts'
import { brokenConstraints } from '../attributes/data-types/constraints.ts'
import type { Scalar } from '../attributes/data-types/data-types.ts'
import { type DraftDefinition, readDraft } from '../attributes/draft-definition.ts'

export interface PreviewDefinition {
  readonly body: AttributePreviewRequest
  readonly faults: readonly FieldError[]
}

const maxShown = 10

/** So many values are read to find those that a definition does not take. */
const maxChecked = 2000

/**
 * Shows how an unsaved definition changes ten entities: 200 with each value as it is and as it would be.
 * Values that it would lose or refuse come first; nothing is stored.
 */
export function previewDefinition(db: ReadableDb, { body, faults: structural }: PreviewDefinition): Answer {
  const draft = readDraft(db, body, new Faults(structural), (definition, faults, before) => {
    checkFormulaText(db, definition, faults, before)
  })
  refuseCircle(db, draft)
  const rows = chooseRows(db, draft).map((checked) => previewRow(db, draft, checked))
  const count = (effect: PreviewedRow['effect']) => rows.filter((row) => row.effect === effect).length
  const shown = rows.toSorted(byEffect).slice(0, maxShown)
  const preview: AttributePreview = {
    definition: draft.config,
    checked: rows.length,
    lost: count('lost'),
    refused: count('refused'),
    rows: shown,
  }
  return dataAnswer(200, JSON.stringify(preview))
}

function refuseCircle(db: ReadableDb, { attribute, before }: DraftDefinition): void {
  const faults = new Faults()
  checkLookupCircle(db, attribute, faults, before ?? attribute)
  const placed = new Faults(faults.list.map((fault) => ({ ...fault, field: `definition.${fault.field}` })))
  placed.throwIfAny()
}

const order: readonly PreviewedRow['effect'][] = ['lost', 'refused', 'changed', 'same']

function byEffect(one: PreviewedRow, other: PreviewedRow): number {
  return order.indexOf(one.effect) - order.indexOf(other.effect)
}

interface CheckedRow {
  readonly row: EntityRow
  readonly now: EffectiveValue
  readonly next: EffectiveValue
}

function chooseRows(db: ReadableDb, { attribute, before }: DraftDefinition): CheckedRow[] {
  const holders =
    before?.traits.shape === 'scalar'
      ? listComparablesBehind(db, before.id, { behind: 0, limit: maxChecked }).map(([id]) => id)
      : []
  const ids =
    holders.length > 0 && !isDerived(attribute)
      ? holders
      : listLabelled(db, attribute.entityType, maxShown).map(([id]) => id)
  const plans = [before, readFrom(attribute, before)].map((each) => each && getValuePlan(db, each))
  const [now, next] = plans.map((plan) => (plan ? readEffective(db, [plan], ids) : undefined))
  return listEntityRows(db, ids).map((row) => ({
    row,
    now: shownOf(now?.get(row.id)),
    next: shownOf(next?.get(row.id)),
  }))
}

function shownOf([value = null]: readonly EffectiveValue[] = []): EffectiveValue {
  return isLinks(value) && value.length === 0 ? null : value
}

/** Values that variants or parents share show at entities that hold none. */
function isDerived({ extras, traits }: Attribute): boolean {
  return extras.inheritance_mode !== 'off' || !traits.writable
}

/**
 * The attribute by which the values are read as the draft would show them: stored ones by the data type that
 * they were stored with, since they are converted afterwards.
 */
function readFrom(attribute: Attribute, before: Attribute | undefined): Attribute | undefined {
  if (attribute.traits.shape === 'computed' || attribute.traits.shape === 'inverse') return attribute
  if (!before?.traits.writable) return undefined
  const { inheritance_mode, rollup_mode } = attribute.extras
  return { ...before, extras: { ...before.extras, inheritance_mode, rollup_mode } }
}

interface Effect {
  readonly value: EffectiveValue
  readonly effect: PreviewedRow['effect']
  readonly fault?: FieldError | undefined
}

function previewRow(
  db: ReadableDb,
  { attribute, before }: DraftDefinition,
  { row: { uuid, label }, now, next }: CheckedRow,
): PreviewedRow {
  const { value, effect, fault } = effectOn(attribute, before, { now, next })
  const isOne = attribute.traits.shape === 'reference'
  return {
    id: uuid,
    label,
    now: toShown(db, now, before?.traits.shape === 'reference'),
    next: toShown(db, value, isOne),
    effect,
    fault: fault ?? null,
  }
}

function effectOn(
  after: Attribute,
  before: Attribute | undefined,
  { now, next }: Omit<CheckedRow, 'row'>,
): Effect {
  if (before === undefined) return { value: next, effect: 'same' }
  const effect = JSON.stringify(now) === JSON.stringify(next) ? 'same' : 'changed'
  const isReadAsIs = next === null || !after.traits.writable
  // Values of several variants are one text, whatever the data type.
  const isSeveral = after.extras.inheritance_mode === 'rollup_from_children' && !isLinks(next)
  if (isReadAsIs || isSeveral) return { value: next, effect }
  if (after.traits.shape !== 'scalar') return fitsShape(before, after, next) ? { value: next, effect } : lost
  return isLinks(next) ? lost : effectOnScalar(before, after, { now, next })
}

function effectOnScalar(
  before: Attribute,
  after: Attribute,
  { now, next }: { readonly now: EffectiveValue; readonly next: Scalar },
): Effect {
  const value = mayLoseValues(before, after) ? convertValue(next, after) : next
  if (value === undefined) return lost
  const [broken] = brokenConstraints(value, after)
  if (broken) return { value, effect: 'refused', fault: { ...broken, field: 'value' } }
  return { value, effect: value === now ? 'same' : 'changed' }
}

const lost: Effect = { value: null, effect: 'lost' }

function fitsShape(
  { traits: { shape: from } }: Attribute,
  { traits }: Attribute,
  next: EffectiveValue,
): boolean {
  return from === traits.shape || (from === 'reference' && holdsReferences(traits)) || isOneLink(next)
}

function isOneLink(value: EffectiveValue): boolean {
  return isLinks(value) && value.length <= 1
}

function toShown(db: ReadableDb, value: EffectiveValue, isOne: boolean): unknown {
  if (!isLinks(value)) return value
  const stubs = stubsJson(db, value)
  const list = value.flatMap((id): unknown => JSON.parse(stubs.get(id) ?? '[]'))
  return isOne ? (list[0] ?? null) : list.length > 0 ? list : null
}
