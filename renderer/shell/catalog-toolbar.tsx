import { useOpenAttribute } from '../state/attribute-page.ts'
import { useQuery } from '@tanstack/react-query'
import { BetweenVerticalStart, Download, Plus, Upload } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { QuickSearch } from '../filters/quick-search.tsx'
import { runGridCommand } from '../grid/actions/grid-commands.ts'
import { HistoryButtons } from '../grid/view/selection-summary.tsx'
import { isNarrowed, type GridQuery } from '../query/grid-query.ts'
import { useLocation } from '../query/location.ts'
import { Button } from '../ui/button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { useMay, Allowed } from '../state/rights.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { typeTexts } from '../state/entity-types.ts'
import { formatCount } from '../ui/format-count.ts'
import { countQuery } from '../query/list-queries.ts'
import { t } from '../ui/text.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const LazyFaces = lazyPart(async () => (await import('../grid/view/presence-frames.tsx')).PresenceFaces)

interface CatalogToolbarProps {
  type: EntityType
  query: GridQuery
  onQueryChange: (query: GridQuery, isTyping?: boolean) => void
  views: ReactNode
}

export function CatalogToolbar({ type, query, onQueryChange, views }: CatalogToolbarProps) {
  const isInTeam = useWorkspace().session.person !== null
  return (
    <header className="catalog-bar">
      <div className="catalog-toolbar">
        <h1 className="catalog-title">{typeTexts()[type].plural}</h1>
        {views}
        <Count type={type} query={query} />
        {isInTeam && (
          <Suspense>
            <LazyFaces type={type} />
          </Suspense>
        )}
        <QuickSearch value={query.q} onChange={(q) => onQueryChange({ ...query, q }, true)} />
        <Actions type={type} />
      </div>
    </header>
  )
}

function Count({ type, query }: { type: EntityType; query: GridQuery }) {
  const { api } = useWorkspace()
  const { data: total } = useQuery(countQuery(api, type))
  const { data: matching } = useQuery({ ...countQuery(api, type, query), enabled: isNarrowed(query) })
  const text =
    total === undefined
      ? ''
      : isNarrowed(query) && matching !== undefined
        ? t('{matching} of {total}', { matching: formatCount(matching), total: formatCount(total) })
        : formatCount(total)
  return (
    <span
      className="catalog-count"
      role="status"
      aria-label={text === '' ? undefined : t('{text} entries', { text })}
    >
      {text}
    </span>
  )
}

function Actions({ type }: { type: EntityType }) {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, type))
  const openDialog = useOpenDialog()
  const openAttribute = useOpenAttribute()
  const { location } = useLocation()
  const may = useMay()
  return (
    <div className="catalog-actions">
      {may('rows') && <HistoryButtons />}
      {type !== 'source' && may('imports') && (
        <Button variant="ghost" onClick={() => openDialog({ kind: 'import' })}>
          <Upload aria-hidden />
          <span className="catalog-action-label">{t('Import')}</span>
        </Button>
      )}
      <Button
        variant="ghost"
        disabled={attributes === undefined || attributes.length === 0}
        onClick={() => openDialog({ kind: 'export' })}
      >
        <Download aria-hidden />
        <span className="catalog-action-label">{t('Export')}</span>
      </Button>
      <Allowed to="attributes">
        <Button variant="ghost" onClick={() => openAttribute()}>
          <BetweenVerticalStart aria-hidden />
          <span className="catalog-action-label">{t('Add attribute')}</span>
        </Button>
      </Allowed>
      {type !== 'source' && may('rows') && (location.shape === undefined || type === 'product') && (
        <Button
          variant="primary"
          disabled={attributes === undefined || attributes.length === 0}
          onClick={() => runGridCommand('add-row')}
        >
          <Plus aria-hidden />
          <span className="catalog-action-label">
            {t('Add {singular}', { singular: typeTexts()[type].singular })}
          </span>
        </Button>
      )}
    </div>
  )
}
