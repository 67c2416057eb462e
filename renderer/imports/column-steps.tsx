import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import { type ColumnStep, type ColumnStepName, columnStepNames, maxColumnSteps } from '#shared/imports.ts'
import { keysOf } from '#shared/text.ts'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { StepFields } from './step-fields.tsx'

const stepTexts = cachedByLanguage((): Readonly<Record<ColumnStepName, string>> => ({
  trim: t('Leave out spaces before and after'),
  case: t('Upper and lower case'),
  replace: t('Replace a text'),
  split: t('Take a part'),
  join: t('Join columns'),
  map: t('Replace whole cells'),
  number: t('Read a number'),
  date: t('Read a date'),
  unit: t('Convert a unit'),
  strip_html: t('Leave out HTML'),
  prefix: t('Put a text before'),
  suffix: t('Put a text behind'),
  default: t('Fill empty cells'),
  formula: t('Compute by a formula'),
}))

const fresh: Readonly<Record<ColumnStepName, ColumnStep>> = {
  trim: { trim: true },
  case: { case: 'sentence' },
  replace: { replace: { find: '', with: '' } },
  split: { split: { separator: '', part: 1 } },
  join: { join: { columns: [], separator: ' ' } },
  map: { map: { table: { '': '' } } },
  number: { number: { decimal: 'comma' } },
  date: { date: { order: 'dmy' } },
  unit: { unit: { from: 'g', to: 'kg' } },
  strip_html: { strip_html: true },
  prefix: { prefix: '' },
  suffix: { suffix: '' },
  default: { default: '' },
  formula: { formula: '' },
}

/** The steps of a rule; what its `trim` and `values` do are steps too, and stand first as they are done. */
export function stepsOf({ trim, values, steps = [] }: PlannedColumn['rule']): readonly ColumnStep[] {
  return [...(trim ? [fresh.trim] : []), ...(values ? [{ map: { table: values } }] : []), ...steps]
}

/** Whether a step can be done; one that is being typed is not sent. */
export function isComplete(step: ColumnStep): boolean {
  if ('replace' in step) return step.replace.find !== ''
  if ('split' in step) return step.split.separator !== '' && step.split.part !== 0
  if ('join' in step) return step.join.columns.length > 0
  if ('map' in step) return keysOf(withoutBlank(step.map.table)).length > 0
  const [text] = Object.values(step)
  return text !== ''
}

function toSent(step: ColumnStep): ColumnStep {
  return 'map' in step ? { map: { ...step.map, table: withoutBlank(step.map.table) } } : step
}

/** The members of the rule; `trim` and `values` stay what they are while their steps stand first. */
export function toRule({ trim, values }: PlannedColumn['rule'], drafts: readonly ColumnStep[]): RuleChange {
  const [first] = drafts
  const isTrimmed = trim === true && first !== undefined && 'trim' in first
  const others = isTrimmed ? drafts.slice(1) : drafts
  const table = values && keepingTable(others[0])
  const steps = table ? others.slice(1) : others
  return {
    trim: isTrimmed ? true : undefined,
    values: table,
    steps: steps.length === 0 ? undefined : [...steps],
  }
}

function keepingTable(step: ColumnStep | undefined): Record<string, string> | undefined {
  if (step === undefined || !('map' in step)) return undefined
  return (step.map.otherwise ?? 'keep') === 'keep' ? step.map.table : undefined
}

function withoutBlank(table: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(table).filter(([from]) => from.trim() !== ''))
}

interface ColumnStepsProps {
  column: PlannedColumn
  headers: readonly string[]
  onChange: (part: RuleChange) => void
}

/** The steps of a column, in order, each with cells before and after it. */
export function ColumnSteps({ column, headers, onChange }: ColumnStepsProps) {
  const [drafts, setDrafts] = useState(() => stepsOf(column.rule))
  const take = (next: readonly ColumnStep[]): void => {
    setDrafts(next)
    onChange(toRule(column.rule, next.filter(isComplete).map(toSent)))
  }
  return (
    <fieldset className="import-steps">
      <legend className="ui-field-label">{t('Adjust')}</legend>
      <ol>
        {drafts.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step is nothing but its place while it is typed
          <li key={index}>
            <div className="import-step">
              <span>{stepTexts()[nameOf(step)]}</span>
              <StepFields
                step={step}
                number={index + 1}
                column={column}
                headers={headers}
                onChange={(next) => take(drafts.with(index, next))}
              />
              <StepButtons drafts={drafts} index={index} onChange={take} />
            </div>
            <BeforeAndAfter changes={changesOf(column, drafts, index)} />
          </li>
        ))}
      </ol>
      {drafts.length < maxColumnSteps && (
        <Select<ColumnStepName | typeof none>
          label={t('Add a step')}
          value={none}
          options={[
            { value: none, label: t('Add a step') },
            ...columnStepNames.map((name) => ({ value: name, label: stepTexts()[name] })),
          ]}
          onChange={(name) => name !== none && take([...drafts, fresh[name]])}
        />
      )}
    </fieldset>
  )
}

interface StepButtonsProps {
  drafts: readonly ColumnStep[]
  index: number
  onChange: (drafts: readonly ColumnStep[]) => void
}

function StepButtons({ drafts, index, onChange }: StepButtonsProps) {
  const number = index + 1
  const without = drafts.toSpliced(index, 1)
  const move = (by: -1 | 1): void =>
    onChange(without.toSpliced(index + by, 0, ...drafts.slice(index, number)))
  return (
    <>
      <IconButton
        label={t('Move step {number} up', { number })}
        disabled={index === 0}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton
        label={t('Move step {number} down', { number })}
        disabled={number === drafts.length}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={t('Remove step {number}', { number })} onClick={() => onChange(without)}>
        <X aria-hidden />
      </IconButton>
    </>
  )
}

/** The preview numbers the steps that were sent; `trim` and `values` of an older rule are not among them. */
function changesOf({ rule, steps }: PlannedColumn, drafts: readonly ColumnStep[], index: number) {
  const step = drafts[index]
  if (step === undefined || !isComplete(step)) return undefined
  const ahead = stepsOf({ ...rule, steps: [] }).length
  return steps?.[drafts.slice(0, index).filter(isComplete).length - ahead]
}

const none = '-'

function nameOf(step: ColumnStep): ColumnStepName {
  return keysOf(step as Readonly<Record<ColumnStepName, unknown>>)[0] ?? 'trim'
}

const maxShown = 2

function BeforeAndAfter({ changes }: { changes: NonNullable<PlannedColumn['steps']>[number] | undefined }) {
  if (changes === undefined) return null
  if (changes.length === 0) return <p className="ui-field-hint">{t('Changes no cell.')}</p>
  return (
    <ul className="import-step-changes">
      {changes.slice(0, maxShown).map(({ before, after }) => (
        <li key={before}>
          {before === '' ? t('empty') : before} → {after === null ? t('nothing') : after}
        </li>
      ))}
    </ul>
  )
}
