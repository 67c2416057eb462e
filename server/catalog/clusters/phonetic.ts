import { doubleMetaphone } from 'double-metaphone'
import type { PhoneticAlgorithm } from '#shared/clusters.ts'
import { colognePhonetic } from './cologne.ts'
import { toPlain } from './plain-words.ts'

// Far longer than any name that is pronounced.
const maxLength = 500

type Sounds = (word: string) => readonly string[]

const sounds: Record<PhoneticAlgorithm, Sounds> = {
  double_metaphone: doubleMetaphone,
  cologne: (word) => [colognePhonetic(word)],
}

/** How a text sounds by each algorithm: one key, or two where it may be spoken in two ways. None for a long text and one without letters and digits. */
export function phoneticKeys(text: string, algorithms: readonly PhoneticAlgorithm[]): string[] {
  if (text.length > maxLength) return []
  const parts =
    toPlain(text)
      .replaceAll(/['’]/gu, '')
      .match(/\p{N}+|\p{L}+/gu) ?? []
  return parts.length === 0 ? [] : algorithms.flatMap((algorithm) => keysBy(parts, algorithm))
}

function keysBy(parts: readonly string[], algorithm: PhoneticAlgorithm): string[] {
  let [key, other]: [string, string] = [algorithm, algorithm]
  for (const part of parts) {
    const [code, second] = soundsOf(part, sounds[algorithm])
    key += ` ${code}`
    other += ` ${second}`
  }
  return key === other ? [key] : [key, other]
}

/** Numbers, words of up to two letters such as S and XS, and words that the algorithm does not know are told apart as they are written. */
function soundsOf(part: string, algorithm: Sounds): [code: string, second: string] {
  const [code = '', second = code] = part.length > 2 && /[a-z]/.test(part) ? algorithm(part) : []
  return code === '' ? [part, part] : [code, second]
}
