import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldText } from '#shared/text.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { formatCount } from '../ui/format-count.ts'
import { Pages } from '../ui/pages.tsx'
import { t } from '../ui/text.ts'
import { ColumnRow } from './column-row.tsx'
import { isCreated } from './import-choices.ts'
import type { ColumnProps } from './import-props.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { targetOf } from './reference-fields.tsx'
import { countRefused, misfitsOf } from './sample-problem.ts'
import { columnsByTarget } from './target-field.tsx'

type ColumnsTableProps = Omit<ColumnProps, 'column' | 'takenBy'>

const manyColumns = 12

/** The columns of the file, with their targets, meanings and the cells that do not fit. */
export function ColumnsTable(props: ColumnsTableProps) {
  const { plan } = props
  const [search, setSearch] = useState('')
  const [isOpenOnly, setOpenOnly] = useState(false)
  const open = plan.columns.filter((column) => isOpen(column, props))
  const shown = isOpenOnly && open.length > 0 ? open : plan.columns
  return (
    <section className="import-part" aria-label={t('Columns')}>
      <div className="import-part-head">
        <h3>{t('{count, plural, one {# column} other {# columns}}', { count: plan.columns.length })}</h3>
        <p className="ui-field-hint">{describeTargets(plan.columns)}</p>
        {open.length > 0 && (
          <Button variant="ghost" aria-pressed={isOpenOnly} onClick={() => setOpenOnly(!isOpenOnly)}>
            {t('To look at: {count}', { count: formatCount(open.length) })}
          </Button>
        )}
        {plan.columns.length > manyColumns && (
          <TextInput
            type="search"
            aria-label={t('Find a column')}
            placeholder={t('Find a column')}
            value={search}
            onChange={setSearch}
          />
        )}
      </div>
      <Table {...props} columns={withName(shown, search)} />
    </section>
  )
}

/** Whether a column has cells that do not fit, names what is missing, or may be meant otherwise. */
function isOpen(column: PlannedColumn, { plan, choices }: ColumnsTableProps): boolean {
  if (column.kind === 'none') return false
  const { creations, missing_references: missing } = plan.preview
  const isMissing = missing.some(
    ({ header, creates }) =>
      header === column.header && (creates === null || !isCreated(choices, creations, creates)),
  )
  const areOptionsCreated = isCreated(choices, creations, 'create_missing_options')
  return (
    isMissing ||
    column.reason === 'content' ||
    countRefused(column) > 0 ||
    column.misfits.length > 0 ||
    misfitsOf(column, areOptionsCreated).length > 0
  )
}

function describeTargets(columns: readonly PlannedColumn[]): string {
  const count = (kind: string): number => columns.filter((column) => column.kind === kind).length
  const [created, leftOut] = [count('new'), count('none')]
  return [
    created > 0 &&
      t('{count, plural, one {# new attribute} other {# new attributes}} will be created.', {
        count: created,
      }),
    leftOut > 0 &&
      t('{count, plural, one {# column} other {# columns}} will be left out.', { count: leftOut }),
  ]
    .filter((part) => part !== false)
    .join(' ')
}

interface TableProps extends ColumnsTableProps {
  readonly columns: readonly PlannedColumn[]
}

const columnsAPage = 40

function Table({ columns, ...shared }: TableProps) {
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
      <div className="import-columns" role="region" tabIndex={0} aria-label={t('Columns of the file')}>
        <table>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">{t('Settings')}</span>
              </th>
              {[t('Column'), t('Sample'), t('Imported into'), t('Meaning'), t('Cells that do not fit')].map(
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
      {columns.length > columnsAPage && (
        <Pages offset={start} size={columnsAPage} total={columns.length} onOffset={setOffset} />
      )}
    </>
  )
}

function withName(columns: readonly PlannedColumn[], search: string): readonly PlannedColumn[] {
  const wanted = foldText(search)
  if (wanted === '') return columns
  return columns.filter(({ header, targetName }) => foldText(`${header} ${targetName}`).includes(wanted))
}
