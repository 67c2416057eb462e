import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, type PointerEvent } from 'react'
import type { AttributeClass } from '#shared/attribute-classes.ts'
import { requirements, type Requirement } from '#shared/channels.ts'
import type { EntityType } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { moveColumn } from '../state/grid-layout.ts'
import { useListDrag } from '../ui/use-list-drag.ts'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { OrderGrip } from '../ui/order-grip.tsx'
import { byLanguage, t } from '../ui/text.ts'

type ClassAttribute = AttributeClass['attributes'][number]

const requirementTexts = byLanguage((): Readonly<Record<Requirement, string>> => ({
  required: t('Required'),
  recommended: t('Recommended'),
  optional: t('Optional'),
}))

interface ClassAttributesFieldProps {
  readonly type: EntityType
  readonly attributes: readonly ClassAttribute[]
  readonly error: string | undefined
  readonly onChange: (attributes: ClassAttribute[]) => void
}

/** The attributes of a class in their order, each with how much it is needed. */
export function ClassAttributesField({ type, attributes, error, onChange }: ClassAttributesFieldProps) {
  const { api } = useWorkspace()
  const { data: known = [] } = useQuery(attributesQuery(api, type))
  const id = useId()
  const nameOf = new Map(known.map(({ key, name }) => [key, name]))
  const { list, startDrag, move } = useOrder(attributes, onChange)
  const chosen = new Set(attributes.map(({ key }) => key))
  return (
    <fieldset className="class-attributes" aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend className="ui-field-label">{t('Attributes')}</legend>
      {attributes.length > 0 && (
        <ul ref={list} aria-label={t('Attributes of the class')}>
          {attributes.map((attribute) => (
            <AttributeLine
              key={attribute.key}
              attribute={attribute}
              name={nameOf.get(attribute.key) ?? attribute.key}
              onGrab={(event) => startDrag(event, attribute.key)}
              onMove={(step) => move(attribute.key, step)}
              onChange={(requirement) =>
                onChange(attributes.map((each) => (each === attribute ? { ...each, requirement } : each)))
              }
              onRemove={() => onChange(attributes.filter((each) => each !== attribute))}
            />
          ))}
        </ul>
      )}
      <AddAttribute
        choices={known.filter(({ key }) => !chosen.has(key))}
        onAdd={(key) => onChange([...attributes, { key, requirement: 'optional' }])}
      />
      <p className="ui-field-hint" id={`${id}-hint`}>
        {t(
          'Attributes without a class are shown for every product. Attributes of a class are shown only where the class applies.',
        )}
      </p>
      {error !== undefined && (
        <p className="ui-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface AddAttributeProps {
  readonly choices: readonly { readonly key: string; readonly name: string }[]
  readonly onAdd: (key: string) => void
}

function AddAttribute({ choices, onAdd }: AddAttributeProps) {
  return (
    <TokenPicker
      label={t('Add an attribute to the class')}
      tokens={[]}
      choices={choices.map(({ key, name }) => ({ value: key, label: name }))}
      placeholder={t('Add an attribute…')}
      onChange={(added) => {
        for (const { value } of added) onAdd(value)
      }}
    />
  )
}

/** Puts the attributes in another order by dragging and by steps. */
function useOrder(attributes: readonly ClassAttribute[], onChange: (attributes: ClassAttribute[]) => void) {
  const keys = attributes.map(({ key }) => key)
  const put = (ordered: readonly string[]): void =>
    onChange(ordered.flatMap((key) => attributes.find((each) => each.key === key) ?? []))
  const drag = useListDrag((key, place) => put(moveColumn(keys, key, place)))
  const move = (key: string, step: 1 | -1): void => {
    const target = keys[keys.indexOf(key) + step]
    if (target !== undefined)
      put(moveColumn(keys, key, { id: target, side: step === 1 ? 'behind' : 'before' }))
  }
  return { ...drag, move }
}

interface AttributeLineProps {
  readonly attribute: ClassAttribute
  readonly name: string
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onMove: (step: 1 | -1) => void
  readonly onChange: (requirement: Requirement) => void
  readonly onRemove: () => void
}

function AttributeLine(props: AttributeLineProps) {
  const { attribute, name, onGrab, onMove, onChange, onRemove } = props
  return (
    <li className="class-attribute" data-item={attribute.key}>
      <OrderGrip name={name} onGrab={onGrab} onMove={onMove} />
      <span className="class-attribute-name">{name}</span>
      <Select
        label={t('How much {name} is needed', { name })}
        value={attribute.requirement}
        options={requirements.map((value) => ({ value, label: requirementTexts()[value] }))}
        onChange={onChange}
      />
      <IconButton label={t('Remove {name}', { name })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
