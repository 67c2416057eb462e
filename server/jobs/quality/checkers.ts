import type { QualityCheck } from '#shared/quality.ts'
import { type CheckedAttribute, readSomeTexts } from '../../catalog/quality/store-checks.ts'
import type { Rule } from '../../catalog/quality/known-rules.ts'
import type { JobContext } from '../job-context.ts'
import { hasAspect } from './file-problems.ts'
import { Spelling } from './spelling.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { readStoredPicture } from '../../catalog/generation/gather-context.ts'
import { type FetchedPage, PageFetcher } from '../../fetch/fetch-page.ts'
import { HostPace } from '../../fetch/host-pace.ts'
import { isPrivate } from '../../fetch/private-addresses.ts'
import { RefusedPage, Unusable } from '../../fetch/unusable.ts'

const maxRead = 2000

type Texts = ReadonlyMap<number, readonly string[]>
type IsFailing = (text: string, check: QualityCheck) => Promise<boolean> | boolean

const smallWords: Readonly<Record<string, string>> = {
  en: 'the and of to for with is in on this that your from are be it as by or which can has have our you will not at an',
  de: 'der die das und mit für ist ein eine einen einem einer auf von den dem des im zu zum zur nicht auch sich oder wird aus bei sind durch über sie ihr ihre',
  fr: 'le la les des et pour avec est un une dans sur du en au aux qui que vous votre ce cette par ne pas plus ou sont',
  es: 'el la los las y de con para es un una en del al que su por se lo como más este esta son tu',
  it: 'il lo la gli le e di con per è un una in del della dei che su non si come più questo questa sono al alla',
  nl: 'de het een en van voor met is op in te zijn niet ook door uit bij aan deze dit naar wordt uw je of',
  pt: 'o a os as e de com para é um uma em do da dos das que não se por mais como ao seu sua',
  pl: 'i w z na do jest się nie dla od oraz ze to jak po przez przy lub który która',
  sv: 'och en ett med för är av på i som den det till inte eller från din ditt kan har',
  da: 'og en et med for er af på i som den det til ikke eller fra din dit kan har der',
}

interface PictureFacts {
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly format: string
}

const maxPixels = 268_000_000

const maxBytes = 20 * 1024 * 1024

class LinkChecker {
  readonly #signal: AbortSignal
  readonly #fetcher: PageFetcher
  readonly #pace: HostPace
  readonly #dead = new Map<string, boolean>()

  constructor({ signal, settings }: JobContext) {
    this.#signal = signal
    const refuses = settings.allowsPrivateAddresses ? () => false : isPrivate
    this.#fetcher = new PageFetcher({ signal, refuses, maxBytes })
    this.#pace = new HostPace({ pauseMs: settings.hostPauseMs })
  }

  async isDead(address: string): Promise<boolean> {
    const known = this.#dead.get(address)
    if (known !== undefined) return known
    const dead = await this.#ask(address)
    this.#dead.set(address, dead)
    return dead
  }

  async #ask(address: string): Promise<boolean> {
    if (!URL.canParse(address)) return true
    const { host, protocol } = new URL(address)
    if (protocol !== 'http:' && protocol !== 'https:') return false
    if (this.#pace.isSilent(host)) return true
    try {
      await this.fetch(address)
      return false
    } catch (error) {
      this.#signal.throwIfAborted()
      if (!(error instanceof CatalogError)) throw error
      return !(error instanceof Unusable && error.fault !== 'other')
    }
  }

  async fetch(address: string): Promise<FetchedPage> {
    const { host, origin } = new URL(address)
    await this.#pace.turn(host, await this.#fetcher.crawlDelay(origin), this.#signal)
    try {
      const page = await this.#fetcher.fetch(address)
      this.#pace.heed(host, true)
      return page
    } catch (error) {
      this.#pace.heed(host, error instanceof RefusedPage || error instanceof Unusable)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#fetcher.close()
  }
}

class PictureChecker {
  readonly #context: JobContext
  readonly #links: LinkChecker
  readonly #facts = new Map<string, PictureFacts | undefined>()

  constructor(context: JobContext, links: LinkChecker) {
    this.#context = context
    this.#links = links
  }

  async fails(address: string, check: QualityCheck): Promise<boolean> {
    if (!this.#facts.has(address)) this.#facts.set(address, await this.#look(address))
    const facts = this.#facts.get(address)
    return facts === undefined || !meets(facts, check)
  }

  async #look(address: string): Promise<PictureFacts | undefined> {
    const bytes = this.#context.read((db) => readStoredPicture(db, address)) ?? (await this.#fetch(address))
    if (!bytes) return undefined
    const { default: sharp } = await import('sharp')
    try {
      const { width, height, format } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
      return { width, height, bytes: bytes.length, format }
    } catch {
      return undefined
    }
  }

  async #fetch(address: string): Promise<Uint8Array | undefined> {
    if (!/^https?:/.test(address)) return undefined
    try {
      return (await this.#links.fetch(address)).bytes
    } catch (error) {
      this.#context.signal.throwIfAborted()
      if (!(error instanceof CatalogError)) throw error
      return undefined
    }
  }
}

function meets(facts: PictureFacts, check: QualityCheck): boolean {
  const { min_width: width = 0, min_height: height = 0, max_bytes: bytes = Infinity, formats, aspect } = check
  const isLarge = facts.width >= width && facts.height >= height
  return isLarge && facts.bytes <= bytes && hasFormat(facts, formats) && hasAspect(facts, aspect)
}

function hasFormat({ format }: PictureFacts, formats: readonly string[] | undefined): boolean {
  return formats === undefined || formats.some((wanted) => nameOf(wanted) === nameOf(format))
}

function nameOf(format: string): string {
  const name = format
    .trim()
    .toLowerCase()
    .replace(/^(image\/|\.)/, '')
  return name === 'jpg' ? 'jpeg' : name
}

const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(smallWords))
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])

const [fewestWords, fewestHits, clearLead, longestRead] = [6, 3, 2, 5000]

/** The language of a text; undefined for a short or ambiguous one. */
export function languageOf(text: string): string | undefined {
  const plain = text
    .slice(0, longestRead)
    .replaceAll(/<[^<>]*>/g, ' ')
    .toLowerCase()
  const words = plain.match(/\p{L}+/gu) ?? []
  if (words.length < fewestWords) return undefined
  const [[first, most], [, second]] = twoMost(countHits(words))
  return most >= fewestHits && most >= second * clearLead ? first : undefined
}

function countHits(words: readonly string[]): Map<string, number> {
  const hits = new Map<string, number>()
  for (const word of words) {
    const languages = languagesOf.get(word) ?? []
    for (const language of languages) hits.set(language, (hits.get(language) ?? 0) + 1 / languages.length)
  }
  return hits
}

type LanguageCount = readonly [language: string, count: number]

function twoMost(counts: ReadonlyMap<string, number>): readonly [LanguageCount, LanguageCount] {
  const [first = ['', 0], second = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a)
  return [first, second]
}

function usualLanguage(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const language = languageOf(text)
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [[language, count], [, next]] = twoMost(counts)
  return count > next ? language : undefined
}

export class Checkers {
  readonly #context: JobContext
  readonly #links: LinkChecker
  readonly #pictures: PictureChecker
  readonly #spelling: Spelling
  readonly #languages = new Map<number, string | undefined>()

  constructor(context: JobContext) {
    this.#context = context
    this.#spelling = new Spelling(context.settings.dictionariesDir)
    this.#links = new LinkChecker(context)
    this.#pictures = new PictureChecker(context, this.#links)
  }

  async findFailing({ check }: Rule, attribute: CheckedAttribute, texts: Texts): Promise<number[]> {
    const isFailing = this.#testOf(check, attribute)
    const failing: number[] = []
    for (const [id, some] of texts) {
      if (this.#context.signal.aborted) break
      for (const text of some) {
        if (text.trim() === '' || !(await isFailing(text, check))) continue
        failing.push(id)
        break
      }
    }
    return failing
  }

  async withDictionaries(
    all: readonly Rule[],
  ): Promise<{ readonly rules: readonly Rule[]; readonly lacking: string[] }> {
    const rules: Rule[] = []
    const lacking = new Set<string>()
    for (const rule of all) {
      const { kind, language = 'en' } = rule.check
      if (kind !== 'spelling' || (await this.#spelling.hasDictionary(language))) rules.push(rule)
      else lacking.add(language)
    }
    return { rules, lacking: [...lacking] }
  }

  #testOf({ kind, language = 'en' }: QualityCheck, attribute: CheckedAttribute): IsFailing {
    if (kind === 'link_answers') return (text) => this.#links.isDead(text)
    if (kind === 'picture') return (text, check) => this.#pictures.fails(text, check)
    if (kind === 'spelling') return (text) => this.#spelling.hasMistake(text, language, attribute)
    if (kind === 'same_language') return (text) => this.#isOtherLanguage(text, attribute)
    return () => false
  }

  #isOtherLanguage(text: string, attribute: CheckedAttribute): boolean {
    if (!this.#languages.has(attribute.id))
      this.#languages.set(
        attribute.id,
        usualLanguage(this.#context.read((db) => readSomeTexts(db, attribute, maxRead))),
      )
    const usual = this.#languages.get(attribute.id)
    const language = languageOf(text)
    return usual !== undefined && language !== undefined && language !== usual
  }

  async close(): Promise<void> {
    await this.#links.close()
  }
}
