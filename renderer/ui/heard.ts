import { byLanguage, heardSentences } from './text.ts'

interface Heard {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly said: string
  /** How much of it are words, and not what the server puts in. */
  readonly words: number
  /** Whether it is only a part of sentences, such as `The rule {id}`. */
  readonly isPart: boolean
}

const placeholder = /\{([a-z]\w*)\}/g
const sentenceEnd = String.raw`[.?!…]\s+[\p{Lu}\p{N}“"]`
// What is put in ends with its sentence, except where it is said to be one.
const value = `((?:(?!${sentenceEnd}).)+?)`
const anything = '(.+?)'

const sentences = byLanguage((): readonly Heard[] =>
  Object.entries(heardSentences())
    .map(([text, said]) => toHeard(text, said))
    .sort((a, b) => b.words - a.words),
)

function toHeard(text: string, said: string): Heard {
  const names = Array.from(text.matchAll(placeholder), ([, name = '']) => name)
  const parts = text
    .split(/\{[a-z]\w*\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const pattern = parts
    .map((part, index) => part + (index < names.length ? valueOf(names[index]) : ''))
    .join('')
  return {
    pattern: new RegExp(`^${pattern}$`, 'su'),
    names,
    said,
    words: parts.join('').length,
    isPart: names.length > 0 && !/[.?!…]$/.test(text),
  }
}

function valueOf(name: string | undefined): string {
  return name === 'sentence' ? anything : value
}

// A refusal that quotes a whole value is told as it came.
const maxLength = 1000
const maxDepth = 4

/**
 * What the server said in English in the language of the app: sentence by sentence, as far as the table of the language has them,
 * and in its own words where not. English stays as it is.
 */
export function retell(said: string): string {
  return sentences().length === 0 || said.length > maxLength ? said : retold(said.replaceAll('`', ''), 0)
}

function retold(said: string, depth: number): string {
  const whole = findWhole(said, depth)
  if (whole !== undefined || depth === maxDepth) return whole ?? said
  const place = /^([\w.[\]]+(?: \([\d,.]+ ×\))?): (.+)$/s.exec(said)
  if (place) return `${place[1]}: ${retold(place[2] ?? '', depth + 1)}`
  return rephraseEach(said.split(/(?<=[.?!…])\s+(?=[\p{Lu}\p{N}“"])/u), depth + 1).join(' ')
}

/** The longest runs of sentences that the table has, since some stand there together. */
function rephraseEach(parts: readonly string[], depth: number): readonly string[] {
  if (parts.length < 2) return parts
  for (let count = parts.length - 1; count > 0; count -= 1) {
    const found = findWhole(parts.slice(0, count).join(' '), depth)
    if (found !== undefined) return [found, ...rephraseRest(parts.slice(count), depth)]
  }
  return [parts[0] ?? '', ...rephraseRest(parts.slice(1), depth)]
}

function rephraseRest(parts: readonly string[], depth: number): readonly string[] {
  const whole = parts.length === 0 ? undefined : findWhole(parts.join(' '), depth)
  return whole === undefined ? rephraseEach(parts, depth) : [whole]
}

function findWhole(said: string, depth: number, isValue = false): string | undefined {
  for (const { pattern, names, said: text, isPart } of sentences()) {
    const found = isPart && !isValue ? null : pattern.exec(said)
    if (!found) continue
    const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
    return text.replaceAll(placeholder, (all, name: string) => {
      const value = values.get(name)
      return value === undefined ? all : depth < maxDepth ? (findPart(value, depth + 1) ?? value) : value
    })
  }
  return undefined
}

/** What the server puts in, where that is words of its own: a bare name is nobody's sentence. */
function findPart(value: string, depth: number): string | undefined {
  return /[a-z] ?[a-z]/.test(value) ? findWhole(value, depth, true) : undefined
}
