import { keysOf } from '#shared/text.ts'
import { useId } from 'react'
import { type AttributeKind, attributeLooks } from '../query/data-types.ts'
import { t } from '../ui/text.ts'

interface DataTypePickerProps {
  value: AttributeKind
  error: string | undefined
  onChange: (type: AttributeKind) => void
}

/** All data types at a glance; arrows move between them and the line below explains the chosen one. */
export function DataTypePicker({ value, error, onChange }: DataTypePickerProps) {
  const id = useId()
  return (
    <fieldset className="type-picker" aria-describedby={`${id}-help`}>
      <legend className="ui-field-label">{t('Data type')}</legend>
      <div className="type-picker-cards">
        {keysOf(attributeLooks()).map((type) => (
          <TypeCard
            key={type}
            type={type}
            group={id}
            isChosen={type === value}
            onChoose={() => onChange(type)}
          />
        ))}
      </div>
      <p className="ui-field-hint" id={`${id}-help`} aria-live="polite">
        {attributeLooks()[value].help}
      </p>
      {error !== undefined && <p className="ui-field-error">{error}</p>}
    </fieldset>
  )
}

interface TypeCardProps {
  type: AttributeKind
  group: string
  isChosen: boolean
  onChoose: () => void
}

function TypeCard({ type, group, isChosen, onChoose }: TypeCardProps) {
  const { icon: Icon, name } = attributeLooks()[type]
  return (
    <label className="type-card">
      <input
        type="radio"
        className="visually-hidden"
        name={group}
        value={type}
        checked={isChosen}
        onChange={onChoose}
      />
      <Icon aria-hidden />
      <span>{name}</span>
    </label>
  )
}
