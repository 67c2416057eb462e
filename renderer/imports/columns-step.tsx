import { useState } from 'react'
import type { MisfitMode, PictureMode } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { Button } from '../ui/button.tsx'
import { Field, Checkbox, TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { emptyCellTexts, trimAll } from './import-choices.ts'
import { namesPictures, type PlannedColumn } from './plan-columns.ts'
import { PlanProblems } from './import-fault.tsx'
import type { StepProps, RowProps } from './stepper.tsx'
import type { ImportPlan } from './use-import-plan.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { useQuery } from '@tanstack/react-query'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Pages } from '../ui/pages.tsx'
import { ColumnRow } from './column-row.tsx'
import { targetOf } from './reference-fields.tsx'
import { columnsByTarget } from './target-field.tsx'

type ColumnsTableProps = Omit<RowProps, 'column' | 'takenBy'> & {
  readonly columns: readonly PlannedColumn[]
}

const columnsAPage = 40

function ColumnsTable({ columns, ...shared }: ColumnsTableProps) {
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

const pictureModeTexts = cachedByLanguage((): readonly { value: PictureMode; label: string }[] => [
  { value: 'link', label: t('stays a link') },
  { value: 'fetch', label: t('has its picture fetched') },
  { value: 'refetch', label: t('has changed pictures fetched too') },
])

const manyColumns = 12

export function ColumnsStep(props: StepProps) {
  const { choices, plan, onChoices, onStep } = props
  const [search, setSearch] = useState('')
  if (plan === undefined) return <Skeleton height={320} />
  return (
    <>
      <AllColumns choices={choices} plan={plan} onChoices={onChoices} />
      {plan.columns.length > manyColumns && (
        <TextInput
          type="search"
          aria-label={t('Find a column')}
          placeholder={t('Find a column')}
          value={search}
          onChange={setSearch}
        />
      )}
      <ColumnsTable
        columns={found(plan.columns, search)}
        choices={choices}
        plan={plan}
        onChoices={onChoices}
      />
      <PlanProblems plan={plan} onStep={onStep} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={() => onStep('file')}>
          {t('Back')}
        </Button>
        <Button variant="primary" onClick={() => onStep('rows')}>
          {t('Next: rows')}
        </Button>
      </div>
    </>
  )
}

function found(columns: readonly PlannedColumn[], search: string): readonly PlannedColumn[] {
  const wanted = foldText(search)
  if (wanted === '') return columns
  return columns.filter(({ header, targetName }) => foldText(`${header} ${targetName}`).includes(wanted))
}

function AllColumns({
  choices,
  plan,
  onChoices,
}: Pick<StepProps, 'choices' | 'onChoices'> & { plan: ImportPlan }) {
  const taken = plan.columns.filter(({ kind, header }) => kind !== 'none' && kind !== 'id' && header !== '')
  return (
    <div className="import-all-columns">
      <Field label={t('An empty cell of any column')}>
        {({ id }) => (
          <Select
            id={id}
            value={choices.emptyCells}
            options={emptyCellTexts()}
            onChange={(emptyCells) => onChoices({ ...choices, emptyCells })}
          />
        )}
      </Field>
      <Field label={t('A cell that does not fit')}>
        {({ id }) => (
          <Select<MisfitMode>
            id={id}
            value={choices.misfits}
            options={[
              { value: 'cell', label: t('is left out of its row') },
              { value: 'row', label: t('leaves out its row') },
            ]}
            onChange={(misfits) => onChoices({ ...choices, misfits })}
          />
        )}
      </Field>
      {namesPictures(plan.columns) && <PicturesField choices={choices} onChoices={onChoices} />}
      <Checkbox
        label={t('Leave out spaces before and after the text, in all columns')}
        checked={taken.length > 0 && taken.every(({ rule }) => rule.trim === true)}
        onChange={(isTrimmed) => onChoices(trimAll(choices, plan.columns, isTrimmed))}
      />
    </div>
  )
}

function PicturesField({ choices, onChoices }: Pick<StepProps, 'choices' | 'onChoices'>) {
  return (
    <Field label={t('An address of a picture')}>
      {({ id }) => (
        <Select<PictureMode>
          id={id}
          value={choices.pictures}
          options={pictureModeTexts()}
          onChange={(pictures) => onChoices({ ...choices, pictures })}
        />
      )}
    </Field>
  )
}
