import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { thumbnailUrl } from '../api/client.ts'
import { pictureKeyQuery } from '../api/detail-queries.ts'
import { entitiesByIdQuery } from '../api/entities-queries.ts'
import { useWorkspace } from './workspace-context.ts'
import './row-picture.css'

interface RowPictureProps {
  readonly type: EntityType
  readonly id: string
  readonly side?: number
}

/** The first picture of an entity, for the eye alone; an empty frame where it has none. */
export function RowPicture({ type, id, side = 32 }: RowPictureProps) {
  const { api } = useWorkspace()
  const value = useFirstPicture(type, id)
  const style = { width: side, height: side }
  if (value === undefined)
    return (
      <span className="row-picture" style={style} aria-hidden>
        <ImageOff size={Math.min(16, side / 2)} />
      </span>
    )
  return (
    <img
      className="row-picture"
      style={style}
      src={thumbnailUrl(api.workspaceId, value, side)}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

function useFirstPicture(type: EntityType, id: string): string | undefined {
  const { api } = useWorkspace()
  const { data: configs = [] } = useQuery(attributeConfigsQuery(api.workspaceId, type))
  const { data: rows } = useQuery(entitiesByIdQuery(api, type, [id]))
  const first = rows?.[0] && firstPicture(rows[0], configs.filter(holdsPicture))
  const referred = usePictureOfImage(typeof first === 'object' ? first.id : undefined)
  return typeof first === 'string' ? first : referred
}

function usePictureOfImage(id: string | undefined): string | undefined {
  const { api } = useWorkspace()
  const { data: images } = useQuery(entitiesByIdQuery(api, 'image', id === undefined ? [] : [id]))
  const { data: key } = useQuery({ ...pictureKeyQuery(api), enabled: id !== undefined })
  const value = images?.[0]?.attributes[key ?? '']
  return typeof value === 'string' ? value : undefined
}

function holdsPicture({ data_type: type, reference }: AttributeConfig): boolean {
  return dataTypeTraits[type].media === 'image' || reference?.type === 'image'
}

function firstPicture(
  { attributes }: EntityResource,
  configs: readonly AttributeConfig[],
): string | { readonly id: string } | undefined {
  for (const { key } of configs) {
    const value = attributes[key]
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' && first !== '') return first
    if (typeof first === 'object' && first !== null && 'id' in first) return { id: String(first.id) }
  }
  return undefined
}
