import type { DataTypeTraits } from './attributes.ts'

/** How values that may mean the same are found; `embedding` asks a model, the others need nothing but the values. */
export const localMethods = ['fingerprint', 'ngram_fingerprint', 'phonetic', 'levenshtein'] as const
export const clusterMethods = [...localMethods, 'embedding'] as const
export type LocalMethod = (typeof localMethods)[number]
export type ClusterMethod = (typeof clusterMethods)[number]

export const phoneticAlgorithms = ['double_metaphone', 'cologne'] as const
export type PhoneticAlgorithm = (typeof phoneticAlgorithms)[number]

/** Whether values are texts that people write in several ways, or options. */
export function hasSpellings({ shape, isFreeText, options }: DataTypeTraits): boolean {
  return shape === 'scalar' && (isFreeText || options !== 'none')
}

export const maxClusteredValues = 200_000

/** How many of them `embedding` compares: each with each, by what a model has made of it. */
export const maxEmbeddedValues = 2_000

export const maxMergedValues = 10_000

export type { Cluster, MergeClusters, MergeClustersResult } from './schemas/duplicates.ts'
