import type { ReferenceStub } from '#shared/entities.ts'
import type { Referrers } from '#shared/schemas/grid.ts'
import type { LocaleFormats } from '../model/formats.ts'
import { labelOf } from './stubs.ts'
import { X } from 'lucide-react'
import { t } from '../../ui/text.ts'

interface ReferrerChipsProps {
  readonly referrers: Referrers
  readonly width: number
  readonly formats: LocaleFormats
}

export function ReferrerChips({ referrers: { first, total }, width, formats }: ReferrerChipsProps) {
  const drawn = first.slice(0, fitting(first, total, width))
  const rest = total - drawn.length
  return (
    <span className="grid-chips grid-referrers">
      {drawn.map((stub) => (
        <Chip key={stub.id} text={labelOf(stub)} />
      ))}
      {rest > 0 && <span className="grid-referrers-rest">+{formats.formatNumber(rest)}</span>}
    </span>
  )
}

/** The referrers of a row as text: "Oak chair, Oak table +12". */
export function formatReferrers({ first, total }: Referrers, formats: LocaleFormats): string {
  const rest = total - first.length
  const names = first.map(labelOf).join(', ')
  return rest > 0 ? `${names} +${formats.formatNumber(rest)}` : names
}

// Measuring texts would cost a layout per cell, so widths are estimated and the last chip gets an ellipsis.
const letterWidth = 5.9
const chipSpare = 20
const leastChip = 64
const cellPadding = 20
const restWidth = 30

/** The chips that fit into a cell; the last one may be cut off. */
export function fitting(stubs: readonly ReferenceStub[], total: number, width: number): number {
  let left = width - cellPadding
  let count = 0
  for (const stub of stubs) {
    const isLast = count + 1 === total
    if (left < leastChip + (isLast ? 0 : restWidth)) break
    left -= labelOf(stub).length * letterWidth + chipSpare
    count += 1
  }
  return Math.max(1, count)
}

interface ChipProps {
  readonly text: string
  readonly color?: string | undefined
  readonly hasDot?: boolean
  readonly swatch?: string | undefined
  readonly onRemove?: (() => void) | undefined
}

export function Chip({ text, color, hasDot = false, swatch, onRemove }: ChipProps) {
  const style = color === undefined ? undefined : { background: color }
  // Most chips are only text, and a row has many, so these are a single element.
  if (!hasDot && !onRemove && swatch === undefined) {
    return (
      <span className="grid-chip" data-plain style={style}>
        {text}
      </span>
    )
  }
  return (
    <span className="grid-chip" style={style}>
      {hasDot && <span className="grid-chip-dot" />}
      {swatch !== undefined && <span className="grid-swatch" style={{ background: swatch }} />}
      <span className="grid-chip-text">{text}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={t('Remove {text}', { text })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onRemove}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  )
}
