import type { EntityType } from '#shared/entities.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { findScraped } from '../../store/tables/scraped-sources.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { getEntity, updateFrom } from '../entities/update-entity.ts'
import { Faults, notFound, CatalogError } from '../errors.ts'
import type { SourceResult } from '#shared/sources.ts'
import { readCheckpoint } from '../../store/tables/jobs.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { listTargets } from '../../store/tables/references.ts'
import { parseWrites } from '../entities/parse-writes.ts'

export type SourceContent =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string }

export interface SourceRequest {
  readonly content: SourceContent
  readonly parent_id: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isNameMadeUp?: boolean
  readonly product_ids: readonly string[]
  readonly mayWriteProducts: boolean
  readonly context: Omit<WriteContext, 'job_id'>
}

/**
 * The attribute for the text of a source: `content`, else `text`, if it is a long text without a sent
 * value.
 */
export function contentAttribute(
  { byKey }: AttributeSet,
  given: Readonly<Record<string, unknown>>,
): Attribute | undefined {
  return ['content', 'text']
    .filter((key) => !Object.hasOwn(given, key))
    .map((key) => byKey.get(key))
    .find((attribute) => attribute?.traits.layout === 'lines')
}

export interface ProductLink {
  readonly holder: Extract<EntityType, 'source' | 'product'>
  readonly attribute: Attribute
}

/**
 * The attribute that links sources and products: a list before a single reference, of the source before
 * the product. A sent value stays.
 */
export function findProductLink(
  sets: Record<ProductLink['holder'], AttributeSet>,
  given: Readonly<Record<string, unknown>>,
): ProductLink | undefined {
  const links = (['source', 'product'] as const).flatMap((holder) =>
    sets[holder].list
      .filter(
        ({ key, extras }) =>
          extras.reference?.type === otherEnd[holder] && !(holder === 'source' && Object.hasOwn(given, key)),
      )
      .map((attribute): ProductLink => ({ holder, attribute })),
  )
  const ofShape = (shape: string) => links.find(({ attribute }) => attribute.traits.shape === shape)
  return ofShape('reference_list') ?? ofShape('reference')
}

const otherEnd = { source: 'product', product: 'source' } as const

interface ReadScraped {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Everything that was read from a source, unchanged: 404 without any. */
export function readScraped(db: ReadableDb, { id, faults }: ReadScraped): Answer {
  const row = getEntity(db, 'source', id)
  new Faults(faults).throwIfAny()
  const scraped = findScraped(db, row.id)
  if (!scraped) throw notFound(`What was read from the source ${id}`)
  return dataAnswer(200, JSON.stringify({ source_id: row.uuid, ...scraped }))
}

interface SourceState {
  readonly page?: FetchedFile
  /** Set once the source is stored; counts and links grow while its products are processed. */
  readonly stored?: SourceResult
}

export interface FetchedFile {
  readonly mediaType?: string | undefined
  readonly url: string
}

export function readState(db: ReadableDb, jobId: string): SourceState {
  return (readCheckpoint(db, jobId) as SourceState | null | undefined) ?? {}
}

export interface Linking {
  readonly request: SourceRequest
  readonly source: string
  readonly products: readonly string[]
  readonly context: WriteContext
}

/**
 * Links products and a source if the workspace has an attribute for it; returns the linked ones. Existing
 * references stay.
 */
export function linkProducts(
  tx: WritableDb,
  { request, source, products, context }: Linking,
): readonly string[] {
  const sets = { source: attributesOf(tx, 'source'), product: attributesOf(tx, 'product') }
  const link = findProductLink(sets, request.attributes)
  if (!link || products.length === 0) return []
  const { key } = link.attribute
  if (link.holder === 'source')
    return addTargets(tx, { type: 'source', holder: source, key, targets: products, context })
  if (!request.mayWriteProducts) return []
  return products.filter(
    (product) =>
      addTargets(tx, { type: 'product', holder: product, key, targets: [source], context }).length > 0,
  )
}

interface Adding {
  readonly type: EntityType
  readonly holder: string
  readonly key: string
  readonly targets: readonly string[]
  readonly context: WriteContext
}

function addTargets(tx: WritableDb, { type, holder, key, targets, context }: Adding): readonly string[] {
  const row = findEntity(tx, type, holder)
  const set = attributesOf(tx, type)
  const attribute = set.byKey.get(key)
  if (!row || !attribute) return []
  const before = listTargets(tx, row.id, attribute.id).map((target) => target.uuid)
  const isList = attribute.traits.shape === 'reference_list'
  const after = isList ? [...new Set([...before, ...targets])] : [...before, ...targets].slice(0, 1)
  try {
    tx.nested(() => {
      const faults = new Faults()
      const writes = parseWrites(set, { [key]: isList ? after : after[0] }, faults)
      return updateFrom(tx, row, { type, parent: undefined, writes }, faults, context)
    })
  } catch (error) {
    if (error instanceof CatalogError) return []
    throw error
  }
  return targets.filter((target) => after.includes(target))
}
