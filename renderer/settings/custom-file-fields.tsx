import type { Channel, ChannelSetup } from '#shared/channels.ts'
import type { CustomFile } from '#shared/custom-channels.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { SavedText } from '../ui/saved-text.tsx'
import { byLanguage, t } from '../ui/text.ts'

interface CustomFileFieldsProps {
  channel: Channel
  onChange: (body: ChannelSetup) => void
}

interface Choice {
  readonly label: string
  readonly options: readonly SelectOption<string>[]
  readonly valueOf: (file: CustomFile) => string
  readonly toFile: (value: string) => Partial<CustomFile>
}

const choices = byLanguage((): readonly Choice[] => [
  {
    label: t('Separated by'),
    options: [
      { value: ',', label: t('Commas') },
      { value: ';', label: t('Semicolons') },
      { value: '\t', label: t('Tabs') },
    ],
    valueOf: ({ delimiter }) => delimiter,
    toFile: (value) => ({ delimiter: value as CustomFile['delimiter'] }),
  },
  {
    label: t('Decimals'),
    options: [
      { value: 'point', label: '1.50' },
      { value: 'comma', label: '1,50' },
    ],
    valueOf: ({ decimal }) => decimal,
    toFile: (value) => ({ decimal: value as CustomFile['decimal'] }),
  },
  {
    label: t('Encoding'),
    options: [
      { value: 'utf-8', label: 'UTF-8' },
      { value: 'utf-8 mark', label: t('UTF-8 with a mark, for Excel') },
      { value: 'windows-1252', label: 'windows-1252' },
    ],
    valueOf: ({ encoding, bom }) => (bom && encoding === 'utf-8' ? 'utf-8 mark' : encoding),
    toFile: (value) => ({
      encoding: value === 'windows-1252' ? 'windows-1252' : 'utf-8',
      bom: value === 'utf-8 mark',
    }),
  },
  {
    label: t('A row is'),
    options: [
      { value: 'variants', label: t('A variant') },
      { value: 'parents', label: t('A product or a variant') },
      { value: 'products', label: t('A product') },
    ],
    valueOf: ({ rows, parents }) => (rows === 'variants' && parents ? 'parents' : rows),
    toFile: (value) => ({
      rows: value === 'products' ? 'products' : 'variants',
      parents: value === 'parents',
    }),
  },
])

/** The name of the channel, and how its file is written. */
export function CustomFileFields({ channel, onChange }: CustomFileFieldsProps) {
  const { name, file } = channel
  if (!file) return null
  return (
    <div className="own-file">
      <Field label={t('Name')}>
        {(control) => (
          <SavedText
            control={control}
            value={name}
            onSave={(text) => text !== '' && onChange({ name: text })}
          />
        )}
      </Field>
      {choices().map(({ label, options, valueOf, toFile }) => (
        <Field key={label} label={label}>
          {({ id }) => (
            <Select
              id={id}
              value={valueOf(file)}
              options={options}
              onChange={(value) => onChange({ file: toFile(value) })}
            />
          )}
        </Field>
      ))}
      <Field label={t('Between several values')}>
        {(control) => (
          <SavedText
            control={control}
            value={file.list_separator}
            onSave={(text) => text !== '' && onChange({ file: { list_separator: text } })}
          />
        )}
      </Field>
      <Checkbox
        label={t('The first row names the columns')}
        checked={file.header}
        onChange={(header) => onChange({ file: { header } })}
      />
    </div>
  )
}
