import { X } from 'lucide-react'
import { t } from '../../ui/text.ts'

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
