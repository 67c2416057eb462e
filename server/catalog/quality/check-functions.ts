import { hasGtinCheckDigit } from '#shared/gtin.ts'
import { foldText } from '#shared/text.ts'
import { findUnit } from '#shared/units.ts'
import type { SqlFunction } from '../../store/database/database.ts'
import { enforcedPattern } from '../attributes/data-types/pattern.ts'

/** Whether the whole text matches a pattern; a text too long for its pattern does not. */
export function matchesPattern(pattern: string, text: string): boolean {
  const compiled = enforcedPattern(pattern)
  if (!compiled) return true
  return Buffer.byteLength(text) <= compiled.maxBytes && compiled.matches(text)
}

const tag = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*|\/)?>|<!--/i
const entity = /&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i

export function hasHtml(text: string): boolean {
  return tag.test(text) || entity.test(text)
}

/**
 * Whether a text has capitals, no small letters and a word of at least `wordLength` letters; codes have no
 * such word.
 */
export function isAllCapitals(text: string, wordLength = 1): boolean {
  if (!/\p{Lu}/u.test(text) || /\p{Ll}/u.test(text)) return false
  return wordLength <= 1 || (text.match(/\p{L}+/gu) ?? []).some((word) => [...word].length >= wordLength)
}

const placeholderWord =
  /(?<![\p{L}\p{N}])(?:lorem ipsum|tbd|xxx+(?!-? ?(?:large|long|small))|asdf+|to be (?:defined|determined|announced))(?![\p{L}\p{N}])/u
const placeholderText =
  /^[\s"'([{<]*(?:n\/?a|n\.a\.|k\.?\s?a\.?|todo|to do|tba|tbc|test|test(?:text|product|produkt| product)|placeholder|platzhalter|dummy|dummy text|sample text|beispieltext|coming soon|folgt|null|undefined|none|unknown|-+|\?+|\.{2,}|_+|x{2,})[\s"')\]}>.!]*$/u

export function isPlaceholder(comparable: string): boolean {
  return placeholderWord.test(comparable) || placeholderText.test(comparable)
}

const measured = /^(?:.*[^\p{L}\p{N}])?[-+±~]?\d[\d.,\s]*?\s*([^\s\d.,]\D*)$/u

export function unitBehind(text: string): string | undefined {
  const [, unit] = measured.exec(text.trim()) ?? []
  if (unit === undefined) return undefined
  const word = unit.trim().replace(/\.$/, '')
  return findUnit(word)?.symbol ?? foldText(word)
}

const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
)
const optionalEnds: ReadonlySet<string> = new Set(
  'p li dt dd option tr td th thead tbody tfoot colgroup rt rp'.split(' '),
)

const token =
  /<!--[\s\S]*?(-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(\/?)>|<(?=[a-z/!])/gi

export function htmlFault(html: string): string | undefined {
  const open: string[] = []
  for (const [text, commentEnd, slash, name] of html.matchAll(token)) {
    if (text.startsWith('<!--')) {
      if (commentEnd === '') return 'A comment is not closed.'
    } else if (name === undefined) {
      return 'A tag is broken.'
    } else {
      const fault = take(open, name.toLowerCase(), slash === '/')
      if (fault !== undefined) return fault
    }
  }
  const left = open.findLast((tag) => !optionalEnds.has(tag))
  return left === undefined ? undefined : `<${left}> is not closed.`
}

function take(open: string[], name: string, isEnd: boolean): string | undefined {
  if (!isEnd) {
    if (!voidTags.has(name)) open.push(name)
    return undefined
  }
  if (voidTags.has(name)) return name === 'br' ? undefined : `</${name}> closes nothing.`
  while (open.length > 0 && open.at(-1) !== name && optionalEnds.has(open.at(-1) ?? '')) open.pop()
  return open.pop() === name ? undefined : `</${name}> closes nothing.`
}

const wordPatterns = new Map<string, RegExp>()
const maxCached = 100

export function bannedWordIn(words: string, comparable: string): boolean {
  const known = wordPatterns.get(words)
  if (known) return known.test(comparable)
  const list: string[] = JSON.parse(words)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.map(literal).join('|')})(?![\\p{L}\\p{N}])`, 'u')
  if (wordPatterns.size >= maxCached) wordPatterns.clear()
  wordPatterns.set(words, pattern)
  return pattern.test(comparable)
}

function literal(word: string): string {
  return foldText(word)
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`)
}

function asFunction(test: (...texts: string[]) => boolean): SqlFunction {
  return (...args) => (args.includes(null) ? null : Number(test(...args.map(String))))
}

export const checkFunctions: ReadonlyMap<string, SqlFunction> = new Map<string, SqlFunction>([
  ['quality_pattern', asFunction((pattern = '', text = '') => matchesPattern(pattern, text))],
  ['quality_html', asFunction((text = '') => hasHtml(text))],
  ['quality_bad_html', asFunction((text = '') => htmlFault(text) !== undefined)],
  ['quality_capitals', asFunction((text = '', length = '1') => isAllCapitals(text, Number(length)))],
  ['quality_placeholder', asFunction((comparable = '') => isPlaceholder(comparable))],
  ['quality_words', asFunction((words = '', comparable = '') => bannedWordIn(words, comparable))],
  ['quality_gtin', (text) => (text === null ? null : Number(hasGtinCheckDigit(String(text))))],
  ['quality_unit', (text) => (text === null ? null : (unitBehind(String(text)) ?? null))],
])
