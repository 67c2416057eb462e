import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { facetsQuery, isStillCounted } from '../query/facet-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { t } from '../ui/text.ts'
import { toMessage } from '../ui/toast.tsx'
import { type FacetProps, firstValues } from './facet-context.ts'
import { nameFacet } from './facet-names.ts'
import { FacetSection } from './facet-section.tsx'

interface PanelFacetProps extends Omit<FacetProps, 'facet'> {
  readonly name: string
  readonly onRemove: () => void
}

/** One facet of the panel, asked for by itself: what is counted in a moment does not wait for what takes long. */
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

/** The server keeps what it has counted, and is asked again. */
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
      {toMessage(error)} <Button onClick={onRetry}>{t('Try again')}</Button>
    </Notice>
  )
}
