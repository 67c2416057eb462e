/** How complete products are for a channel as a number that lists filter, sort and show: `completeness:<channel>` (ext). */
import type { AttributeSet } from '../../store/tables/attributes.ts'
import { percentFilled } from '../../store/computed/completeness.ts'
import { measuredPlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { draftFormula } from '../attributes/draft-formula.ts'
import type { Faults } from '../errors.ts'
import { channelRules } from './channel-rules.ts'
import { listWorkspaceChannels, type WorkspaceChannel } from './channels.ts'

const prefix = 'completeness:'

/** The percent of an enabled channel under `completeness:<channel>`, for products; undefined for any other key. */
export function completenessPlan(db: ReadableDb, { type }: AttributeSet, key: string): ValuePlan | undefined {
  return type === 'product' && key.startsWith(prefix) ? plansOf(db).get(key) : undefined
}

/** What may be named besides attributes: one key for each enabled channel. */
export function completenessKeys(db: ReadableDb, { type }: AttributeSet): string[] {
  return type === 'product' ? [...plansOf(db).keys()] : []
}

/** Notes a key of no channel, or of one that is off; false for any other key. */
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

/** Why a channel that is off tells nothing of products. */
export function describeSwitchedOff(channel: string): string {
  return `The channel ${channel} is off. The owner of the workspace turns it on in the app.`
}

/** Why there is nothing to tell where all are off. */
export const noChannel = 'No channel is on in this workspace. Its owner turns channels on in the app.'

function plansOf(db: ReadableDb): ReadonlyMap<string, ValuePlan> {
  return cacheUntilWritten(db, 'plans of completeness', () => {
    const enabled = listWorkspaceChannels(db).filter(({ enabled }) => enabled)
    return new Map(enabled.map((channel) => [prefix + channel.template.key, toPlan(db, channel)]))
  })
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
    one: (entity, compiler) => percentFilled({ db, compiler }, required, entity),
  })
}
