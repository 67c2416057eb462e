import { ListX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { keyOfFacet } from '#shared/facets.ts'
import { isChosen, readChoice, withoutChoice } from '../query/facet-choices.ts'
import { IconButton } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import type { FacetProps } from './facet-context.ts'
import { FacetHistogram } from './facet-histogram.tsx'
import { nameFacet } from './facet-names.ts'
import { FacetPresence, FacetValues } from './facet-values.tsx'

interface FacetSectionProps extends FacetProps {
  readonly onRemove: () => void
  /** What is said under the name. */
  readonly children?: ReactNode
}

/** One facet under its name. */
export function FacetSection({ onRemove, children, ...props }: FacetSectionProps) {
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
