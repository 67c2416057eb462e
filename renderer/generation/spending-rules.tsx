import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { workspaceSettingsQuery, useChangeWorkspaceSettings } from '../api/spend-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { SavedText } from '../ui/saved-text.tsx'
import { t } from '../ui/text.ts'
import { formatCount } from '../ui/format-count.ts'

/** What may be spent in this workspace without being asked each time. */
export function SpendingRules() {
  const { workspace } = useWorkspace()
  const { data } = useQuery(workspaceSettingsQuery(workspace.id))
  const change = useChangeWorkspaceSettings(workspace.id)
  return (
    <section className="api-section" aria-labelledby="spend-rules">
      <h2 id="spend-rules">{t('What may be spent')}</h2>
      <DailyBudget budget={data?.daily_budget ?? 0} onChange={(budget) => change({ daily_budget: budget })} />
      <Checkbox
        label={t('API keys may start runs that cost money')}
        hint={t('Each run still needs a budget of its own. Runs with free providers need no permission.')}
        checked={data?.keys_may_spend ?? false}
        disabled={data === undefined}
        onChange={(mayThey) => change({ keys_may_spend: mayThey })}
      />
    </section>
  )
}

interface DailyBudgetProps {
  readonly budget: number
  readonly onChange: (budget: number) => void
}

function DailyBudget({ budget, onChange }: DailyBudgetProps) {
  const [fault, setFault] = useState<string>()
  const save = (text: string): void => {
    const dollars = text === '' ? 0 : Number(text.replace(/^\$/, '').replace(',', '.'))
    const isBudget = dollars >= 0 && dollars <= most
    setFault(
      isBudget ? undefined : t('Type an amount from 0 to {most}, such as 2.50.', { most: formatCount(most) }),
    )
    if (isBudget) onChange(dollars)
  }
  return (
    <Field
      className="spend-budget"
      label={t('Daily budget for automatic generation, in US dollars')}
      hint={t(
        'Attributes that generate by themselves stop for the day once this is spent. With 0 they only use free providers.',
      )}
      error={fault}
    >
      {(control) => <SavedText control={control} value={String(budget)} onSave={save} />}
    </Field>
  )
}

const most = 100_000
