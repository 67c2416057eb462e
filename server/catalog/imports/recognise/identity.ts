import { type Attribute, attributesOf, type AttributeSet } from '../../../store/tables/attributes.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import { type ImportColumn, isOwnFile, type ColumnPlan, type PlanRequest } from './column-request.ts'
import { shapeColumn } from './match-shape.ts'
import { type SemanticType, semanticTypeOf, semanticTypesOf, toWords } from '#shared/semantic-types.ts'
import type { ReadableDb, WritableDb } from '../../../store/database/database.ts'
import type { FileScan } from './file-scan.ts'
import { dataTypeTraits } from '#shared/attributes.ts'
import { type MergeKeyProposal, shapeNames } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { listIdsByUuid, type EntityRow, findEntity, listVariants } from '../../../store/tables/entities.ts'
import { ownValues, shownValues, keyComparable } from '../../entities/current-values.ts'
import { countKnownComparables, listUnknownComparables } from '../../../store/tables/values.ts'
import { listChannelNames } from '../../../store/tables/channels.ts'
import { type Message, message } from '#shared/messages/message.ts'
import type { ChannelKey } from '#shared/channels.ts'
import { listMatches } from '../../entities/upsert-entity.ts'
import type { Faults } from '../../errors.ts'

export interface KeyCandidate {
  readonly index: number
  readonly key: string
  readonly header: string
  readonly reason: string
  /** Whether only its cells can rule it out; undefined where it has to find most of its rows. */
  readonly isCode: boolean | undefined
  readonly rank: number
  readonly attribute: Attribute | undefined
}

interface KeyQuery {
  readonly type: EntityType
  readonly columns: readonly ImportColumn[]
  readonly usedBefore?: string | undefined
}

const ranks: Partial<
  Record<SemanticType, readonly [rank: number, isCode: boolean | undefined, what: string]>
> = {
  sku: [2, true, 'article numbers'],
  handle: [3, true, 'handles'],
  gtin: [4, true, 'GTINs'],
  mpn: [5, undefined, 'numbers of the manufacturer'],
}

const numbered = /(^|_)(id|no|nr|number|code|model)($|_)/
const maxCandidates = 6

export function listKeyCandidates(
  db: ReadableDb,
  scan: Pick<FileScan, 'headers' | 'samples' | 'filled' | 'traits' | 'guesses'>,
  { type, columns, usedBefore }: KeyQuery,
): KeyCandidate[] {
  const { byKey } = attributesOf(db, type)
  const isOwn = isOwnFile(scan)
  const ids = isOwn ? [ownIds(scan.headers.indexOf('id'))] : []
  const names = nameEvidence(type, isOwn)
  const others = columns
    .filter(({ key, index }) => key !== 'id' && key !== 'parent_id' && scan.filled[index] !== 0)
    .flatMap((column) => {
      const attribute = byKey.get(column.key)
      return (
        toCandidate(column, { attribute, usedBefore, names, why: whyByContent(column.index, scan) }) ?? []
      )
    })
  return [...ids, ...others].sort((a, b) => a.rank - b.rank).slice(0, maxCandidates)
}

function ownIds(index: number): KeyCandidate {
  const reason = 'The file is an export of a workspace and holds the ids of its entries.'
  return { index, key: 'id', header: 'id', reason, isCode: true, rank: 0, attribute: undefined }
}

function toCandidate(
  { index, key, header, isNew }: ImportColumn,
  { attribute, usedBefore, names, why: byContent }: CandidateEvidence,
): KeyCandidate | undefined {
  if (attribute && !canBeKey(attribute)) return undefined
  const why =
    key === usedBefore
      ? before
      : (whyByRole(header, attribute) ?? whyByName({ key, header, isNew }, attribute, names) ?? byContent)
  return why && { index, key, header, attribute, ...why }
}

interface CandidateEvidence {
  readonly attribute: Attribute | undefined
  readonly usedBefore: string | undefined
  /** Whether names identify entities: surely, where they find most of them (undefined), or not. */
  readonly names: boolean | undefined
  readonly why: Why | undefined
}

type Why = Pick<KeyCandidate, 'reason' | 'isCode' | 'rank'>

const rankOfName = 8
const rankOfContent = 9
const codeLike = /^(?=.*\d)[\p{L}\d][\p{L}\d._/-]{2,39}$/u
// The columns with the codes of the rows come before the descriptive ones.
const columnsOfCodes = 2

/** Columns without a known name may hold codes too: GTINs by their check digits, others by their notation. */
function whyByContent(
  index: number,
  { samples, traits, guesses }: Pick<FileScan, 'samples' | 'traits' | 'guesses'>,
): Why | undefined {
  if (traits[index]?.isGtin) return { reason: 'All of its cells are GTINs.', isCode: true, rank: 4 }
  const cells = samples[index] ?? []
  const isText = guesses[index]?.data_type === 'single_line_text_field'
  if (!isText || cells.length === 0 || !cells.every((cell) => codeLike.test(cell.trim()))) return undefined
  const isCode = index < columnsOfCodes ? true : undefined
  return { reason: 'Its cells are written like codes.', isCode, rank: rankOfContent }
}

const before: Why = { reason: 'A file like this was imported by it before.', isCode: true, rank: 1 }

function whyByRole(header: string, attribute: Attribute | undefined): Why | undefined {
  const role = roleOfKey(header, attribute)
  const [rank, isCode, what] = (role && ranks[role]) ?? []
  return rank === undefined ? undefined : { reason: `It holds ${what}.`, isCode, rank }
}

function whyByName(
  { key, header, isNew }: Pick<ImportColumn, 'key' | 'header' | 'isNew'>,
  attribute: Attribute | undefined,
  names: boolean | undefined,
): Why | undefined {
  if (attribute?.extras.constraints.unique)
    return { reason: 'Its values are unique in the workspace.', isCode: true, rank: 6 }
  if (numbered.test(key))
    return { reason: 'It is named like a number or a code.', isCode: undefined, rank: 7 }
  const isName = attribute ? attribute.isPrimary : isNew && semanticTypeOf(header) === 'name'
  return isName ? { reason: 'It holds the name of each entry.', isCode: names, rank: rankOfName } : undefined
}

/** Vendors and categories are known by their names; two products may have the same. */
function nameEvidence(type: EntityType, isOwn: boolean): boolean | undefined {
  return type === 'vendor' || type === 'category' ? isOwn || undefined : false
}

export function roleOfKey(header: string, attribute: Attribute | undefined): SemanticType | undefined {
  const said = [header, attribute?.key ?? '', attribute?.name ?? '']
  const roles = new Set(said.flatMap((text) => [...semanticTypesOf(toWords(text).words).keys()]))
  return (['sku', 'handle', 'gtin', 'mpn'] as const).find((role) => roles.has(role))
}

/** Plain texts identify entities, and so do numbers, which are compared exactly. */
export function canBeKey({ dataType, traits }: Attribute): boolean {
  return traits.writable && (traits.isFreeText || dataTypeTraits[dataType].family === 'number')
}

const noMergeColumn = message('import.merge_key_column_missing')

/** The key of a shop's products, which is used without being requested. */
export function ownKey({ shape }: FileScan, { columns }: ColumnPlan): string | undefined {
  return columns.find(({ header }) => header === shape?.mergeKey)?.key
}

/**
 * Without an attribute for the shop's product key, variants would be lost, and a second import would
 * create everything again.
 */
export function lackingKey(
  { shape, headers, filled }: FileScan,
  { columns }: ColumnPlan,
  { mapping }: PlanRequest,
): Message | undefined {
  if (shape === undefined || Object.hasOwn(mapping ?? {}, shape.mergeKey)) return undefined
  const { mergeKey: header, name } = shape
  if (!filled[headers.indexOf(header)] || columns.some((column) => column.header === header)) return undefined
  const shop = shapeNames[name]
  return message('import.identifying_column_unmapped', { shop, header })
}

/** The further keys by which a shop's rows find existing entities; undefined where another key was chosen. */
export function findOtherKeys(
  scan: FileScan,
  plan: ColumnPlan,
  mergeKey: string | undefined,
): OtherKeys | undefined {
  const { shape } = scan
  if (!shape || mergeKey === undefined || mergeKey !== ownKey(scan, plan)) return undefined
  const keyOf = (header: string | undefined) => plan.columns.find((column) => column.header === header)?.key
  const isTitle = (header: string) => shapeColumn(shape, header)?.isTitle ?? false
  const title = plan.columns.find(({ header }) => isTitle(header))?.key
  const options = shape.options?.flatMap((header) => keyOf(header) ?? [])
  if (shape.sku === undefined && shape.channel === undefined && !options?.length) return undefined
  return { sku: keyOf(shape.sku), channel: shape.channel, title, shared: shape.sharedSkus, options }
}

const noKey = message('import.merge_key_not_comparable')

/** The merge key may be given as an attribute key or as the name of a column. */
export function findMergeKey(
  asked: string | undefined,
  { columns }: ColumnPlan,
  { byKey }: AttributeSet,
  faults: Faults,
): string | undefined {
  if (asked === undefined) return undefined
  const column =
    columns.find(({ key }) => key === asked) ??
    columns.find(({ header }) => foldText(header) === foldText(asked))
  if (!column) {
    if (!byKey.has(asked)) return faults.addUnknown('merge_key', 'not_a_defined_attribute', asked, byKey)
    const headers = columns.map(({ header }) => header)
    return faults.addSentence('merge_key', noMergeColumn, headers.slice(0, 50), asked)
  }
  const attribute = byKey.get(column.key)
  if (column.key === 'id') return 'id'
  if (attribute && !canBeKey(attribute)) return faults.addSentence('merge_key', noKey)
  return column.key
}

interface MeasuredKey {
  readonly type: EntityType
  readonly candidates: readonly KeyCandidate[]
  /** Where rows are matched by a shop's key: the further keys that match them (IMPORT-32). */
  readonly shopKey?: ShopKey | undefined
}

interface ShopKey {
  readonly mergeKey: string
  readonly others: OtherKeys
}

export function measureKeys(
  db: ReadableDb,
  { type, candidates, shopKey }: MeasuredKey,
  sampled: SampledCells,
): MergeKeyProposal[] {
  const { cells, rows, isWhole: isExact } = sampled
  const measured = candidates.map((candidate): MeasuredCandidate => {
    const { key, header, reason, isCode, rank } = candidate
    const values = (cells.get(candidate.index) ?? []).filter((cell) => cell.trim() !== '').map(foldText)
    const different = [...new Set(values)]
    const otherwise =
      shopKey?.mergeKey === key ? countOtherwise(db, { ...candidate, candidates, shopKey }, sampled) : 0
    const known = countKnown(db, type, candidate, different) + otherwise
    const unique = different.length === values.length
    const mayBe = isNearlyUnique({ different: different.length, filled: values.length, rows })
    const findsMost = known * 2 > different.length
    // Rows of the same name may be categories of different parents, and none of them is held.
    const isDistinct = rank !== rankOfName || unique
    const isSure = mayBe && isDistinct && (isCode ?? findsMost) && (key !== 'id' || known > 0)
    const sum = { unique, filled: values.length, known, new: different.length - known }
    return {
      rank,
      mayBe,
      findsMost,
      proposal: { key, header, reason, rows, is_estimate: !isExact, ...sum, is_sure: isSure },
    }
  })
  return measured
    .filter(({ proposal }) => proposal.key !== 'id' || proposal.known > 0)
    .filter(({ proposal, rank }) => rank < rankOfContent || proposal.is_sure)
    .sort((a, b) => Number(b.mayBe) - Number(a.mayBe) || keyOrder(a) - keyOrder(b) || a.rank - b.rank)
    .map(({ proposal }) => proposal)
}

interface MeasuredCandidate {
  readonly rank: number
  readonly mayBe: boolean
  readonly findsMost: boolean
  readonly proposal: MergeKeyProposal
}

// Flawed rows are refused; a larger share of them counts against the column instead.
const maxFlawed = 0.2

function isNearlyUnique({
  different,
  filled,
  rows,
}: Readonly<Record<'different' | 'filled' | 'rows', number>>): boolean {
  const fewest = Math.min(rows, 2)
  const allowed = (count: number) => Math.max(1, count * maxFlawed)
  return (
    different >= fewest && rows > 0 && filled - different <= allowed(filled) && rows - filled <= allowed(rows)
  )
}

function keyOrder({ rank, findsMost, proposal }: MeasuredCandidate): number {
  if (proposal.known > 0 && rank <= 1) return rank
  if (findsMost) return 2
  return proposal.known > 0 ? 3 : 4
}

export interface SampledCells {
  readonly cells: ReadonlyMap<number, readonly string[]>
  readonly rows: number
  readonly isWhole: boolean
}

function countKnown(
  db: ReadableDb,
  type: EntityType,
  { key, attribute }: KeyCandidate,
  values: readonly string[],
): number {
  if (key === 'id')
    return listIdsByUuid(
      db,
      type,
      values.flatMap((value) => parseUuid(value) ?? []),
    ).length
  if (!attribute) return 0
  const comparables = values.flatMap((value) => keyComparable(attribute, value) ?? [])
  return countKnownComparables(db, attribute.id, comparables)
}

/** The number of rows without a match by key that are found by the channel's name or by their SKU. */
function countOtherwise(
  db: ReadableDb,
  {
    index,
    attribute,
    candidates,
    shopKey: { others },
  }: KeyCandidate & { readonly candidates: readonly KeyCandidate[]; readonly shopKey: ShopKey },
  { cells }: SampledCells,
): number {
  const keys = (cells.get(index) ?? []).map(foldText)
  const unknown = new Set(attribute ? listUnknownComparables(db, attribute.id, [...new Set(keys)]) : keys)
  const names = new Set(
    others.channel === undefined ? [] : [...listChannelNames(db, others.channel).values()].map(foldText),
  )
  const sku = candidates.find(({ key }) => key === others.sku)
  const skus = (sku && cells.get(sku.index)?.map(foldText)) ?? []
  const unknownSkus = new Set(sku?.attribute ? listUnknownComparables(db, sku.attribute.id, skus) : skus)
  const isFound = (key: string, row: number) =>
    names.has(key) || (skus[row] !== undefined && skus[row] !== '' && !unknownSkus.has(skus[row]))
  return keys.filter((key, row) => key !== '' && unknown.has(key) && isFound(key, row)).length
}

/** Warns of entities that an import without a merge key would duplicate; empty without matches. */
export function warnDuplicateKeys(keys: readonly MergeKeyProposal[], rows: number): Message[] {
  const [best] = keys
    .filter(({ known, unique, filled }) => known > 0 && unique && filled * 2 >= rows)
    .sort((a, b) => b.known - a.known)
  if (!best) return []
  const { known, filled, header, key } = best
  return [message('import.rows_exist_already', { known, filled, header, key })]
}

export interface ReadRow {
  readonly given: Record<string, unknown>
  readonly parent: unknown
  readonly id: unknown
  readonly isLate: boolean
}

/** Further keys by which a row of a shop's file finds an entity, where the shop's key matches none. */
export interface OtherKeys {
  readonly sku?: string | undefined
  readonly channel?: ChannelKey | undefined
  readonly title?: string | undefined
  readonly shared?: readonly string[] | undefined
  readonly options?: readonly string[] | undefined
}

interface Keys {
  readonly type: EntityType
  readonly mergeKey: string
  readonly others: OtherKeys
}

/**
 * Finds the entities of a shop's rows despite other names in the catalog, for example after a move between
 * shops.
 */
export class FallbackMatcher {
  readonly #tx: WritableDb
  readonly #keys: Keys
  readonly #shared: ReadonlySet<string>
  #names: ReadonlyMap<string, string> | undefined

  constructor(tx: WritableDb, keys: Keys) {
    this.#tx = tx
    this.#keys = keys
    this.#shared = new Set(keys.others.shared)
  }

  /**
   * The entity, and the row without names that only the shop needs: a product by its name in the channel's
   * files, or one of the same parent by its SKU; undefined where the shop's key matches, or for no or
   * several matches.
   */
  find(read: ReadRow): { readonly row: EntityRow; readonly read: ReadRow } | undefined {
    const { type, mergeKey } = this.#keys
    const name = textOf(read.given[mergeKey])
    if (name !== '' && listMatches(this.#tx, type, mergeKey, name).length > 0) return undefined
    const variant = this.#findByOptions(name, read)
    if (variant) return { row: variant, read }
    const row = name === '' ? undefined : (this.#findNamed(name, read) ?? this.#findBySku(read))
    return row && { row, read: { ...read, given: this.#withoutMadeUp(row, read) } }
  }

  lacksKey({ given, parent }: ReadRow): boolean {
    const { mergeKey, others } = this.#keys
    return others.options !== undefined && typeof parent === 'string' && textOf(given[mergeKey]) === ''
  }

  /** The variant of the same product with the same options; it may get its first key now. */
  #findByOptions(name: string, { given, parent }: ReadRow): EntityRow | undefined {
    const { type, others } = this.#keys
    const { options = [] } = others
    if (options.length === 0 || typeof parent !== 'string') return undefined
    const attributes = attributesOf(this.#tx, type)
    const isSame = (row: EntityRow) => {
      const own = ownValues(this.#tx, row, attributes, options)
      return options.every((key) => optionOf(own[key]) === optionOf(given[key]))
    }
    const alike = listVariants(this.#tx, type, parent, maxVariants).filter(
      (row) => (name === '' || this.#keyOf(row) === '') && isSame(row),
    )
    return alike.length === 1 ? alike[0] : undefined
  }

  #findNamed(name: string, { parent }: ReadRow): EntityRow | undefined {
    const { channel } = this.#keys.others
    if (channel === undefined || parent !== undefined) return undefined
    this.#names ??= new Map(
      [...listChannelNames(this.#tx, channel)].map(([product, known]) => [known, product]),
    )
    const product = this.#names.get(name)
    return product === undefined ? undefined : findEntity(this.#tx, 'product', product)
  }

  /** An entity with a key of the shop is another product, whatever its SKU. */
  #findBySku({ given, parent }: ReadRow): EntityRow | undefined {
    const { type, others } = this.#keys
    const sku = others.sku === undefined ? '' : textOf(given[others.sku])
    if (others.sku === undefined || sku === '' || this.#shared.has(foldText(sku))) return undefined
    const siblings = listMatches(this.#tx, type, others.sku, sku).filter(
      (row) => row.parent_uuid === (parent ?? null) && (parent !== undefined || this.#keyOf(row) === ''),
    )
    return siblings.length === 1 ? siblings[0] : undefined
  }

  #keyOf(row: EntityRow): string {
    const { mergeKey } = this.#keys
    return textOf(shownValues(this.#tx, row, [mergeKey])[mergeKey])
  }

  /** The key and name of a variant were made up for the shop; a product without a key takes it. */
  #withoutMadeUp(row: EntityRow, { given, parent }: ReadRow): Record<string, unknown> {
    const { mergeKey, others } = this.#keys
    const isVariant = parent !== undefined
    const hasKey = isVariant || this.#keyOf(row) !== ''
    const left = [...(hasKey ? [mergeKey] : []), ...(isVariant ? [others.title] : [])]
    return Object.fromEntries(Object.entries(given).filter(([key]) => !left.includes(key)))
  }
}

const maxVariants = 1000

function optionOf(value: unknown): string {
  return foldText(typeof value === 'string' || typeof value === 'number' ? String(value) : '')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
