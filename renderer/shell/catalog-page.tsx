import { useOpenAttribute } from '../state/attribute-page.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { BetweenVerticalStart, Upload } from 'lucide-react'
import { attributesQuery } from '../api/attributes-queries.ts'
import { ClassColumnsToggle } from '../classes/class-columns-toggle.tsx'
import { hasTree, TreeToggle } from '../categories/tree-toggle.tsx'
import { BesideFacets, FacetsButton } from '../facets/beside-facets.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { ShapeToggle } from '../gallery/shape-toggle.tsx'
import type { GridQuery } from '../query/grid-query.ts'
import { GridPage } from '../grid/grid-page.tsx'
import { BulkEditButton } from '../grid/panels/bulk-edit-dialog.tsx'
import { GroupMenu, RowHeightMenu } from '../grid/panels/group-menu.tsx'
import { KindMenu } from '../grid/panels/kind-menu.tsx'
import { ColoursButton } from '../grid/panels/colours-panel.tsx'
import { ColumnsButton } from '../grid/panels/columns-panel.tsx'
import { useLocation } from '../query/location.ts'
import { useGridViews } from '../views/view-content.ts'
import { ViewSwitcher } from '../views/view-switcher.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useMay, Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { CatalogToolbar } from './catalog-toolbar.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useSelector } from '@tanstack/react-store'
import { PastedTable } from '../state/pasted-table.tsx'
import { typeTexts } from '../state/entity-types.ts'
import { countQuery } from '../query/list-queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import './catalog-page.css'
import { t, inSentence } from '../ui/text.ts'

const LazyCategories = lazyPart(
  async () => (await import('../categories/category-browser.tsx')).CategoryBrowser,
)
const LazyWorklistBar = lazyPart(async () => (await import('./worklist-links.tsx')).WorklistBar)
const LazyShelf = lazyPart(async () => (await import('../assets/unplaced-shelf.tsx')).UnplacedShelf, {
  isOptional: true,
})
const LazyShelfButton = lazyPart(async () => (await import('../assets/unplaced-shelf.tsx')).UnplacedButton, {
  isOptional: true,
})
const LazyStart = lazyPart(async () => (await import('../home/start-here.tsx')).StartHere)
const LazyGallery = lazyPart(async () => (await import('../gallery/gallery.tsx')).Gallery)

export function CatalogPage({ type }: { type: EntityType }) {
  const { api, session } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, type))
  const { data: count } = useQuery(countQuery(api, type))
  const gridViews = useGridViews(type)
  const isKnown =
    gridViews.isReady && attributes !== undefined && (attributes.length > 0 || count !== undefined)
  const isEmpty = attributes?.length === 0 && count === 0
  const { location, change } = useLocation()
  const isGallery = type === 'image' && location.shape === 'gallery'
  const changeQuery = (query: GridQuery, isTyping = false): void => change({ query }, isTyping)
  return (
    <>
      <CatalogToolbar
        type={type}
        query={location.query}
        onQueryChange={changeQuery}
        views={<ViewSwitcher gridViews={gridViews} />}
      />
      <Bar type={type} query={location.query} onQueryChange={changeQuery} />
      {session.person !== null && (
        <Suspense>
          <LazyWorklistBar location={location} />
        </Suspense>
      )}
      <section className="catalog-grid" aria-label={typeTexts()[type].plural}>
        {isKnown ? (
          <Suspense fallback={<GridOutline />}>
            <FacetFrame type={type} query={location.query} onQueryChange={changeQuery}>
              <Entities type={type} isEmpty={isEmpty} isGallery={isGallery} />
            </FacetFrame>
          </Suspense>
        ) : (
          <GridOutline />
        )}
      </section>
      <Shelf isShown={type === 'product' || isGallery} />
    </>
  )
}

/** Files that wait for a product, below the rows and pictures that they may belong to. */
function Shelf({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <Suspense>
      <LazyShelf />
    </Suspense>
  )
}

/** The category tree is always complete, so no facet narrows it. */
function FacetFrame({ children, ...props }: BarProps & { children: ReactNode }) {
  const { location } = useLocation()
  if (props.type === 'category' && location.shape === 'tree') return children
  return <BesideFacets {...props}>{children}</BesideFacets>
}

interface BarProps {
  type: EntityType
  query: GridQuery
  onQueryChange: (query: GridQuery) => void
}

function Bar({ type, query, onQueryChange }: BarProps) {
  const { location } = useLocation()
  if (type === 'category' && location.shape === 'tree') {
    return (
      <div className="filter-bar">
        <TreeToggle type={type} />
      </div>
    )
  }
  return (
    <FilterBar type={type} query={query} onQueryChange={onQueryChange}>
      <LookButtons type={type} />
    </FilterBar>
  )
}

function LookButtons({ type }: { type: EntityType }) {
  const { location } = useLocation()
  const { workspace } = useWorkspace()
  const { kind } = useSelector(gridLayoutOf(workspace.id, type).shownAs)
  const isGrid = location.shape === undefined || type === 'product'
  return (
    <>
      <FacetsButton type={type} />
      {isGrid && (
        <>
          <KindMenu type={type} />
          <ColumnsButton type={type} />
          {type === 'product' && <ClassColumnsToggle query={location.query} />}
          {kind === 'grid' && (
            <>
              <GroupMenu type={type} />
              <RowHeightMenu type={type} />
              <ColoursButton type={type} />
            </>
          )}
          <Allowed to="rows">
            <BulkEditButton type={type} />
          </Allowed>
        </>
      )}
      {type === 'image' && <ShapeToggle />}
      {(type === 'product' || !isGrid) && (
        <Suspense>
          <LazyShelfButton />
        </Suspense>
      )}
      {hasTree(type) && <TreeToggle type={type} />}
    </>
  )
}

interface EntitiesProps {
  type: EntityType
  isEmpty: boolean
  isGallery: boolean
}

function Entities({ type, isEmpty, isGallery }: EntitiesProps) {
  const { workspace } = useWorkspace()
  const { location, change } = useLocation()
  const openAttribute = useOpenAttribute()
  if (isEmpty) return <EmptyCatalog type={type} />
  const grid = (
    entityType: EntityType,
    query: GridQuery,
    onQueryChange: (query: GridQuery, isTyping?: boolean) => void,
  ) => (
    <GridPage
      workspaceId={workspace.id}
      onAddAttribute={() => openAttribute({ type: entityType })}
      {...{ entityType, query, onQueryChange }}
    />
  )
  if (location.shape === 'tree' && hasTree(type)) {
    return (
      <LazyCategories
        type={type}
        renderProducts={(query, onQueryChange) => grid('product', query, onQueryChange)}
        renderBar={(query) => <ClassColumnsToggle query={query} />}
      />
    )
  }
  if (isGallery) return <LazyGallery query={location.query} />
  return grid(type, location.query, (query, isTyping = false) => change({ query }, isTyping))
}

function EmptyCatalog({ type }: { type: EntityType }) {
  if (type !== 'product') return <EmptyList type={type} />
  return (
    <div className="catalog-start">
      <LazyStart />
    </div>
  )
}

function EmptyList({ type }: { type: EntityType }) {
  const openDialog = useOpenDialog()
  const openAttribute = useOpenAttribute()
  const { plural, icon, purpose } = typeTexts()[type]
  const isImportable = type !== 'source'
  const may = useMay()
  return (
    <EmptyState
      icon={icon}
      title={t('No {plural} yet', { plural: inSentence(plural) })}
      actions={
        <>
          <Allowed to="attributes">
            <Button onClick={() => openAttribute()}>
              <BetweenVerticalStart aria-hidden />
              {t('Add the first attribute')}
            </Button>
          </Allowed>
          {isImportable && may('imports') && (
            <Button variant="primary" onClick={() => openDialog({ kind: 'import' })}>
              <Upload aria-hidden />
              {t('Import a file')}
            </Button>
          )}
        </>
      }
    >
      {isImportable && may('imports') && <PastedTable />}
      <p>{purpose}</p>
      <p>
        {!may('imports')
          ? t('People who may import files and add attributes here can fill it.')
          : isImportable
            ? t(
                'Import a file or paste a table, and its columns become attributes; or add attributes one by one and fill the grid by hand.',
              )
            : t('They are added by scripts and agents through the API.')}
      </p>
    </EmptyState>
  )
}

const rows = Array.from({ length: 12 }, (_, index) => index)

function GridOutline() {
  return (
    <div className="frame-outline" aria-busy="true">
      {rows.map((row) => (
        <Skeleton key={row} width={`${52 + ((row * 23) % 40)}%`} />
      ))}
    </div>
  )
}
