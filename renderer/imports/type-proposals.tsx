import { isReferenceType } from '#shared/attributes.ts'
import { useState } from 'react'
import type { TypeProposal } from '#shared/imports.ts'
import { currencyOfRegion, currencySpellings } from '#shared/currencies.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'
import { dataTypeLooks } from '../query/data-types.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { changeRule, type RuleChange, withRule } from './import-choices.ts'
import type { PlannedImportProps } from './import-props.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, cachedByLocale, inSentence, t } from '../ui/text.ts'

interface TypeProposalsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

export function TypeProposals({ column, onChange }: TypeProposalsProps) {
  if (column.kind !== 'new' || isReferenceType(column.data_type)) return null
  return column.proposals.map((proposal) => (
    <span key={proposal.data_type} className="import-proposal">
      {describe(proposal)}
      {proposal.data_type !== (column.rule.data_type ?? column.data_type) && (
        <Button
          variant="ghost"
          aria-label={t('Make {header} a {proposal}', { header: column.header, proposal: nameOf(proposal) })}
          onClick={() => onChange({ data_type: proposal.data_type, separator: proposal.separator })}
        >
          {t('Make it a {proposal}', { proposal: nameOf(proposal) })}
        </Button>
      )}
    </span>
  ))
}

function nameOf({ data_type: type }: TypeProposal): string {
  return inSentence(dataTypeLooks()[type].name)
}

const separatorNames = cachedByLanguage((): Readonly<Record<string, string>> => ({
  '\n': t('a new line'),
  ',': t('a comma'),
  ';': t('a semicolon'),
}))

function describe({ cells, options, separator }: TypeProposal): string {
  const values = t('{options, plural, one {# value} other {# values}}', { options })
  if (separator === undefined)
    return t('{values} in {cells, plural, one {# cell} other {# cells}}', { values, cells })
  const by = separatorNames()[separator] ?? separator
  return t('{cells} cells with several of {values}, separated by {by}', {
    cells: formatCount(cells),
    values,
    by,
  })
}

const prices: ReadonlySet<unknown> = new Set(['price', 'sale_price', 'msrp', 'cost'])

/** New columns of prices where neither the header nor a cell nor another column names a currency. */
export function pricesWithoutCurrency(columns: readonly PlannedColumn[]): readonly PlannedColumn[] {
  return columns.filter(
    ({ kind, data_type: type, constraints, rule, header }) =>
      kind === 'new' &&
      type === 'number' &&
      constraints?.kind === undefined &&
      constraints?.unit === undefined &&
      rule.unit === undefined &&
      prices.has(semanticTypeOf(header)),
  )
}

const lists = cachedByLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

/** Asks once for the currency of all prices of a file that names none; without an answer they are numbers. */
export function CurrencyQuestion({
  choices,
  plan,
  onChoices,
}: Pick<PlannedImportProps, 'choices' | 'plan' | 'onChoices'>) {
  const proposed = useUsualCurrency()
  const [chosen, setChosen] = useState<string>()
  const currency = chosen ?? proposed
  const open = pricesWithoutCurrency(plan.columns)
  if (open.length === 0) return null
  const take = (): void =>
    onChoices(
      open.reduce(
        (next, { header, rule }) =>
          withRule(next, plan.columns, header, changeRule(rule, { unit: currency })),
        choices,
      ),
    )
  return (
    <div className="import-currency" role="group" aria-label={t('Currency')}>
      <span>
        {t('In which currency is {columns}? Nothing in the file tells.', {
          columns: lists().format(open.map(({ header }) => header)),
        })}
      </span>
      <Select
        label={t('Currency')}
        value={currency}
        options={Object.keys(currencySpellings).map((code) => ({ value: code, label: code }))}
        onChange={setChosen}
      />
      <Button variant="primary" onClick={take}>
        {t('It is {currency}', { currency })}
      </Button>
    </div>
  )
}

const regionNow = cachedByLocale((locale) => new Intl.Locale(locale).maximize().region ?? '')

/** The currency of the prices that are there, or else that of where the person is. */
function useUsualCurrency(): string {
  const { workspace } = useWorkspace()
  const { columns = [] } = useGridColumns(workspace.id, 'product')
  const known = columns.find(({ constraints }) => constraints.currency !== undefined)
  return known?.constraints.currency ?? currencyOfRegion(regionNow())
}
