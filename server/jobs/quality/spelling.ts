import type { CheckedAttribute } from '../../catalog/quality/store-checks.ts'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

// Repeated words are looked up once; a catalog has some ten thousand.
const maxCached = 50_000

/**
 * The dictionaries of spelling: English ships; for others, whose licence forbids that, the owner adds files.
 */
interface Dictionary {
  readonly correct: (word: string) => boolean
}

// The largest known dictionaries have 10 MB.
const maxBytes = 32_000_000

/** A dictionary of Hunspell in the folder, such as `de.aff` and `de.dic`; undefined where there is none. Loading one takes a second or two. */
async function loadDictionary(language: string, folder: string | undefined): Promise<Dictionary | undefined> {
  const files = language === 'en' ? await bundled() : await added(language, folder)
  if (!files) return undefined
  const { default: nspell } = await import('nspell')
  return nspell(files)
}

interface Files {
  readonly aff: Buffer
  readonly dic: Buffer
}

async function bundled(): Promise<Files> {
  const { default: english } = await import('dictionary-en')
  return { aff: Buffer.from(english.aff), dic: Buffer.from(english.dic) }
}

async function added(language: string, folder: string | undefined): Promise<Files | undefined> {
  if (folder === undefined) return undefined
  const [aff, dic] = await Promise.all(
    ['aff', 'dic'].map((end) => readSome(join(folder, `${language}.${end}`))),
  )
  return aff && dic && { aff, dic }
}

async function readSome(file: string): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(file)
    return size > maxBytes ? undefined : await decoded(file)
  } catch {
    return undefined
  }
}

/**
 * Returns the file as UTF-8, the only encoding that nspell reads: older dictionaries name another one in
 * their first lines.
 */
async function decoded(file: string): Promise<Buffer> {
  const bytes = await readFile(file)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return bytes
  } catch {
    return Buffer.from(new TextDecoder('windows-1252').decode(bytes))
  }
}

/** Finds words in no dictionary. A dictionary loads with the first text of its language. */
export class Spelling {
  readonly #folder: string | undefined
  readonly #dictionaries = new Map<string, Promise<Dictionary | undefined>>()
  readonly #known = new Map<string, boolean>()

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  async hasDictionary(language: string): Promise<boolean> {
    return language === 'en' || (await this.#load(language)) !== undefined
  }

  async hasMistake(text: string, language: string, { traits }: CheckedAttribute): Promise<boolean> {
    const dictionary = await this.#load(language)
    if (!dictionary) return false
    const plain = traits.layout === 'html' ? text.replaceAll(/<[^<>]*>|&\w{1,8};/g, ' ') : text
    for (const word of wordsOf(plain)) if (!this.#isRight(dictionary, language, word)) return true
    return false
  }

  #load(language: string): Promise<Dictionary | undefined> {
    const known = this.#dictionaries.get(language)
    if (known) return known
    const loading = loadDictionary(language, this.#folder)
    this.#dictionaries.set(language, loading)
    return loading
  }

  #isRight(dictionary: Dictionary, language: string, word: string): boolean {
    const key = `${language} ${word}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#known.size >= maxCached) this.#known.clear()
    const isRight = isCorrect(dictionary, language, word)
    this.#known.set(key, isRight)
    return isRight
  }
}

/** Words that people spell: names, codes, brands and addresses are in no dictionary. */
function* wordsOf(text: string): Iterable<string> {
  for (const [token] of text.matchAll(/[^\s,;:!?()[\]{}"„“”«»|/]+/gu)) {
    const word = token.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    // With a digit, a capital in the middle, or a point or @ within it is a code, a brand or an address.
    if (word.length < fewestLetters || !/^\p{L}\p{Ll}+(?:['’-]\p{L}?\p{Ll}+)*$/u.test(word)) continue
    yield* word.split('-').filter((part) => part.length >= fewestLetters)
  }
}

const fewestLetters = 4

function isCorrect(dictionary: Dictionary, language: string, word: string): boolean {
  if (dictionary.correct(word) || dictionary.correct(word.toLowerCase())) return true
  const [first = '', ...others] = word
  const capital = first.toUpperCase() + others.join('')
  if (dictionary.correct(capital)) return true
  if (language === 'de') return isCompound(dictionary, word.toLowerCase(), 3)
  // A word with a capital may be the name of a maker, which no dictionary has.
  return first !== first.toLowerCase()
}

const shortestPart = 3

/** Whether a German word is put together of words, with or without a letter between them. */
function isCompound(dictionary: Dictionary, word: string, maxParts: number): boolean {
  if (isWord(dictionary, word)) return true
  if (maxParts === 1) return false
  for (let end = shortestPart; end <= word.length - shortestPart; end += 1) {
    const head = word.slice(0, end)
    if (!isWord(dictionary, head) && !(head.endsWith('s') && isWord(dictionary, head.slice(0, -1)))) continue
    if (isCompound(dictionary, word.slice(end), maxParts - 1)) return true
  }
  return false
}

function isWord(dictionary: Dictionary, word: string): boolean {
  return (
    word.length >= shortestPart &&
    (dictionary.correct(word) || dictionary.correct(word.charAt(0).toUpperCase() + word.slice(1)))
  )
}
