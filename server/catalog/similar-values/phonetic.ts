import { doubleMetaphone } from 'double-metaphone'
import type { PhoneticAlgorithm } from '#shared/similar-values.ts'
import { toPlain } from './near-texts.ts'

const maxLength = 500

type Sounds = (word: string) => readonly string[]

/** Kölner Phonetik (Hans Joachim Postel, 1969): words that sound alike in German have one code. */
const codes: Readonly<Record<string, string>> = {
  a: '0',
  e: '0',
  i: '0',
  j: '0',
  o: '0',
  u: '0',
  y: '0',
  b: '1',
  f: '3',
  v: '3',
  w: '3',
  g: '4',
  k: '4',
  q: '4',
  l: '5',
  m: '6',
  n: '6',
  r: '7',
  s: '8',
  z: '8',
}

type Neighbours = readonly [before: string, after: string]

const isIn = (letters: string, letter: string) => letter !== '' && letters.includes(letter)

const dependent: Readonly<Record<string, (around: Neighbours) => string>> = {
  d: ([, after]) => (isIn('csz', after) ? '8' : '2'),
  t: ([, after]) => (isIn('csz', after) ? '8' : '2'),
  p: ([, after]) => (after === 'h' ? '3' : '1'),
  x: ([before]) => (isIn('ckq', before) ? '8' : '48'),
  c: ([before, after]) => {
    if (before === '') return isIn('ahkloqrux', after) ? '4' : '8'
    if (isIn('sz', before)) return '8'
    return isIn('ahkoqux', after) ? '4' : '8'
  },
}

export function colognePhonetic(word: string): string {
  const letters = word.replaceAll(/[^a-z]/g, '')
  let code = ''
  let last = ''
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? ''
    const own = codes[letter] ?? dependent[letter]?.([letters[at - 1] ?? '', letters[at + 1] ?? '']) ?? ''
    for (const digit of own) {
      if (digit !== last) code += digit
      last = digit
    }
    // An h has no code and separates nothing: its neighbours count as adjacent.
  }
  return code.slice(0, 1) + code.slice(1).replaceAll('0', '')
}

const sounds: Record<PhoneticAlgorithm, Sounds> = {
  double_metaphone: doubleMetaphone,
  cologne: (word) => [colognePhonetic(word)],
}

/**
 * The sound of a text by each algorithm: one key, or two for an ambiguous pronunciation. Empty for a long
 * text and one without letters and digits.
 */
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

/**
 * Numbers, words of up to two letters such as S and XS, and words unknown to the algorithm are compared by
 * their spelling.
 */
function soundsOf(part: string, algorithm: Sounds): [code: string, second: string] {
  const [code = '', second = code] = part.length > 2 && /[a-z]/.test(part) ? algorithm(part) : []
  return code === '' ? [part, part] : [code, second]
}
