import type { LearnedFields } from '#shared/channels.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { listChannelStates, setChannelEnabled, setChannelSettings } from '../../store/tables/channels.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { optional, type ChannelTemplate, type TemplateField } from './templates/template.ts'

export interface ShopColumns {
  /** The keys of attributes by the fields of the channel; null for a column without a value. */
  readonly fields: Readonly<Record<string, string | null>>
  readonly categories: readonly string[]
  readonly features: readonly ({ readonly key: string } & Omit<
    NonNullable<LearnedFields['features']>[number],
    'attribute'
  >)[]
}

const maxCategories = 20_000

/**
 * Keeps which attribute each column of a shop's file became, so that its channel writes them back as they
 * came. Somebody's own mapping goes first. True
 * where the channel is off and has learned nothing before. [SHOP-01]
 */
export function learnChannel(tx: WritableDb, channel: string, columns: ShopColumns, job: string): boolean {
  const { enabled = false, settings = {} } = listChannelStates(tx).get(channel) ?? {}
  const learned = joinLearned(settings.learned, toLearned(tx, columns, job))
  const isKnown = JSON.stringify(learned) === JSON.stringify(settings.learned)
  if (Object.keys(learned.fields).length === 0 || isKnown) return false
  setChannelEnabled(tx, channel, enabled)
  setChannelSettings(tx, channel, { ...settings, learned })
  return !enabled && settings.learned === undefined
}

function toLearned(
  db: ReadableDb,
  { fields, categories, features }: ShopColumns,
  job: string,
): LearnedFields {
  const { byKey } = attributesOf(db, 'product')
  const known = Object.entries(fields).flatMap(([target, key]) => {
    const attribute = key === null ? null : byKey.get(key)?.uuid
    return attribute === undefined ? [] : [[target, attribute] as const]
  })
  const listed = features.flatMap(({ key, ...flags }) => {
    const attribute = byKey.get(key)?.uuid
    return attribute === undefined ? [] : [{ attribute, ...flags }]
  })
  return { job, fields: Object.fromEntries(known), categories: [...categories], features: listed }
}

/** A later file adds to what is known, and says anew what it has. */
function joinLearned(before: LearnedFields | undefined, now: LearnedFields): LearnedFields {
  if (!before) return now
  const listed = new Set(now.features?.map(({ attribute }) => attribute))
  const others = before.features?.filter(({ attribute }) => !listed.has(attribute)) ?? []
  return {
    job: before.job,
    fields: { ...before.fields, ...now.fields },
    categories: [...new Set([...before.categories, ...now.categories])].slice(0, maxCategories),
    features: [...(now.features ?? []), ...others],
  }
}

export function restoreLearned(tx: WritableDb, channel: string, learned: LearnedFields): void {
  const { settings = {} } = listChannelStates(tx).get(channel) ?? {}
  setChannelSettings(tx, channel, { ...settings, learned })
}

/** Forgets what an import that is taken back has taught. */
export function unlearnChannels(tx: WritableDb, job: string): void {
  for (const [key, { settings }] of listChannelStates(tx)) {
    const { learned, ...rest } = settings
    if (learned?.job === job) setChannelSettings(tx, key, rest)
  }
}

/** The fields of a channel, and columns of the shop's file that the channel does not name. */
export function withLearnedFields(
  { fields }: ChannelTemplate,
  learned: LearnedFields | undefined,
): readonly TemplateField[] {
  const targets = new Set(fields.map(({ target }) => target))
  const others = Object.keys(learned?.fields ?? {}).filter((target) => !targets.has(target))
  return others.length === 0 ? fields : [...fields, ...others.map((target) => optional(target))]
}

/**
 * The attribute of a field by the shop's file; a column that it lacks or leaves empty is filled by
 * nothing that stands in another of its columns. Without the file, the attribute that was found for it.
 */
export function learnedAttribute(
  { target }: TemplateField,
  learned: LearnedFields | undefined,
  byUuid: ReadonlyMap<string, Attribute>,
  found: Attribute | undefined,
): Attribute | undefined {
  const { fields = {} } = learned ?? {}
  const uuid = fields[target]
  const known = typeof uuid === 'string' ? byUuid.get(uuid) : undefined
  if (known) return known
  return found && Object.values(fields).includes(found.uuid) ? undefined : found
}
