import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SpendRow } from '#shared/generations.ts'
import type { Provider } from '#shared/providers.ts'
import {
  useProviders,
  spendQuery,
  workspaceSettingsQuery,
  useChangeWorkspaceSettings,
  type DayRange,
} from '../api/providers-queries.ts'
import { goTo, usePageParams, createLocation } from '../query/location.ts'
import { readSpendParams, spendPeriods, type SpendPeriod } from './feature.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount, formatDollars, formatCalendarDay } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Pages, PageTable } from '../ui/pages.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { NoProvider } from './run-parts.tsx'
import '../ui/page.css'
import './spend-page.css'
import { cachedByLanguage, t } from '../ui/text.ts'
import { Field, Checkbox } from '../ui/field.tsx'
import { SavedText } from '../ui/suggesting-text.tsx'
import { areCallsFree } from '#shared/local-address.ts'
import { parsePeriod, toDay } from '#shared/iso-times.ts'

function SpendingRules() {
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

const periodTexts = cachedByLanguage((): Readonly<Record<SpendPeriod, string>> => ({
  last_7_days: t('Last 7 days'),
  last_30_days: t('Last 30 days'),
  this_month: t('This month'),
  last_month: t('Last month'),
  all: t('All time'),
}))

const noProviders: readonly Provider[] = []

export function SpendPage() {
  const { api, workspace } = useWorkspace()
  const [{ period = 'this_month' }, change] = usePageParams(readSpendParams)
  const { hasNone } = useProviders()
  const days = useMemo(() => daysOf(period), [period])
  const { data: rows, error } = useQuery(spendQuery(api, days))
  return (
    <div className="api-page">
      <header>
        <div className="spend-head">
          <h1 className="catalog-title">{t('Spend on AI')}</h1>
          <Button onClick={() => goTo(createLocation(workspace.id, 'providers'))}>{t('AI providers')}</Button>
          <Select
            label={t('Period')}
            value={period}
            options={spendPeriods.map((value) => ({ value, label: periodTexts()[value] }))}
            onChange={(chosen) => change({ period: chosen }, true)}
          />
        </div>
        <p className="ui-field-hint">
          {t('What models have cost in “{name}”, in US dollars.', { name: workspace.name })}
        </p>
      </header>
      {hasNone && <NoProvider />}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {rows === undefined && error === null && <Skeleton height={160} />}
      {rows?.length === 0 && <p className="api-no-keys">{noneTexts()[period]}</p>}
      {rows !== undefined && rows.length > 0 && <Spend key={period} stored={rows} />}
      <SpendingRules />
    </div>
  )
}

const noneTexts = cachedByLanguage((): Readonly<Record<SpendPeriod, string>> => ({
  last_7_days: t('No model was asked in the last 7 days.'),
  last_30_days: t('No model was asked in the last 30 days.'),
  this_month: t('No model has been asked this month.'),
  last_month: t('No model was asked last month.'),
  all: t('No model has been asked yet.'),
}))

function Spend({ stored }: { stored: readonly SpendRow[] }) {
  const { providers = noProviders } = useProviders()
  const rows = useMemo(() => withFreeCalls(stored, providers), [stored, providers])
  const sum = useMemo(() => sumSpend(rows), [rows])
  return (
    <>
      <Figures sum={sum} />
      <ByModel rows={rows} />
      <ByDay rows={rows} />
    </>
  )
}

function Figures({ sum }: { sum: SpendSum }) {
  const { unpriced, lost } = sum
  return (
    <section className="api-section" aria-label={t('In all')}>
      <dl className="spend-figures">
        <Figure name={t('Cost')}>{formatCost(sum.cost)}</Figure>
        <Figure name={t('Calls')}>{formatCount(sum.calls)}</Figure>
        <Figure name={t('Tokens in')}>{formatCount(sum.input)}</Figure>
        <Figure name={t('Tokens out')}>{formatCount(sum.output)}</Figure>
      </dl>
      {unpriced > 0 && sum.cost !== null && (
        <p className="ui-field-hint">
          {t(
            'The cost of {unpriced, plural, one {# call} other {# calls}} is not known and not part of the sum.',
            { unpriced },
          )}
        </p>
      )}
      {lost.calls > 0 && (
        <Notice tone="info">
          {t(
            '{calls, plural, one {# call was cut off before the answer came. What was set aside for it counts as spent: {cost}.} other {# calls were cut off before the answer came. What was set aside for them counts as spent: {cost}.}}',
            { calls: lost.calls, cost: formatDollars(lost.cost) },
          )}
        </Notice>
      )}
    </section>
  )
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function formatCost(cost: number | null): string {
  if (cost === null) return t('not known')
  return cost === 0 ? t('free') : formatDollars(cost)
}

const counted = cachedByLanguage(() => [t('Calls'), t('Tokens in'), t('Tokens out'), t('Cost')] as const)

function ByModel({ rows }: { rows: readonly SpendRow[] }) {
  const nameOf = useProviderNames()
  const models = useMemo(() => spendByModel(rows), [rows])
  return (
    <section className="api-section" aria-labelledby="spend-models">
      <h2 id="spend-models">{t('By model')}</h2>
      <PageTable label={t('By model')} columns={[t('Provider'), t('Model'), ...counted()]}>
        {models.map(({ provider, model, sum }) => (
          <tr key={`${provider} ${model}`}>
            <th scope="row">{nameOf(provider)}</th>
            <td>{model}</td>
            <CountedCells {...sum} />
          </tr>
        ))}
      </PageTable>
    </section>
  )
}

const pageSize = 50

function ByDay({ rows }: { rows: readonly SpendRow[] }) {
  const nameOf = useProviderNames()
  const [offset, setOffset] = useState(0)
  return (
    <section className="api-section" aria-labelledby="spend-days">
      <h2 id="spend-days">{t('By day')}</h2>
      <PageTable label={t('By day')} columns={[t('Day (UTC)'), t('Provider'), t('Model'), ...counted()]}>
        {rows.slice(offset, offset + pageSize).map((row) => (
          <tr key={`${row.day} ${row.provider} ${row.model}`}>
            <th scope="row">{formatCalendarDay(row.day)}</th>
            <td>{nameOf(row.provider)}</td>
            <td>{row.model}</td>
            <CountedCells calls={row.calls} {...row.tokens} cost={row.cost} />
          </tr>
        ))}
      </PageTable>
      {rows.length > pageSize && (
        <Pages offset={offset} size={pageSize} total={rows.length} onOffset={setOffset} />
      )}
    </section>
  )
}

function CountedCells({ calls, input, output, cost }: Pick<SpendSum, 'calls' | 'input' | 'output' | 'cost'>) {
  return (
    <>
      <td className="spend-number">{formatCount(calls)}</td>
      <td className="spend-number">{formatCount(input)}</td>
      <td className="spend-number">{formatCount(output)}</td>
      <td className="spend-number">{formatCost(cost)}</td>
    </>
  )
}

function useProviderNames(): (id: string) => string {
  const { providers } = useProviders()
  return (id) =>
    providers?.find((provider) => provider.id === id)?.name ?? (providers ? t('Deleted provider') : '')
}

interface SpendSum {
  readonly calls: number
  readonly input: number
  readonly output: number
  readonly cost: number | null
  /** Calls without a known price, which the cost leaves out. */
  readonly unpriced: number
  readonly lost: { readonly calls: number; readonly cost: number }
}

/** Free providers cost nothing: without a price, models on this computer are free. */
export function withFreeCalls(
  rows: readonly SpendRow[],
  providers: readonly Pick<Provider, 'id' | 'price' | 'base_url'>[],
): SpendRow[] {
  const free = new Set(
    providers.filter(({ price, base_url: url }) => areCallsFree(price, url, 'text')).map(({ id }) => id),
  )
  return rows.map((row) => (row.cost === null && free.has(row.provider) ? { ...row, cost: 0 } : row))
}

export function sumSpend(rows: readonly SpendRow[]): SpendSum {
  const add = (pick: (row: SpendRow) => number): number => rows.reduce((sum, row) => sum + pick(row), 0)
  return {
    calls: add(({ calls }) => calls),
    input: add(({ tokens }) => tokens.input),
    output: add(({ tokens }) => tokens.output),
    cost: rows.some(({ cost }) => cost !== null) ? add(({ cost }) => cost ?? 0) : null,
    unpriced: add(({ cost, calls }) => (cost === null ? calls : 0)),
    lost: { calls: add(({ unsettled }) => unsettled.calls), cost: add(({ unsettled }) => unsettled.cost) },
  }
}

interface SpendOfModel {
  readonly provider: string
  readonly model: string
  readonly sum: SpendSum
}

/** Returns the cost by model over all days, the most expensive first, then the most used. */
export function spendByModel(rows: readonly SpendRow[]): SpendOfModel[] {
  const groups = Map.groupBy(rows, ({ provider, model }) => JSON.stringify([provider, model]))
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first ? [{ provider: first.provider, model: first.model, sum: sumSpend(group) }] : []
    })
    .sort((a, b) => (b.sum.cost ?? 0) - (a.sum.cost ?? 0) || b.sum.calls - a.sum.calls)
}

/**
 * Returns the days of a period. One that ends with today has an open end: the server's days are in UTC and
 * may be ahead.
 */
export function daysOf(period: SpendPeriod, now = new Date()): DayRange {
  const days = period === 'all' ? undefined : parsePeriod(period, now)
  if (days === undefined) return {}
  const { from, end } = days
  const last = new Date(end.getFullYear(), end.getMonth(), end.getDate() - 1)
  return { since: toDay(from), ...(end <= now && { until: toDay(last) }) }
}
