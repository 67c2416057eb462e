import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { areCallsFree } from '#shared/local-address.ts'
import type { EntityType } from '#shared/entities.ts'
import type { PromptVersion } from '#shared/schemas/proposals.ts'
import type { TriesEstimate, TryOutcome } from '#shared/schemas/generations.ts'
import { triesEstimateQuery, type TriedDefinition } from '../api/generations-queries.ts'
import { useProviders } from '../api/providers-queries.ts'
import { RowPicture } from '../state/row-picture.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { t, tMessage } from '../ui/text.ts'
import { formatCost, formatCostRange, formatValue, tryTexts } from './generation-texts.ts'
import { findBudgetFault, NoProvider, readDollars } from './run-parts.tsx'
import { useTryIds } from './try-on-rows.tsx'
import { type ComparedRow, useComparison } from './use-comparison.ts'
import './compare-prompts.css'

const compared = 20

/** The prompt that is being written, or the earlier one. */
type Side = 0 | 1

interface ComparePromptsProps {
  readonly tried: TriedDefinition
  readonly rival: PromptVersion
  readonly onRefused: (error: Error) => string | undefined
  readonly onTake: () => void
  readonly onClose: () => void
}

/** The prompt that is being written and an earlier one on the same rows, priced first; nothing is written. */
export function ComparePrompts(props: ComparePromptsProps) {
  const { hasNone, defaultProvider } = useProviders()
  if (hasNone) return <NoProvider />
  if (!defaultProvider) return null
  const { price, base_url: baseUrl } = defaultProvider
  return <Comparison {...props} isFree={areCallsFree(price, baseUrl, 'text')} />
}

/** The definition with the prompt of another version. */
function withPrompt(tried: TriedDefinition, prompt: PromptVersion): TriedDefinition {
  return {
    ...tried,
    definition: {
      ...tried.definition,
      custom_instructions: prompt.instructions || null,
      selected_tools: [...prompt.tools],
      source_attributes: copyOf(prompt.source_attributes),
      vision_image_attributes: copyOf(prompt.vision_image_attributes),
    },
  }
}

function copyOf(keys: readonly string[] | null): string[] | null {
  return keys === null ? null : [...keys]
}

type ComparisonProps = ComparePromptsProps & { readonly isFree: boolean }

function usePricedPair({ tried, rival }: ComparisonProps) {
  const { api } = useWorkspace()
  const ids = useTryIds(tried.type, compared)
  const pair = [tried, withPrompt(tried, rival)] as const
  const { data: one } = useQuery(triesEstimateQuery(api.workspaceId, pair[0], ids))
  const { data: other } = useQuery(triesEstimateQuery(api.workspaceId, pair[1], ids))
  const priced = one && other && { rows: one.rows, cost: costOfBoth(one, other) }
  return { pair, count: ids.length || compared, priced }
}

function Comparison(props: ComparisonProps) {
  const { tried, onRefused, onTake, onClose, isFree } = props
  const { workspace } = useWorkspace()
  const { pair, count, priced } = usePricedPair(props)
  const [failure, setFailure] = useState<string>()
  const comparison = useComparison(workspace.id, (error) => setFailure(onRefused(error)))
  const { rows, isRunning } = comparison
  const start = (budget: number | undefined): void => {
    setFailure(undefined)
    if (priced) comparison.start(pair, priced.rows, budget)
  }
  return (
    <section ref={scrollToStart} className="compare-prompts" aria-label={t('Compare two prompts')}>
      <header>
        <h2>{t('Compare two prompts')}</h2>
        <Button variant="ghost" onClick={onClose}>
          {t('Close')}
        </Button>
      </header>
      <p className="ui-field-hint">
        {priced
          ? t(
              'Each prompt is asked about the same {count, plural, one {# row} other {# rows}}: {cost}. Nothing is written.',
              { count: priced.rows.length, cost: formatCostRange(priced.cost, isFree) },
            )
          : t('Working out what it costs…')}
      </p>
      {isRunning ? (
        <Button className="compare-prompts-stop" onClick={comparison.cancel}>
          {t('Stop')}
        </Button>
      ) : (
        <StartComparison count={count} isReady={priced !== undefined} isFree={isFree} onStart={start} />
      )}
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {rows.length > 0 && <Outcomes rows={rows} type={tried.type} isFree={isFree} onTake={onTake} />}
    </section>
  )
}

interface StartComparisonProps {
  readonly count: number
  readonly isReady: boolean
  readonly isFree: boolean
  /** Takes the budget in dollars where calls cost something. */
  readonly onStart: (budget: number | undefined) => void
}

function StartComparison({ count, isReady, isFree, onStart }: StartComparisonProps) {
  const [budget, setBudget] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const fault = findBudgetFault(budget, !isFree)
  const start = (): void => {
    setIsChecked(true)
    if (fault === undefined) onStart(isFree ? undefined : readDollars(budget))
  }
  return (
    <div className="compare-prompts-start">
      {!isFree && (
        <TextField
          label={t('Stop at (US dollars)')}
          inputMode="decimal"
          placeholder="1.00"
          value={budget}
          error={isChecked ? fault : undefined}
          onChange={setBudget}
        />
      )}
      <Button variant="primary" disabled={!isReady} onClick={start}>
        {t('Compare on {count, plural, one {# row} other {# rows}}', { count })}
      </Button>
    </div>
  )
}

function scrollToStart(part: HTMLElement | null): void {
  part?.scrollIntoView({ block: 'start' })
}

function costOfBoth({ cost: one }: TriesEstimate, { cost: other }: TriesEstimate) {
  return one && other ? { low: one.low + other.low, high: one.high + other.high } : null
}

interface OutcomesProps {
  readonly rows: readonly ComparedRow[]
  readonly type: EntityType
  readonly isFree: boolean
  readonly onTake: () => void
}

function Outcomes({ rows, type, isFree, onTake }: OutcomesProps) {
  const [better, setBetter] = useState<Readonly<Record<string, Side>>>({})
  const choose = (id: string, side: Side): void => {
    const { [id]: before, ...others } = better
    setBetter(before === side ? others : { ...others, [id]: side })
  }
  return (
    <>
      <div className="compare-prompts-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              {sides().map((name, side) => (
                <th key={name} scope="col">
                  <Summary name={name} rows={rows} side={side as Side} better={better} isFree={isFree} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ComparedLine
                key={row.id}
                row={row}
                type={type}
                better={better[row.id]}
                onChoose={(side) => choose(row.id, side)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="compare-prompts-end">
        <p className="ui-field-hint">
          {t('Press the better answer of each row to count which prompt wins.')}
        </p>
        <Button onClick={onTake}>{t('Take the earlier prompt')}</Button>
      </div>
    </>
  )
}

interface ComparedLineProps {
  readonly row: ComparedRow
  readonly type: EntityType
  readonly better: Side | undefined
  readonly onChoose: (side: Side) => void
}

function ComparedLine({ row: { id, label, outcomes }, type, better, onChoose }: ComparedLineProps) {
  return (
    <tr>
      <th scope="row">
        <span className="compare-prompts-row">
          <RowPicture type={type} id={id} />
          {label ?? t('Without a name')}
        </span>
      </th>
      {([0, 1] as const).map((side) => (
        <td key={side}>
          <Answer
            outcome={outcomes[side]}
            isBetter={better === side}
            name={t('{side} is better for {label}', {
              side: sides()[side] ?? '',
              label: label ?? t('this row'),
            })}
            onChoose={() => onChoose(side)}
          />
        </td>
      ))}
    </tr>
  )
}

const sides = () => [t('The prompt as written'), t('The earlier prompt')]

interface SummaryProps {
  readonly name: string
  readonly rows: readonly ComparedRow[]
  readonly side: Side
  readonly better: Readonly<Record<string, Side>>
  readonly isFree: boolean
}

function Summary({ name, rows, side, better, isFree }: SummaryProps) {
  const answers = rows.flatMap(({ outcomes }) => outcomes[side] ?? [])
  const stated = answers.filter(({ status }) => status === 'value').length
  const verified = answers.filter(({ evidence }) => evidence.some((piece) => piece.verified)).length
  const costs = answers.map(({ cost }) => cost)
  const cost = costs.includes(null) ? null : costs.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  const wins = Object.values(better).filter((each) => each === side).length
  return (
    <span className="compare-prompts-summary">
      <span>{name}</span>
      <span>
        {t('{stated} of {count} stated, {verified} verified, {cost}', {
          stated,
          count: answers.length,
          verified,
          cost: formatCost(cost, isFree),
        })}
        {wins > 0 && ` · ${t('better {wins, plural, one {once} other {# times}}', { wins })}`}
      </span>
    </span>
  )
}

interface AnswerProps {
  readonly outcome: TryOutcome | undefined
  readonly isBetter: boolean
  readonly name: string
  readonly onChoose: () => void
}

function Answer({ outcome, isBetter, name, onChoose }: AnswerProps) {
  if (!outcome) return <span className="ui-field-hint">{t('Waiting for the answer…')}</span>
  const { status, value, message, skip } = outcome
  if (status !== 'value')
    return (
      <span className="ui-field-hint">
        {message === null ? tryTexts()[skip ?? status] : tMessage(message, outcome)}
      </span>
    )
  return (
    <button
      type="button"
      className="compare-prompts-answer"
      aria-pressed={isBetter}
      aria-label={`${name}: ${formatValue(value)}`}
      onClick={onChoose}
    >
      {formatValue(value)}
    </button>
  )
}
