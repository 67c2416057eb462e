import { Ban, Check } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'

/** A value with how many rows have it; null is no value. */
export interface CountedValue {
  readonly value: string | null
  readonly label: string
  /** Undefined where it is not among those that are listed. */
  readonly count: number | undefined
}

/** What is chosen of a value. */
export type State = 'included' | 'excluded' | 'free'

interface ValueRowProps {
  readonly row: CountedValue
  /** Of the most frequent one. */
  readonly share: number
  readonly state: State
  readonly isTabStop: boolean
  readonly onFocus?: () => void
  readonly onInclude: () => void
  readonly onExclude: (() => void) | undefined
}

/** A value to choose or exclude. */
export function ValueRow({ row, share, state, isTabStop, onFocus, onInclude, onExclude }: ValueRowProps) {
  const { value, label, count } = row
  const shown = count === undefined ? '' : formatCount(count)
  const counted =
    count === undefined ? label : t('{label}, {count, plural, one {# row} other {# rows}}', { label, count })
  const tabIndex = isTabStop ? 0 : -1
  return (
    <li className={classNames('facet-value', `facet-value-${state}`, value === null && 'facet-value-blank')}>
      <button
        type="button"
        role="checkbox"
        aria-checked={state === 'included'}
        aria-label={state === 'excluded' ? t('{label}, excluded', { label: counted }) : counted}
        className="facet-value-main"
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={onInclude}
        title={label}
      >
        <span className="facet-value-bar" style={{ inlineSize: `${share * 100}%` }} />
        <span className="facet-value-box">
          {state === 'included' && <Check aria-hidden />}
          {state === 'excluded' && <Ban aria-hidden />}
        </span>
        <span className="facet-value-label">{label}</span>
        <span className="facet-value-count">{shown}</span>
      </button>
      {onExclude && (
        <IconButton
          className="facet-value-exclude"
          label={
            state === 'excluded' ? t('Do not exclude {label}', { label }) : t('Exclude {label}', { label })
          }
          aria-pressed={state === 'excluded'}
          tabIndex={tabIndex}
          onFocus={onFocus}
          onClick={onExclude}
        >
          <Ban aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
