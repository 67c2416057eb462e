import { useEffect, useId, useRef, useState, type FocusEvent } from 'react'
import { attributeLooks, type AttributeKind } from '../query/data-types.ts'
import { Button } from '../ui/button.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'

type Group = 'text' | 'number' | 'choice' | 'link' | 'media' | 'computed'

const groupOf: Readonly<Record<AttributeKind, Group>> = {
  single_line_text_field: 'text',
  multi_line_text_field: 'text',
  rich_text_field: 'text',
  gtin: 'text',
  email: 'text',
  json: 'text',
  number: 'number',
  money: 'number',
  measure: 'number',
  price_tiers: 'number',
  progress: 'number',
  rank: 'number',
  date: 'number',
  date_time: 'number',
  single_select_list: 'choice',
  multi_select_list: 'choice',
  status: 'choice',
  boolean: 'choice',
  entity_reference: 'link',
  entity_list_reference: 'link',
  url: 'link',
  image: 'media',
  video: 'media',
  file: 'media',
  formula: 'computed',
  reference_lookup: 'computed',
  inverse_reference: 'computed',
}

const groupNames = cachedByLanguage((): Readonly<Record<Group, string>> => ({
  text: t('Text'),
  number: t('Number and date'),
  choice: t('Choice'),
  link: t('Link'),
  media: t('Media'),
  computed: t('Computed'),
}))

const groups = ['text', 'number', 'choice', 'link', 'media', 'computed'] as const

/** The data types and kinds by what they are for, each once. */
export function typesByGroup(): readonly {
  readonly name: string
  readonly types: readonly AttributeKind[]
}[] {
  const types = Object.keys(groupOf) as AttributeKind[]
  return groups.map((group) => ({
    name: groupNames()[group],
    types: types.filter((type) => groupOf[type] === group),
  }))
}

interface TypePickerProps {
  readonly value: AttributeKind
  /** Whether the choice is open from the start, as for a new attribute. */
  readonly isNew: boolean
  readonly error: string | undefined
  readonly onChange: (type: AttributeKind) => void
}

/** The data type of an attribute: one line once it is chosen, all of them in groups while it is being chosen. */
export function TypePicker({ value, isNew, error, onChange }: TypePickerProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(isNew)
  const [isAsked, setIsAsked] = useState(false)
  const cards = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isOpen && isAsked) cards.current?.querySelector<HTMLInputElement>(':checked')?.focus()
  }, [isOpen, isAsked])
  if (!isOpen)
    return <ChosenType value={value} error={error} onOpen={() => (setIsAsked(true), setIsOpen(true))} />
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (isAsked && relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false)
  }
  return (
    <fieldset ref={cards} className="type-picker" aria-describedby={`${id}-help`} onBlur={leave}>
      <legend className="ui-field-label">{t('Data type')}</legend>
      <div className="type-groups">
        {typesByGroup().map(({ name, types }) => (
          <div key={name} className="type-group">
            <p className="type-group-name">{name}</p>
            <div className="type-picker-cards">
              {types.map((type) => (
                <TypeCard
                  key={type}
                  type={type}
                  group={id}
                  isChosen={type === value}
                  onChoose={() => onChange(type)}
                  onPicked={() => setIsOpen(false)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className="ui-field-hint" id={`${id}-help`} aria-live="polite">
        {attributeLooks()[value].help}
      </p>
      {error !== undefined && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ChosenTypeProps {
  readonly value: AttributeKind
  readonly error: string | undefined
  readonly onOpen: () => void
}

function ChosenType({ value, error, onOpen }: ChosenTypeProps) {
  const { icon: Icon, name, help } = attributeLooks()[value]
  return (
    <div className="type-chosen-field">
      <p className="ui-field-label">{t('Data type')}</p>
      <div className="type-chosen">
        <Icon aria-hidden />
        <span className="type-chosen-texts">
          <span>{name}</span>
          <span className="ui-field-hint">{help}</span>
        </span>
        <Button aria-label={t('Change the data type')} onClick={onOpen}>
          {t('Change')}
        </Button>
      </div>
      {error !== undefined && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

interface TypeCardProps {
  readonly type: AttributeKind
  readonly group: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** A press of the pointer closes the choice; arrow keys walk through it. */
  readonly onPicked: () => void
}

function TypeCard({ type, group, isChosen, onChoose, onPicked }: TypeCardProps) {
  const { icon: Icon, name } = attributeLooks()[type]
  const press = (): void => (onChoose(), onPicked())
  return (
    <label
      className="type-card"
      // The focus would move to what scrolls, which closes the choice before the press ends.
      onMouseDown={(event) => event.preventDefault()}
      onPointerUp={press}
    >
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
