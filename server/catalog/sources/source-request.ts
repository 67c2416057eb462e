import type { EntityType } from '#shared/entities.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { Attribute, AttributeSet } from '../../store/tables/attributes.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findScraped } from '../../store/tables/scraped-sources.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults, notFound } from '../errors.ts'
import type { SourceResult } from '#shared/sources.ts'
import { readCheckpoint } from '../../store/tables/jobs.ts'

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
