import type { SourceResult } from '#shared/sources.ts'
import { attributesOf } from '../../store/attributes.ts'
import type { WritableDb } from '../../store/database.ts'
import { findEntity, findIdentity, getEntityRow } from '../../store/entities.ts'
import { getJobInput, readCheckpoint, saveJobProgress } from '../../store/jobs.ts'
import { listTargets } from '../../store/references.ts'
import { createFrom } from '../entities/create-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { contentAttribute, findProductLink, type ProductLink, type SourceRequest } from './source-request.ts'

/**
 * Creates the source of a job with its text and its links, in the transaction of the caller together with the checkpoint
 * that says so: however often an interrupted job is resumed, its source is created once.
 */
export function storeSource(tx: WritableDb, { jobId, text }: { jobId: string; text: string }): SourceResult {
  const known = readCheckpoint(tx, jobId) as SourceResult | null | undefined
  if (known) return known
  const request = getJobInput(tx, jobId) as SourceRequest
  const products = request.product_ids.filter((id) => findIdentity(tx, id)?.type === 'product')
  const made = createSource(tx, { request, text, products, context: { ...request.context, job_id: jobId } })
  const result: SourceResult = {
    source_id: made.uuid,
    characters: countCharacters(text),
    linked_product_ids: made.linked,
    created: { sources: 1 },
    content_attribute: made.contentKey,
    notes: notesOf(made, request),
  }
  saveJobProgress(tx, jobId, { current: 1, total: 1, checkpoint: result })
  return result
}

interface Work {
  readonly request: SourceRequest
  readonly text: string
  /** Those that still exist. */
  readonly products: readonly string[]
  readonly context: WriteContext
}

interface Made {
  readonly uuid: string
  readonly contentKey: string | null
  readonly linked: readonly string[]
}

function createSource(tx: WritableDb, { request, text, products, context }: Work): Made {
  const set = attributesOf(tx, 'source')
  const given: Record<string, unknown> = { ...request.attributes }
  const content = contentAttribute(set, given)?.key ?? null
  if (content !== null) given[content] = text
  const link = findProductLink({ source: set, product: attributesOf(tx, 'product') }, given)
  const own = ownLinks(link, products)
  Object.assign(given, own.write)
  const faults = new Faults()
  const writes = parseWrites(set, given, faults)
  const id = createFrom(tx, { type: 'source', parent: request.parent_id, writes, given }, faults, context)
  const { uuid } = getEntityRow(tx, id)
  const isAtProduct = link?.holder === 'product' && request.mayWriteProducts
  const others = isAtProduct
    ? products.filter((product) => linkProduct(tx, { link, product, uuid, context }))
    : []
  return { uuid, contentKey: content, linked: [...own.linked, ...others] }
}

/** What a link kept at the source writes there; a single reference takes one product. */
function ownLinks(link: ProductLink | undefined, products: readonly string[]) {
  if (link?.holder !== 'source' || products.length === 0) return { linked: [], write: {} }
  const { key, traits } = link.attribute
  if (traits.shape === 'reference_list') return { linked: products, write: { [key]: products } }
  return { linked: products.slice(0, 1), write: { [key]: products[0] } }
}

interface Linking {
  readonly link: ProductLink
  readonly product: string
  /** Of the source. */
  readonly uuid: string
  readonly context: WriteContext
}

/** Adds the source to what a product refers to; tells whether the product took it. Nothing that stands there is replaced. */
function linkProduct(tx: WritableDb, { link: { attribute }, product, uuid, context }: Linking): boolean {
  const row = findEntity(tx, 'product', product)
  if (!row) return false
  const before = listTargets(tx, row.id, attribute.id).map((target) => target.uuid)
  const isList = attribute.traits.shape === 'reference_list'
  if (!isList && before.length > 0) return false
  const value = { [attribute.key]: isList ? [...before, uuid] : uuid }
  try {
    return tx.nested(() => {
      const faults = new Faults()
      const writes = parseWrites(attributesOf(tx, 'product'), value, faults)
      return updateFrom(tx, row, { type: 'product', parent: undefined, writes }, faults, context)
    })
  } catch (error) {
    if (error instanceof CatalogError) return false
    throw error
  }
}

function notesOf({ contentKey, linked }: Made, { product_ids: asked }: SourceRequest): string[] {
  const isKept = contentKey !== null
  const missing = asked.length - linked.length
  return [
    ...(isKept
      ? []
      : ['The text was not kept: define a long text attribute "content" for sources to hold it.']),
    ...(missing === 0
      ? []
      : [
          `${missing} of ${asked.length} products could not be linked: a reference attribute between products and sources takes them.`,
        ]),
  ]
}

/** As people count them: an emoji is one character, not two. */
function countCharacters(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}
