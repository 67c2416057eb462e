import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageOff, ImagePlus, Images } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { EntityResource } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { thumbnailUrl, pictureUrl } from '../api/client.ts'
import { knownPicture, storeFile } from '../api/detail-queries.ts'
import { isNarrowed, type GridQuery, emptyGridQuery } from '../query/grid-query.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Button } from '../ui/button.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { addPictures, readDrop, type NewPicture, type PicturesAdded } from './add-pictures.ts'
import { countKey, galleryKey, galleryQuery } from '../query/list-queries.ts'
import { createEntity, rowsOf } from '../api/entities-queries.ts'
import './gallery.css'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/allowed.tsx'
import { everything } from '../query/location.ts'
import { goTo } from '../query/use-location.ts'
import { Dialog } from '../ui/dialog.tsx'

export function Gallery({ query }: { query: GridQuery }) {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, 'image'))
  const pictureKey = attributes?.find(({ data_type: type }) => type === 'image')?.key
  const openDialog = useOpenDialog()
  if (!attributes) return <Skeleton height={200} />
  if (pictureKey === undefined) {
    return (
      <EmptyState
        icon={Images}
        title={t('Images have no picture yet')}
        actions={
          <Allowed to="attributes">
            <Button variant="primary" onClick={() => openDialog({ kind: 'add-attribute', type: 'image' })}>
              {t('Add an attribute')}
            </Button>
          </Allowed>
        }
      >
        <p>{t('Add an attribute of the data type Image: it holds the picture of each image.')}</p>
      </EmptyState>
    )
  }
  return <PictureWall query={query} pictureKey={pictureKey} attributes={attributes} />
}

interface PictureWallProps {
  readonly query: GridQuery
  readonly pictureKey: string
  readonly attributes: readonly AttributeDefinition[]
}

function PictureWall({ query, pictureKey, attributes }: PictureWallProps) {
  const primaryKey = attributes.find(({ is_primary: isPrimary }) => isPrimary)?.key
  const { add, progress } = useAddPictures(pictureKey, primaryKey)
  const drop = useDrop(add)
  return (
    <div className="gallery" {...drop.handlers} data-over={drop.isOver || undefined}>
      <div className="gallery-bar">
        <Allowed to="rows">
          <FilePicker onFiles={add} isBusy={progress !== undefined} />
        </Allowed>
        <span className="ui-field-hint" role="status">
          {progress ?? t('Drop pictures or web addresses anywhere here to add them.')}
        </span>
      </div>
      <PictureList query={query} pictureKey={pictureKey} />
    </div>
  )
}

function PictureList({ query, pictureKey }: Omit<PictureWallProps, 'attributes'>) {
  const { api } = useWorkspace()
  const pages = useInfiniteQuery(galleryQuery(api, query))
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  const [shown, setShown] = useState<EntityResource>()
  const images = rowsOf(data)
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!images) return <Skeleton height={200} />
  if (images.length === 0) return <NoPictures isFiltered={isNarrowed(query)} />
  return (
    <>
      <ul className="gallery-wall" aria-label={t('Pictures')}>
        {images.map((image) => (
          <PictureTile key={image.id} image={image} pictureKey={pictureKey} onShow={() => setShown(image)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more pictures')}
        </Button>
      )}
      <PictureDialog image={shown} pictureKey={pictureKey} onClose={() => setShown(undefined)} />
    </>
  )
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

interface PictureTileProps {
  readonly image: EntityResource
  readonly pictureKey: string
  readonly onShow: () => void
}

function PictureTile({ image, pictureKey, onShow }: PictureTileProps) {
  const { workspace } = useWorkspace()
  const [failed, setFailed] = useState<string>()
  const value = image.attributes[pictureKey]
  const address = typeof value === 'string' ? thumbnailUrl(workspace.id, value, 240) : undefined
  const isShown = address !== undefined && failed !== address
  return (
    <li>
      <button type="button" className="gallery-tile" onClick={onShow}>
        {isShown ? (
          <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />
        ) : (
          <span className="gallery-none">
            <ImageOff aria-label={address === undefined ? t('No picture') : t('Picture not found')} />
          </span>
        )}
        <span className="gallery-name">{image.label ?? t('Without a name')}</span>
      </button>
    </li>
  )
}

function FilePicker({ onFiles, isBusy }: { onFiles: (pictures: NewPicture[]) => void; isBusy: boolean }) {
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

/** Handles drops itself and hides them from the window's own drop zone, which imports tables. */
function useDrop(add: (pictures: NewPicture[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const take = (event: DragEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    isOver,
    handlers: {
      onDragEnter: take,
      onDragOver: (event: DragEvent) => {
        take(event)
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        take(event)
        const { currentTarget, relatedTarget } = event
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        take(event)
        setIsOver(false)
        const pictures = readDrop(event.dataTransfer)
        if (pictures.length > 0) add(pictures)
        else
          showError(t('Nothing to add'), {
            description: t('Drop picture files or web addresses.'),
            isPassing: true,
          })
      },
    },
  }
}

function useAddPictures(pictureKey: string, primaryKey: string | undefined) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const run = async (pictures: readonly NewPicture[]): Promise<void> => {
    const outcome = await addPictures(pictures, {
      store: (file) => storeFile(api, file),
      isKnown: async (value) => (await knownPicture(api, pictureKey, value)) !== undefined,
      create: async (value, name) => {
        const named = primaryKey === undefined || primaryKey === pictureKey ? {} : { [primaryKey]: name }
        await createEntity(api, 'image', { ...named, [pictureKey]: value })
      },
      onProgress: (done, total) => setProgress(t('Adding {done} of {total}…', { done: done + 1, total })),
    })
    setProgress(undefined)
    announce(outcome)
    await queryClient.invalidateQueries({ queryKey: galleryKey(api.workspaceId) })
    await queryClient.invalidateQueries({ queryKey: countKey(api.workspaceId) })
  }
  return { progress, add: (pictures: NewPicture[]) => void run(pictures) }
}

function announce({ added, known, failed }: PicturesAdded): void {
  const [first] = failed
  if (first) {
    const title = t('{count, plural, one {# picture} other {# pictures}} could not be added', {
      count: failed.length,
    })
    showError(title, { description: `${first.name}: ${first.reason}` })
  }
  const skipped =
    known.length > 0
      ? t('{count, plural, one {# picture} other {# pictures}} already there', { count: known.length })
      : ''
  if (added > 0)
    showSuccess(t('{added, plural, one {# picture} other {# pictures}} added', { added }), {
      description: skipped,
    })
  else if (skipped !== '') showSuccess(t('Nothing new'), { description: skipped })
}

interface PictureDialogProps {
  readonly image: EntityResource | undefined
  readonly pictureKey: string
  readonly onClose: () => void
}

function PictureDialog({ image, pictureKey, onClose }: PictureDialogProps) {
  const { workspace } = useWorkspace()
  const value = image?.attributes[pictureKey]
  const showRow = (): void => {
    const clauses = [{ key: 'id', operator: 'eq', value: image?.id ?? '' }]
    goTo({
      workspaceId: workspace.id,
      view: 'image',
      savedView: everything,
      query: { ...emptyGridQuery, clauses },
    })
  }
  return (
    <Dialog
      title={image?.label ?? t('Picture')}
      open={image !== undefined}
      onClose={onClose}
      size="large"
      footer={
        <Button variant="primary" onClick={showRow}>
          {t('Show its row in the grid')}
        </Button>
      }
    >
      {typeof value === 'string' ? (
        <img
          className="gallery-large"
          src={pictureUrl(workspace.id, value)}
          alt={image?.label ?? t('Picture')}
        />
      ) : (
        <p>{t('This image has no picture. Show its row to add one.')}</p>
      )}
    </Dialog>
  )
}
