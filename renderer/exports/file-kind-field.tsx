import type { ChannelSummary } from '#shared/channels.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { isChannel, type ExportChoices, type FileKind } from './export-choices.ts'

const tables: readonly { readonly value: ExportFormat; readonly label: string; readonly hint: string }[] = [
  { value: 'csv', label: 'CSV', hint: 'opens everywhere' },
  { value: 'xlsx', label: 'Excel workbook', hint: 'codes and dates keep their form' },
  { value: 'jsonl', label: 'JSON lines', hint: 'for programs' },
]

interface FileKindFieldProps {
  type: EntityType
  channels: readonly ChannelSummary[]
  choices: ExportChoices
  onChange: (part: Partial<ExportChoices>) => void
}

/** A table, or the file that an enabled channel takes. */
export function FileKindField({ type, channels, choices, onChange }: FileKindFieldProps) {
  const enabled = channels.filter((channel) => channel.enabled)
  const options = [
    ...tables,
    ...enabled.map(({ key, name }) => ({ value: key, label: `For ${name}`, hint: 'checked by its rules' })),
  ]
  return (
    <Field label="File" hint={type === 'product' && enabled.length === 0 ? noChannel : hintOf(choices.kind)}>
      {({ id, describedBy }) => (
        <Select<FileKind>
          id={id}
          describedBy={describedBy}
          value={choices.kind}
          options={options}
          onChange={(kind) => onChange({ kind, channelFormat: undefined })}
        />
      )}
    </Field>
  )
}

const noChannel = 'To write the file of a shop or marketplace, enable it under Channels.'

function hintOf(kind: FileKind): string | undefined {
  if (!isChannel(kind)) return undefined
  return 'Products that lack what the channel asks for are left out. A report says which ones and why.'
}
