import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxLinkedProducts, type SourceCreate } from '#shared/sources.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findIdentity } from '../../store/tables/entities.ts'
import { isWebUrl } from '../attributes/data-types/data-types.ts'
import { checkCreate } from '../entities/create-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { Faults, insufficientScope, describeNoSuch } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import {
  contentAttribute,
  findProductLink,
  type SourceContent,
  type SourceRequest,
  type ProductLink,
} from './source-request.ts'
import { listTargets } from '../../store/tables/references.ts'

export interface NewSource {
  readonly body: Omit<SourceCreate, 'file'>
  readonly file?: { readonly name: string } | undefined
  readonly mayWriteProducts: boolean
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Notes faults that would prevent the job from linking, so that a caller gets all links or an immediate
 * refusal.
 */
function checkLinks(
  db: ReadableDb,
  attributes: Readonly<Record<string, unknown>>,
  products: readonly string[],
  faults: Faults,
): void {
  if (products.length === 0 || faults.hasErrorFor('product_ids')) return
  const sets = { source: attributesOf(db, 'source'), product: attributesOf(db, 'product') }
  const link = findProductLink(sets, attributes)
  const fault = link === undefined ? noLink : findFault(db, link, products)
  if (fault) faults.addAll('product_ids', [fault])
}

type Fault = Pick<FieldError, 'issue' | 'message'>

const noLink: Fault = {
  issue: 'not_a_defined_attribute',
  message:
    'No attribute is free to link sources and products. Leave product_ids out, or define an entity_list_reference of sources to products first.',
}

function findFault(
  db: ReadableDb,
  { holder, attribute }: ProductLink,
  products: readonly string[],
): Fault | undefined {
  const { key, name, extras, traits } = attribute
  const isList = traits.shape === 'reference_list'
  const room = isList ? (extras.constraints.max_items ?? Infinity) : 1
  if (holder === 'source') {
    if (products.length <= room) return undefined
    const message = `${name} (${key}) of sources takes ${room} at most. Send fewer product_ids.`
    return { issue: isList ? 'too_long' : 'too_many_values', message }
  }
  const full = products.find((uuid) => countTargets(db, uuid, attribute.id) >= room)
  if (full === undefined) return undefined
  const message = `${name} (${key}) of product ${full} has no room for another source. Leave the product out, or make room first.`
  return { issue: isList ? 'too_long' : 'too_many_values', message }
}

function countTargets(db: ReadableDb, uuid: string, attribute: number): number {
  const product = findIdentity(db, uuid)
  return product === undefined ? 0 : listTargets(db, product.id, attribute).length
}

/** Checks a new source: all faults together, then conflicts. The job checks its text. */
export function checkSource(db: ReadableDb, request: NewSource): SourceRequest {
  const { body, mayWriteProducts } = request
  requireProductScope(db, request)
  const faults = new Faults(request.faults)
  const content = checkContent(request, faults)
  const products = checkProducts(db, body.product_ids, faults)
  checkLinks(db, body.attributes ?? {}, products, faults)
  const set = attributesOf(db, 'source')
  const given = { ...derive(set, request, content, faults), ...body.attributes }
  const awaited = contentAttribute(set, given)
  const create = {
    type: 'source' as const,
    parent: body.parent_id,
    writes: parseWrites(set, given, faults),
    // Neither is reported as required: the job fills the first, and a missing name has its own fault already.
    given: {
      ...given,
      ...Object.fromEntries([awaited, set.primary].map((attribute) => [attribute?.key, ''])),
    },
  }
  checkCreate(db, create, faults)
  const { job_id: _none, ...context } = request.context
  return {
    content: faults.settled(content),
    parent_id: parseUuid(body.parent_id) ?? null,
    attributes: given,
    isNameMadeUp: isNameMadeUp(set, body),
    product_ids: products,
    mayWriteProducts,
    // The job row records the request's origin; values of the job come from a source.
    context: { ...context, via: 'source' },
  }
}

function isNameMadeUp({ primary }: AttributeSet, { name, attributes = {} }: NewSource['body']): boolean {
  const isSent = name !== undefined && name.trim() !== ''
  return !isSent && primary !== undefined && !Object.hasOwn(attributes, primary.key)
}

function requireProductScope(db: ReadableDb, { body, mayWriteProducts }: NewSource): void {
  const { product_ids: ids, attributes = {} } = body
  if (mayWriteProducts || !Array.isArray(ids) || ids.length === 0) return
  const sets = { source: attributesOf(db, 'source'), product: attributesOf(db, 'product') }
  if (findProductLink(sets, attributes)?.holder !== 'product') return
  throw insufficientScope('The key lacks the scope write:products, which product_ids needs here.')
}

// After a fault of form in one of these, missing content is no further fault.
const contentPlaces = ['body', 'url', 'text', 'file']

function checkContent(request: NewSource, faults: Faults): SourceContent | undefined {
  const { url, text, file } = { ...request.body, file: request.file }
  const sent = [url, text, file].filter((content) => content !== undefined).length
  const isReported = request.faults.some(({ field }) => contentPlaces.includes(field.split('.')[0] ?? ''))
  if (sent > 1 || (sent === 0 && !isReported))
    faults.addSentence('body', 'Send exactly one of url, text and file.')
  checkForm({ url, text, fileName: file?.name }, faults)
  if (url !== undefined) return { kind: 'url', url: url.trim() }
  if (text !== undefined) return { kind: 'text', text }
  return file && { kind: 'file', name: file.name }
}

interface ContentForm {
  readonly url: string | undefined
  readonly text: string | undefined
  readonly fileName: string | undefined
}

function checkForm({ url, text, fileName }: ContentForm, faults: Faults): void {
  if (url !== undefined && !isWebUrl(url)) faults.add('url', 'expected_url')
  else if (url !== undefined && hasCredentials(url))
    faults.addSentence(
      'url',
      'Leave user name and password out: whoever reads the job or the source would see them.',
    )
  if (text?.trim() === '') faults.add('text', 'required')
  if (fileName?.trim() === '') faults.add('file.name', 'required')
}

function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url.trim())
  return username !== '' || password !== ''
}

function checkProducts(db: ReadableDb, input: unknown, faults: Faults): string[] {
  if (input === undefined) return []
  if (!Array.isArray(input)) return faults.add('product_ids', 'expected_uuid_array') ?? []
  const unfit = input.findIndex((id) => parseUuid(id) === undefined)
  if (unfit >= 0) return faults.addOneOf('product_ids', 'expected_uuid_array', input[unfit]) ?? []
  const distinct = [...new Set(input.flatMap((id) => parseUuid(id) ?? []))]
  if (distinct.length > maxLinkedProducts)
    return faults.addExpected('product_ids', 'too_many_values', { max_items: maxLinkedProducts }) ?? []
  const missing = distinct.find((id) => findIdentity(db, id)?.type !== 'product')
  if (missing !== undefined)
    faults.explain('product_ids', 'referenced_entity_not_found', describeNoSuch('product', missing))
  return distinct
}

const maxNameLength = 120

function derive(
  attributes: AttributeSet,
  request: NewSource,
  content: SourceContent | undefined,
  faults: Faults,
): Record<string, unknown> {
  const { primary } = attributes
  const isNamed = !primary || Object.hasOwn(request.body.attributes ?? {}, primary.key)
  const name = isNamed ? undefined : deriveName(attributes, request, faults)
  return { ...(name !== undefined && primary && { [primary.key]: name }), ...deriveUrl(attributes, content) }
}

function deriveUrl({ byKey }: AttributeSet, content: SourceContent | undefined): Record<string, unknown> {
  const takesUrl = content?.kind === 'url' && byKey.get('url')?.dataType === 'url' && isWebUrl(content.url)
  return takesUrl ? { url: content.url } : {}
}

/**
 * The sent name, else that of the file, the URL or the first line; where the derived name is invalid, the
 * name is required.
 */
function deriveName(attributes: AttributeSet, request: NewSource, faults: Faults): string | undefined {
  const { key = '' } = attributes.primary ?? {}
  const sent = request.body.name?.trim() || undefined
  const name = sent ?? makeUpName(request)
  if (name === '') return undefined
  const unfit = new Faults()
  parseWrites(attributes, { [key]: name }, unfit)
  if (unfit.isEmpty) return name
  for (const { issue } of unfit.list) faults.addSentence('name', sent === undefined ? 'required' : issue)
  return undefined
}

function makeUpName({ body, file }: NewSource): string {
  return file?.name.trim() || body.url?.trim() || firstLine(body.text)
}

function firstLine(text = ''): string {
  const [line = ''] = text.trimStart().slice(0, 1000).split('\n')
  const trimmed = line.trim()
  return trimmed.length > maxNameLength ? `${trimmed.slice(0, maxNameLength - 1).toWellFormed()}…` : trimmed
}
