import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { pictureUrl } from '../api/client.ts'
import { entitiesByIdQuery } from '../api/entities-queries.ts'
import { isStub, isStubList } from '../grid/cells/stubs.ts'
import { valueOf, type GridColumn } from '../grid/model/columns.ts'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDetail } from './detail-context.ts'

interface Picture {
  readonly id: string
  readonly address: string
  readonly name: string
}

/** The pictures of the entity: its own ones, then those of the images it refers to. A press shows one large. */
export function Pictures() {
  const { entity } = useDetail()
  const pictures = usePictures()
  const [large, setLarge] = useState<number>()
  if (pictures.length === 0) return null
  return (
    <section className="detail-pictures" aria-label="Pictures">
      <ul>
        {pictures.map(({ id, address, name }, index) => (
          <li key={id}>
            <button type="button" aria-label={`Show ${name} large`} onClick={() => setLarge(index)}>
              <img src={address} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        title={pictures[large ?? 0]?.name ?? 'Picture'}
        description={`Picture ${(large ?? 0) + 1} of ${pictures.length} of ${entity.label ?? 'the entity'}`}
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
      <IconButton label="Previous picture" onClick={() => go(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <img src={picture?.address} alt={picture?.name} />
      <IconButton label="Next picture" onClick={() => go(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  )
}

function usePictures(): Picture[] {
  const { session, columns, entity } = useDetail()
  const { api } = session
  const ids = imageIdsOf(entity, columns)
  const { data: definitions } = useQuery({ ...attributesQuery(api, 'image'), enabled: ids.length > 0 })
  const { data: images } = useQuery(entitiesByIdQuery(api, 'image', ids))
  const keys = definitions?.filter(({ data_type: type }) => type === 'image').map(({ key }) => key) ?? []
  const show = (id: string, value: unknown, name: string): Picture[] =>
    typeof value === 'string' ? [{ id, address: pictureUrl(api.workspaceId, value), name }] : []
  const own = columns
    .filter(({ kind }) => kind === 'image')
    .flatMap((column) => show(column.id, valueOf(entity, column), column.name))
  const referred = ids.flatMap((id) => {
    const image = images?.find((candidate) => candidate.id === id)
    const value = image && keys.map((key) => image.attributes[key]).find((held) => typeof held === 'string')
    return image ? show(id, value, image.label ?? 'Picture') : []
  })
  return [...own, ...referred]
}

const mostImages = 40

function imageIdsOf(entity: EntityResource, columns: readonly GridColumn[]): string[] {
  const stubs = columns.flatMap((column) => {
    const value = valueOf(entity, column)
    if (isStubList(value)) return value
    return isStub(value) ? [value] : []
  })
  const ids = stubs.filter(({ type }) => type === 'image').map(({ id }) => id)
  return [...new Set(ids)].slice(0, mostImages)
}
