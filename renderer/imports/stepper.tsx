import { keysOf } from '#shared/text.ts'
import { Check } from 'lucide-react'
import { cachedByLanguage, t } from '../ui/text.ts'
import type { ImportChoices } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import type { ImportPlan } from './use-import-plan.ts'
import type { ImportRun } from './use-import-run.ts'

const steps = cachedByLanguage(
  () =>
    ({
      file: t('File'),
      columns: t('Columns'),
      rows: t('Rows'),
      check: t('Check'),
      import: t('Import'),
    }) as const,
)
export type Step = keyof ReturnType<typeof steps>

const order = keysOf(steps())

interface StepperProps {
  step: Step
  onStep?: ((step: Step) => void) | undefined
}

export function Stepper({ step, onStep }: StepperProps) {
  const present = order.indexOf(step)
  return (
    <nav aria-label={t('Steps of the import')}>
      <ol className="import-steps">
        {order.map((name, index) => (
          <li key={name} data-done={index < present || undefined}>
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              disabled={name !== step && (onStep === undefined || name === 'import')}
              onClick={() => onStep?.(name)}
            >
              <span className="import-step-mark" aria-hidden>
                {index < present ? <Check /> : index + 1}
              </span>
              {steps()[name]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export interface StepProps {
  readonly choices: ImportChoices
  readonly plan: ImportPlan | undefined
  readonly run: ImportRun
  readonly onChoices: (choices: ImportChoices) => void
  readonly onStep: (step: Step) => void
}

export interface RowProps extends Pick<StepProps, 'choices' | 'onChoices'> {
  readonly plan: ImportPlan
  readonly column: PlannedColumn
  readonly takenBy: ReadonlyMap<string, PlannedColumn>
}
