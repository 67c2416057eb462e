import {
  type Cluster,
  type SimilarityMethod,
  maxEmbeddedValues,
  type PhoneticAlgorithm,
  phoneticAlgorithms,
  type LocalMethod,
} from '#shared/similar-values.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { isOneOf } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import { cachePart } from '../../store/database/caches.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { readWithin } from '../query/slow-list.ts'
import { checkGroupable, checkHolders, type SentFilter } from './check-merge.ts'
import {
  type Holders,
  readSpellings,
  tooManyToEmbed,
  groupAround,
  inOrder,
  type Neighbours,
  sharingKeys,
  type Spelling,
} from './read-spellings.ts'
import { findNear, digitsOf, plainWords, toPlain } from './near-texts.ts'
import { phoneticKeys } from './phonetic.ts'

interface EmbeddedValues {
  readonly model: string
  readonly values: readonly string[]
  readonly vectors: readonly Int8Array[]
}

// Vectors of synonyms are nearer than this in most models; vectors of related words are not.
const leastCosine = 0.8

/**
 * For each value the indexes of values with a similar meaning, the nearest first; values with different
 * digits are never similar.
 */
function findNearVectors(
  values: readonly string[],
  { values: embedded, vectors }: EmbeddedValues,
  throwIfInterrupted: () => void,
): ReadonlyMap<number, readonly number[]> {
  const places = new Map(embedded.map((value, index) => [value, index]))
  const known = values.flatMap((value, index) => {
    const vector = vectors[places.get(value) ?? -1]
    return vector
      ? [{ index, vector, length: Math.sqrt(product(vector, vector)), digits: digitsOf(value) }]
      : []
  })
  const near = new Map<number, [index: number, cosine: number][]>()
  known.forEach((one, at) => {
    if (at % 50 === 0) throwIfInterrupted()
    for (let next = at + 1; next < known.length; next += 1) {
      const other = known[next]
      if (!other || other.digits !== one.digits) continue
      const cosine = product(one.vector, other.vector) / (one.length * other.length)
      if (!(cosine >= leastCosine)) continue
      link(near, one.index, other.index, cosine)
      link(near, other.index, one.index, cosine)
    }
  })
  const sorted = [...near].map(
    ([index, others]) => [index, others.toSorted(([, a], [, b]) => b - a).map(([other]) => other)] as const,
  )
  return new Map(sorted)
}

function link(near: Map<number, [number, number][]>, one: number, other: number, cosine: number): void {
  const known = near.get(one)
  if (known) known.push([other, cosine])
  else near.set(one, [[other, cosine]])
}

function product(one: Int8Array, other: Int8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

export interface FindSimilarValues {
  readonly type: EntityType
  readonly attribute: string | undefined
  readonly method: SimilarityMethod
  readonly algorithm?: string | undefined
  readonly filter?: SentFilter | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly embedded?: EmbeddedValues | undefined
  readonly faults: readonly FieldError[]
}

/** One page of the groups of similar values, those of most entities first: 200. */
export function findSimilarValues(db: ReadableDb, request: FindSimilarValues): Answer {
  const faults = new Faults(request.faults)
  const { type, method, filter, limit, cursor, embedded } = request
  const { attribute, rows, algorithm } = checkQuery(db, request, faults)
  if (method === 'embedding' && !embedded) faults.explain('method', 'no_provider', noEmbedding)
  const identity = ['clusters', type, attribute?.id, method, algorithm, filter, embedded?.model]
  const mark = markList(db, identity)
  const behind = cursor === undefined ? request.offset : (decodeCursor(mark, cursor, faults)?.entity ?? 0)
  const holders = { type, attribute: faults.settled(attribute), rows }
  const all = groupsOf(db, JSON.stringify(identity), { ...holders, method, algorithm, filter, embedded })
  const page = all.slice(behind, behind + limit)
  const end = behind + page.length
  return pageAnswer(
    page.map((group) => JSON.stringify(group)),
    {
      total: all.length,
      limit,
      offset: cursor === undefined ? request.offset : 0,
      has_more: end < all.length,
      next_cursor: encodeCursor(mark, { entity: end, values: [] }),
    },
  )
}

function checkQuery(db: ReadableDb, request: FindSimilarValues, faults: Faults) {
  const { type, filter } = request
  const attribute = checkGroupable(db, type, request.attribute, faults)
  const algorithm = checkAlgorithm(request, faults)
  return { attribute, algorithm, rows: checkHolders(db, type, filter, faults) }
}

/** The distinct values to embed. Throws validation_failed where there are too many to compare. */
export function readValuesToEmbed(db: ReadableDb, request: FindSimilarValues): string[] {
  const faults = new Faults(request.faults)
  const { type } = request
  const { attribute, rows } = checkQuery(db, request, faults)
  const holders = { type, attribute: faults.settled(attribute), rows }
  faults.throwIfAny()
  const values = readSpellings(db, holders).map(({ value }) => value)
  if (values.length > maxEmbeddedValues) throw tooManyToEmbed(values.length)
  return values.filter((value) => value.trim() !== '' && value.length <= longestEmbedded)
}

const longestEmbedded = 300

const noEmbedding = message('similar_values.no_embedding_model')

function checkAlgorithm(
  { algorithm, method }: FindSimilarValues,
  faults: Faults,
): PhoneticAlgorithm | undefined {
  if (algorithm === undefined) return undefined
  if (!isOneOf(phoneticAlgorithms, algorithm))
    return faults.add('algorithm', 'invalid_value', phoneticAlgorithms, algorithm)
  if (method === 'phonetic') return algorithm
  return faults.explain(
    'algorithm',
    'invalid_value',
    'Only phonetic has algorithms to choose from. Leave it out.',
  )
}

interface SimilarValuesQuery extends Holders {
  readonly method: SimilarityMethod
  readonly algorithm: PhoneticAlgorithm | undefined
  readonly filter: SentFilter | undefined
  readonly embedded: EmbeddedValues | undefined
}

interface MethodOptions {
  readonly algorithm?: PhoneticAlgorithm | undefined
  readonly throwIfInterrupted: () => void
}

type Method = (values: readonly Spelling[], wanted: MethodOptions) => Neighbours

const filled = (key: string) => (key === '' ? [] : [key])

/**
 * The words of a text, each once and sorted: the same for texts that differ in case, accents, punctuation
 * and word order.
 */
export function fingerprint(text: string): string {
  return [...new Set(plainWords(text))].toSorted().join(' ')
}

/**
 * The fingerprint of a name as spellings vary: ü is ue and ß is ss, and the legal form of a company is left
 * out, unless the name has nothing else (work-surfaces.3.4).
 */
export function spellingKey(text: string): string {
  const words = plainWords(withoutUmlauts(text))
  const named = words.filter((word) => !legalForms.has(word))
  return [...new Set(named.length === 0 ? words : named)].toSorted().join(' ')
}

// In German these are written with two letters where a keyboard lacks them, so that ü and ue are alike.
const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

function withoutUmlauts(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => digraphs[letter] ?? letter)
    .replaceAll(/\b(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
}

/** Legal forms of companies, which are written or left out as one likes: Nordvik AS, S.p.A., Ltd. */
const legalForms: ReadonlySet<string> = new Set(
  'gmbh mbh ag kg kgaa ohg ug co gbr ev se ltd limited llc llp plc inc incorporated corp corporation company sarl sas sa spa srl snc bv nv vof ab oy oyj as asa aps sp zoo sro doo kft zrt eood pty lda sl slu eirl'.split(
    ' ',
  ),
)

const size = 2

/**
 * The letter pairs of a text, each once and sorted, and its digits: the same also for texts that differ in
 * spaces or double letters.
 */
export function ngramFingerprint(text: string): string {
  const letters = [...toPlain(text).replaceAll(/(?![+#])[^\p{L}\p{N}]/gu, '')]
  if (letters.length === 0) return ''
  const grams = new Set<string>()
  for (let at = 0; at + size <= letters.length; at += 1) grams.add(letters.slice(at, at + size).join(''))
  const pairs = grams.size === 0 ? letters : [...grams].toSorted()
  return `${pairs.join('')} ${digitsOf(text)}`.trim()
}

const methods: Record<LocalMethod, Method> = {
  fingerprint: (values, { throwIfInterrupted }) =>
    sharingKeys(
      values,
      (value) => [...filled(fingerprint(value)), ...filled(spellingKey(value))],
      throwIfInterrupted,
    ),
  ngram_fingerprint: (values, { throwIfInterrupted }) =>
    sharingKeys(values, (value) => filled(ngramFingerprint(value)), throwIfInterrupted),
  phonetic: (values, { algorithm, throwIfInterrupted }) => {
    const algorithms = algorithm ? [algorithm] : phoneticAlgorithms
    return sharingKeys(values, (value) => phoneticKeys(value, algorithms), throwIfInterrupted)
  },
  levenshtein: (values, { throwIfInterrupted }) => {
    const near = findNear(
      values.map(({ value }) => value),
      throwIfInterrupted,
    )
    return (index) => near.get(index) ?? []
  },
}

function groupEmbedded(
  values: readonly Spelling[],
  embedded: EmbeddedValues,
  { throwIfInterrupted }: Pick<MethodOptions, 'throwIfInterrupted'>,
): Cluster[] {
  const ordered = inOrder(values)
  const near = findNearVectors(
    ordered.map(({ value }) => value),
    embedded,
    throwIfInterrupted,
  )
  return groupAround(ordered, (index) => near.get(index) ?? [])
}

export function groupValues(
  values: readonly Spelling[],
  method: LocalMethod,
  wanted: MethodOptions,
): Cluster[] {
  const ordered = inOrder(values)
  return groupAround(ordered, methods[method](ordered, wanted))
}

// The limit counts values. Pages are read one after another, and users alternate between methods.
const cachedGroups = cachePart<string, readonly Cluster[]>({
  maxSize: 200_000,
  sizeOf: (groups) => groups.reduce((sum, { values }) => sum + values.length, 1),
})

function groupsOf(db: ReadableDb, key: string, wanted: SimilarValuesQuery): readonly Cluster[] {
  const cache = db.caches.data.part(cachedGroups)
  const known = cache.get(key)
  if (known) return known
  const { type, rows, filter } = wanted
  const list = { type, rows, request: filter ?? { clauses: [] }, terms: [] }
  const found = readWithin(db, list, () => groupBy(db, wanted))
  cache.add(key, found)
  return found
}

function groupBy(db: ReadableDb, wanted: SimilarValuesQuery): Cluster[] {
  const { method, algorithm, embedded } = wanted
  const spellings = readSpellings(db, wanted)
  const throwIfInterrupted = () => db.throwIfInterrupted()
  if (method !== 'embedding') return groupValues(spellings, method, { algorithm, throwIfInterrupted })
  if (!embedded) throw new Error('Values are embedded before they are grouped.')
  return groupEmbedded(spellings, embedded, { throwIfInterrupted })
}
