import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChannelField, type ChannelSummary, requirements } from '#shared/channels.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { channelQuery, channelsKey, completenessKey, mapChannelField } from '../api/channels-queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ChannelFindings } from './channels-completeness.tsx'
import { tellLimits } from './channels-texts.ts'
import { PageTable } from '../ui/page-table.tsx'

/** The fields of a channel with what fills them, below what the products lack. */
export function ChannelDetails({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery(channelQuery(api, channel.key))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={240} />
  return (
    <>
      <ChannelFindings channel={channel} />
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

function useAttributeOptions(): SelectOption<string>[] {
  const { api } = useWorkspace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, 'product'))
  const mappable = attributes.filter(({ data_type: dataType }) => dataType !== 'inverse_reference')
  return [
    { value: nothing, label: 'Nothing' },
    ...mappable.map(({ key, name }) => ({ value: key, label: name })),
  ]
}

interface FieldLineProps {
  channelKey: string
  field: ChannelField
  options: readonly SelectOption<string>[]
}

function FieldLine({ channelKey, field, options }: FieldLineProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (attribute: string | null) =>
      mapChannelField(workspace.id, channelKey, { target: field.target, attribute }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
        queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
      ]),
    onError: (error) => showError(`${field.target} was not changed`, { description: error.message }),
  })
  return (
    <tr>
      <th scope="row">{field.target}</th>
      <td>{field.condition ? `Needed: ${field.condition}` : requirementNames[field.requirement]}</td>
      <td className="channel-choice">
        <Select
          label={`What fills ${field.target}`}
          value={(change.isPending ? change.variables : field.attribute) ?? nothing}
          options={options}
          onChange={(value) => change.mutate(value === nothing ? null : value)}
        />
      </td>
      <td className="channel-limits">{tellLimits(field)}</td>
    </tr>
  )
}
