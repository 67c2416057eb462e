import { languageLetters, type LanguageLetters } from './letters.ts'

/** How much the texts read like words of one language; each sign beyond ASCII counts. */
export function scoreOfWords(texts: readonly string[]): number {
  const signs = texts.flatMap(signsOf)
  const letters = countLetters(signs)
  const text = texts.join('\n').toLowerCase()
  const base = signs.reduce((sum, sign) => sum + scoreOfSign(sign), 0)
  return base + Math.max(...languageLetters.map((language) => scoreIn(language, letters, text)))
}

export function countBeyond(text: string): number {
  return signsOf(text).length
}

interface LetterCounts {
  readonly inWords: ReadonlyMap<string, number>
  readonly alone: ReadonlyMap<string, number>
}

function countLetters(signs: readonly SignContext[]): LetterCounts {
  const counts = { inWords: new Map<string, number>(), alone: new Map<string, number>() }
  for (const { sign, isLetter, isBehindLetter, isBeforeLetter } of signs) {
    if (!isLetter) continue
    const kind = isBehindLetter || isBeforeLetter ? counts.inWords : counts.alone
    kind.set(sign.toLowerCase(), (kind.get(sign.toLowerCase()) ?? 0) + 1)
  }
  return counts
}

interface SignContext {
  readonly sign: string
  readonly before: string
  readonly behind: string
  readonly isLetter: boolean
  readonly isBehindLetter: boolean
  readonly isBeforeLetter: boolean
}

const isAnyLetter = /\p{L}/u
const upper = /\p{Lu}/u
const lower = /\p{Ll}/u
const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
const unreadable = /[\uFFFD\u0080-\u009F\u2500-\u25FF\p{Co}\p{Cn}]/u

function signsOf(text: string): SignContext[] {
  const signs = [...text]
  return signs.flatMap((sign, index) => {
    if (sign <= '\x7f') return []
    const [before, behind] = [signs[index - 1] ?? '', signs[index + 1] ?? '']
    const [isBehindLetter, isBeforeLetter] = [isAnyLetter.test(before), isAnyLetter.test(behind)]
    return [{ sign, before, behind, isLetter: isAnyLetter.test(sign), isBehindLetter, isBeforeLetter }]
  })
}

type Penalty = readonly [cost: number, applies: (sign: SignContext) => boolean]

/** The penalties of letters in any language: other scripts next to them, and capitals after small letters. */
const penalties: readonly Penalty[] = [
  [-3, ({ sign, before, behind }) => [before, behind].some((other) => isOfOtherScript(sign, other))],
  [-2, ({ sign, before }) => upper.test(sign) && lower.test(before)],
  [-1, ({ sign, behind }) => lower.test(sign) && upper.test(behind)],
  [-1, ({ sign, before, behind }) => upper.test(sign) && upper.test(before) && lower.test(behind)],
  [-1.5, ({ sign, behind }) => sign === 'ñ' && !/[aeiouáéíóú]/i.test(behind)],
  [-1.5, ({ sign, isBehindLetter }) => sign === 'ß' && !isBehindLetter],
]

function isOfOtherScript(sign: string, other: string): boolean {
  return isAnyLetter.test(other) && scripts.some((script) => script.test(sign) !== script.test(other))
}

function scoreOfSign(placed: SignContext): number {
  if (unreadable.test(placed.sign)) return -4
  if (!placed.isLetter) return scoreOfMark(placed)
  return penalties.reduce((sum, [cost, applies]) => sum + (applies(placed) ? cost : 0), 0)
}

const within = new Set('’–·')
const behindWords = new Set('™®©ºª²³°…”“»’.–—')
const beforeWords = new Set('„“«‚‘¿¡•€£©–—»”§°')
const elsewhere = new Set('–—“”„’‘‚…€°®™©§×±²³µ½¼¾·•«»¿¡ºª£¥\u00A0\u00AD÷≤≥')

/** The marks that stand beside letters, and what others cost there. */
function scoreOfMark({ sign, isBehindLetter, isBeforeLetter }: SignContext): number {
  if (isBehindLetter && isBeforeLetter) return within.has(sign) ? 0 : -3
  if (!isBehindLetter && !isBeforeLetter) return elsewhere.has(sign) ? 0.1 : -0.5
  return (isBehindLetter ? behindWords : beforeWords).has(sign) ? 0 : -1.5
}

const foreign = -2
/** Words of one letter, and the sign of a diameter. */
const aloneLetters = new Set('àèéóòåøависокуяηο')
const bestAlone = 0.3
const ofGroup = 0.06

function scoreIn(
  { weights, groups }: LanguageLetters,
  { inWords, alone }: LetterCounts,
  text: string,
): number {
  let score = groups === undefined ? 0 : ofGroup * (text.match(groups)?.length ?? 0)
  for (const [letter, count] of inWords) score += count * (weights.get(letter) ?? foreign)
  for (const [letter, count] of alone)
    score += count * (aloneLetters.has(letter) ? Math.min(weights.get(letter) ?? 0, bestAlone) : foreign / 2)
  return score
}
