import { Plus } from 'lucide-react'
import type { Channel, ChannelSetup } from '#shared/channels.ts'
import type { CustomFieldInput, CustomFile } from '#shared/custom-channels.ts'
import { Button } from '../ui/button.tsx'
import { PageTable } from '../ui/pages.tsx'
import { useListDrag } from '../ui/follow-drag.tsx'
import { HistoryButtons, pressHistory, type ChangeHistory, useChangeHistory } from './change-history.tsx'
import { useFillOptions } from './filled-by.tsx'
import { CustomColumnRow } from './custom-column-row.tsx'
import { extended, moved, toColumns } from './custom-columns.ts'
import '../ui/page-list.css'
import './custom-channel.css'
import { cachedByLanguage, t, tNodes } from '../ui/text.ts'
import { useChannelSetup } from './category-names.ts'
import { Field, Checkbox } from '../ui/field.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { SavedText } from '../ui/suggesting-text.tsx'

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

const choices = cachedByLanguage((): readonly Choice[] => [
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

function CustomFileFields({ channel, onChange }: CustomFileFieldsProps) {
  const { name, file } = channel
  if (!file) return null
  return (
    <div className="custom-file">
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

export function CustomChannelEditor({ channel }: { channel: Channel }) {
  const changes = useOwnChanges(channel)
  const { shown, change } = changes
  const columns = toColumns(shown)
  const put = (fields: CustomFieldInput[]): void => change({ fields })
  return (
    <div className="custom-channel" onKeyDown={(event) => pressHistory(event, changes)}>
      <CustomFileFields channel={shown} onChange={change} />
      <div className="custom-channel-bar">
        <h3>{t('Columns')}</h3>
        <HistoryButtons history={changes} />
        <Button onClick={() => put(extended(columns))}>
          {tNodes('{plus} Add a column', { plus: <Plus aria-hidden /> })}
        </Button>
      </div>
      <ColumnTable channel={shown} columns={columns} onChange={put} />
    </div>
  )
}

function focusGrip(list: HTMLElement | null, index: number): void {
  list?.querySelectorAll<HTMLElement>('.attributes-grip')[index]?.focus()
}

interface ColumnTableProps {
  channel: Channel
  columns: readonly CustomFieldInput[]
  onChange: (columns: CustomFieldInput[]) => void
}

const headers = cachedByLanguage(
  () =>
    [
      { unseen: t('Order') },
      t('Column'),
      t('Filled by'),
      t('Holds'),
      t('Requirement'),
      t('At most'),
      t('Only these values'),
      { unseen: t('Delete') },
    ] as const,
)

function ColumnTable({ channel, columns, onChange }: ColumnTableProps) {
  const options = useFillOptions()
  const at = (target: string): number => columns.findIndex((column) => column.target === target)
  const drag = useListDrag<HTMLTableSectionElement>((target, place) => {
    const from = at(target)
    const to = at(place.id) + (place.side === 'behind' ? 1 : 0)
    onChange(moved(columns, from, to > from ? to - 1 : to))
  })
  return (
    <PageTable label={t('Columns of {name}', { name: channel.name })} columns={headers()} bodyRef={drag.list}>
      {channel.fields.map((field, index) => (
        <CustomColumnRow
          key={index}
          field={field}
          options={options}
          grip={{
            onGrab: (event) => drag.startDrag(event, field.target),
            onMove: (step) => {
              onChange(moved(columns, index, index + step))
              focusGrip(drag.list.current, index + step)
            },
          }}
          index={index}
          columns={columns}
          onChange={onChange}
        />
      ))}
    </PageTable>
  )
}

interface OwnChanges extends ChangeHistory {
  readonly shown: Channel
  readonly change: (body: ChannelSetup) => void
}

/** Changes of a custom channel with undo: the former state is sent again. */
function useOwnChanges(channel: Channel): OwnChanges {
  const setup = useChannelSetup(channel.key, channel.name)
  const shown = setup.isPending ? withSetup(channel, setup.variables) : channel
  const send = (body: ChannelSetup): void => setup.mutate(body)
  return { shown, ...useChangeHistory({ send, inverseOf: () => stateOf(shown) }) }
}

function stateOf(channel: Channel): ChannelSetup {
  const { name, file } = channel
  return { name, fields: toColumns(channel), ...(file && { file }) }
}

function withSetup(channel: Channel, { name, file, fields }: ChannelSetup): Channel {
  return {
    ...channel,
    ...(name !== undefined && { name }),
    ...(channel.file && { file: { ...channel.file, ...file } }),
    ...(fields && { fields: fields.map(toShown) }),
  }
}

function toShown({
  attribute = null,
  value,
  formula,
  requirement = 'optional',
  ...field
}: NonNullable<ChannelSetup['fields']>[number]): Channel['fields'][number] {
  return {
    ...field,
    requirement,
    attribute,
    ...(typeof value === 'string' && { value }),
    ...(typeof formula === 'string' && { formula }),
  }
}
