import { useId, useImperativeHandle, useRef } from 'react'
import { thumbnailUrl } from '../../api/client.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { editAddress, FileChooser } from './file-cell.tsx'
import { OptionList, useActiveOption } from './option-list.tsx'
import { usePictures } from './picture-search.ts'
import { toPlainText } from './stubs.ts'
import { Thumbnail } from './thumbnail.tsx'
import { scalarWrite, textWrite } from '../data/cell-write.ts'
import { t, byLanguage } from '../../ui/text.ts'

/** Beside the address of a picture: what it shows, the pictures of the workspace, and a file of this computer. */
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
      return isTyped ? textWrite(text) : null
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

function isAddress(text: string): boolean {
  return /^(https?:\/\/|files\/)/i.test(text)
}

/** What the thumbnail of a cell takes at most, in the tallest rows. */
const cellSide = 128

/** The file name of a web address. A stored picture is named by its hash, which tells people nothing. */
function nameOf(value: string): string | undefined {
  if (value.startsWith('files/')) return undefined
  return value.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? value
}

/** A picture by address, or one that is stored in the workspace (`files/<hash>.<ext>`). */
export const imageCell = byLanguage((): CellType => ({
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
  parse: textWrite,
  editor: { kind: 'inline', inputMode: 'url', Panel: ImagePanel, hasList: true },
}))
