import { foldText } from '#shared/text.ts'

export interface RankedItem {
  readonly id: string
  readonly title: string
  readonly isIdle?: boolean
}

export function rankItems<T extends RankedItem>(items: readonly T[], text: string): readonly T[] {
  const wanted = foldText(text).trim()
  if (wanted === '') return items
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
    .sort((a, b) => b.points - a.points || Number(a.item.isIdle ?? false) - Number(b.item.isIdle ?? false))
    .map(({ item }) => item)
}
