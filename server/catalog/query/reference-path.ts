/** Keys with a step to another entity (ext): `vendor.name`, `gallery_images.alt_text`, `parent.sku`. */
import { type EntityType, entityTypes, queryableSystemFields } from '#shared/entities.ts'
import { guess } from '#shared/nearest.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import {
  getValuePlan,
  parentPlan,
  pathPlan,
  targetTypeOf,
  type ValuePlan,
} from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import { draftFormula } from '../attributes/preview-formula.ts'
import type { Faults } from '../errors.ts'

/** The step to the entities that a key names, and the key of the attribute there. */
export interface ReferencePath {
  readonly step: string
  readonly via: ValuePlan
  readonly end: AttributeSet
  readonly key: string
}

export interface ReadStepTargets {
  readonly steps: readonly string[]
}

/** The types that attributes of these keys lead to, in whatever type they are defined. */
export function readStepTargets(db: ReadableDb, { steps }: ReadStepTargets): EntityType[] {
  const targets = entityTypes.flatMap((type) => {
    const { byKey } = attributesOf(db, type)
    return steps.map((step) => {
      const attribute = byKey.get(step)
      return attribute && targetTypeOf(getValuePlan(db, attribute))
    })
  })
  return entityTypes.filter((type) => targets.includes(type))
}

const parentStep = 'parent'

/** Reads a key with a dot; undefined where its step is no reference of the type, nor its parent. */
export function findPath(db: ReadableDb, attributes: AttributeSet, named: string): ReferencePath | undefined {
  const at = named.indexOf('.')
  if (at < 0) return undefined
  const [step, key] = [named.slice(0, at), named.slice(at + 1)]
  const attribute = attributes.byKey.get(step)
  if (!attribute && step === parentStep)
    return {
      step,
      via: parentPlan({ ...draftFormula(attributes.type, ''), key: step }),
      end: attributes,
      key,
    }
  const via = attribute && getValuePlan(db, attribute)
  const target = via && targetTypeOf(via)
  return via && target ? { step, via, end: attributesOf(db, target), key } : undefined
}

/** The value that a list is sorted by under such a key; undefined where there is no attribute at its end. */
export function sortPathPlan(db: ReadableDb, attributes: AttributeSet, named: string): ValuePlan | undefined {
  const path = findPath(db, attributes, named)
  const attribute = path?.end.byKey.get(path.key)
  const plan = path && attribute && pathPlan(path.via, getValuePlan(db, attribute))
  return plan?.base.kind === 'none' ? undefined : plan
}

/** The key by which the names of what a reference leads to are compared; undefined for other keys. */
export function nameAtEnd(db: ReadableDb, attributes: AttributeSet, step: string): string | undefined {
  const primary = findPath(db, attributes, `${step}.`)?.end.primary
  return primary && `${step}.${primary.key}`
}

/** Notes a key with a dot that leads to no attribute, with the one that was probably meant. */
export function refusePath(
  db: ReadableDb,
  attributes: AttributeSet,
  { field, key }: { readonly field: string; readonly key: string },
  faults: Faults,
): undefined {
  const path = findPath(db, attributes, key)
  const meant = path ? nearestEnd(path) : nearestStep(db, attributes, key)
  const sentence = path
    ? message('filter.no_such_end', { step: path.step, key: path.key.slice(0, maxShown) })
    : message('filter.no_such_step', { key: key.slice(0, maxShown) })
  const suggested = meant === undefined ? {} : { did_you_mean: meant }
  return faults.addAll(field, [{ issue: 'not_a_defined_attribute', ...asMessage(sentence), ...suggested }])
}

const maxShown = 100

function nearestEnd({ step, end, key }: ReferencePath): string | undefined {
  const { did_you_mean: meant } = guess(key, [...end.byKey.keys(), ...queryableSystemFields])
  const named = meant ?? (key === 'name' || key === 'label' ? end.primary?.key : undefined)
  return named === undefined ? undefined : `${step}.${named}`
}

function nearestStep(db: ReadableDb, attributes: AttributeSet, named: string): string | undefined {
  const [step = '', ...rest] = named.split('.')
  const { did_you_mean: meant } = guess(step, [...stepsOf(db, attributes), parentStep])
  return meant === undefined ? undefined : [meant, ...rest].join('.')
}

function stepsOf(db: ReadableDb, { list }: AttributeSet): string[] {
  return list.filter((attribute) => targetTypeOf(getValuePlan(db, attribute))).map(({ key }) => key)
}
