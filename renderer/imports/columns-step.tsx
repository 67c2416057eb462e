import { useState, type KeyboardEvent } from 'react'
import { foldText } from '#shared/text.ts'
import { countOf } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextInput } from '../ui/text-field.tsx'
import { ColumnSettings } from './column-settings.tsx'
import { PlanProblems } from './plan-problems.tsx'
import type { PlannedColumn } from './plan-columns.ts'
import { countProblems } from './sample-problem.ts'
import type { StepProps } from './step-props.ts'

/** From so many columns on they can be searched. */
const manyColumns = 12

/** Every column with where it goes and why; beside the list the settings of the one that is chosen. */
export function ColumnsStep(props: StepProps) {
  const { plan, onStep } = props
  const [index, setIndex] = useState(0)
  const [search, setSearch] = useState('')
  if (plan === undefined) return <Skeleton height={320} />
  const chosen = plan.columns[index] ?? plan.columns[0]
  return (
    <>
      <div className="import-columns">
        <div className="import-column-side">
          {plan.columns.length > manyColumns && (
            <TextInput
              type="search"
              aria-label="Find a column"
              placeholder="Find a column"
              value={search}
              onChange={setSearch}
            />
          )}
          <ColumnList columns={found(plan.columns, search)} chosen={chosen?.index} onChoose={setIndex} />
        </div>
        {chosen !== undefined && <ColumnSettings key={chosen.index} {...props} plan={plan} column={chosen} />}
      </div>
      <PlanProblems plan={plan} onStep={onStep} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={() => onStep('file')}>
          Back
        </Button>
        <Button variant="primary" onClick={() => onStep('rows')}>
          Next: rows
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

interface ColumnListProps {
  columns: readonly PlannedColumn[]
  chosen: number | undefined
  onChoose: (index: number) => void
}

function ColumnList({ columns, chosen, onChoose }: ColumnListProps) {
  if (columns.length === 0) return <p className="ui-field-hint">No column is called like this.</p>
  // One of them must be reachable by the keyboard, whatever is chosen.
  const reachable = columns.some(({ index }) => index === chosen) ? chosen : columns[0]?.index
  return (
    <div
      role="tablist"
      aria-orientation="vertical"
      aria-label="Columns of the file"
      className="import-column-list"
      onKeyDown={moveFocus}
    >
      {columns.map((column) => (
        <ColumnTab
          key={column.index}
          column={column}
          isChosen={column.index === chosen}
          isReachable={column.index === reachable}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

const reasons = {
  mapping: 'chosen',
  shape: 'as the shop has it',
  name: 'by name',
  synonym: 'by meaning',
  content: 'by content',
  new: 'new',
  none: '',
} as const

interface ColumnTabProps {
  column: PlannedColumn
  isChosen: boolean
  isReachable: boolean
  onChoose: (index: number) => void
}

function ColumnTab({ column, isChosen, isReachable, onChoose }: ColumnTabProps) {
  const { header, kind, targetName, reason, index } = column
  const problems = countProblems(column)
  return (
    <button
      type="button"
      role="tab"
      id={`import-column-${index}`}
      aria-selected={isChosen}
      aria-controls="import-column-settings"
      tabIndex={isReachable ? 0 : -1}
      className="import-column"
      onFocus={() => onChoose(index)}
      onClick={() => onChoose(index)}
    >
      <span className="import-column-name">{header === '' ? '(no name)' : header}</span>
      {problems > 0 && <span className="import-column-problem">{countOf(problems, 'problem')}</span>}
      <span className="import-column-target" data-kind={kind}>
        {kind === 'none' ? targetName : `→ ${kind === 'new' ? 'new attribute' : targetName}`}
        {kind !== 'none' && kind !== 'new' && reasons[reason] !== '' && (
          <span className="import-reason"> {reasons[reason]}</span>
        )}
      </span>
    </button>
  )
}

const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = moves[event.key]
  if (move === undefined) return
  event.preventDefault()
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const present = tabs.findIndex((tab) => tab === document.activeElement)
  tabs[move(present, tabs.length - 1)]?.focus()
}
