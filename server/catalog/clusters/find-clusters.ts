import {
  type Cluster,
  type ClusterMethod,
  maxEmbeddedValues,
  type PhoneticAlgorithm,
  phoneticAlgorithms,
} from '#shared/clusters.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { isOneOf } from '#shared/text.ts'
import { cacheUntilWritten } from '../../store/database/file-version.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { readWithin } from '../query/slow-list.ts'
import { clusterEmbedded, clusterValues } from './cluster-methods.ts'
import { checkClustered, checkHolders, type SentFilter } from './clustered-attribute.ts'
import type { EmbeddedValues } from './near-vectors.ts'
import { type Holders, readSpellings, tooManyToEmbed } from './read-spellings.ts'

export interface FindClusters {
  readonly type: EntityType
  readonly attribute: string | undefined
  readonly method: ClusterMethod
  readonly algorithm?: string | undefined
  readonly filter?: SentFilter | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  /** For `embedding`: what the model of a provider has made of the values. */
  readonly embedded?: EmbeddedValues | undefined
  readonly faults: readonly FieldError[]
}

/** One page of the groups of values that may mean the same, those that most entities hold first: 200. */
export function findClusters(db: ReadableDb, request: FindClusters): Answer {
  const faults = new Faults(request.faults)
  const { type, method, filter, limit, cursor, embedded } = request
  const { attribute, rows, algorithm } = checkAsked(db, request, faults)
  if (method === 'embedding' && !embedded) faults.explain('method', 'no_provider', noEmbedding)
  const identity = ['clusters', type, attribute?.id, method, algorithm, filter, embedded?.model]
  const mark = markList(db, identity)
  const behind = cursor === undefined ? request.offset : (decodeCursor(mark, cursor, faults)?.entity ?? 0)
  const holders = { type, attribute: faults.settled(attribute), rows }
  const all = clustersOf(db, JSON.stringify(identity), { ...holders, method, algorithm, filter, embedded })
  const page = all.slice(behind, behind + limit)
  const end = behind + page.length
  return pageAnswer(
    page.map((cluster) => JSON.stringify(cluster)),
    {
      total: all.length,
      limit,
      offset: cursor === undefined ? request.offset : 0,
      has_more: end < all.length,
      next_cursor: encodeCursor(mark, { entity: end, values: [] }),
    },
  )
}

function checkAsked(db: ReadableDb, request: FindClusters, faults: Faults) {
  const { type, filter } = request
  const attribute = checkClustered(db, type, request.attribute, faults)
  const algorithm = checkAlgorithm(request, faults)
  return { attribute, algorithm, rows: checkHolders(db, type, filter, faults) }
}

/** The different values of which a model is to make vectors. Throws validation_failed where that are more than are compared. */
export function readValuesToEmbed(db: ReadableDb, request: FindClusters): string[] {
  const faults = new Faults(request.faults)
  const { type } = request
  const { attribute, rows } = checkAsked(db, request, faults)
  const holders = { type, attribute: faults.settled(attribute), rows }
  faults.throwIfAny()
  const values = readSpellings(db, holders).map(({ value }) => value)
  if (values.length > maxEmbeddedValues) throw tooManyToEmbed(values.length)
  return values.filter((value) => value.trim() !== '' && value.length <= longestEmbedded)
}

// Longer texts mean several things.
const longestEmbedded = 300

const noEmbedding =
  'This method needs a model for embeddings, and no provider names one. Name one in the app under Providers (Model for embeddings), or with vitrine provider add --embedding-model; nomic-embed-text of Ollama costs nothing. Or choose another method, such as phonetic.'

function checkAlgorithm({ algorithm, method }: FindClusters, faults: Faults): PhoneticAlgorithm | undefined {
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

interface ClusterQuery extends Holders {
  readonly method: ClusterMethod
  readonly algorithm: PhoneticAlgorithm | undefined
  readonly filter: SentFilter | undefined
  readonly embedded: EmbeddedValues | undefined
}

// In values. Pages are asked for one after the other, and two tries of methods by turns.
const kept = cacheUntilWritten<string, readonly Cluster[]>({
  maxSize: 200_000,
  sizeOf: (clusters) => clusters.reduce((sum, { values }) => sum + values.length, 1),
})

function clustersOf(db: ReadableDb, key: string, wanted: ClusterQuery): readonly Cluster[] {
  const cache = kept(db)
  const known = cache.get(key)
  if (known) return known
  const { type, rows, filter } = wanted
  const list = { type, rows, request: filter ?? { clauses: [] }, terms: [] }
  const found = readWithin(db, list, () => clusterBy(db, wanted))
  cache.add(key, found)
  return found
}

function clusterBy(db: ReadableDb, wanted: ClusterQuery): Cluster[] {
  const { method, algorithm, embedded } = wanted
  const spellings = readSpellings(db, wanted)
  const throwIfInterrupted = () => db.throwIfInterrupted()
  if (method !== 'embedding') return clusterValues(spellings, method, { algorithm, throwIfInterrupted })
  if (!embedded) throw new Error('Values are embedded before they are grouped.')
  return clusterEmbedded(spellings, embedded, { throwIfInterrupted })
}
