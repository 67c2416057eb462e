import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { TextEncoding } from '#shared/imports.ts'
import type { EncodingReading } from '../recognise/file-scan.ts'
import { countBeyond, scoreOfWords } from './word-scores.ts'

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
  const words = await readWords(file, signal)
  const { default: iconv } = await import('iconv-lite')
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

/** The different words of a file with bytes beyond ASCII, each with a sign before and behind it. */
async function readWords(file: string, signal: AbortSignal): Promise<Buffer[]> {
  const words = new Map<string, Buffer>()
  let rest: Buffer = Buffer.alloc(0)
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 256 * 1024, signal })
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(0x0a)
    collectWords(bytes.subarray(0, end < 0 ? bytes.length : end), words)
    rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end)
    if (words.size >= maxWords) break
  }
  collectWords(rest, words)
  return [...words.values()]
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
