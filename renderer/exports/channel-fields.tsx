import { channelFormatsOf, type ChannelFormat, type ChannelKey } from '#shared/channels.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { ExportChoices } from './export-choices.ts'

interface ChannelFieldsProps {
  channel: ChannelKey
  choices: ExportChoices
  /** What is wrong with the currency. */
  fault: string | undefined
  onChange: (part: Partial<ExportChoices>) => void
}

/** Where a channel takes more than one file, which one; and what prices are in that do not say so. */
export function ChannelFields({ channel, choices, fault, onChange }: ChannelFieldsProps) {
  const formats = channelFormatsOf(channel)
  return (
    <>
      {formats.length > 1 && (
        <Field label="Format">
          {({ id }) => (
            <Select<ChannelFormat>
              id={id}
              value={choices.channelFormat ?? formats[0]}
              options={formats.map((format) => ({ value: format, label: format.toUpperCase() }))}
              onChange={(channelFormat) => onChange({ channelFormat })}
            />
          )}
        </Field>
      )}
      <TextField
        label="Currency"
        hint="For prices whose attribute has no currency as its unit, such as EUR."
        error={fault}
        maxLength={3}
        value={choices.currency}
        onChange={(currency) => onChange({ currency })}
      />
    </>
  )
}
