import { parseJson } from '../../store/database/json.ts'
import type { DescribedOutcome, DescribedProduct, SourceResult } from '#shared/sources.ts'
import { foldText, isOneOf } from '#shared/text.ts'
import { textOf } from '#shared/messages/message.ts'
import { type AttributeSet, attributesOf, type Attribute } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type EntityRow, findEntity, findIdentity, getEntityRow } from '../../store/tables/entities.ts'
import { isCancelRequested, saveCheckpoint } from '../../store/tables/jobs.ts'
import { listTargets } from '../../store/tables/references.ts'
import { listDescribedProducts } from '../../store/tables/scraped-sources.ts'
import { createFrom } from '../entities/create-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, conflict, Faults, describeEach } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { linkProducts, type SourceRequest, readState } from './source-request.ts'
import { describedValues } from './product-values.ts'
import { ensureValueIndex } from '../../store/tables/indexes.ts'
import { findByComparable, getComparable, type Comparable } from '../../store/tables/values.ts'
import { names } from '../channels/templates/attribute-names.ts'

const batchSize = 20

export interface DescribedBatch {
  readonly isDone: boolean
  readonly isCancelled: boolean
  readonly done: number
  readonly total: number
  readonly result: SourceResult
}

/**
 * Creates, completes and links the next products of a source, with the checkpoint. A stored value stays
 * even if the page differs; the outcome has both.
 */
export function describeProducts(
  tx: WritableDb,
  { jobId, request }: { readonly jobId: string; readonly request: SourceRequest },
): DescribedBatch {
  const state = readState(tx, jobId)
  const before = state.stored as SourceResult
  const described = listDescribedProducts(tx, findIdentity(tx, before.source_id)?.id ?? 0)
  const done = before.products.length
  const batch = described.slice(done, done + batchSize)
  const context: WriteContext = { ...request.context, job_id: jobId, edit_id: jobId }
  const outcomes = [...before.products]
  for (const product of batch) outcomes.push(takeUp(tx, { product, request, described, outcomes, context }))
  const result = withOutcomes(tx, before, outcomes, { request, context })
  saveCheckpoint(tx, jobId, { ...state, stored: result })
  return {
    isDone: outcomes.length >= described.length,
    isCancelled: isCancelRequested(tx, jobId),
    done: outcomes.length,
    total: described.length,
    result,
  }
}

function withOutcomes(
  tx: WritableDb,
  before: SourceResult,
  products: readonly DescribedOutcome[],
  { request, context }: Pick<Work, 'request' | 'context'>,
): SourceResult {
  const fresh = products.slice(before.products.length).flatMap(({ id }) => id ?? [])
  const linked = linkProducts(tx, { request, source: before.source_id, products: fresh, context })
  const count = (status: string) => products.filter((outcome) => outcome.status === status).length
  const isUnlinked = fresh.length > 0 && linked.length === 0
  const note =
    'The described products are not linked: define a reference attribute between products and sources.'
  return {
    ...before,
    products,
    linked_product_ids: [...new Set([...before.linked_product_ids, ...linked])],
    created: { ...before.created, products: count('created') },
    updated: { products: count('updated') },
    notes: isUnlinked && !before.notes.includes(note) ? [...before.notes, note] : before.notes,
  }
}

interface Work {
  readonly product: DescribedProduct
  readonly request: SourceRequest
  readonly described: readonly DescribedProduct[]
  readonly outcomes: readonly DescribedOutcome[]
  readonly context: WriteContext
}

function takeUp(tx: WritableDb, work: Work): DescribedOutcome {
  try {
    return tx.nested(() => findOrCreate(tx, work))
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code === 'internal_error') throw error
    const reason = textOf(describeEach(error.fieldErrors) ?? error.sentence)
    return { ...nothing, status: 'failed', label: work.product.name ?? null, reason }
  }
}

const nothing: Omit<DescribedOutcome, 'status'> = {
  id: null,
  label: null,
  matched_by: null,
  kept: [],
  not_taken: [],
}

const identifiers = ['gtin', 'mpn', 'sku'] as const

interface Match {
  readonly id: number
  readonly attribute: string
}

type MatchResult = Match | undefined | { readonly ambiguous: string }

interface Clue {
  readonly attribute: Attribute
  readonly comparables: readonly Comparable[]
}

/**
 * The only product that a description fits, by GTIN, MPN or SKU, else by its primary value. A different
 * surer identifier excludes a product. Several matches are reported, not guessed.
 */
function matchProduct(tx: WritableDb, set: AttributeSet, described: DescribedProduct): MatchResult {
  const clues = collectClues(set, described)
  for (const [rank, { attribute, comparables }] of clues.entries()) {
    ensureValueIndex(tx, attribute.id)
    const found = new Set(
      comparables.flatMap((comparable) => findByComparable(tx, attribute.id, comparable, 3)),
    )
    const fitting = [...found].filter((id) => !contradicts(tx, id, clues.slice(0, rank)))
    const [id] = fitting
    if (fitting.length > 1) return { ambiguous: attribute.key }
    if (id !== undefined) return { id, attribute: attribute.key }
  }
  return undefined
}

function contradicts(tx: WritableDb, id: number, surer: readonly Clue[]): boolean {
  return surer.some(({ attribute, comparables }) => {
    const own = getComparable(tx, attribute.id, id)
    return own !== null && !comparables.includes(own)
  })
}

function collectClues(set: AttributeSet, described: DescribedProduct): Clue[] {
  const clues = identifiers.flatMap((field): Clue[] => {
    const [attribute, text] = [attributeFor(set, names[field]), described[field]]
    if (!attribute || text === undefined) return []
    return [{ attribute, comparables: toComparables(attribute, field === 'gtin' ? gtinForms(text) : [text]) }]
  })
  const { primary } = set
  const { name } = described
  const isNamed = primary !== undefined && isOneOf(names.title, primary.key)
  return isNamed && name !== undefined
    ? [...clues, { attribute: primary, comparables: toComparables(primary, [name]) }]
    : clues
}

function attributeFor({ byKey }: AttributeSet, keys: readonly string[]): Attribute | undefined {
  return keys.map((key) => byKey.get(key)).find((attribute) => attribute?.traits.shape === 'scalar')
}

function toComparables({ traits }: Attribute, texts: readonly string[]): Comparable[] {
  if (traits.family !== 'number') return texts.map(foldText)
  return texts.map(Number).filter((number) => !Number.isNaN(number))
}

/** The spellings of a GTIN, with and without leading zeros up to 13 or 14 digits. */
function gtinForms(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '')
  const bare = digits.replace(/^0+/, '')
  const filled = [8, 12, 13, 14]
    .filter((length) => length >= bare.length)
    .map((length) => bare.padStart(length, '0'))
  return bare === '' ? [text] : [...new Set([text, digits, bare, ...filled])]
}

function findOrCreate(tx: WritableDb, work: Work): DescribedOutcome {
  const set = attributesOf(tx, 'product')
  const match = matchProduct(tx, set, work.product)
  if (match && 'ambiguous' in match)
    throw conflict(`Several products have this ${match.ambiguous}. Give all but one another value.`)
  const row = match ? getEntityRow(tx, match.id) : namedProduct(tx, work)
  const matchedBy = match?.attribute ?? null
  if (work.request.mayWriteProducts)
    return row ? complete(tx, row, set, work, matchedBy) : create(tx, set, work)
  if (row) return { ...nothing, status: 'unchanged', id: row.uuid, label: row.label, matched_by: matchedBy }
  throw conflict('The key lacks the scope write:products, which a new product needs.')
}

function namedProduct(tx: WritableDb, { request, described }: Work): EntityRow | undefined {
  const [named, ...others] = request.product_ids
  if (named === undefined || others.length > 0 || described.length > 1) return undefined
  return findEntity(tx, 'product', named)
}

function create(tx: WritableDb, set: AttributeSet, { product, outcomes, context }: Work): DescribedOutcome {
  const { values, notTaken } = describedValues(tx, set, product)
  if (Object.keys(values).length === 0)
    throw conflict(
      'No attribute of products takes anything of what the page tells. Define a title or an SKU.',
    )
  const parent = product.group === undefined ? undefined : (outcomes[product.group]?.id ?? undefined)
  const faults = new Faults()
  const writes = parseWrites(set, values, faults)
  const { uuid, label } = createFrom(tx, { type: 'product', parent, writes, given: values }, faults, context)
  return { ...nothing, status: 'created', id: uuid, label, not_taken: notTaken }
}

function complete(
  tx: WritableDb,
  row: EntityRow,
  set: AttributeSet,
  { product, context }: Work,
  matchedBy: string | null,
): DescribedOutcome {
  const { values, notTaken } = describedValues(tx, set, product)
  const own = (key: string) => ownValue(tx, row, set, key)
  const missing = Object.entries(values).filter(([key]) => own(key) === undefined)
  const faults = new Faults()
  const writes = parseWrites(set, Object.fromEntries(missing), faults)
  const updated = updateFrom(tx, row, { type: 'product', parent: undefined, writes }, faults, context)
  const different = Object.entries(values)
    .map(([attribute, described]) => ({ attribute, value: own(attribute), told: described }))
    .filter(({ value, told: described }) => value !== undefined && !isSame(value, described))
    .map(({ attribute, value, told: described }) => ({
      attribute,
      value: shown(value),
      told: shown(described),
    }))
  const status = updated === row ? 'unchanged' : 'updated'
  return {
    status,
    id: row.uuid,
    label: updated.label,
    matched_by: matchedBy,
    kept: different,
    not_taken: notTaken,
  }
}

function ownValue(tx: WritableDb, row: EntityRow, { byKey }: AttributeSet, key: string): unknown {
  const attribute = byKey.get(key)
  if (attribute?.traits.shape === 'scalar') return parseJson(row.attributes)[key]
  const targets = attribute ? listTargets(tx, row.id, attribute.id).map(({ uuid }) => uuid) : []
  return targets.length === 0 ? undefined : targets
}

function isSame(value: unknown, described: unknown): boolean {
  const plain = (each: unknown) => foldText([each].flat().map(String).join(','))
  return plain(value) === plain(described) || (typeof value === 'number' && value === Number(described))
}

const maxShown = 200

function shown(value: unknown): unknown {
  return typeof value === 'string' && value.length > maxShown
    ? `${value.slice(0, maxShown - 1).toWellFormed()}…`
    : value
}
