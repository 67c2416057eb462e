import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Pages } from '../ui/pages.tsx'
import { ColumnRow } from './column-row.tsx'
import type { RowProps } from './step-props.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { targetOf } from './reference-fields.tsx'
import { columnsByTarget } from './target-field.tsx'
import { t } from '../ui/text.ts'

type ColumnsTableProps = Omit<RowProps, 'column' | 'takenBy'> & {
  /** Those that are shown. */
  readonly columns: readonly PlannedColumn[]
}

// Each row has fields of its own, which take their time to be drawn.
const columnsAPage = 40

/** Every column of the file as a row; one at a time is open. */
export function ColumnsTable({ columns, ...shared }: ColumnsTableProps) {
  const { api } = useWorkspace()
  const { plan, choices } = shared
  const [offset, setOffset] = useState(0)
  const [open, setOpen] = useState<number>()
  const { data: configs = [] } = useQuery(attributeConfigsQuery(api.workspaceId, choices.type))
  const takenBy = columnsByTarget(plan.columns)
  const start = offset < columns.length ? offset : 0
  if (columns.length === 0) return <p className="ui-field-hint">{t('No column is called like this.')}</p>
  return (
    <>
      {columns.length > columnsAPage && (
        <Pages offset={start} size={columnsAPage} total={columns.length} onOffset={setOffset} />
      )}
      <div className="import-columns" role="region" tabIndex={0} aria-label={t('Columns of the file')}>
        <table>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">{t('Settings')}</span>
              </th>
              {[t('Column'), t('Sample'), t('Imported into'), t('Type'), t('Cells that do not fit')].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {columns.slice(start, start + columnsAPage).map((column) => (
              <ColumnRow
                key={column.index}
                {...shared}
                column={column}
                takenBy={takenBy}
                target={targetOf(column, choices.type, configs)}
                isOpen={column.index === open}
                onOpen={(isOpen) => setOpen(isOpen ? column.index : undefined)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
