import { useOpenAttribute } from '../state/attribute-page.ts'
import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Images, TextCursorInput } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import { isUsedKey } from '#shared/filters.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { cellPictureCountQuery, hashOfValue } from '../api/pictures-queries.ts'
import { type FilterClause, type GridQuery, isNarrowed } from '../query/grid-query.ts'
import { countQuery } from '../query/list-queries.ts'
import { useLocation } from '../query/location.ts'
import { useMay, Allowed } from '../state/rights.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useChoice } from '../state/stored-choice.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { useAddPictures, useGalleryDrop } from './add-pictures.tsx'
import { CompareDialog, LargePicture } from './picture-dialogs.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { EditPictureDialog } from './edit-picture-dialog.tsx'
import { type PictureEdits, usePictureEdits } from './picture-edits.ts'
import { ImageActions, ImageTexts, PicturePanel, UseList } from './picture-panel.tsx'
import { type Picture, useCellSource, useImageSource } from './picture-source.ts'
import { PictureWall } from './picture-wall.tsx'
import { noSelection, tileSize, tileSizes, tileSizeTexts, type WallSelection } from './wall-model.ts'
import './gallery.css'

/** All pictures of the workspace: its images, and what cells hold themselves. */
export function Gallery({ query }: { query: GridQuery }) {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, 'image'))
  const { data: images } = useQuery(countQuery(api, 'image'))
  const { data: inCells } = useQuery(cellPictureCountQuery(api))
  const [chosen, setChosen] = useState<GalleryTab>()
  if (!attributes || images === undefined || inCells === undefined) return <Skeleton height={200} />
  const shown = chosen ?? (images === 0 && inCells > 0 ? 'cells' : 'images')
  const tabs = inCells > 0 && <Tabs counts={{ images, cells: inCells }} shown={shown} onShow={setChosen} />
  return shown === 'cells' ? <CellGallery tabs={tabs} /> : <AllImages {...{ query, attributes, tabs }} />
}

function AllImages({ query, attributes, tabs }: Omit<ImageGalleryProps, 'pictureKey'>) {
  const pictureKey = attributes.find(({ data_type: type }) => type === 'image')?.key
  if (pictureKey === undefined) return <NoAttribute tabs={tabs} />
  return <ImageGallery {...{ query, pictureKey, attributes, tabs }} />
}

type GalleryTab = 'images' | 'cells'

interface TabsProps {
  readonly counts: Readonly<Record<GalleryTab, number>>
  readonly shown: GalleryTab
  readonly onShow: (shown: GalleryTab) => void
}

function Tabs({ counts, shown, onShow }: TabsProps) {
  const names: Readonly<Record<GalleryTab, string>> = { images: t('Images'), cells: t('In cells') }
  return (
    <div className="gallery-tabs" role="group" aria-label={t('Which pictures')}>
      {(['images', 'cells'] as const).map((each) => (
        <Button key={each} variant="ghost" aria-pressed={shown === each} onClick={() => onShow(each)}>
          {names[each]} <span className="side-count">{formatCount(counts[each])}</span>
        </Button>
      ))}
    </div>
  )
}

function NoAttribute({ tabs }: { readonly tabs: ReactNode }) {
  const openAttribute = useOpenAttribute()
  return (
    <div className="gallery">
      {tabs && <div className="gallery-bar">{tabs}</div>}
      <EmptyState
        icon={Images}
        title={t('Images have no picture yet')}
        actions={
          <Allowed to="attributes">
            <Button variant="primary" onClick={() => openAttribute({ type: 'image' })}>
              {t('Add an attribute')}
            </Button>
          </Allowed>
        }
      >
        <p>{t('Add an attribute of the data type Image: it holds the picture of each image.')}</p>
      </EmptyState>
    </div>
  )
}

interface ImageGalleryProps {
  readonly query: GridQuery
  readonly pictureKey: string
  readonly attributes: readonly AttributeDefinition[]
  readonly tabs: ReactNode
}

function ImageGallery({ query, pictureKey, attributes, tabs }: ImageGalleryProps) {
  const primaryKey = attributes.find(({ is_primary: isPrimary }) => isPrimary)?.key
  const { add, progress } = useAddPictures(pictureKey, primaryKey)
  const drop = useGalleryDrop(add)
  return (
    <div className="gallery" {...drop.handlers} data-over={drop.isOver || undefined}>
      <div className="gallery-bar">
        {tabs}
        <Allowed to="rows">
          <FilePicker onFiles={add} isBusy={progress !== undefined} />
        </Allowed>
        <QuickFilters query={query} hasAltText={attributes.some(({ key }) => key === 'alt_text')} />
        {attributes.some(({ key }) => key === 'alt_text') && <TextsInGrid />}
        <span className="gallery-status" role="status">
          {progress ?? t('Drop pictures, folders or web addresses anywhere here.')}
        </span>
        <TileSizes />
      </div>
      <ImageFrame {...{ query, pictureKey, attributes }} />
    </div>
  )
}

/** The wall of images with the panel of what is selected. */
function ImageFrame({ query, pictureKey, attributes }: Omit<ImageGalleryProps, 'tabs'>) {
  const may = useMay()
  const source = useImageSource(query, pictureKey)
  const edits = usePictureEdits()
  const [selection, setSelection] = useState(noSelection)
  const [opened, setOpened] = useState<Picture>()
  const selected = source.among(selection.ids)
  const { actions, comparing, editing, downloading } = useImageActions({
    edits,
    selection,
    onSelect: setSelection,
    selected,
  })
  if (source.error) return <Notice tone="danger">{source.error.message}</Notice>
  if (source.total === 0) return <NoPictures isFiltered={isNarrowed(query)} />
  const replace = ({ id }: Picture, file: File): void => void edits.replace(id, pictureKey, file)
  const [only] = selection.ids
  return (
    <div className="gallery-frame">
      <PictureWall
        label={t('Pictures')}
        source={source}
        selection={selection}
        onSelect={setSelection}
        onOpen={setOpened}
        onRemove={may('trash') ? actions.onTrash : undefined}
        onUndo={() => void edits.undo()}
        onReplace={may('rows') ? replace : undefined}
      />
      <PicturePanel selected={selected} count={selection.ids.size}>
        <ImageActions selected={selected} count={selection.ids.size} {...actions} />
        {selection.ids.size === 1 && only !== undefined && (
          <ImageTexts key={only} id={only} attributes={attributes} edits={edits} />
        )}
      </PicturePanel>
      <LargePicture picture={opened} onClose={() => setOpened(undefined)} />
      <CompareDialog {...comparing} />
      <EditPictureDialog {...editing} edits={edits} />
      <DownloadDialog {...downloading} />
    </div>
  )
}

interface SelectedImages {
  readonly edits: PictureEdits
  readonly selection: WallSelection
  readonly onSelect: (selection: WallSelection) => void
  readonly selected: readonly Picture[]
}

function useImageActions({ edits, selection, onSelect, selected }: SelectedImages) {
  const openDialog = useOpenDialog()
  const [isComparing, setIsComparing] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const [downloaded, setDownloaded] = useState<readonly string[]>([])
  const trash = async (): Promise<void> => {
    if (await edits.trash([...selection.ids])) onSelect({ ...selection, ids: new Set() })
  }
  return {
    actions: {
      onCompare: () => setIsComparing(true),
      onMatch: () => openDialog({ kind: 'place-pictures', files: [], stored: storedFiles(selected) }),
      onEdit: () => setIsEditing(true),
      onDownload: () => setDownloaded([...selection.ids]),
      onTrash: () => void trash(),
    },
    downloading: { ids: downloaded, onClose: () => setDownloaded([]) },
    editing: { picture: isEditing ? selected[0] : undefined, onClose: () => setIsEditing(false) },
    comparing: { pictures: isComparing ? selected : [], onClose: () => setIsComparing(false) },
  }
}

function CellGallery({ tabs }: { readonly tabs: ReactNode }) {
  const source = useCellSource()
  const [selection, setSelection] = useState(noSelection)
  const [opened, setOpened] = useState<Picture>()
  const selected = source.among(selection.ids)
  const [only] = selected
  return (
    <div className="gallery">
      <div className="gallery-bar">
        {tabs}
        <span className="gallery-status">{t('Pictures that rows hold in cells of their own.')}</span>
        <TileSizes />
      </div>
      {source.error && <Notice tone="danger">{source.error.message}</Notice>}
      <div className="gallery-frame">
        <PictureWall
          label={t('Pictures in cells')}
          source={source}
          selection={selection}
          onSelect={setSelection}
          onOpen={setOpened}
        />
        <PicturePanel selected={selected} count={selection.ids.size}>
          {selection.ids.size === 1 && only?.cells && <UseList uses={only.cells.uses} />}
        </PicturePanel>
      </div>
      <LargePicture picture={opened} onClose={() => setOpened(undefined)} />
    </div>
  )
}

function storedFiles(pictures: readonly Picture[]) {
  return pictures.flatMap(({ name, value }) => {
    const hash = hashOfValue(value)
    return hash === undefined || value === undefined ? [] : [{ hash, value, name: name ?? hash }]
  })
}

function NoPictures({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState icon={Images} title={isFiltered ? t('No images match') : t('No pictures yet')}>
      <p>
        {isFiltered
          ? t('Loosen the filter or the search to see more.')
          : t('Drop files here or choose them: each becomes an image that products can refer to.')}
      </p>
    </EmptyState>
  )
}

function FilePicker({ onFiles, isBusy }: { onFiles: (pictures: { file: File }[]) => void; isBusy: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('Pictures to add')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])].map((file) => ({ file })))
          event.target.value = ''
        }}
      />
      <Button busy={isBusy} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden />
        {t('Add pictures')}
      </Button>
    </>
  )
}

interface QuickFiltersProps {
  readonly query: GridQuery
  readonly hasAltText: boolean
}

/** The two questions that galleries are asked most, as ordinary clauses of the filter. */
function QuickFilters({ query, hasAltText }: QuickFiltersProps) {
  const { change } = useLocation()
  const toggles: { readonly label: string; readonly clause: FilterClause }[] = [
    { label: t('Unused'), clause: { key: isUsedKey, operator: 'eq', value: 'false' } },
    ...(hasAltText
      ? [
          {
            label: t('Without alternative text'),
            clause: { key: 'alt_text', operator: 'exists', value: 'false' },
          },
        ]
      : []),
  ]
  return toggles.map(({ label, clause }) => {
    const others = query.clauses.filter((each) => !isSameClause(each, clause))
    const isOn = others.length < query.clauses.length
    return (
      <Button
        key={label}
        variant="ghost"
        aria-pressed={isOn}
        onClick={() => change({ query: { ...query, clauses: isOn ? others : [...others, clause] } })}
      >
        {label}
      </Button>
    )
  })
}

/** Leads to the rows of the same pictures, with large previews and the cursor in their alternative texts. */
function TextsInGrid() {
  const { workspace } = useWorkspace()
  const { change } = useLocation()
  const show = (): void => {
    const look = gridLayoutOf(workspace.id, 'image')
    look.rowHeight.set('extra_tall')
    look.columnVisibility.set((shown) => ({ ...shown, alt_text: true }))
    look.sought.set({ key: 'alt_text' })
    change({ shape: undefined })
  }
  return (
    <Allowed to="rows">
      <Button variant="ghost" onClick={show}>
        <TextCursorInput aria-hidden />
        {t('Write alternative texts')}
      </Button>
    </Allowed>
  )
}

function isSameClause(a: FilterClause, b: FilterClause): boolean {
  return a.key === b.key && a.operator === b.operator && a.value === b.value
}

function TileSizes() {
  const size = useChoice(tileSize)
  return (
    <input
      type="range"
      className="gallery-sizes"
      aria-label={t('Size of the pictures')}
      aria-valuetext={tileSizeTexts()[size]}
      min={0}
      max={tileSizes.length - 1}
      step={1}
      value={tileSizes.indexOf(size)}
      onChange={(event) => tileSize.choose(tileSizes[Number(event.target.value)] ?? 'medium')}
    />
  )
}
