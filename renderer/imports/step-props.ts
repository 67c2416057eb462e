import type { ImportChoices } from './import-choices.ts'
import type { Step } from './stepper.tsx'
import type { PlannedColumn } from './plan-columns.ts'
import type { ImportPlan } from './use-import-plan.ts'
import type { ImportRun } from './use-import-run.ts'

/** What every step of the wizard gets. */
export interface StepProps {
  readonly choices: ImportChoices
  /** Undefined until the server has looked at the file. */
  readonly plan: ImportPlan | undefined
  readonly run: ImportRun
  readonly onChoices: (choices: ImportChoices) => void
  readonly onStep: (step: Step) => void
}

/** What the fields of one column get. */
export interface RowProps extends Pick<StepProps, 'choices' | 'onChoices'> {
  readonly plan: ImportPlan
  readonly column: PlannedColumn
  /** The column that goes to each target. */
  readonly takenBy: ReadonlyMap<string, PlannedColumn>
}
