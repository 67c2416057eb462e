import type { EntityType } from '#shared/entities.ts'
import { type ChannelSummary, channelFormatsOf, type ChannelFormat } from '#shared/channels.ts'
import type { ExportFormat, ExportValues } from '#shared/exports.ts'
import { Field, Checkbox, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { channelOf, decimalBeside, type ExportChoices, type FileKind, exportable } from './export-choices.ts'
import type { GridColumn } from '../query/columns.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

const tables = cachedByLanguage(
  (): readonly { readonly value: ExportFormat; readonly label: string; readonly hint: string }[] => [
    { value: 'csv', label: 'CSV', hint: t('opens everywhere') },
    { value: 'xlsx', label: t('Excel workbook'), hint: t('codes and dates keep their form') },
    { value: 'jsonl', label: t('JSON lines'), hint: t('for programs') },
  ],
)

interface FileKindFieldProps {
  type: EntityType
  channels: readonly ChannelSummary[]
  choices: ExportChoices
  onChange: (part: Partial<ExportChoices>) => void
}

export function FileKindField({ type, channels, choices, onChange }: FileKindFieldProps) {
  const enabled = channels.filter((channel) => channel.enabled)
  const options = [
    ...tables(),
    ...enabled.map(({ key, name }) => ({
      value: `channel:${key}` as const,
      label: t('For {name}', { name }),
      hint: t('checked by its rules'),
    })),
  ]
  return (
    <Field
      label={t('File')}
      hint={type === 'product' && enabled.length === 0 ? noChannel() : hintOf(choices.kind)}
    >
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

const noChannel = cachedByLanguage(() =>
  t('To write the file of a shop or marketplace, enable it under Channels.'),
)

function hintOf(kind: FileKind): string | undefined {
  if (channelOf(kind) === undefined) return undefined
  return t('Products that lack what the channel asks for are left out. A report says which ones and why.')
}

/** Amazon's files differ by recipient, not only by format. */
function nameFormat({ key }: ChannelSummary, format: ChannelFormat): string {
  if (key !== 'amazon') return format.toUpperCase()
  return format === 'tsv' ? t('TSV, to upload by hand') : t('JSON, the feed for programs')
}

interface ChannelFieldsProps {
  channel: ChannelSummary
  choices: ExportChoices
  fault: string | undefined
  onChange: (part: Partial<ExportChoices>) => void
}

export function ChannelFields({ channel, choices, fault, onChange }: ChannelFieldsProps) {
  const formats = channelFormatsOf(channel)
  return (
    <>
      {formats.length > 1 && (
        <Field label={t('Format')}>
          {({ id }) => (
            <Select<ChannelFormat>
              id={id}
              value={choices.channelFormat ?? formats[0]}
              options={formats.map((format) => ({ value: format, label: nameFormat(channel, format) }))}
              onChange={(channelFormat) => onChange({ channelFormat })}
            />
          )}
        </Field>
      )}
      <TextField
        label={t('Currency')}
        hint={t('For prices whose attribute has no currency as its unit, such as EUR.')}
        error={fault}
        maxLength={3}
        value={choices.currency}
        onChange={(currency) => onChange({ currency })}
      />
      <Checkbox
        label={t('Pack the pictures that this workspace holds')}
        hint={t('They come as a ZIP beside the file, under the names that it has for them.')}
        checked={choices.pictures}
        onChange={(pictures) => onChange({ pictures })}
      />
    </>
  )
}

interface TableFieldsProps {
  choices: ExportChoices
  visible: readonly GridColumn[]
  onChange: (part: Partial<ExportChoices>) => void
}

const valueHints = cachedByLanguage((): Readonly<Record<ExportValues, string>> => ({
  own: t('Only what each row holds itself. Importing the file again changes nothing.'),
  effective: t('As the grid shows them: with what is inherited, looked up and computed.'),
}))

export function TableFields({ choices, visible, onChange }: TableFieldsProps) {
  const { kind } = choices
  return (
    <>
      <ColumnsField choices={choices} visible={visible} onChange={onChange} />
      <Field label={t('Values')} hint={valueHints()[choices.values]}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            value={choices.values}
            options={[
              { value: 'own', label: t('Own values') },
              { value: 'effective', label: t('Effective values') },
            ]}
            onChange={(values) => onChange({ values })}
          />
        )}
      </Field>
      {kind === 'csv' && <DelimiterField choices={choices} onChange={onChange} />}
      {kind === 'csv' && <ExcelChoice choices={choices} onChange={onChange} />}
    </>
  )
}

function ColumnsField({ choices, visible, onChange }: TableFieldsProps) {
  const lists = visible.length - exportable(visible).length
  const hint =
    choices.columns === 'all'
      ? t('Every attribute, with the ID in front.')
      : [
          t('In the order of the grid, with the ID in front.'),
          ...(lists > 0
            ? [
                t(
                  '{lists, plural, one {# list that only mirrors other entries is} other {# lists that only mirror other entries are}} left out.',
                  { lists },
                ),
              ]
            : []),
        ].join(' ')
  return (
    <Field label={t('Columns')} hint={hint}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          describedBy={describedBy}
          value={choices.columns}
          options={[
            {
              value: 'visible',
              label: t('Shown in the grid ({count})', { count: exportable(visible).length }),
            },
            { value: 'all', label: t('All') },
          ]}
          onChange={(columns) => onChange({ columns })}
        />
      )}
    </Field>
  )
}

const excelHints = cachedByLanguage(
  () =>
    ({
      comma: t(
        'Letters and columns come out right. Decimals are written 1,5: choose commas for an Excel that writes 1.5.',
      ),
      point: t(
        'Letters and columns come out right. Decimals are written 1.5: choose semicolons for an Excel that writes 1,5.',
      ),
    }) as const,
)

/** Chooses Excel's own format: its decimal mark determines the cell separator. */
function ExcelChoice({ choices, onChange }: Pick<TableFieldsProps, 'choices' | 'onChange'>) {
  const { forExcel, delimiter } = choices
  return (
    <Checkbox
      label={t('For Excel')}
      checked={forExcel}
      hint={forExcel ? excelHints()[decimalBeside(delimiter)] : undefined}
      onChange={(next) => onChange({ forExcel: next, delimiter: next && writesComma() ? ';' : ',' })}
    />
  )
}

/** Whether this computer writes 1,5, as its Excel then does too. */
function writesComma(): boolean {
  return (1.5).toLocaleString().includes(',')
}

function DelimiterField({ choices, onChange }: Pick<TableFieldsProps, 'choices' | 'onChange'>) {
  return (
    <Field label={t('Separated by')}>
      {({ id }) => (
        <Select
          id={id}
          value={choices.delimiter}
          options={[
            { value: ',', label: t('Commas') },
            { value: ';', label: t('Semicolons') },
            { value: '\t', label: t('Tabs') },
            { value: '|', label: t('Vertical bars') },
          ]}
          onChange={(delimiter) => onChange({ delimiter })}
        />
      )}
    </Field>
  )
}
