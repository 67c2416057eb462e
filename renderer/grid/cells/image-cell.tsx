import { toMessage } from '../../ui/toast.tsx'
import { FileImage, ImageOff } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { pictureUrl } from '../../api/client.ts'
import { storeFile } from '../../api/pictures-queries.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { toPlainText } from './stubs.ts'
import { scalarWrite, textWrite } from '../data/cell-write.ts'

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
    <div className="grid-image-preview">
      {isShowable ? (
        <Thumbnail address={pictureUrl(context.api.workspaceId, address)} name="Picture" />
      ) : (
        <p>Type or paste the address of a picture, starting with https://</p>
      )}
      <FileChooser {...props} ref={button} />
    </div>
  )
}

interface FileChooserProps extends Pick<PanelProps, 'context' | 'commit' | 'cancel'> {
  readonly ref: RefObject<HTMLButtonElement | null>
}

/** Keeps a file in the workspace and makes it the value; a refusal is told here. */
function FileChooser({ ref, context, commit, cancel }: FileChooserProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setBusy(true)
    try {
      commit(scalarWrite(await storeFile(context.api, file)), 'stay')
    } catch (error) {
      setBusy(false)
      setFault(`${file.name}: ${toMessage(error)}`)
    }
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture file"
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div className="grid-image-choice">
        <button
          ref={ref}
          type="button"
          className="ui-button ui-button-default"
          aria-busy={isBusy || undefined}
          disabled={isBusy}
          onClick={() => chooser.current?.click()}
          onKeyDown={(event) => leaveBy(event, cancel)}
        >
          <FileImage aria-hidden />
          {isBusy ? 'Storing…' : 'Choose a file…'}
        </button>
        <span className="grid-hint">
          <kbd>↓</kbd> goes here
        </span>
      </div>
      {fault !== undefined && (
        <p className="grid-note-bad" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}

function leaveBy(event: KeyboardEvent, cancel: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  cancel()
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
