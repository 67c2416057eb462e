import { keysOf } from '#shared/text.ts'
import { Check } from 'lucide-react'
import { byLanguage, t } from '../ui/text.ts'

const steps = byLanguage(
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
  /** Goes to a step; not given while the present one cannot be left but by its own buttons. */
  onStep?: ((step: Step) => void) | undefined
}

/** Where one stands; every step but the import itself can be gone to. */
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
