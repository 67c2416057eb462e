import type { ImportChoices } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import type { PictureSender } from './sent-pictures.tsx'
import type { ImportPlan } from './use-import-plan.ts'
import type { ImportRun } from './use-import-run.ts'

/** Each part of the import screen shows the choices and their plan, and passes changed choices on. */
export interface ImportProps {
  readonly choices: ImportChoices
  readonly plan: ImportPlan | undefined
  readonly run: ImportRun
  readonly pictures: PictureSender
  readonly onChoices: (choices: ImportChoices) => void
}

export interface PlannedImportProps extends ImportProps {
  readonly plan: ImportPlan
}

export interface ColumnProps extends Pick<PlannedImportProps, 'choices' | 'plan' | 'pictures' | 'onChoices'> {
  readonly column: PlannedColumn
  /** The column that each target has. */
  readonly takenBy: ReadonlyMap<string, PlannedColumn>
}
