import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { areCallsFree } from '#shared/local-address.ts'
import type { TriesEstimate, TryOutcome } from '#shared/schemas/generations.ts'
import { triesEstimateQuery, type TriedDefinition } from '../api/generations-queries.ts'
import { useProviders } from '../api/providers-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { RowPicture } from '../state/row-picture.tsx'
import { useWorkspace, openGrid } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useDebouncedValue } from '../ui/focus.ts'
import {
  formatCost,
  formatPlace,
  formatTokens,
  describeTrial,
  formatValue,
  tryTexts,
} from './generation-texts.ts'
import { NoProvider, SentPrompt } from './run-parts.tsx'
import { type TriedRow, useTries } from './use-tries.ts'
import './try-on-rows.css'
import { t, inSentence, tMessage } from '../ui/text.ts'
import { findEntityType, type EntityType } from '#shared/entities.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { listIds } from '../query/list-queries.ts'
import { useLocation } from '../query/location.ts'

const triedRows = 3

/** The first rows to try something on: of the selection, else of the list that is shown. */
export function useTryIds(type: EntityType, count: number): readonly string[] {
  const { api } = useWorkspace()
  const { location } = useLocation()
  const query = findEntityType(location.view) === type ? location.query : emptyGridQuery
  const [selection] = useState(() => {
    const grid = openGrid.get()
    return grid?.type === type ? grid.selectedRows() : undefined
  })
  const { data = [] } = useQuery({
    queryKey: ['tried-rows', api.workspaceId, type, query, selection?.count, count] as const,
    queryFn: async () => {
      const selected =
        selection && selection.count > 0 && selection.count <= maxSelected ? await selection.ids() : []
      const ids = selected.length > 0 ? selected : await listIds(api, type, query, [0, count - 1])
      return ids.slice(0, count)
    },
    gcTime: 0,
  })
  return data
}

// For larger selections, the first three rows are taken from the list.
const maxSelected = 1000

interface TryOnRowsProps {
  readonly tried: TriedDefinition
  readonly nameOf: (key: string) => string
  /** Shows faults of the definition at the fields; returns the rest. */
  readonly onRefused: (error: Error) => string | undefined
}

const settleMs = 400

export function TryOnRows(props: TryOnRowsProps) {
  const { hasNone, defaultProvider } = useProviders()
  if (hasNone) return <NoProvider />
  if (!defaultProvider) return null
  const { price, base_url: baseUrl } = defaultProvider
  return <Tries {...props} isFree={areCallsFree(price, baseUrl, 'text')} />
}

function Tries({ tried, nameOf, onRefused, isFree }: TryOnRowsProps & { readonly isFree: boolean }) {
  const { api } = useWorkspace()
  const ids = useTryIds(tried.type, triedRows)
  const settled = useDebouncedValue(JSON.stringify(tried), settleMs)
  const asked: TriedDefinition = JSON.parse(settled)
  const { data: estimate } = useQuery(triesEstimateQuery(api.workspaceId, asked, ids))
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const tries = useTries(api.workspaceId, (error) => setFailure(onRefused(error)))
  const start = (): void => {
    setFailure(undefined)
    tries.start(tried, estimate?.rows ?? ids.map((id) => ({ id, label: null })))
  }
  return (
    <section className="try-on-rows" aria-label={t('Try on 3 rows')}>
      <div className="try-on-rows-head">
        {tries.isRunning ? (
          <Button onClick={tries.cancel}>{t('Stop')}</Button>
        ) : (
          <Button disabled={ids.length === 0} onClick={start}>
            {t('Try on {count, plural, one {# row} other {# rows}}', { count: ids.length || 3 })}
          </Button>
        )}
        <p className="ui-field-hint" aria-live="polite">
          {[
            ids.length === 0 &&
              t('There are no {plural} to try it on yet.', {
                plural: inSentence(typeTexts()[tried.type].plural),
              }),
            estimate && describeTrial(estimate, isFree),
            t('Nothing is written.'),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {tries.rows.length > 0 && (
        <ol className="try-list" ref={bringIntoView} aria-live="polite" aria-busy={tries.isRunning}>
          {tries.rows.map((row) => (
            <TriedCard key={row.id} row={row} type={tried.type} nameOf={nameOf} isFree={isFree} />
          ))}
        </ol>
      )}
      {tries.rows.length === 0 && estimate && <FirstPrompt rows={estimate.rows} />}
    </section>
  )
}

function bringIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}

function FirstPrompt({ rows: [first] }: Pick<TriesEstimate, 'rows'>) {
  if (!first) return null
  return (
    <SentPrompt
      title={t('What is asked about {label}', { label: first.label ?? t('the first row') })}
      prompt={first.prompt}
    />
  )
}

interface TriedCardProps {
  readonly row: TriedRow
  readonly type: EntityType
  readonly nameOf: (key: string) => string
  readonly isFree: boolean
}

function TriedCard({ row: { id, label, outcome }, type, nameOf, isFree }: TriedCardProps) {
  return (
    <li className="try-card" data-status={outcome?.status ?? 'asking'}>
      <h2>
        <RowPicture type={type} id={id} side={44} />
        {outcome?.label ?? label ?? t('An unnamed row')}
      </h2>
      {outcome ? (
        <Outcome outcome={outcome} nameOf={nameOf} isFree={isFree} />
      ) : (
        <p className="ui-field-hint">{t('Waiting for the answer…')}</p>
      )}
    </li>
  )
}

function Outcome({
  outcome,
  nameOf,
  isFree,
}: {
  outcome: TryOutcome
  nameOf: (key: string) => string
  isFree: boolean
}) {
  const { status, value, evidence, note, message, tokens, cost, prompt } = outcome
  return (
    <>
      {status === 'value' ? (
        <p className="try-value">{formatValue(value)}</p>
      ) : (
        <p className="try-status">
          {message === null ? tryTexts()[outcome.skip ?? status] : tMessage(message, outcome)}
        </p>
      )}
      {evidence.length > 0 && (
        <ul className="try-evidence">
          {evidence.map((piece, index) => (
            <li key={index} data-verified={piece.verified}>
              {piece.verified ? <BadgeCheck aria-hidden /> : <CircleAlert aria-hidden />}
              <span>
                <q>{piece.quote}</q>{' '}
                <span className="ui-field-hint">
                  {formatPlace(piece.source, nameOf)},{' '}
                  {piece.verified ? t('found there') : t('not found there')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {note !== null && <p className="ui-field-hint">{note}</p>}
      {status !== 'skipped' && (
        <p className="try-cost">
          {formatTokens(tokens)}: {formatCost(cost, isFree)}
        </p>
      )}
      <SentPrompt title={t('What was sent')} prompt={prompt} />
    </>
  )
}
