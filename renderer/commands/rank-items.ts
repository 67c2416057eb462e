import { foldText } from '#shared/text.ts'
import { RecentIds } from '../state/recent-ids.ts'

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

/** The ids of what was run last from the palette. */
export const recentItems = new RecentIds('vitrine.palette', 8)
