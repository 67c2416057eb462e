import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelField } from '#shared/channels.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Select, type SelectOption } from '../ui/select.tsx'
import type { Fill } from './custom-columns.ts'
import { SavedText } from '../ui/suggesting-text.tsx'
import { t } from '../ui/text.ts'

const nothing = '-'
const undecided = '?'
const same = '='
const computed = '=…'

export function useFillOptions(): SelectOption<string>[] {
  const { api } = useWorkspace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, 'product'))
  const mappable = attributes.filter(({ data_type: dataType }) => dataType !== 'inverse_reference')
  return [
    { value: nothing, label: t('Nothing') },
    { value: same, label: t('The same for all…') },
    { value: computed, label: t('A formula…') },
    ...mappable.map(({ key, name }) => ({ value: key, label: name })),
  ]
}

/** Whether the channel that ships recommends the field for itself, so that it may be left empty on purpose. */
function isAsked({ requirement, condition, kind }: ChannelField): boolean {
  return requirement === 'recommended' && condition === undefined && kind === undefined
}

/** Whether a recommended field is filled by nothing and nobody has said that it stays empty. */
export function isOpen(field: ChannelField): boolean {
  const { attribute, value, formula, left_empty: isLeft = false } = field
  return isAsked(field) && attribute === null && value === undefined && formula === undefined && !isLeft
}

function askedOptions(options: readonly SelectOption<string>[], isUndecided: boolean) {
  const worded = options.map((option) =>
    option.value === nothing ? { ...option, label: t('Left empty') } : option,
  )
  return isUndecided ? [{ value: undecided, label: t('Nothing yet') }, ...worded] : worded
}

function storedChoice(field: ChannelField): string {
  if (field.value !== undefined) return same
  if (field.formula !== undefined) return computed
  return field.attribute ?? (isOpen(field) ? undecided : nothing)
}

interface FilledByProps {
  field: ChannelField
  options: readonly SelectOption<string>[]
  onChange: (fill: Fill) => void
}

export function FilledBy({ field, options, onChange }: FilledByProps) {
  const { target, value, formula } = field
  const stored = storedChoice(field)
  const [begun, setBegun] = useState<string>()
  const shown = begun ?? stored
  const choose = (chosen: string): void => {
    if (chosen === undecided) return
    const isWritten = chosen === same || chosen === computed
    setBegun(isWritten ? chosen : undefined)
    if (!isWritten) onChange({ attribute: chosen === nothing ? null : chosen })
  }
  const save = (fill: Fill): void => {
    setBegun(undefined)
    onChange(fill)
  }
  return (
    <>
      <Select
        label={t('What fills {target}', { target })}
        value={shown}
        options={isAsked(field) ? askedOptions(options, stored === undecided) : options}
        onChange={choose}
      />
      {shown === same && (
        <SavedText
          label={t('What {target} is for all products', { target })}
          value={value ?? ''}
          onSave={(text) => save(text === '' ? { attribute: null } : { value: text })}
        />
      )}
      {shown === computed && (
        <SavedText
          label={t('The formula of {target}', { target })}
          placeholder="{{price}} * 1.19"
          value={formula ?? ''}
          onSave={(text) => save(text === '' ? { attribute: null } : { formula: text })}
        />
      )}
    </>
  )
}
