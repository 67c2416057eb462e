import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Channel, type ChannelField, type ChannelSummary, requirements } from '#shared/channels.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { channelQuery } from '../api/channels-queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ChannelFindings } from './channels-completeness.tsx'
import { tellLimits } from './channels-texts.ts'
import { ChannelSettings } from './channels-settings.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { SavedText } from './saved-text.tsx'
import { useChannelSetup } from './use-channel-setup.ts'

/** The fields of a channel with what fills them, below what the products lack. */
export function ChannelDetails({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery(channelQuery(api, channel.key))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={240} />
  return (
    <>
      <ChannelFindings channel={channel} />
      <ChannelSettings channel={data} />
      <FieldTable channel={channel} fields={data.fields} />
    </>
  )
}

const requirementNames = { required: 'Required', recommended: 'Recommended', optional: 'Optional' } as const

interface FieldTableProps {
  channel: ChannelSummary
  fields: readonly ChannelField[]
}

function FieldTable({ channel, fields }: FieldTableProps) {
  const options = useAttributeOptions()
  const sorted = requirements.flatMap((requirement) =>
    fields.filter((field) => field.requirement === requirement),
  )
  return (
    <PageTable label={`Fields of ${channel.name}`} columns={['Field', 'Asked for', 'Filled by', 'Accepts']}>
      {sorted.map((field) => (
        <FieldLine key={field.target} channelKey={channel.key} field={field} options={options} />
      ))}
    </PageTable>
  )
}

const nothing = '-'
const same = '='

function useAttributeOptions(): SelectOption<string>[] {
  const { api } = useWorkspace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, 'product'))
  const mappable = attributes.filter(({ data_type: dataType }) => dataType !== 'inverse_reference')
  return [
    { value: nothing, label: 'Nothing' },
    { value: same, label: 'The same for all…' },
    ...mappable.map(({ key, name }) => ({ value: key, label: name })),
  ]
}

interface FieldLineProps {
  channelKey: Channel['key']
  field: ChannelField
  options: readonly SelectOption<string>[]
}

function FieldLine({ channelKey, field, options }: FieldLineProps) {
  const { target } = field
  const change = useChannelSetup(channelKey, target)
  const [isSame, setSame] = useState(field.value !== undefined)
  const pending = change.isPending ? change.variables.mapping?.[target] : undefined
  const choose = (value: string): void => {
    setSame(value === same)
    if (value !== same) change.mutate({ mapping: { [target]: value === nothing ? null : value } })
  }
  return (
    <tr>
      <th scope="row">{target}</th>
      <td>{field.condition ? `Needed: ${field.condition}` : requirementNames[field.requirement]}</td>
      <td className="channel-choice">
        <Select
          label={`What fills ${target}`}
          value={isSame ? same : (pending ?? field.attribute ?? nothing)}
          options={options}
          onChange={choose}
        />
        {isSame && (
          <SavedText
            label={`What ${target} is for all products`}
            value={field.value ?? ''}
            onSave={(text) => change.mutate({ values: { [target]: text === '' ? null : text } })}
          />
        )}
      </td>
      <td className="channel-limits">{tellLimits(field)}</td>
    </tr>
  )
}
