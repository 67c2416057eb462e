import { useState } from 'react'
import type { CellCorrection } from '#shared/imports.ts'
import type { RowError } from '#shared/jobs.ts'
import type { Correcting } from '../jobs/row-errors.tsx'
import { Button } from '../ui/button.tsx'
import { withCorrections } from './import-choices.ts'
import type { StepProps } from './step-props.ts'
import { t, tNodes } from '../ui/text.ts'

interface CellDrafts {
  readonly correcting: Correcting
  readonly count: number
  /** Takes what was typed: the check begins anew with it. */
  readonly take: () => void
}

/** What is typed into cells that do not fit, until it is checked. */
export function useCellDrafts({
  plan,
  choices,
  onChoices,
}: Pick<StepProps, 'plan' | 'choices' | 'onChoices'>): CellDrafts {
  const [drafts, setDrafts] = useState<readonly CellCorrection[]>([])
  const take = (): void => {
    if (drafts.length > 0)
      onChoices({ ...choices, corrections: withCorrections(choices.corrections, drafts) })
  }
  const correcting: Correcting = {
    columns: new Set(plan?.columns.map(({ header }) => header)),
    draftOf: (error) => drafts.find((draft) => isOf(draft, error))?.value,
    onDraft: (error, value) => {
      const others = drafts.filter((draft) => !isOf(draft, error))
      const { row, field: column } = error
      setDrafts(value === error.value ? others : [...others, { row, column, value }])
    },
    onDone: take,
  }
  return { correcting, count: drafts.length, take }
}

function isOf({ row, column }: CellCorrection, error: RowError): boolean {
  return row === error.row && column === error.field
}

/** Cells that were corrected before; each can be taken back. */
export function CorrectedCells({ choices, onChoices }: Pick<StepProps, 'choices' | 'onChoices'>) {
  const { corrections } = choices
  if (corrections.length === 0) return null
  return (
    <details className="import-created">
      <summary>
        {t('{count, plural, one {# cell} other {# cells}} corrected', { count: corrections.length })}
      </summary>
      <ul className="import-corrected">
        {corrections.map((correction) => {
          const { row, column, value } = correction
          return (
            <li key={`${row} ${column}`}>
              <span>
                {tNodes('Row {row}, {column}: {value}', {
                  row,
                  column,
                  value: value === '' ? <i>{t('empty')}</i> : <b>{value}</b>,
                })}
              </span>
              <Button
                variant="ghost"
                aria-label={t('Remove the correction of row {row}, {column}', { row, column })}
                onClick={() =>
                  onChoices({ ...choices, corrections: corrections.filter((one) => one !== correction) })
                }
              >
                {t('Remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
