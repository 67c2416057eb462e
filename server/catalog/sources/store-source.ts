import type { DescribedProduct, SourceResult, SourceTable } from '#shared/sources.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { findIdentity } from '../../store/tables/entities.ts'
import { saveCheckpoint, saveJobStages, type JobStage } from '../../store/tables/jobs.ts'
import { insertScraped } from '../../store/tables/scraped-sources.ts'
import { createFrom } from '../entities/create-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { resolveWrites } from '../entities/resolve-writes.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import {
  linkProducts,
  contentAttribute,
  findProductLink,
  type ProductLink,
  type SourceRequest,
  type FetchedFile,
  readState,
} from './source-request.ts'

export function reportStages(
  tx: WritableDb,
  { jobId, stages }: { readonly jobId: string; readonly stages: readonly JobStage[] },
): null {
  saveJobStages(tx, jobId, stages)
  return null
}

/** Stores the path of the fetched page, so that a resumed job need not fetch it again. */
export function savePage(
  tx: WritableDb,
  { jobId, page }: { readonly jobId: string; readonly page: FetchedFile },
): null {
  saveCheckpoint(tx, jobId, { ...readState(tx, jobId), page })
  return null
}

export interface NewScrape {
  readonly jobId: string
  readonly request: SourceRequest
  readonly url: string | null
  readonly format: string
  readonly title: string | null
  readonly text: string
  readonly tables: readonly SourceTable[]
  readonly products: readonly DescribedProduct[]
  readonly notes: readonly string[]
}

/**
 * Creates the source of a job with its content and links, in one transaction with the checkpoint: however
 * often the job is resumed, the source is created once.
 */
export function storeSource(tx: WritableDb, scrape: NewScrape): SourceResult {
  const { jobId, request, text, format, title } = scrape
  const state = readState(tx, jobId)
  if (state.stored) return state.stored
  const products = request.product_ids.filter((id) => findIdentity(tx, id)?.type === 'product')
  const made = createSource(tx, {
    request,
    scrape,
    products,
    context: { ...request.context, job_id: jobId, edit_id: jobId },
  })
  const stored: SourceResult = {
    source_id: made.uuid,
    characters: countCharacters(text),
    format,
    title,
    tables: scrape.tables.length,
    linked_product_ids: made.linked,
    created: { sources: 1, products: 0 },
    updated: { products: 0 },
    products: [],
    content_attribute: made.contentKey,
    notes: [...scrape.notes, ...made.notes, ...collectNotes(made, request)],
  }
  insertScraped(tx, made.id, {
    ...scrape,
    characters: stored.characters,
    tables: [...scrape.tables],
    products: [...scrape.products],
    notes: [...scrape.notes],
  })
  saveCheckpoint(tx, jobId, { ...state, stored })
  return stored
}

interface Work {
  readonly request: SourceRequest
  readonly scrape: NewScrape
  readonly products: readonly string[]
  readonly context: WriteContext
}

interface StoredSource {
  readonly id: number
  readonly uuid: string
  readonly contentKey: string | null
  readonly linked: readonly string[]
  readonly notes: readonly string[]
}

function createSource(tx: WritableDb, { request, scrape, products, context }: Work): StoredSource {
  const set = attributesOf(tx, 'source')
  const given: Record<string, unknown> = { ...request.attributes, ...betterName(set, request, scrape) }
  const content = contentFor(tx, set, given, scrape.text)
  if (content.key !== null) given[content.key] = scrape.text
  const link = findProductLink({ source: set, product: attributesOf(tx, 'product') }, given)
  const own = ownLinks(link, products)
  Object.assign(given, own.write)
  const faults = new Faults()
  const writes = parseWrites(set, given, faults)
  const { id, uuid } = createFrom(
    tx,
    { type: 'source', parent: request.parent_id, writes, given },
    faults,
    context,
  )
  const isAtProduct = link?.holder === 'product'
  const others = isAtProduct ? linkProducts(tx, { request, source: uuid, products, context }) : []
  return { id, uuid, contentKey: content.key, linked: [...own.linked, ...others], notes: content.notes }
}

const maxNameLength = 120

function betterName(
  set: AttributeSet,
  { isNameMadeUp = false }: SourceRequest,
  { title, url }: NewScrape,
): Record<string, unknown> {
  const { primary } = set
  if (!primary || !isNameMadeUp || title === null || url === null) return {}
  const value = { [primary.key]: title.slice(0, maxNameLength).toWellFormed() }
  const unfit = new Faults()
  parseWrites(set, value, unfit)
  return unfit.isEmpty ? value : {}
}

function contentFor(
  tx: WritableDb,
  set: AttributeSet,
  given: Readonly<Record<string, unknown>>,
  text: string,
): { key: string | null; notes: string[] } {
  const attribute = contentAttribute(set, given)
  if (!attribute) return { key: null, notes: [] }
  const { key, name, extras } = attribute
  const unfit = new Faults()
  resolveWrites(tx, parseWrites(set, { [key]: text }, unfit), unfit)
  if (unfit.isEmpty || extras.constraints.required) return { key, notes: [] }
  return {
    key: null,
    notes: [`The text does not fit the attribute "${name}"; it is kept beside the source.`],
  }
}

function ownLinks(link: ProductLink | undefined, products: readonly string[]) {
  if (link?.holder !== 'source' || products.length === 0) return { linked: [], write: {} }
  const { key, traits } = link.attribute
  if (traits.shape === 'reference_list') return { linked: products, write: { [key]: products } }
  return { linked: products.slice(0, 1), write: { [key]: products[0] } }
}

function collectNotes({ linked }: StoredSource, { product_ids: asked }: SourceRequest): string[] {
  const missing = asked.length - linked.length
  if (missing === 0) return []
  return [
    `${missing} of ${asked.length} products could not be linked: a reference attribute between products and sources takes them.`,
  ]
}

/** Counts characters as people do: an emoji is one, not two. */
function countCharacters(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}
