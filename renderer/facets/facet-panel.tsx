import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { ChartBarBig, Plus, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type PointerEvent } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { keyOfFacet, maxFacets } from '#shared/facets.ts'
import type { GridColumn } from '../query/columns.ts'
import { facetsQuery, isChosen, readChoice, withoutChoice } from '../query/facets.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { describeMatching } from '../state/entity-types.ts'
import type { LookStore } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { SearchSelect } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import { listFacets, nameFacet, firstValues } from './facet-names.ts'
import { focusRequests, panelWidth, showFacets, setPanelWidth, widthBounds } from './facet-state.ts'
import { PanelFacet } from './panel-facet.tsx'
import './facets.css'
import { followDrag } from '../ui/follow-drag.tsx'

interface ShownPanelProps {
  readonly type: EntityType
  readonly query: GridQuery
  readonly onQueryChange: (query: GridQuery) => void
  readonly look: LookStore
  readonly columns: readonly GridColumn[]
  readonly names: readonly string[]
}

const step = 16

function PanelEdge({ width }: { width: number }) {
  const startDrag = (press: PointerEvent<HTMLElement>): void => {
    if (press.button !== 0) return
    press.preventDefault()
    const start = press.clientX
    let latest = width
    followDrag(press, {
      onMove: ({ clientX }) => {
        latest = width + clientX - start
        setPanelWidth(latest, false)
      },
      onEnd: (isDropped) => setPanelWidth(isDropped ? latest : width),
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: widthBounds.least,
      End: widthBounds.most,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    setPanelWidth(target)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('Width of the facets')}
      aria-valuemin={widthBounds.least}
      aria-valuemax={widthBounds.most}
      aria-valuenow={width}
      tabIndex={0}
      className="facet-edge"
      onPointerDown={startDrag}
      onKeyDown={onKeyDown}
    />
  )
}

export function FacetPanel({ type, query, onQueryChange, look, columns, names }: ShownPanelProps) {
  const { api } = useWorkspace()
  const width = useSelector(panelWidth)
  const panel = useRequestedFocus()
  // The same request as that of the first facet: each answer has the number of rows.
  const asked = names.slice(0, 1)
  const { data } = useQuery(facetsQuery(api, type, { query, names, asked, limit: firstValues }))
  const close = (): void => {
    showFacets(look, columns, false)
    document.querySelector<HTMLElement>('.facet-rows .grid-input')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  const remove = (name: string): void => look.facets.set({ names: names.filter((other) => other !== name) })
  return (
    <aside
      ref={panel}
      className="facet-panel"
      style={{ width }}
      aria-label={t('Facets')}
      onKeyDown={onKeyDown}
    >
      <FacetHeader {...{ query, onQueryChange, names }} onClose={close}>
        {data && describeMatching(data.matching, type)}
      </FacetHeader>
      <div className="facet-list">
        {names.length === 0 && <NoFacets />}
        {names.map((name) => (
          <PanelFacet
            key={name}
            {...{ type, name, names, columns, query, onQueryChange }}
            onRemove={() => remove(name)}
          />
        ))}
        <AddFacet {...{ look, columns, names }} />
      </div>
      <PanelEdge width={width} />
    </aside>
  )
}

function useRequestedFocus() {
  const panel = useRef<HTMLElement>(null)
  const requests = useSelector(focusRequests)
  const seen = useRef(0)
  useEffect(() => {
    if (seen.current === requests) return
    seen.current = requests
    panel.current?.querySelector<HTMLElement>('button')?.focus()
  }, [requests])
  return panel
}

interface FacetHeaderProps extends Pick<ShownPanelProps, 'query' | 'onQueryChange' | 'names'> {
  readonly onClose: () => void
  readonly children: ReactNode
}

function FacetHeader({ query, onQueryChange, names, onClose, children }: FacetHeaderProps) {
  const keys = names.map(keyOfFacet)
  const hasChoices = keys.some((key) => isChosen(readChoice(query, key)))
  return (
    <header className="facet-header">
      <h2>{t('Facets')}</h2>
      {hasChoices && (
        <Button variant="ghost" onClick={() => onQueryChange(keys.reduce(withoutChoice, query))}>
          {t('Clear choices')}
        </Button>
      )}
      <IconButton label={t('Close the facets')} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <p role="status">{children}</p>
    </header>
  )
}

function NoFacets() {
  return (
    <EmptyState icon={ChartBarBig} title={t('No facets yet')}>
      <p>{t('A facet shows which values the rows have, and narrows them by what you choose.')}</p>
    </EmptyState>
  )
}

function AddFacet({ look, columns, names }: Pick<ShownPanelProps, 'look' | 'columns' | 'names'>) {
  const more = listFacets(columns).filter((name) => !names.includes(name))
  if (more.length === 0 || names.length >= maxFacets) return null
  return (
    <SearchSelect
      label={t('Add a facet')}
      searchLabel={t('Find an attribute')}
      value=""
      trigger={
        <Button variant="ghost" className="facet-add">
          <Plus aria-hidden />
          {t('Add a facet')}
        </Button>
      }
      options={more.map((name) => ({ value: name, label: nameFacet(name, columns) }))}
      onChange={(name) => look.facets.set({ names: [...names, name] })}
    />
  )
}
