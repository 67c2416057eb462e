import { useQuery } from '@tanstack/react-query'
import { X, ListX } from 'lucide-react'
import {
  facetsQuery,
  isStillCounted,
  isChosen,
  readChoice,
  withoutChoice,
  withChoice,
} from '../query/facets.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { errorText } from '../ui/toast.tsx'
import { type FacetProps, firstValues, nameFacet } from './facet-names.ts'
import { type ReactNode, useState } from 'react'
import { keyOfFacet } from '#shared/facets.ts'
import { FacetPresence, FacetValues, ValueRow } from './facet-values.tsx'
import type { FacetAnswer } from '#shared/schemas/views.ts'
import {
  HistogramBars,
  formatEdge,
  countBetween,
  edgesOf,
  type BarRange,
  rangeOf,
  rangeBetween,
} from './histogram-bars.tsx'

interface PanelFacetProps extends Omit<FacetProps, 'facet'> {
  readonly name: string
  readonly onRemove: () => void
}

/** One facet of the panel, fetched separately, so that a quick one does not wait for a slow one. */
export function PanelFacet({ name, onRemove, ...props }: PanelFacetProps) {
  const { type, query, names, columns } = props
  const { api } = useWorkspace()
  const asked = { query, names, asked: [name], limit: firstValues }
  const { data, error, failureReason, refetch } = useQuery(facetsQuery(api, type, asked))
  const facet = data?.facets.find((each) => each.facet === name)
  const isSlow = isStillCounted(failureReason) && !error
  if (facet && !error) {
    return (
      <FacetSection {...props} facet={facet} onRemove={onRemove}>
        {isSlow && <StillCounted />}
      </FacetSection>
    )
  }
  const title = nameFacet(name, columns)
  return (
    <section className="facet" aria-label={title} aria-busy={!error}>
      <header className="facet-head">
        <h3>{title}</h3>
        <IconButton label={t('Remove the facet {name}', { name: title })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </header>
      {error ? <NotCounted error={error} onRetry={() => void refetch()} /> : <Outline />}
      {isSlow && <StillCounted />}
    </section>
  )
}

function Outline() {
  return (
    <>
      <Skeleton width="80%" />
      <Skeleton width="60%" />
    </>
  )
}

/** The server caches its partial count, and is asked again. */
function StillCounted() {
  return (
    <p className="facet-note" role="status">
      {t('Counting many rows for the first time. You can keep working meanwhile.')}
    </p>
  )
}

function NotCounted({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <Notice tone="danger">
      {errorText(error)} <Button onClick={onRetry}>{t('Try again')}</Button>
    </Notice>
  )
}

interface FacetSectionProps extends FacetProps {
  readonly onRemove: () => void
  readonly children?: ReactNode
}

function FacetSection({ onRemove, children, ...props }: FacetSectionProps) {
  const { facet, columns, query, onQueryChange } = props
  const name = nameFacet(facet.facet, columns)
  const key = keyOfFacet(facet.facet)
  return (
    <section className="facet" aria-label={name}>
      <header className="facet-head">
        <h3>{name}</h3>
        {isChosen(readChoice(query, key)) && (
          <IconButton
            label={t('Clear what is chosen in {name}', { name })}
            onClick={() => onQueryChange(withoutChoice(query, key))}
          >
            <ListX aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('Remove the facet {name}', { name })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </header>
      {children}
      <FacetBody {...props} />
    </section>
  )
}

function FacetBody({ facet, ...props }: FacetProps) {
  if ('values' in facet) return <FacetValues {...props} facet={facet} />
  if ('bins' in facet) return <FacetHistogram {...props} facet={facet} />
  return <FacetPresence {...props} facet={facet} />
}

type HistogramAnswer = Extract<FacetAnswer, { bins: unknown }>

function FacetHistogram({ facet, columns, query, onQueryChange }: FacetProps<HistogramAnswer>) {
  const name = nameFacet(facet.facet, columns)
  const key = keyOfFacet(facet.facet)
  const choice = readChoice(query, key)
  const isTime = typeof facet.min === 'string'
  const chosen = rangeOf(facet, choice.range, isTime)
  const [dragged, setDragged] = useState<BarRange>()
  const range = dragged ?? chosen
  const choose = (next: BarRange): void =>
    onQueryChange(withChoice(query, key, { ...choice, range: rangeBetween(facet, next) }, false))
  const edges = edgesOf(facet)
  return (
    <>
      {facet.bins.length === 0 ? (
        <p className="facet-note">{t('No row has a value.')}</p>
      ) : (
        <>
          <HistogramBars {...{ facet, range, name }} onDrag={setDragged} onChoose={choose} />
          <p className="facet-range">
            <span>{formatEdge(edges[range.from])}</span>
            <span className="facet-range-count">
              {t('{count, plural, one {# row} other {# rows}}', { count: countBetween(facet, range) })}
            </span>
            <span>{formatEdge(edges[range.to])}</span>
          </p>
        </>
      )}
      <EmptyRow
        blank={facet.blank}
        isChosen={choice.included.includes(null)}
        onChoose={(included) =>
          onQueryChange(withChoice(query, key, { ...choice, included, range: undefined }, false))
        }
      />
    </>
  )
}

interface EmptyRowProps {
  readonly blank: number
  readonly isChosen: boolean
  readonly onChoose: (included: readonly null[]) => void
}

function EmptyRow({ blank, isChosen, onChoose }: EmptyRowProps) {
  if (blank === 0 && !isChosen) return null
  return (
    <ul className="facet-values">
      <ValueRow
        row={{ value: null, label: t('Empty'), count: blank }}
        share={0}
        state={isChosen ? 'included' : 'free'}
        isTabStop
        onInclude={() => onChoose(isChosen ? [] : [null])}
        onExclude={undefined}
      />
    </ul>
  )
}
