import {
  type Cluster,
  type LocalMethod,
  type PhoneticAlgorithm,
  phoneticAlgorithms,
} from '#shared/clusters.ts'
import { fingerprint, ngramFingerprint } from './fingerprint.ts'
import { groupAround, inOrder, type Neighbours, sharingKeys, type Spelling } from './group-values.ts'
import { findNear } from './near-texts.ts'
import { type EmbeddedValues, findNearVectors } from './near-vectors.ts'
import { phoneticKeys } from './phonetic.ts'

interface MethodOptions {
  /** Both if undefined. */
  readonly algorithm?: PhoneticAlgorithm | undefined
  /** Asked now and then; throws where the read is to end. */
  readonly throwIfInterrupted: () => void
}

type Method = (values: readonly Spelling[], wanted: MethodOptions) => Neighbours

const filled = (key: string) => (key === '' ? [] : [key])

const methods: Record<LocalMethod, Method> = {
  fingerprint: (values, { throwIfInterrupted }) =>
    sharingKeys(values, (value) => filled(fingerprint(value)), throwIfInterrupted),
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

/** The same for spellings of which a model has made vectors. */
export function clusterEmbedded(
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

/** Groups of at least two spellings that may mean the same, those that most entities hold first. */
export function clusterValues(
  values: readonly Spelling[],
  method: LocalMethod,
  wanted: MethodOptions,
): Cluster[] {
  const ordered = inOrder(values)
  return groupAround(ordered, methods[method](ordered, wanted))
}
