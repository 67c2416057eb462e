import { useId } from 'react'
import { dataTypeTraits, type DataType } from '#shared/attributes.ts'
import { dataTypeChoices, type DataTypeChoice } from '../state/data-type-choices.ts'

interface DataTypePickerProps {
  value: DataType
  error: string | undefined
  onChange: (type: DataType) => void
}

/** All data types at a glance; arrows move between them and the line below explains the chosen one. */
export function DataTypePicker({ value, error, onChange }: DataTypePickerProps) {
  const id = useId()
  const chosen = dataTypeChoices.find(({ type }) => type === value)
  return (
    <fieldset className="type-picker" aria-describedby={`${id}-help`}>
      <legend className="ui-field-label">Data type</legend>
      <div className="type-picker-cards">
        {dataTypeChoices.map((choice) => (
          <TypeCard
            key={choice.type}
            choice={choice}
            group={id}
            isChosen={choice.type === value}
            onChoose={() => onChange(choice.type)}
          />
        ))}
      </div>
      <p className="ui-field-hint" id={`${id}-help`} aria-live="polite">
        {chosen?.help}
      </p>
      {error !== undefined && <p className="ui-field-error">{error}</p>}
    </fieldset>
  )
}

interface TypeCardProps {
  choice: DataTypeChoice
  group: string
  isChosen: boolean
  onChoose: () => void
}

function TypeCard({ choice: { type, icon: Icon }, group, isChosen, onChoose }: TypeCardProps) {
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
      <span>{dataTypeTraits[type].name}</span>
    </label>
  )
}
