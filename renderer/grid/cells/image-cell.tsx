import { ImageOff } from 'lucide-react'
import { useImperativeHandle, useRef, useState } from 'react'
import { pictureUrl } from '../../api/client.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { FileChooser } from './file-cell.tsx'
import { toPlainText } from './stubs.ts'
import { textWrite } from '../data/cell-write.ts'

/** A small picture; a sign in its place where it cannot be shown. */
function Thumbnail({ address, name }: { address: string; name: string }) {
  const [failed, setFailed] = useState<string>()
  if (failed === address)
    return <ImageOff className="grid-thumbnail" size={16} aria-label="Picture not found" />
  return (
    // A row's elements serve other rows while scrolling: another picture is another element, or the old one stays till it has come.
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

/** Beside the address of a picture: what it shows, and a file of this computer in its place. */
function ImagePanel(props: PanelProps) {
  const { text, isTyped, context, handle } = props
  const button = useRef<HTMLButtonElement>(null)
  const address = text.trim()
  const isShowable = /^(https?:\/\/|files\/)/i.test(address)
  useImperativeHandle(handle, () => ({
    takeKey: ({ key }) => {
      if (key === 'ArrowDown') button.current?.focus()
      return key === 'ArrowDown' || key === 'ArrowUp'
    },
    write: () => (isTyped ? textWrite(text) : null),
  }))
  return (
    <div className="grid-file-panel">
      {isShowable ? (
        <Thumbnail address={pictureUrl(context.api.workspaceId, address)} name="Picture" />
      ) : (
        <p>Type or paste the address of a picture, starting with https://</p>
      )}
      <FileChooser {...props} accept="image/*" ref={button} />
    </div>
  )
}

/** The file name of a web address. A stored picture is named by its hash, which tells people nothing. */
function nameOf(value: string): string | undefined {
  if (value.startsWith('files/')) return undefined
  return value.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? value
}

/** A picture by address, or one that is stored in the workspace (`files/<hash>.<ext>`). */
export const imageCell: CellType = {
  render: (value, _column, { api }) => {
    const name = nameOf(toPlainText(value))
    return (
      <>
        <Thumbnail
          address={pictureUrl(api.workspaceId, toPlainText(value))}
          name={name === undefined ? 'Picture' : ''}
        />
        <span className="grid-file-name">{name}</span>
      </>
    )
  },
  format: toPlainText,
  parse: textWrite,
  editor: { kind: 'inline', inputMode: 'url', Panel: ImagePanel },
}
