import type { AttributeSet } from '../../store/tables/attributes.ts'
import { type CountedProducts, hasVariants, percentFilled } from '../../store/computed/completeness.ts'
import { measuredPlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { draftFormula } from '../attributes/preview-formula.ts'
import type { Faults } from '../errors.ts'
import { channelRules } from './channel-rules.ts'
import { listWorkspaceChannels, type WorkspaceChannel } from './channels.ts'
import type { EntityType } from '#shared/entities.ts'
import { type noSeverity, type Severity, scoreKey } from '#shared/quality.ts'
import type { EntitySet } from '../../store/quality/entity-set.ts'
import type { Condition } from '../../store/query/condition.ts'

const prefix = 'completeness:'

/**
 * The completeness of products for an enabled channel, under `completeness:<channel>`; undefined for other
 * keys.
 */
function completenessPlan(db: ReadableDb, { type }: AttributeSet, key: string): ValuePlan | undefined {
  return type === 'product' && key.startsWith(prefix) ? plansOf(db).get(key) : undefined
}

export function completenessKeys(db: ReadableDb, { type }: AttributeSet): string[] {
  return type === 'product' ? [...plansOf(db).keys()] : []
}

/** Notes a key of an unknown or disabled channel; false for any other key. */
export function refuseCompleteness(
  db: ReadableDb,
  attributes: AttributeSet,
  { field, key }: { readonly field: string; readonly key: string },
  faults: Faults,
): boolean {
  if (attributes.type !== 'product' || !key.startsWith(prefix)) return false
  const name = key.slice(prefix.length)
  const channels = listWorkspaceChannels(db)
  const known = completenessKeys(db, attributes)
  if (channels.some(({ template }) => template.key === name))
    faults.explain(field, 'invalid_value', describeSwitchedOff(name), known)
  else if (known.length === 0) faults.explain(field, 'invalid_value', noChannel)
  else faults.add(field, 'invalid_value', known, key)
  return true
}

export function describeSwitchedOff(channel: string): string {
  return `The channel ${channel} is off. The owner of the workspace turns it on in the app.`
}

export const noChannel = 'No channel is on in this workspace. Its owner turns channels on in the app.'

function plansOf(db: ReadableDb): ReadonlyMap<string, ValuePlan> {
  return cacheUntilWritten(db, 'plans of completeness', () => {
    const enabled = listWorkspaceChannels(db).filter(({ enabled }) => enabled)
    return new Map(enabled.map((channel) => [prefix + channel.template.key, toPlan(db, channel)]))
  })
}

/** A channel that lists parents counts all products; others count what is sold (work-surfaces.4.4). */
export function countedProducts(db: ReadableDb, { settings }: WorkspaceChannel): CountedProducts {
  return settings.parents !== 'count' && hasVariants(db) ? 'sold' : 'all'
}

function toPlan(db: ReadableDb, channel: WorkspaceChannel): ValuePlan {
  const { attributes, conditions, totals } = channelRules(channel)
  const required = {
    attributes: attributes
      .filter(({ fields }) => fields.required > 0)
      .map(({ measured, fields }) => ({ measured, fields: fields.required })),
    conditions: conditions.map(({ alternatives }) => alternatives),
    total: totals.required,
  }
  const { key } = channel.template
  const attribute = { ...draftFormula('product', ''), key: prefix + key, name: channel.name }
  return measuredPlan(attribute, {
    one: (entity, compiler) =>
      percentFilled({ db, compiler }, required, entity, countedProducts(db, channel)),
  })
}

/**
 * The quality functions that lists use. They are injected: rules are filters, so quality depends on the
 * lists.
 */
interface ListedQuality {
  readonly scorePlan: (db: ReadableDb, type: EntityType) => ValuePlan
  readonly ofRule: (db: ReadableDb, type: EntityType, key: string) => Condition | undefined
  readonly ruleKeys: (db: ReadableDb, type: EntityType) => string[]
  readonly ofSeverity: (db: ReadableDb, type: EntityType, severity: Severity | typeof noSeverity) => Condition
  readonly foundOfSeverity: (db: ReadableDb, type: EntityType, severity: Severity) => EntitySet
}

let quality: ListedQuality | undefined

export function provideQuality(provided: ListedQuality): void {
  quality = provided
}

export function listedQuality(): ListedQuality | undefined {
  return quality
}

export function measuredKeyPlan(
  db: ReadableDb,
  attributes: AttributeSet,
  key: string,
): ValuePlan | undefined {
  return key === scoreKey && !attributes.byKey.has(key)
    ? quality?.scorePlan(db, attributes.type)
    : completenessPlan(db, attributes, key)
}
