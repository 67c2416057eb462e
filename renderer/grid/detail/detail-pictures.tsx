import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { attributesQuery } from '../../api/attributes-queries.ts'
import { pictureUrl, thumbnailUrl } from '../../api/client.ts'
import { entitiesByIdQuery } from '../../api/entities-queries.ts'
import { type GridColumn, readValue } from '../../query/columns.ts'
import { pictureDrop } from '../../state/desktop-files.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../../ui/text.ts'
import { saveCell } from '../actions/editing.ts'
import { openPlacing, putFiles, takesPictures } from '../actions/put-picture.ts'
import { listWrite } from '../cells/reference-search.ts'
import { isStub, isStubList } from '../cells/stubs.ts'
import type { GridSession } from '../data/grid-session.ts'
import { useDetail } from './detail-context.ts'

interface Picture {
  readonly id: string
  readonly address: string
  readonly thumbnail: string
  readonly name: string
  readonly column: GridColumn
}

const thumbnailSide = 88

/** The pictures of a row, in an order that is changed by dragging them or by Alt and the arrows. */
export function DetailPictures() {
  const { session, entity } = useDetail()
  const pictures = usePictures()
  const [large, setLarge] = useState<number>()
  const [moved, setMoved] = useState<Picture>()
  const move: MovePicture = (picture, goal) => movePicture(session, entity, picture, goal)
  if (pictures.length === 0) return null
  return (
    <section className="detail-pictures" aria-label={t('Pictures')}>
      <ul>
        {pictures.map((picture, index) => (
          <PictureItem
            key={picture.id}
            picture={picture}
            drag={{ moved, onMoved: setMoved, move }}
            onShow={() => setLarge(index)}
          />
        ))}
      </ul>
      <Dialog
        title={pictures[large ?? 0]?.name ?? t('Picture')}
        description={t('Picture {value} of {count} of {label}', {
          value: (large ?? 0) + 1,
          count: pictures.length,
          label: entity.label ?? t('the entry'),
        })}
        open={large !== undefined}
        onClose={() => setLarge(undefined)}
        size="large"
      >
        {large !== undefined && <LargePicture pictures={pictures} index={large} onChange={setLarge} />}
      </Dialog>
    </section>
  )
}

interface PictureItemProps {
  readonly picture: Picture
  readonly drag: OrderDrag
  readonly onShow: () => void
}

function PictureItem({ picture, drag, onShow }: PictureItemProps) {
  const { session, entity } = useDetail()
  const openDialog = useOpenDialog()
  const { column, name, thumbnail } = picture
  const files = pictureDrop({
    isTarget: () => takesPictures(column),
    onPicture: (file) => void putFiles(session, entity, column, [file]),
    onPictures: ({ dataTransfer }) => openPlacing(openDialog, { entity, column }, dataTransfer),
  })
  return (
    <li {...orderDrag(picture, drag, files)}>
      <button
        type="button"
        aria-label={t('Show {name} large', { name })}
        title={isOrdered(column) ? t('Drag, or press Alt and an arrow, to change the order') : undefined}
        onClick={onShow}
        onKeyDown={(event) => moveByKey(event, picture, drag.move)}
      >
        <img src={thumbnail} draggable={false} alt="" loading="lazy" decoding="async" />
      </button>
    </li>
  )
}

/** Moves a picture before or behind another one, or by some places. */
type MovePicture = (picture: Picture, goal: { readonly to: string } | { readonly by: 1 | -1 }) => void

function isOrdered(column: GridColumn): boolean {
  return column.traits.shape === 'reference_list' && column.readOnlyReason === undefined
}

function movePicture(
  session: GridSession,
  entity: EntityResource,
  { id, column }: Picture,
  goal: Parameters<MovePicture>[1],
): void {
  const base = readValue(entity, column)
  if (!isOrdered(column) || !isStubList(base)) return
  const from = base.findIndex((stub) => stub.id === id)
  const to = 'to' in goal ? base.findIndex((stub) => stub.id === goal.to) : from + goal.by
  const stub = base[from]
  if (!stub || to < 0 || to >= base.length || to === from) return
  saveCell(
    session,
    { entityId: entity.id, column, base },
    listWrite(base.toSpliced(from, 1).toSpliced(to, 0, stub)),
  )
}

function moveByKey(event: KeyboardEvent, picture: Picture, move: MovePicture): void {
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
  if (!event.altKey || step === undefined || !isOrdered(picture.column)) return
  event.preventDefault()
  event.stopPropagation()
  move(picture, { by: step })
}

interface OrderDrag {
  readonly moved: Picture | undefined
  readonly onMoved: (picture: Picture | undefined) => void
  readonly move: MovePicture
}

/** Drags a picture within its list; what comes from outside is left to the drop of files. */
function orderDrag(
  picture: Picture,
  { moved, onMoved, move }: OrderDrag,
  files: ReturnType<typeof pictureDrop>,
) {
  const isTarget = moved !== undefined && moved.column.id === picture.column.id
  return {
    draggable: isOrdered(picture.column),
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      onMoved(picture)
    },
    onDragEnd: () => onMoved(undefined),
    onDragOver: (event: DragEvent) => {
      if (isTarget) event.preventDefault()
      else files.onDragOver(event)
    },
    onDrop: (event: DragEvent) => {
      if (!isTarget) return files.onDrop(event)
      event.preventDefault()
      onMoved(undefined)
      move(moved, { to: picture.id })
    },
  }
}

interface LargePictureProps {
  readonly pictures: readonly Picture[]
  readonly index: number
  readonly onChange: (index: number) => void
}

function LargePicture({ pictures, index, onChange }: LargePictureProps) {
  const go = (step: number): void => onChange((index + step + pictures.length) % pictures.length)
  const picture = pictures[index]
  return (
    <div
      className="detail-large"
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(-1)
        if (event.key === 'ArrowRight') go(1)
      }}
    >
      <IconButton label={t('Previous picture')} onClick={() => go(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <img src={picture?.address} alt={picture?.name} />
      <IconButton label={t('Next picture')} onClick={() => go(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  )
}

function usePictures(): Picture[] {
  const { session, columns, entity } = useDetail()
  const { api } = session
  const referring = imagesOf(entity, columns)
  const ids = [...referring.keys()]
  const { data: definitions } = useQuery({ ...attributesQuery(api, 'image'), enabled: ids.length > 0 })
  const { data: images } = useQuery(entitiesByIdQuery(api, 'image', ids))
  const keys = definitions?.filter(({ data_type: type }) => type === 'image').map(({ key }) => key) ?? []
  const show = (id: string, value: unknown, name: string, column: GridColumn): Picture[] =>
    typeof value === 'string'
      ? [
          {
            id,
            address: pictureUrl(api.workspaceId, value),
            thumbnail: thumbnailUrl(api.workspaceId, value, thumbnailSide),
            name,
            column,
          },
        ]
      : []
  const own = columns
    .filter(({ traits }) => traits.media === 'image')
    .flatMap((column) => show(column.id, readValue(entity, column), column.name, column))
  const referred = [...referring].flatMap(([id, column]) => {
    const image = images?.find((candidate) => candidate.id === id)
    const value = image && keys.map((key) => image.attributes[key]).find((held) => typeof held === 'string')
    return image ? show(id, value, image.label ?? t('Picture'), column) : []
  })
  return [...own, ...referred]
}

const maxImages = 40

function imagesOf(entity: EntityResource, columns: readonly GridColumn[]): ReadonlyMap<string, GridColumn> {
  const found = new Map<string, GridColumn>()
  for (const column of columns) {
    const value = readValue(entity, column)
    for (const { id, type } of isStubList(value) ? value : isStub(value) ? [value] : []) {
      if (type === 'image' && !found.has(id) && found.size < maxImages) found.set(id, column)
    }
  }
  return found
}
