import { queryableSystemFields } from '#shared/entities.ts'
import {
  attributeOfSort,
  isLengthKey,
  isPixelsKey,
  keyOfFacet,
  lengthSuffix,
  pixelsSuffix,
  readFilePart,
} from '#shared/facets.ts'
import { severityFilterKey } from '#shared/quality.ts'
import {
  filePlan,
  getValuePlan,
  labelPlan,
  lengthPlan,
  pixelsPlan,
  type ValuePlan,
} from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Source } from '../../store/query/clause.ts'
import { type AttributeSet, isComputed } from '../../store/tables/attributes.ts'
import { draftFormula } from '../attributes/preview-formula.ts'
import { holdsFile } from '../files/linked-files.ts'
import { measuredKeyPlan } from '../channels/completeness-plans.ts'
import { findPath, sortPathPlan } from './reference-path.ts'

export function findSource(db: ReadableDb, attributes: AttributeSet, key: string): Source | undefined {
  const attribute = attributes.byKey.get(key)
  if (attribute && isComputed(attribute)) return { kind: 'computed', plan: getValuePlan(db, attribute) }
  if (attribute) return { kind: 'attribute', attribute }
  const field = queryableSystemFields.find((name) => name === key)
  if (field) return { kind: 'system', field }
  const plan =
    measuredKeyPlan(db, attributes, key) ??
    lengthOf(db, attributes, key) ??
    pixelsOf(db, attributes, key) ??
    filePartOf(db, attributes, key)
  return plan && { kind: 'computed', plan }
}

export function findSortSource(db: ReadableDb, attributes: AttributeSet, key: string): Source | undefined {
  const attribute = attributes.byKey.get(key) ? undefined : attributes.byKey.get(attributeOfSort(key))
  const plan = attribute && labelPlan(getValuePlan(db, attribute))
  if (plan) return { kind: 'computed', plan }
  const path = sortPathPlan(db, attributes, key)
  return path ? { kind: 'computed', plan: path } : findSource(db, attributes, key)
}

/** Whether a key with a dot leads to a value of another entity, as filters take it. */
export function leadsToValue(db: ReadableDb, attributes: AttributeSet, key: string): boolean {
  const path = findPath(db, attributes, key)
  return path !== undefined && findSource(db, path.end, path.key) !== undefined
}

export function isFacet(db: ReadableDb, attributes: AttributeSet, name: string): boolean {
  return name === severityFilterKey || findSource(db, attributes, keyOfFacet(name)) !== undefined
}

function lengthOf(db: ReadableDb, { type, byKey }: AttributeSet, key: string): ValuePlan | undefined {
  const attribute = isLengthKey(key) ? byKey.get(key.slice(0, -lengthSuffix.length)) : undefined
  const plan = attribute && getValuePlan(db, attribute)
  if (!plan || plan.family !== 'text' || plan.base.kind === 'none') return undefined
  return lengthPlan({ ...draftFormula(type, ''), key, name: attribute.name }, plan)
}

function pixelsOf(db: ReadableDb, { type, byKey }: AttributeSet, key: string): ValuePlan | undefined {
  const attribute = isPixelsKey(key) ? byKey.get(key.slice(0, -pixelsSuffix.length)) : undefined
  const plan = attribute?.traits.media === 'image' ? getValuePlan(db, attribute) : undefined
  if (!attribute || !plan || plan.base.kind === 'none') return undefined
  return pixelsPlan({ ...draftFormula(type, ''), key, name: attribute.name }, plan)
}

function filePartOf(db: ReadableDb, { type, byKey }: AttributeSet, key: string): ValuePlan | undefined {
  const named = readFilePart(key)
  const attribute = named && byKey.get(named.attribute)
  const plan = attribute && holdsFile(attribute) ? getValuePlan(db, attribute) : undefined
  if (!attribute || !plan || plan.base.kind === 'none') return undefined
  return filePlan({ ...draftFormula(type, ''), key, name: attribute.name }, plan, named.part)
}
