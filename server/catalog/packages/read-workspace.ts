import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type {
  PackageCounts,
  PackagedChannel,
  PackagedEntity,
  PackageKind,
  PackageSchema,
} from '#shared/packages.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { type ChannelState, listChannelNames, listChannelStates } from '../../store/tables/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countEntities, type EntityRow, listEntityRows, listStubRows } from '../../store/tables/entities.ts'
import { listAutomationRows } from '../../store/tables/automations.ts'
import { listExportProfileRows, listFeedRows } from '../../store/tables/feeds.ts'
import { listReferences } from '../../store/tables/references.ts'
import { findScraped } from '../../store/tables/scraped-sources.ts'
import { listAttributeClasses } from '../attribute-classes/attribute-classes.ts'
import { parseAnswer } from '../answer.ts'
import { toConfig } from '../attributes/attribute-config.ts'
import { listWorkspaceChannels, mappableAttributes } from '../channels/channels.ts'
import { listSavedActions } from '../edits/saved-actions.ts'
import { readStored } from '../entities/current-values.ts'
import { listImportProfiles } from '../imports/plan/profiles.ts'
import { readPackagedRules } from '../quality/packaged-quality.ts'
import type { Axis } from '#shared/axes.ts'
import { listAxesInWords } from '../variants/axes.ts'
import { listViews } from '../views/views.ts'
import { toIso } from '#shared/iso-times.ts'

type PackagedActions = NonNullable<PackageSchema['saved_actions']>

/**
 * Everything but values and files. Without values, parts that name entities are left out, as these would
 * be missing.
 */
export function readSchema(db: ReadableDb, kind: PackageKind): PackageSchema {
  const classes = listOf<PackageSchema['attribute_classes']>(listAttributeClasses(db, { faults: [] }))
  const isWhole = kind === 'workspace'
  const rules = readPackagedRules(db)
  const profiles = readExportProfiles(db).filter(({ ids }) => isWhole || ids === undefined)
  const feeds = readFeeds(db)
  const automations = readAutomations(db).filter(({ actions }) => isWhole || !actions.some(namesEntity))
  return {
    attributes: entityTypes.flatMap((type) => attributesOf(db, type).list.map(toConfig)),
    attribute_classes: classes.map((each) => (isWhole ? each : { ...each, category_ids: [] })),
    views: listOf(listViews(db, { faults: [] })),
    channels: readChannels(db).map((each) => (isWhole ? each : { ...each, categories: {} })),
    import_profiles: listOf(listImportProfiles(db, { faults: [] })),
    saved_actions: listOf<PackagedActions>(listSavedActions(db, { faults: [] })).map(
      ({ broken: _broken, ...action }) => action,
    ),
    ...(rules.length > 0 && { quality_rules: rules }),
    ...(automations.length > 0 && { automations }),
    ...(profiles.length > 0 && { export_profiles: profiles }),
    ...(feeds.length > 0 && { feeds }),
  }
}

/** Whose rights they run with, and how their runs went, belongs to this workspace alone. */
function readAutomations(db: ReadableDb): NonNullable<PackageSchema['automations']> {
  return listAutomationRows(db).map(({ uuid: id, name, type, definition }) => {
    const { unbounded: _unbounded, ...said } = definition
    return { id, name, entity_type: type, ...said } as PackagedAutomation
  })
}

function readExportProfiles(db: ReadableDb): NonNullable<PackageSchema['export_profiles']> {
  return listExportProfileRows(db).map(({ uuid: id, name, request }) => ({ id, name, ...request }))
}

/** The connection, and what was taken from it, belongs to this workspace alone. */
function readFeeds(db: ReadableDb): NonNullable<PackageSchema['feeds']> {
  return listFeedRows(db).map(({ uuid: id, name, definition }) => {
    const { connection: _connection, ...said } = definition
    return { id, name, ...said }
  })
}

type PackagedAutomation = NonNullable<PackageSchema['automations']>[number]

function namesEntity(action: object): boolean {
  return 'add_to_category' in action
}

function listOf<List>(answer: Parameters<typeof parseAnswer>[0]): List {
  return parseAnswer<{ data: List }>(answer).data
}

function readChannels(db: ReadableDb): PackagedChannel[] {
  const states = listChannelStates(db)
  const keyOf = new Map(mappableAttributes(db).map(({ uuid, key }) => [uuid, key]))
  return listWorkspaceChannels(db).flatMap(({ template: { key, fields }, own }) => {
    const state = states.get(key)
    if (!state) return []
    const mapping = fields.flatMap(({ target }) => {
      const uuid = state.decided.get(target)
      const attribute = typeof uuid === 'string' ? keyOf.get(uuid) : uuid
      return attribute === undefined ? [] : [[target, attribute] as const]
    })
    return {
      key,
      enabled: state.enabled,
      mapping: Object.fromEntries(mapping),
      ...toPackagedSettings(state, own),
    }
  })
}

function toPackagedSettings(
  { settings }: ChannelState,
  own: PackagedChannel['own'],
): Omit<PackagedChannel, 'key' | 'enabled' | 'mapping'> {
  const { learned, values = {}, formulas = {}, categories = {}, shop_address: shop } = settings
  return {
    values,
    ...(Object.keys(formulas).length > 0 && { formulas }),
    categories,
    picture_address: settings.picture_address ?? null,
    currency: settings.currency ?? null,
    ...(shop !== undefined && { shop_address: shop }),
    ...(own && { own }),
    ...(learned && { learned }),
  }
}

export function countAll(db: ReadableDb): Omit<PackageCounts, 'files'> {
  return {
    attributes: entityTypes.flatMap((type) => attributesOf(db, type).list).length,
    entities: {
      product: countEntities(db, 'product'),
      image: countEntities(db, 'image'),
      vendor: countEntities(db, 'vendor'),
      category: countEntities(db, 'category'),
      source: countEntities(db, 'source'),
    },
  }
}

export function readEntities(db: ReadableDb, type: EntityType, ids: readonly number[]): PackagedEntity[] {
  const links = readLinks(db, type, ids)
  const axes = type === 'product' ? listAxesInWords(db, ids) : new Map<number, readonly Axis[]>()
  return listEntityRows(db, ids).map((row) => {
    const own = axes.get(row.id)
    return { ...toPackaged(row, links.get(row.id) ?? {}), ...(own && { axes: own }) }
  })
}

function toPackaged(row: EntityRow, links: Readonly<Record<string, string | string[]>>): PackagedEntity {
  return {
    id: row.uuid,
    ...(row.parent_uuid !== null && { parent_id: row.parent_uuid }),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    attributes: { ...readStored(row).document, ...links },
  }
}

function readLinks(
  db: ReadableDb,
  type: EntityType,
  ids: readonly number[],
): Map<number, Record<string, string | string[]>> {
  const { byId } = attributesOf(db, type)
  const rows = listReferences(db, ids)
  const targets = [...new Set(rows.map(([, , target]) => target))]
  const uuidOf = new Map(listStubRows(db, targets).map(([id, uuid]) => [id, uuid]))
  const links = new Map<number, Record<string, string | string[]>>()
  for (const [source, attributeId, target] of rows) {
    const attribute = byId.get(attributeId)
    const uuid = uuidOf.get(target)
    if (!attribute || uuid === undefined) continue
    const { key, traits } = attribute
    const held = links.get(source) ?? {}
    const list = Object.hasOwn(held, key) ? held[key] : []
    held[key] = traits.shape === 'reference' ? uuid : [...(list as string[]), uuid]
    links.set(source, held)
  }
  return links
}

export function readScrapedOf(db: ReadableDb, ids: readonly number[]): object[] {
  return listStubRows(db, ids).flatMap(([id, uuid, type]) => {
    const scraped = toEntityType(type) === 'source' ? findScraped(db, id) : undefined
    return scraped ? [{ source_id: uuid, ...scraped }] : []
  })
}

export function readChannelNames(db: ReadableDb): object[] {
  return [...listChannelStates(db).keys()].flatMap((channel) =>
    [...listChannelNames(db, channel)].map(([product, name]) => ({ channel, product, name })),
  )
}
