import { useId, useImperativeHandle, useRef, useState } from 'react'
import { thumbnailUrl, type Api } from '../../api/client.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { editAddress, FileChooser } from './file-cell.tsx'
import { OptionList, useActiveOption } from './option-list.tsx'
import { isAddress, resolvePicture, splitNames } from './picture-names.ts'
import { toPlainText, labelOf } from './stubs.ts'
import { scalarWrite, textWrite } from '../data/cell-write.ts'
import { t, cachedByLanguage } from '../../ui/text.ts'
import { ImageOff } from 'lucide-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EntityResource } from '#shared/entities.ts'
import { entityChoicesQuery } from '../../api/entities-queries.ts'
import { pictureKeyQuery } from '../../api/detail-queries.ts'
import { useDebouncedValue } from '../../ui/focus.ts'

interface FoundPicture {
  readonly id: string
  readonly label: string
  readonly picture: string
}

interface Pictures {
  readonly pictures: readonly FoundPicture[]
  /** False while the results belong to an earlier text. */
  readonly isSettled: boolean
  readonly note: string | undefined
}

const debounceMs = 150

function usePictures(api: Api, text: string): Pictures {
  const search = useDebouncedValue(text, debounceMs)
  const { data: key = null } = useQuery(pictureKeyQuery(api))
  const { data, isError, isPlaceholderData } = useQuery({
    ...entityChoicesQuery(api, 'image', search),
    placeholderData: keepPreviousData,
  })
  const pictures = key === null || !data ? [] : picturesOf(data, key)
  const isSettled = search === text && !isPlaceholderData
  return { pictures, isSettled, note: isError ? notLoaded() : noteOf(data && pictures, search) }
}

const notLoaded = cachedByLanguage(() =>
  t('The pictures could not be loaded. Check that Vitrine is running.'),
)

function noteOf(pictures: readonly FoundPicture[] | undefined, search: string): string | undefined {
  if (!pictures) return t('Loading…')
  if (pictures.length > 0) return undefined
  return search === ''
    ? t('There are no pictures here yet.')
    : t('No picture is called “{search}”.', { search })
}

function picturesOf(images: readonly EntityResource[], key: string): FoundPicture[] {
  const byPicture = new Map<string, FoundPicture>()
  for (const image of images) {
    const picture = image.attributes[key]
    if (typeof picture !== 'string' || byPicture.has(picture)) continue
    byPicture.set(picture, { id: image.id, label: labelOf(image), picture })
  }
  return [...byPicture.values()]
}

function ImagePanel(props: PanelProps) {
  const { column, text, isTyped, value, context, handle, commit, formatList } = props
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const address = isTyped ? text.trim() : toPlainText(value)
  const isShowable = isAddress(address)
  const search = isShowable ? '' : address
  const { pictures, isSettled, note } = usePictures(context.api, search)
  const listed = isTyped && isShowable ? [] : pictures
  const active = useActiveOption(listId, listed.length, formatList, { search: isSettled ? search : '' })
  const chosen = listed[active.index]
  useImperativeHandle(handle, () => ({
    takeKey: (event) => {
      const isLeaving = event.key === 'ArrowUp' ? active.index <= 0 : listed.length === 0
      if (!isLeaving || !event.key.startsWith('Arrow')) return active.takeArrow(event)
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') button.current?.focus()
      return event.key === 'ArrowUp' || event.key === 'ArrowDown'
    },
    write: () => {
      if (chosen) return chosen.picture === value ? null : scalarWrite(chosen.picture)
      return isTyped ? undefined : null
    },
  }))
  return (
    <div className="grid-file-panel">
      {isShowable && (
        <Thumbnail address={thumbnailUrl(context.api.workspaceId, address, 220)} name={t('Picture')} />
      )}
      <p className="grid-panel-hint">{t('Type to find a picture here, or paste an address with https://')}</p>
      <OptionList
        id={listId}
        label={t('Pictures for {name}', { name: column.name })}
        activeIndex={active.index}
        options={listed.map(({ id, label, picture }) => ({
          id,
          isChosen: picture === value,
          content: (
            <PictureOption address={thumbnailUrl(context.api.workspaceId, picture, 44)} label={label} />
          ),
        }))}
        onPick={(index) => {
          const picked = listed[index]
          if (picked) commit(scalarWrite(picked.picture), 'stay')
        }}
      />
      {note !== undefined && !(isTyped && isShowable) && <p>{note}</p>}
      <FileChooser {...props} accept="image/*" hint="↑" ref={button} />
    </div>
  )
}

function PictureOption({ address, label }: { address: string; label: string }) {
  return (
    <>
      <Thumbnail address={address} name="" />
      <span className="grid-file-name">{label}</span>
    </>
  )
}

/** Whether a text is the value of a picture as it stands, and no names of pictures. */
function isValue(text: string): boolean {
  const entries = splitNames(text)
  return entries.length === 0 || (isAddress(text.trim()) && !/[\r\n]/.test(text.trim()))
}

const cellSide = 128

/** The file name of a web address; undefined for a stored picture, whose name is a hash. */
function nameOf(value: string): string | undefined {
  if (value.startsWith('files/')) return undefined
  return value.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? value
}

export const imageCell = cachedByLanguage((): CellType => ({
  render: (value, _column, { api }) => {
    const name = nameOf(toPlainText(value))
    return (
      <>
        <Thumbnail
          address={thumbnailUrl(api.workspaceId, toPlainText(value), cellSide)}
          name={name === undefined ? t('Picture') : ''}
        />
        <span className="grid-file-name">{name}</span>
      </>
    )
  },
  format: toPlainText,
  edit: editAddress,
  parse: (text) => (isValue(text) ? textWrite(text) : undefined),
  resolve: (text, _column, { api }) => resolvePicture(api, text),
  editor: { kind: 'inline', inputMode: 'url', Panel: ImagePanel, hasList: true },
}))

function Thumbnail({ address, name }: { address: string; name: string }) {
  const [failed, setFailed] = useState<string>()
  if (failed === address)
    return <ImageOff className="grid-thumbnail" size={16} aria-label={t('Picture not found')} />
  return (
    <img
      key={address}
      className="grid-thumbnail"
      src={address}
      alt={name}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(address)}
    />
  )
}
