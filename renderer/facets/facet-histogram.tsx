import { useState } from 'react'
import { keyOfFacet } from '#shared/facets.ts'
import type { FacetAnswer } from '#shared/schemas/facets.ts'
import { readChoice, withChoice } from '../query/facet-choices.ts'
import { t } from '../ui/text.ts'
import type { FacetProps } from './facet-context.ts'
import { nameFacet } from './facet-names.ts'
import { HistogramBars, formatEdge } from './histogram-bars.tsx'
import { countBetween, edgesOf, type Places, placesOf, rangeBetween } from './range-steps.ts'
import { ValueRow } from './value-row.tsx'

type HistogramAnswer = Extract<FacetAnswer, { bins: unknown }>

/** How many rows have a value between two others; a range of it is chosen by dragging over it, or by the keys of its two ends. */
export function FacetHistogram({ facet, columns, query, onQueryChange }: FacetProps<HistogramAnswer>) {
  const name = nameFacet(facet.facet, columns)
  const key = keyOfFacet(facet.facet)
  const choice = readChoice(query, key)
  const isTime = typeof facet.min === 'string'
  const chosen = placesOf(facet, choice.range, isTime)
  const [dragged, setDragged] = useState<Places>()
  const places = dragged ?? chosen
  const choose = (next: Places): void =>
    onQueryChange(withChoice(query, key, { ...choice, range: rangeBetween(facet, next) }, false))
  const edges = edgesOf(facet)
  return (
    <>
      {facet.bins.length === 0 ? (
        <p className="facet-note">{t('No row has a value.')}</p>
      ) : (
        <>
          <HistogramBars {...{ facet, places, name }} onDrag={setDragged} onChoose={choose} />
          <p className="facet-range">
            <span>{formatEdge(edges[places.from])}</span>
            <span className="facet-range-count">
              {t('{count, plural, one {# row} other {# rows}}', { count: countBetween(facet, places) })}
            </span>
            <span>{formatEdge(edges[places.to])}</span>
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

/** The rows without a value, which lie in no bin. */
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
