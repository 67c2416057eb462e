import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { TextEncoding } from '#shared/imports.ts'
import { guessEastAsian } from './east-asian.ts'
import type { EncodingReading } from '../recognise/file-scan.ts'

export interface EncodingGuess {
  readonly encoding: TextEncoding
  /** Two readings of a word, where the file does not tell which of them is right. */
  readonly doubt?: EncodingDoubt
}

export type EncodingDoubt = readonly EncodingReading[]

/** The encodings that are told apart, the most common first. */
const candidates = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-2',
  'iso-8859-15',
  'windows-1254',
  'windows-1253',
  'windows-1257',
  'macintosh',
  'maccenteuro',
  'koi8-r',
  'cp850',
  'cp852',
  'cp866',
  'cp437',
] as const satisfies readonly TextEncoding[]

/** The encodings of Windows in Western and Central Europe are far more frequent than any other. */
const priors: Partial<Record<TextEncoding, number>> = {
  'windows-1252': 0.3,
  'windows-1250': 0.1,
  'iso-8859-2': -1.2,
}
const maxWords = 2000
const maxWordLength = 60

/**
 * The encoding in which the words of a file that is not UTF-8 read like words of a language: by its letters,
 * how often they come, and what stands beside them. Doubtful where two readings are nearly as good.
 */
export async function guessEncoding(file: string, signal: AbortSignal): Promise<EncodingGuess> {
  const { words, head } = await readWords(file, signal)
  const { default: iconv } = await import('iconv-lite')
  const eastAsian = guessEastAsian(head, iconv)
  if (eastAsian) return { encoding: eastAsian }
  const found = candidates.map((encoding, index) => {
    const texts = words.map((word) => iconv.decode(word, encoding))
    const prior = priors[encoding] ?? -0.05 * index
    return { encoding, texts, score: scoreOfWords(texts) + prior }
  })
  const [first, ...others] = found.toSorted((a, b) => b.score - a.score)
  if (!first) return { encoding: 'windows-1252' }
  const letters = first.texts.reduce((sum, text) => sum + countBeyond(text), 0)
  const other = others.find(({ texts }) => texts.some((text, index) => text !== first.texts[index]))
  const isSure = first.score > 0 && (!other || first.score - other.score > Math.min(3, 0.07 * letters + 0.15))
  return isSure || !other
    ? { encoding: first.encoding }
    : { encoding: first.encoding, doubt: doubtOf(first, other) }
}

interface Reading {
  readonly encoding: TextEncoding
  readonly texts: readonly string[]
}

function doubtOf(first: Reading, other: Reading): EncodingDoubt {
  const at = first.texts.findIndex((text, index) => text !== other.texts[index])
  return [first, other].map(({ encoding, texts }) => ({ encoding, word: wordIn(texts[at] ?? '') }))
}

function wordIn(text: string): string {
  return text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '') || text.trim()
}

interface FileWords {
  readonly words: readonly Buffer[]
  /** The first bytes of the file. */
  readonly head: Buffer
}

/** The different words of a file with bytes beyond ASCII, each with a sign before and behind it. */
async function readWords(file: string, signal: AbortSignal): Promise<FileWords> {
  const words = new Map<string, Buffer>()
  let head: Buffer | undefined
  let rest: Buffer = Buffer.alloc(0)
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 256 * 1024, signal })
  for await (const chunk of chunks) {
    head ??= chunk
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(0x0a)
    collectWords(bytes.subarray(0, end < 0 ? bytes.length : end), words)
    rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end)
    if (words.size >= maxWords) break
  }
  collectWords(rest, words)
  return { words: [...words.values()], head: head ?? Buffer.alloc(0) }
}

const wordBeyond = /[^\x80-\xff]?(?=[a-z]*[\x80-\xff])[a-z\x80-\xff]+[^\x80-\xff]?/gi

function collectWords(bytes: Buffer, words: Map<string, Buffer>): void {
  for (const [word] of bytes.toString('latin1').matchAll(wordBeyond)) {
    if (words.size >= maxWords) return
    const encoded = Buffer.from(word, 'latin1')
    // Words of UTF-8 come from another program than the rest.
    if (word.length <= maxWordLength && !words.has(word) && !isUtf8(encoded)) words.set(word, encoded)
  }
}

/** Non-ASCII letters of a language, most frequent first, and its typical letter sequences. */
interface Alphabet {
  readonly letters: string
  readonly groups: RegExp
}

const latinAlphabets: Readonly<Record<string, Alphabet>> = {
  de: { letters: 'üäößé', groups: /sch|ich|ung|ein|der|und|mit|str|hl|tz/g },
  fr: { letters: 'éèàêçîôûùâëïœ', groups: /eau|oi|que|ai|des|les|our|eux|qu|ou/g },
  es: { letters: 'óíáéñúü', groups: /ci|ado|ara|los|con|que|ill|as\b|os\b/g },
  it: { letters: 'àèùòéì', groups: /zion|gli|ch|del|con|tt|ll|[aeo]\b/g },
  nl: { letters: 'ëéïöüè', groups: /ij|aa|een|oo|van|ee|uit/g },
  pl: { letters: 'łąężóśćńź', groups: /cz|sz|rz|ow|ski|ie|dla|wy|prz|k[aio]|j[aei]|w\b/g },
  pt: { letters: 'ãçáéíóõêúâàô', groups: /com|dos|nh|lh|para|inho|eir|d[aeo]\b/g },
  sv: { letters: 'äåöé', groups: /och|ning|lig|sk|med|tt|ck/g },
  da: { letters: 'øåæé', groups: /og|ning|lig|sk|med|til|ke/g },
  fi: { letters: 'äöåšž', groups: /ii|kk|aa|uu|nen|tt|ll/g },
  is: { letters: 'ðáíéóúýþæö', groups: /ur\b|inn|ir\b|ar\b|með/g },
  cs: { letters: 'íáéěžščřýůúťďňóö', groups: /ov|sk|st|pro|ho|ck|k[aoyu]|z[ae]|ch/g },
  sk: { letters: 'áíéýčšžúľťôďňóäĺŕ', groups: /ov|sk|st|pre|ho|ck|k[aoyu]|ie|ch/g },
  hu: { letters: 'áéöóőüíúű', groups: /gy|sz|ek|ny|zs|tt|cs|ak|el/g },
  ro: { letters: 'ăîțşâţș', groups: /ul\b|are|ele|din|cu|lui|ea\b/g },
  hr: { letters: 'čšžćđ', groups: /ije|nj|lj|za|sk|vi|k[aio]/g },
  tr: { letters: 'ıüşğöçâî', groups: /lar|ler|ik|lik|[ae]n|ya|k[aei]/g },
  lt: { letters: 'ėšųžūįčąę', groups: /as\b|is\b|ai|ini|us\b|os\b/g },
  lv: { letters: 'āēīšņūžčļķģ', groups: /as\b|is\b|ie|ums|ar|iem/g },
  et: { letters: 'äõüöšž', groups: /ii|aa|uu|ee|ud\b|ks/g },
}

const nonLatinLetters: Readonly<Record<string, string>> = {
  ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  uk: 'оаніивтерскпмлудьязбгчйхцїжюєщшфґ',
  bg: 'аиоетнрсвлкдпмзгябъучцжщшхйфью',
  sr: 'аоиенртсјувмдкпзлгбцшжљњчћхђфџ',
  el: 'αοιετνσηυρκπμλςάωίόέδγήύχθφβώξζψϊ',
}

interface LanguageLetters {
  readonly weights: ReadonlyMap<string, number>
  readonly groups?: RegExp
}

const [maxLatinWeight, latinWeightRange] = [1.5, 1]
const [maxNonLatinWeight, nonLatinWeightRange] = [2, 1.8]
const mixedLanguageWeight = 0.6

function weightsByRank(letters: string, from: number, by: number): Map<string, number> {
  const all = [...letters]
  return new Map(all.map((letter, index) => [letter, from - (by * index) / all.length]))
}

function mixedLanguages(...languages: readonly string[]): LanguageLetters {
  const letters = languages.flatMap((language) => [...(latinAlphabets[language]?.letters ?? '')])
  return { weights: new Map(letters.map((letter) => [letter, mixedLanguageWeight])) }
}

/** Mixed-language entries weigh less than single-language ones. */
const languageLetters: readonly LanguageLetters[] = [
  ...Object.values(latinAlphabets).map(({ letters, groups }) => ({
    weights: weightsByRank(letters, maxLatinWeight, latinWeightRange),
    groups,
  })),
  ...Object.values(nonLatinLetters).map((letters) => ({
    weights: weightsByRank(letters, maxNonLatinWeight, nonLatinWeightRange),
  })),
  mixedLanguages('de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'is'),
  mixedLanguages('de', 'pl', 'cs', 'sk', 'hu', 'hr', 'ro'),
]

/** How much the texts read like words of one language; each sign beyond ASCII counts. */
function scoreOfWords(texts: readonly string[]): number {
  const signs = texts.flatMap(signsOf)
  const letters = countLetters(signs)
  const text = texts.join('\n').toLowerCase()
  const base = signs.reduce((sum, sign) => sum + scoreOfSign(sign), 0)
  return base + Math.max(...languageLetters.map((language) => scoreIn(language, letters, text)))
}

function countBeyond(text: string): number {
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
