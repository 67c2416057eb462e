import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useMemo, useState } from 'react'
import type { Requirement } from '#shared/channels.ts'
import { attributesQuery } from '../../api/attributes-queries.ts'
import { channelsQuery } from '../../api/channels-queries.ts'
import { effectiveClassesQuery } from '../../api/detail-queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDetail } from './detail-context.ts'
import { detailOf } from '../data/detail-state.ts'
import { ValueField } from './value-field.tsx'
import { t, cachedByLanguage } from '../../ui/text.ts'
import type { EffectiveClasses } from '#shared/attribute-classes.ts'
import type { EntityResource } from '#shared/entities.ts'
import { readValue, type GridColumn, isMeasured } from '../../query/columns.ts'
import { type AttributeDefinition, holdsReferences } from '#shared/attributes.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { pictureUrl, thumbnailUrl } from '../../api/client.ts'
import { entitiesByIdQuery } from '../../api/entities-queries.ts'
import { openPlacing, putPicture, takesPictures } from '../actions/put-picture.ts'
import { isStub, isStubList } from '../cells/stubs.ts'
import { pictureDrop } from '../../state/desktop-files.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface ColumnGroup {
  readonly name: string
  readonly columns: readonly GridColumn[]
}

interface Picture {
  readonly id: string
  readonly address: string
  readonly thumbnail: string
  readonly name: string
  readonly column: GridColumn
}

const thumbnailSide = 88

function Pictures() {
  const { session, entity } = useDetail()
  const pictures = usePictures()
  const openDialog = useOpenDialog()
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
              onPictures: ({ dataTransfer }) => openPlacing(openDialog, { entity, column }, dataTransfer),
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

const order = cachedByLanguage(() => [
  t('General'),
  t('Texts'),
  t('Pictures and videos'),
  t('References'),
  t('Computed'),
])

export function groupColumns(
  columns: readonly GridColumn[],
  attributes: readonly Pick<AttributeDefinition, 'key' | 'channel'>[],
  nameOfChannel: (key: string) => string,
): ColumnGroup[] {
  const channelOf = new Map(attributes.map(({ key, channel }) => [key, channel]))
  const groups = new Map<string, GridColumn[]>(order().map((name) => [name, []]))
  for (const column of columns) {
    if (column.isSystem || isMeasured(column)) continue
    const channel = channelOf.get(column.id) ?? null
    const name = channel === null ? groupOf(column) : nameOfChannel(channel)
    groups.set(name, [...(groups.get(name) ?? []), column])
  }
  const own = columns.filter(({ isSystem }) => isSystem)
  return [
    ...[...groups].map(([name, members]) => ({ name, columns: members })),
    { name: t('Record'), columns: own },
  ].filter(({ columns: members }) => members.length > 0)
}

function groupOf({ traits }: GridColumn): string {
  if (traits.isLong) return t('Texts')
  if (traits.media) return t('Pictures and videos')
  if (holdsReferences(traits) || traits.shape === 'inverse') return t('References')
  return traits.writable ? t('General') : t('Computed')
}

export function ValuesTab() {
  const { session, columns, entity } = useDetail()
  const { api, type } = session
  const { wantedKey } = useSelector(detailOf(session))
  const [isWhole, setWhole] = useState(false)
  const { data: attributes } = useQuery(attributesQuery(api, type))
  const { data: channels } = useQuery(channelsQuery(api))
  const { data: classes } = useQuery(effectiveClassesQuery(api, type, entity.id))
  const { shown, further, requirements } = useMemo(
    () => classColumns(columns, entity, { classes, wantedKey }),
    [columns, entity, classes, wantedKey],
  )
  const groups = useMemo(() => {
    const nameOf = (key: string): string => channels?.find((channel) => channel.key === key)?.name ?? key
    return groupColumns(isWhole ? columns : shown, attributes ?? [], nameOf)
  }, [columns, shown, isWhole, attributes, channels])
  return (
    <>
      <Pictures />
      {groups.map((group) => (
        <Group key={group.name} group={group} requirements={requirements} />
      ))}
      {further.length > 0 && (
        <Button onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t('Hide what other categories have')
            : t('Show {count} more of other categories', { count: further.length })}
        </Button>
      )}
    </>
  )
}

interface GroupProps {
  readonly group: ColumnGroup
  readonly requirements: ReadonlyMap<string, Requirement>
}

function Group({ group: { name, columns }, requirements }: GroupProps) {
  const { session, entity } = useDetail()
  return (
    <section className="detail-group" aria-label={name}>
      <h3>{name}</h3>
      {columns.map((column) => (
        <ValueField
          key={column.id}
          session={session}
          entity={entity}
          column={column}
          requirement={requirements.get(column.id)}
        />
      ))}
    </section>
  )
}

interface ClassColumns {
  readonly shown: readonly GridColumn[]
  /** Attributes of other categories; one with a value is never among them. */
  readonly further: readonly GridColumn[]
  readonly requirements: ReadonlyMap<string, Requirement>
}

interface ShownFor {
  readonly classes: Pick<EffectiveClasses, 'attributes' | 'hidden'> | undefined
  readonly wantedKey?: string | undefined
}

/** Divides columns by attribute classes of the entity; until these are known all are shown. */
export function classColumns(
  columns: readonly GridColumn[],
  entity: EntityResource,
  { classes, wantedKey }: ShownFor,
): ClassColumns {
  const hidden = new Set(classes?.hidden.filter((key) => key !== wantedKey))
  const isFurther = (column: GridColumn): boolean =>
    hidden.has(column.id) && readValue(entity, column) === null
  return {
    shown: columns.filter((column) => !isFurther(column)),
    further: columns.filter(isFurther),
    requirements: new Map(
      (classes?.attributes ?? []).flatMap(({ key, requirement }) =>
        requirement === null ? [] : [[key, requirement] as const],
      ),
    ),
  }
}
