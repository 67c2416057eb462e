import { useMemo, type ReactNode } from 'react'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import { htmlToText } from '#shared/html-to-text.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { ReviewWording } from './review-wording.ts'
import { t } from '../../ui/text.ts'

interface DifferenceProps {
  readonly before: AttributeValue | null
  readonly after: AttributeValue | null
  readonly column: GridColumn
  readonly type: EntityType
  readonly wording: ReviewWording
  readonly title: string
  readonly instead?: ReactNode
}

/**
 * The current and the proposed value side by side: differences of texts are marked, other values look as
 * in the grid.
 */
export function Difference(props: DifferenceProps) {
  const { before, after, column, title, instead } = props
  const texts = useTexts(before, after, column)
  return (
    <div className="review-difference">
      <section aria-label={title}>
        <h3>{title}</h3>
        <div className="review-side" data-side="before">
          {before === null ? (
            <Empty />
          ) : texts ? (
            <Marked parts={texts.parts} side="removed" />
          ) : (
            <Side {...props} value={before} />
          )}
        </div>
      </section>
      <section aria-label={t('Proposed')}>
        <h3>{t('Proposed')}</h3>
        <div className="review-side" data-side="after">
          {instead ??
            (after === null ? (
              <Empty />
            ) : texts ? (
              <Marked parts={texts.parts} side="added" />
            ) : (
              <Side {...props} value={after} />
            ))}
        </div>
      </section>
      {texts?.isSameText && (
        <p className="review-same">{t('The words are the same: only the formatting differs.')}</p>
      )}
    </div>
  )
}

function Empty() {
  return <span className="review-empty-value">{t('Empty')}</span>
}

function Side({ value, column, type, wording }: DifferenceProps & { value: AttributeValue }) {
  return wording.show(value, column, type)
}

interface TextPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

// Scripts without blanks between words are compared letter by letter.
const token =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu

/** Nobody reads more changed words one by one, so they are shown as one change. */
const maxSteps = 600

/** Compares two texts word by word (the algorithm of Myers, 1986). */
export function compareTexts(before: string, after: string): TextPart[] {
  const [one, other] = [before.match(token) ?? [], after.match(token) ?? []]
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [removed, added] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const parts = joined([
    ...one.slice(0, start).map((text): TextPart => ({ kind: 'same', text })),
    ...compareWords(removed, added),
    ...one.slice(one.length - end).map((text): TextPart => ({ kind: 'same', text })),
  ])
  return isAnother(parts, before, after) ? whole(before, after) : parts
}

/** Texts with a smaller share in common are easier to read separately. */
const leastInCommon = 0.2

function isAnother(parts: readonly TextPart[], before: string, after: string): boolean {
  const same = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0)
  return same < leastInCommon * Math.min(before.trim().length, after.trim().length)
}

function whole(before: string, after: string): TextPart[] {
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
}

function compareWords(one: readonly string[], other: readonly string[]): TextPart[] {
  const path = one.length === 0 || other.length === 0 ? undefined : findPath(one, other)
  if (path) return path
  return [
    ...one.map((text): TextPart => ({ kind: 'removed', text })),
    ...other.map((text): TextPart => ({ kind: 'added', text })),
  ]
}

/** Returns the shortest path from one list to the other; undefined where it is too long to follow. */
function findPath(one: readonly string[], other: readonly string[]): TextPart[] | undefined {
  const rounds: Int32Array[] = []
  const middle = maxSteps + 1
  const furthest = new Int32Array(2 * middle + 1)
  for (let steps = 0; steps <= maxSteps; steps += 1) {
    rounds.push(furthest.slice(middle - steps - 1, middle + steps + 2))
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const [fromX, fromY] = cameFrom(furthest, middle, diagonal, steps)
      const start = steps === 0 || fromX - fromY > diagonal ? fromX : fromX + 1
      const x = followSame(one, other, start, diagonal)
      furthest[middle + diagonal] = x
      if (x >= one.length && x - diagonal >= other.length) return walkBack(rounds, one, other)
    }
  }
  return undefined
}

function followSame(
  one: readonly string[],
  other: readonly string[],
  start: number,
  diagonal: number,
): number {
  let x = start
  while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1
  return x
}

function cameFrom(
  furthest: Int32Array,
  middle: number,
  diagonal: number,
  steps: number,
): readonly [x: number, y: number] {
  if (steps === 0) return [0, 0]
  const [left, above] = [furthest[middle + diagonal - 1] ?? 0, furthest[middle + diagonal + 1] ?? 0]
  const isFromAbove = diagonal === -steps || (diagonal !== steps && left < above)
  return isFromAbove ? [above, above - diagonal - 1] : [left, left - diagonal + 1]
}

function walkBack(
  rounds: readonly Int32Array[],
  one: readonly string[],
  other: readonly string[],
): TextPart[] {
  const parts: TextPart[] = []
  let [x, y] = [one.length, other.length]
  for (const [steps, furthest] of [...rounds.entries()].toReversed()) {
    const [fromX, fromY] = cameFrom(furthest, steps + 1, x - y, steps)
    const same = Math.min(x - fromX, y - fromY)
    for (const text of one.slice(x - same, x).toReversed()) parts.push({ kind: 'same', text })
    if (y - fromY > same) parts.push({ kind: 'added', text: other[fromY] ?? '' })
    if (x - fromX > same) parts.push({ kind: 'removed', text: one[fromX] ?? '' })
    x = fromX
    y = fromY
  }
  return parts.toReversed()
}

/** Joins neighbours of one kind, removed before added; a blank between two changes belongs to both. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const textParts: TextPart[] = []
  let [removed, added, blank] = ['', '', '']
  const flush = (): void => {
    if (removed !== '') textParts.push({ kind: 'removed', text: removed })
    if (added !== '') textParts.push({ kind: 'added', text: added })
    if (blank !== '') keep(textParts, blank)
    removed = added = blank = ''
  }
  for (const { kind, text } of parts) {
    const isChanging = removed !== '' || added !== ''
    if (kind === 'same' && isChanging && blank === '' && text.trim() === '') blank = text
    else if (kind === 'same') {
      flush()
      keep(textParts, text)
    } else {
      removed += blank
      added += blank
      blank = ''
      if (kind === 'removed') removed += text
      else added += text
    }
  }
  flush()
  return textParts
}

function keep(textParts: TextPart[], text: string): void {
  const last = textParts.at(-1)
  if (last?.kind === 'same') textParts[textParts.length - 1] = { kind: 'same', text: last.text + text }
  else textParts.push({ kind: 'same', text })
}

function useTexts(before: AttributeValue | null, after: AttributeValue | null, { traits }: GridColumn) {
  return useMemo(() => {
    const isText = traits.isFreeText || traits.isLong || traits.layout !== undefined
    if (!isText || traits.media !== undefined) return undefined
    const [one, other] = [before, after].map((value) => {
      const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)
      return traits.layout === 'html' ? htmlToText(text) : text
    })
    const parts = compareTexts(one ?? '', other ?? '')
    return { parts, isSameText: before !== null && before !== after && one === other }
  }, [before, after, traits])
}

function Marked({ parts, side }: { parts: readonly TextPart[]; side: 'removed' | 'added' }) {
  const Changed = side === 'removed' ? 'del' : 'ins'
  if (parts.length === 2 && !parts.some(({ kind }) => kind === 'same'))
    return <p className="review-text">{parts.find(({ kind }) => kind === side)?.text}</p>
  return (
    <p className="review-text">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'same') return text
        // Which part it is tells nothing else than its place.
        // oxlint-disable-next-line react/no-array-index-key
        return kind === side ? <Changed key={index}>{text}</Changed> : null
      })}
    </p>
  )
}
