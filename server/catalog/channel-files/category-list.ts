import { foldText } from '#shared/text.ts'
import type { ListedCategory } from '#shared/schemas/channels.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../errors.ts'

const maxCategories = 50_000
const maxLine = 1_000

interface Entry extends ListedCategory {
  readonly words: readonly string[]
  readonly last: readonly string[]
}

/**
 * The categories of a channel, from its published list: one per line, `443 - Furniture > Chairs` or the
 * path alone. Throws validation_failed for any other text.
 */
export class CategoryList {
  readonly title: string | null
  readonly #byName: ReadonlyMap<string, ListedCategory>
  #entries: readonly Entry[] | undefined
  #byWord: ReadonlyMap<string, readonly Entry[]> | undefined

  constructor(text: string) {
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
    this.title = titleOf(lines)
    const listed = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const fault = faultOf(listed)
    if (fault !== undefined) throw new CatalogError('validation_failed', fault)
    this.#byName = new Map(
      listed.map(parseLine).flatMap((category) => {
        const named = [category.path, category] as const
        return category.number === null ? [named] : [named, [category.number, category]]
      }),
    )
  }

  get size(): number {
    return this.#all.length
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  find(name: string): ListedCategory | undefined {
    return this.#byName.get(name.trim())
  }

  search(text: string, limit: number): { readonly found: ListedCategory[]; readonly total: number } {
    const exact = this.find(text)
    const words = wordsOf(text)
    const ranked = this.#all.flatMap((entry) => {
      const rank = entry.path === exact?.path ? 0 : rankOf(entry, words)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    ranked.sort((a, b) => a.rank - b.rank || a.entry.words.length - b.entry.words.length)
    return { found: ranked.slice(0, limit).map(({ entry }) => toListed(entry)), total: ranked.length }
  }

  /** Returns the category named like the last part of `path`, preferring words shared with its parents. */
  suggest(path: string): ListedCategory | undefined {
    const parts = path.split(' > ')
    const own = wordsOf(parts.at(-1) ?? '')
    const parentWords = new Set(wordsOf(parts.slice(0, -1).join(' ')))
    const [first = '', ...rest] = own
    const sameName = (this.#index.get(first) ?? []).filter(
      ({ last }) => last.length === own.length && rest.every((word) => last.includes(word)),
    )
    const sharedWordCount = ({ words }: Entry): number => words.filter((word) => parentWords.has(word)).length
    const [best] = sameName.sort(
      (a, b) => sharedWordCount(b) - sharedWordCount(a) || a.words.length - b.words.length,
    )
    return best && toListed(best)
  }

  get #all(): readonly Entry[] {
    return (this.#entries ??= [...new Set(this.#byName.values())].map(toEntry))
  }

  get #index(): ReadonlyMap<string, readonly Entry[]> {
    if (this.#byWord) return this.#byWord
    const byWord = new Map<string, Entry[]>()
    for (const entry of this.#all)
      for (const word of new Set(entry.last)) byWord.set(word, [...(byWord.get(word) ?? []), entry])
    return (this.#byWord = byWord)
  }
}

function titleOf(lines: readonly string[]): string | null {
  const comment = lines
    .find((line) => line.startsWith('#'))
    ?.replace(/^#\s*/, '')
    .trim()
  return comment === undefined || comment === '' ? null : comment.slice(0, 200)
}

const listRemedy = message('channel.category_list_not_valid')

function faultOf(lines: readonly string[]): string | undefined {
  if (lines.some((line) => line.includes('\0') || line.length > maxLine) || lines[0]?.startsWith('<'))
    return `This is no list of categories. ${listRemedy.message}`
  if (lines.length === 0) return `There is no category in it. ${listRemedy.message}`
  if (lines.length > maxCategories)
    return `It has more than ${maxCategories} categories. ${listRemedy.message}`
  return undefined
}

function parseLine(line: string): ListedCategory {
  const [, number, path] = /^(\S+) +[-:] +(.+)$/.exec(line.trim()) ?? []
  return number === undefined || path === undefined
    ? { path: line.trim(), number: null }
    : { path: path.trim(), number }
}

function toEntry(category: ListedCategory): Entry {
  const last = category.path.split(' > ').at(-1) ?? ''
  return { ...category, words: wordsOf(category.path), last: wordsOf(last) }
}

function toListed({ path, number }: Entry): ListedCategory {
  return { path, number }
}

function wordsOf(text: string): string[] {
  const words = foldText(text).split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '' && word !== 'and').map(singular)
}

function singular(word: string): string {
  if (word.length < 4 || /(ss|us)$/.test(word)) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss)es$/, '$1')
    .replace(/s$/, '')
}

function rankOf({ words, last }: Entry, wanted: readonly string[]): number | undefined {
  if (wanted.every((word) => last.includes(word))) return last.length === wanted.length ? 1 : 2
  if (wanted.every((word) => last.some((one) => one.startsWith(word)))) return 3
  return wanted.every((word) => words.some((one) => one.includes(word))) ? 4 : undefined
}
