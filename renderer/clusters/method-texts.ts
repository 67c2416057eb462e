import type { ClusterMethod } from '#shared/clusters.ts'
import { byLanguage, t } from '../ui/text.ts'

interface MethodText {
  readonly name: string
  /** What values have in common that it finds. */
  readonly hint: string
}

/** What people read of the methods. */
export const methodTexts = byLanguage((): Readonly<Record<ClusterMethod, MethodText>> => ({
  fingerprint: {
    name: t('Same words'),
    hint: t('Values that differ in case, accents, punctuation or the order of their words.'),
  },
  ngram_fingerprint: {
    name: t('Same letters'),
    hint: t('Values that also differ in spaces or doubled letters.'),
  },
  phonetic: { name: t('Same sound'), hint: t('Values whose words sound alike, in English or German.') },
  levenshtein: { name: t('Typing errors'), hint: t('Values that are one or two letters apart.') },
  embedding: {
    name: t('Same meaning'),
    hint: t('Values that mean the same in other words, by the embedding model of a provider.'),
  },
}))
