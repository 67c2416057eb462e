/** How values that may mean the same are found. `embedding` asks a model. */
export const clusterMethods = [
  'fingerprint',
  'ngram_fingerprint',
  'phonetic',
  'levenshtein',
  'embedding',
] as const
export type ClusterMethod = (typeof clusterMethods)[number]

/** How a word sounds: in English and other languages, or in German. */
export const phoneticAlgorithms = ['double_metaphone', 'cologne'] as const
export type PhoneticAlgorithm = (typeof phoneticAlgorithms)[number]

/** How many different values one search for clusters looks at. */
export const maxClusteredValues = 300_000

/** How many values one request may merge. */
export const maxMergedValues = 10_000

export type { Cluster, MergeClusters, MergeClustersResult } from './schemas/clusters.ts'
