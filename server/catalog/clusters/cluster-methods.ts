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

interface Wanted {
  /** Both if undefined. */
  readonly algorithm?: PhoneticAlgorithm | undefined
  /** Asked now and then; throws where the read is to end. */
  readonly goOn: () => void
}

type Method = (values: readonly Spelling[], wanted: Wanted) => Neighbours

const filled = (key: string) => (key === '' ? [] : [key])

const methods: Record<LocalMethod, Method> = {
  fingerprint: (values, { goOn }) => sharingKeys(values, (value) => filled(fingerprint(value)), goOn),
  ngram_fingerprint: (values, { goOn }) =>
    sharingKeys(values, (value) => filled(ngramFingerprint(value)), goOn),
  phonetic: (values, { algorithm, goOn }) => {
    const algorithms = algorithm ? [algorithm] : phoneticAlgorithms
    return sharingKeys(values, (value) => phoneticKeys(value, algorithms), goOn)
  },
  levenshtein: (values, { goOn }) => {
    const near = findNear(
      values.map(({ value }) => value),
      goOn,
    )
    return (index) => near.get(index) ?? []
  },
}

/** The same for spellings of which a model has made vectors. */
export function clusterEmbedded(
  values: readonly Spelling[],
  embedded: EmbeddedValues,
  { goOn }: Pick<Wanted, 'goOn'>,
): Cluster[] {
  const ordered = inOrder(values)
  const near = findNearVectors(
    ordered.map(({ value }) => value),
    embedded,
    goOn,
  )
  return groupAround(ordered, (index) => near.get(index) ?? [])
}

/** Groups of at least two spellings that may mean the same, those that most entities hold first. */
export function clusterValues(values: readonly Spelling[], method: LocalMethod, wanted: Wanted): Cluster[] {
  const ordered = inOrder(values)
  return groupAround(ordered, methods[method](ordered, wanted))
}
