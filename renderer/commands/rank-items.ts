import { foldText } from '#shared/text.ts'

export interface RankedItem {
  readonly id: string
  readonly title: string
  readonly isIdle?: boolean
}

/**
 * Sorts what the text finds by how well it fits, then by whether it has something to do, then by when it
 * was used last. Without a text, everything, and first what was used last.
 */
export function rankItems<T extends RankedItem>(
  items: readonly T[],
  text: string,
  recent: readonly string[] = [],
): readonly T[] {
  const wanted = foldText(text).trim()
  const age = ({ id }: T): number => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  if (wanted === '') return items.toSorted((a, b) => age(a) - age(b))
  const words = wanted.split(/\s+/)
  const score = ({ title }: T): number => {
    const folded = foldText(title)
    if (folded === wanted) return 3
    if (folded.startsWith(wanted)) return 2
    const parts = folded.split(/[\s:,]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 0
  }
  return items
    .map((item) => ({ item, points: score(item) }))
    .filter(({ points }) => points > 0)
    .sort(
      (a, b) =>
        b.points - a.points ||
        Number(a.item.isIdle ?? false) - Number(b.item.isIdle ?? false) ||
        age(a.item) - age(b.item),
    )
    .map(({ item }) => item)
}

const storageKey = 'vitrine.palette'
const maxRecent = 8

/** The ids of what was run last from the palette in this browser, the newest first. */
export function listRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberItem(id: string): void {
  const ids = [id, ...listRecent().filter((other) => other !== id)].slice(0, maxRecent)
  window.localStorage.setItem(storageKey, JSON.stringify(ids))
}
