import { Plus } from 'lucide-react'
import type { Channel } from '#shared/channels.ts'
import type { CustomFieldInput } from '#shared/custom-channels.ts'
import { Button } from '../ui/button.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { useListDrag } from '../ui/use-list-drag.ts'
import { HistoryButtons, pressHistory } from './change-history.tsx'
import { useFillOptions } from './channels-filled-by.tsx'
import { CustomColumnRow } from './custom-column-row.tsx'
import { extended, moved, toColumns } from './custom-columns.ts'
import { CustomFileFields } from './custom-file-fields.tsx'
import { useOwnChanges } from './use-custom-changes.ts'
import '../ui/page-list.css'
import './custom-channel.css'
import { byLanguage, t, tNodes } from '../ui/text.ts'

/** The file of a channel that the owner made and its columns, all changed in place; every change can be taken back. */
export function CustomChannelEditor({ channel }: { channel: Channel }) {
  const changes = useOwnChanges(channel)
  const { shown, change } = changes
  const columns = toColumns(shown)
  const put = (fields: CustomFieldInput[]): void => change({ fields })
  return (
    <div className="own-channel" onKeyDown={(event) => pressHistory(event, changes)}>
      <CustomFileFields channel={shown} onChange={change} />
      <div className="own-channel-bar">
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

/** The grip goes where its column goes. */
function focusGrip(list: HTMLElement | null, index: number): void {
  list?.querySelectorAll<HTMLElement>('.attributes-grip')[index]?.focus()
}

interface ColumnTableProps {
  channel: Channel
  columns: readonly CustomFieldInput[]
  onChange: (columns: CustomFieldInput[]) => void
}

const headers = byLanguage(
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
          // A column keeps its place on the keyboard while its header changes.
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
