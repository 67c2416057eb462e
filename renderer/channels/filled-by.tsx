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

interface FilledByProps {
  field: ChannelField
  options: readonly SelectOption<string>[]
  onChange: (fill: Fill) => void
}

export function FilledBy({ field, options, onChange }: FilledByProps) {
  const { target, attribute, value, formula } = field
  const stored = value !== undefined ? same : formula !== undefined ? computed : (attribute ?? nothing)
  const [begun, setBegun] = useState<string>()
  const shown = begun ?? stored
  const choose = (chosen: string): void => {
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
        options={options}
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
