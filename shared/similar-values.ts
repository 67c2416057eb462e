import type { DataTypeTraits } from './attributes.ts'

/**
 * Methods for finding values that may mean the same; `embedding` asks a model, the others need nothing but
 * the values.
 */
export const localMethods = ['fingerprint', 'ngram_fingerprint', 'phonetic', 'levenshtein'] as const
export const similarityMethods = [...localMethods, 'embedding'] as const
export type LocalMethod = (typeof localMethods)[number]
export type SimilarityMethod = (typeof similarityMethods)[number]

export const phoneticAlgorithms = ['double_metaphone', 'cologne'] as const
export type PhoneticAlgorithm = (typeof phoneticAlgorithms)[number]

export function hasSpellings({ shape, isFreeText, options }: DataTypeTraits): boolean {
  return shape === 'scalar' && (isFreeText || options !== 'none')
}

export const maxComparedValues = 200_000

/** The maximum number of values for `embedding`, which compares the vectors of each pair. */
export const maxEmbeddedValues = 2_000

export const maxMergedValues = 10_000

export type {
  ValueGroup as Cluster,
  MergeSimilarValues as MergeClusters,
  MergeSimilarValuesResult as MergeClustersResult,
} from './schemas/duplicates.ts'
