import { useState } from 'react'
import type { MisfitMode, PictureMode } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextInput } from '../ui/text-field.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { emptyCellTexts, trimAll } from './import-choices.ts'
import { namesPictures, type PlannedColumn } from './plan-columns.ts'
import { PlanProblems } from './plan-problems.tsx'
import type { StepProps } from './step-props.ts'
import type { ImportPlan } from './use-import-plan.ts'
import { byLanguage, t } from '../ui/text.ts'

const pictureModeTexts = byLanguage((): readonly { value: PictureMode; label: string }[] => [
  { value: 'link', label: t('stays a link') },
  { value: 'fetch', label: t('has its picture fetched') },
  { value: 'refetch', label: t('has changed pictures fetched too') },
])

/** From so many columns on they can be searched. */
const manyColumns = 12

/** Every column as a row: what it holds, where it goes, and what does not fit. */
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

/** What holds for the cells of all columns; a column can say otherwise. */
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

/** What is done with addresses of pictures. */
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
