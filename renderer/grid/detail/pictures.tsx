import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { attributesQuery } from '../../api/attributes-queries.ts'
import { pictureUrl, thumbnailUrl } from '../../api/client.ts'
import { entitiesByIdQuery } from '../../api/entities-queries.ts'
import { putPicture, takesPictures } from '../actions/put-picture.ts'
import { isStub, isStubList } from '../cells/stubs.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'
import { pictureDrop } from '../../state/picture-drop.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDetail } from './detail-context.ts'
import { t } from '../../ui/text.ts'

interface Picture {
  readonly id: string
  readonly address: string
  readonly thumbnail: string
  readonly name: string
  /** Whose value it is, or who refers to it: a picture that is dropped here goes there. */
  readonly column: GridColumn
}

const thumbnailSide = 88

/** The pictures of the entity: its own ones, then those of the images it refers to. A press shows one large. */
export function Pictures() {
  const { session, entity } = useDetail()
  const pictures = usePictures()
  const [large, setLarge] = useState<number>()
  if (pictures.length === 0) return null
  return (
    <section className="detail-pictures" aria-label={t('Pictures')}>
      <ul>
        {pictures.map(({ id, thumbnail, name, column }, index) => (
          <li
            key={id}
            {...pictureDrop({
              isTarget: () => takesPictures(column),
              onPicture: (file) => void putPicture(session, entity, column, file),
            })}
          >
            <button
              type="button"
              aria-label={t('Show {name} large', { name })}
              onClick={() => setLarge(index)}
            >
              <img src={thumbnail} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
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

/** The images that an entity refers to by their ids, each with the first column that does. */
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
