import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { pictureUrl } from '../../api/client.ts'
import { textWrite, type CellType, type PanelProps } from './cell-type.ts'
import { textOf } from './stubs.ts'

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

/** The file name of a web address. A stored picture is named by its hash, which tells people nothing. */
function nameOf(value: string): string | undefined {
  if (value.startsWith('files/')) return undefined
  return value.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? value
}

function ImagePanel({ text, context }: PanelProps) {
  const address = text.trim()
  const isShowable = /^(https?:\/\/|files\/)/i.test(address)
  return (
    <div className="grid-image-preview">
      {isShowable ? (
        <Thumbnail address={pictureUrl(context.api.workspaceId, address)} name="Picture" />
      ) : (
        <p>Type or paste the address of a picture, starting with https://</p>
      )}
    </div>
  )
}

/** A picture by address, or one that is stored in the workspace (`files/<hash>.<ext>`). */
export const imageCell: CellType = {
  render: (value, _column, { api }) => {
    const name = nameOf(textOf(value))
    return (
      <>
        <Thumbnail
          address={pictureUrl(api.workspaceId, textOf(value))}
          name={name === undefined ? 'Picture' : ''}
        />
        <span className="grid-file-name">{name}</span>
      </>
    )
  },
  format: textOf,
  parse: textWrite,
  editor: { kind: 'inline', inputMode: 'url', Panel: ImagePanel },
}
