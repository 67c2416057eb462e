/** How rich text is edited: as it looks, or as HTML. */
export type Mode = 'formatted' | 'source'

interface ModeSwitchProps {
  readonly mode: Mode
  readonly onChoose: (mode: Mode) => void
}

const names: readonly (readonly [Mode, string])[] = [
  ['formatted', 'Formatted'],
  ['source', 'HTML'],
]

/** Goes from one way of editing to the other. */
export function ModeSwitch({ mode, onChoose }: ModeSwitchProps) {
  return (
    <div className="rich-text-modes" role="group" aria-label="Edit as">
      {names.map(([each, name]) => (
        <button
          key={each}
          type="button"
          className="ui-button ui-button-ghost"
          aria-pressed={each === mode}
          onClick={() => onChoose(each)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
