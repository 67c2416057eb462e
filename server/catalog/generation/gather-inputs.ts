import type { AttributeConfig } from '#shared/attributes.ts'
import { parseJson } from '../../store/database/json.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { hiddenFromSome } from '../../store/computed/hidden-attributes.ts'
import { type Attribute, attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import { findEntity, type EntityRow, findIdentity } from '../../store/tables/entities.ts'
import type { LinkedSource } from '../../store/tables/scraped-sources.ts'
import { holdsImages } from '../attributes/check-generation.ts'
import { keysInPrompt } from '#shared/generations.ts'
import type {
  ContextImage,
  ContextSource,
  ContextValue,
  GenerationInputs,
  GenerationContext,
  Passage,
} from './generation-context.ts'
import { listLinked, sourceVersion, sourceText } from './gather-context.ts'
import { parseUuid, type EntityType } from '#shared/entities.ts'
import type { Evidence } from './read-output.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { htmlToText } from '#shared/html-to-text.ts'

export interface GatherOptions {
  readonly proposed?: Readonly<Record<string, unknown>>
}

/** The inputs of one value of an entity, which decide its staleness; undefined where the entity is gone. */
export function gatherInputs(
  db: ReadableDb,
  definition: AttributeConfig,
  entityId: string,
  { proposed = {} }: GatherOptions = {},
): GenerationInputs | undefined {
  const { entity_type: type, selected_tools: tools } = definition
  const row = findEntity(db, type, entityId)
  if (!row) return undefined
  const reading = new EntityValues(db, row, attributesOf(db, type), proposed)
  return {
    entity: { id: row.uuid, type, label: row.label },
    values: listValues(db, reading, definition),
    missing: definition.required_dependencies.filter((key) => reading.text(key) === null),
    sources: tools.includes('includeDataSources')
      ? listLinked(db, row.id).map((source) => toSource(db, source))
      : [],
    images: tools.includes('includeImages') ? listImages(reading, definition) : [],
  }
}

function toSource(db: ReadableDb, source: LinkedSource): ContextSource {
  return { id: source.uuid, title: source.label ?? source.title, version: sourceVersion(db, source) }
}

const maxValues = 200
const maxCharacters = 40_000

const readCharacters = 5_000_000

/**
 * The present texts of sources that evidence names, for `verifyEvidence`: scripts and agents quote their
 * own sources.
 */
export function gatherNamed(
  db: ReadableDb,
  type: EntityType,
  entityId: string,
  evidence: readonly Evidence[],
): Pick<GenerationContext, 'values' | 'passages'> {
  const places = [...new Set(evidence.map(({ source }) => source))]
  const row = findEntity(db, type, entityId)
  const attributes = attributesOf(db, type)
  const entity = row && new EntityValues(db, row, attributes, {})
  const values = places.flatMap((source): ContextValue[] => {
    const attribute = attributes.byKey.get(named(source, 'attribute:') ?? '')
    if (!entity || !attribute) return []
    return [{ key: attribute.key, name: attribute.name, text: entity.text(attribute.key) }]
  })
  return { values, passages: places.flatMap((source) => wholeText(db, named(source, 'source:'))) }
}

function named(source: string, kind: 'attribute:' | 'source:'): string | undefined {
  return source.startsWith(kind) ? source.slice(kind.length) : undefined
}

function wholeText(db: ReadableDb, id: string | undefined): Passage[] {
  const uuid = parseUuid(id)
  const row = uuid === undefined ? undefined : findEntity(db, 'source', uuid)
  if (!row || id === undefined) return []
  return [{ source: id, start: 0, text: sourceText(db, row.id, readCharacters) }]
}

function listValues(db: ReadableDb, entity: EntityValues, definition: AttributeConfig): ContextValue[] {
  const named = keysInPrompt(definition.custom_instructions)
  const offered = offeredKeys(db, entity.attributes, definition).filter((key) => !named.includes(key))
  const values = [...named, ...offered].slice(0, maxValues).flatMap((key) => {
    const attribute = entity.attributes.byKey.get(key)
    const text = entity.text(key)
    if (text === null && !named.includes(key)) return []
    return [{ key, name: attribute ? nameOf(attribute) : key, text }]
  })
  return withinBudget(values)
}

function offeredKeys(
  db: ReadableDb,
  { primary, list, byKey }: AttributeSet,
  definition: AttributeConfig,
): string[] {
  const { key: self, selected_tools: tools, source_attributes: chosen } = definition
  const first = primary ? [primary.key] : []
  const others = tools.includes('includeProductAttributes')
    ? (chosen ?? offered(db, list).map(({ key }) => key))
    : []
  return [...new Set([...first, ...others])].filter((key) => key !== self && byKey.has(key))
}

/** An attribute that only some roles may read goes into a prompt where it is named, since all may read the answer. */
function offered(db: ReadableDb, list: readonly Attribute[]): Attribute[] {
  const closed = hiddenFromSome(db)
  return list.filter((attribute) => isInformative(attribute) && !closed.has(attribute.id))
}

/**
 * A file path is useless to a model. A generated value is an input only where it is named: two that were
 * inputs of each other would be stale for ever.
 */
function isInformative({ traits, extras }: Attribute): boolean {
  return traits.media === undefined && traits.shape !== 'inverse' && !extras.ai_generated
}

function nameOf({ name, extras }: Attribute): string {
  const { unit } = extras.constraints
  return unit === undefined ? name : `${name} (${unit})`
}

function withinBudget(values: readonly ContextValue[]): ContextValue[] {
  let left = maxCharacters
  return values.filter(({ text }) => {
    const length = text?.length ?? 0
    if (length > left) return false
    left -= length
    return true
  })
}

const maxImages = 6

function listImages(
  entity: EntityValues,
  { vision_image_attributes: chosen, key: self }: AttributeConfig,
): ContextImage[] {
  const { list, byKey } = entity.attributes
  const attributes =
    chosen === null ? list.filter(holdsImages) : chosen.flatMap((key) => byKey.get(key) ?? [])
  return attributes
    .filter(({ key }) => key !== self)
    .flatMap((attribute) =>
      placesOf(entity, attribute).map((source) => ({ attribute: attribute.key, place: source })),
    )
    .slice(0, maxImages)
}

function placesOf(entity: EntityValues, { key, traits }: Attribute): string[] {
  const value = entity.value(key)
  if (traits.media === 'image') return typeof value === 'string' && value !== '' ? [value] : []
  const stubs: unknown[] = Array.isArray(value) ? value : [value]
  return stubs.slice(0, maxImages).flatMap((stub) => {
    const id = typeof stub === 'object' && stub !== null && 'id' in stub ? stub.id : stub
    return typeof id === 'string' ? pictureOf(entity.db, id) : []
  })
}

function pictureOf(db: ReadableDb, id: string): string[] {
  const row = findEntity(db, 'image', id)
  if (!row) return []
  const document = parseJson(row.attributes)
  const pictures = attributesOf(db, 'image').list.filter(({ traits }) => traits.media === 'image')
  const places = pictures.map(({ key }) => document[key]).filter((place) => typeof place === 'string')
  return places.slice(0, 1)
}

const maxValueCharacters = 8000

function valueText(db: ReadableDb, { dataType }: Pick<Attribute, 'dataType'>, value: unknown): string | null {
  const texts = [value].flat().flatMap((one) => textOf(db, one) ?? [])
  const whole = texts.join(', ')
  const text = dataType === 'rich_text_field' ? htmlToText(whole) : whole
  return text.trim() === '' ? null : text.slice(0, maxValueCharacters)
}

function textOf(db: ReadableDb, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'object')
    return 'label' in value && typeof value.label === 'string' ? value.label : undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return uuid.test(text) ? (findIdentity(db, text)?.label ?? text) : text
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

class EntityValues {
  readonly db: ReadableDb
  readonly attributes: AttributeSet
  readonly #row: EntityRow
  readonly #proposed: Readonly<Record<string, unknown>>
  #values: Readonly<Record<string, unknown>> | undefined

  constructor(
    db: ReadableDb,
    row: EntityRow,
    attributes: AttributeSet,
    proposed: Readonly<Record<string, unknown>>,
  ) {
    this.db = db
    this.attributes = attributes
    this.#row = row
    this.#proposed = proposed
  }

  value(key: string): unknown {
    if (Object.hasOwn(this.#proposed, key)) return this.#proposed[key]
    this.#values ??= this.#read()
    return Object.hasOwn(this.#values, key) ? this.#values[key] : null
  }

  text(key: string): string | null {
    const attribute = this.attributes.byKey.get(key)
    return attribute ? valueText(this.db, attribute, this.value(key)) : null
  }

  #read(): Readonly<Record<string, unknown>> {
    const [json] = entitiesJson(this.db, [this.#row])
    return json === undefined ? {} : parseJson(json).attributes
  }
}
