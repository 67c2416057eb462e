import { FileUp } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import { splitFiles } from '#shared/file-lists.ts'
import { kinds } from '#shared/kinds.ts'
import { pictureUrl } from '../../api/client.ts'
import { storeFile } from '../../api/detail-queries.ts'
import { Button } from '../../ui/button.tsx'
import { errorText } from '../../ui/toast.tsx'
import { type CellWrite, clearingWrite, scalarWrite, textWrite } from '../data/cell-write.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { LinkButton, openableAddress } from './link-cell.tsx'
import { toPlainText } from './stubs.ts'
import { cachedByLanguage, t, tNodes } from '../../ui/text.ts'

interface FileChooserProps extends Pick<PanelProps, 'context' | 'value' | 'commit' | 'cancel'> {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly accept: string
  readonly hint?: string
}

/** Stores a file in the workspace as the value; a refusal is shown here. */
export function FileChooser({ ref, accept, hint = '↓', context, value, commit, cancel }: FileChooserProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const { isBusy, fault, take } = useStoredFile(context, commit)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        aria-label={t('File')}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div className="grid-file-choice">
        <button
          ref={ref}
          type="button"
          className="ui-button ui-button-default"
          aria-busy={isBusy || undefined}
          disabled={isBusy}
          onClick={() => chooser.current?.click()}
          onKeyDown={(event) => leaveBy(event, cancel)}
        >
          <FileUp aria-hidden />
          {isBusy ? t('Storing…') : t('Choose a file…')}
        </button>
        {value !== null && (
          <Button variant="ghost" onClick={() => commit(clearingWrite, 'stay')}>
            {t('Clear the value')}
          </Button>
        )}
        <span className="grid-hint">{tNodes('{kbd} leads here', { kbd: <kbd>{hint}</kbd> })}</span>
      </div>
      {fault !== undefined && (
        <p className="grid-note-bad" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}

function useStoredFile({ api }: PanelProps['context'], commit: PanelProps['commit']) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setBusy(true)
    try {
      commit(scalarWrite(await storeFile(api, file)), 'stay')
    } catch (error) {
      setBusy(false)
      setFault(`${file.name}: ${errorText(error)}`)
    }
  }
  return { isBusy, fault, take }
}

function leaveBy(event: KeyboardEvent, cancel: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  cancel()
}

const taken =
  'image/*,video/mp4,video/quicktime,video/webm,audio/mpeg,application/pdf,.svg,.psd,.heic,.glb,.docx,.xlsx,.zip'

function FilePanel(props: PanelProps) {
  const { text, isTyped, handle } = props
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(handle, () => ({
    takeKey: ({ key }) => {
      if (key === 'ArrowDown') button.current?.focus()
      return key === 'ArrowDown' || key === 'ArrowUp'
    },
    write: () => (isTyped ? readFile(text) : null),
  }))
  return (
    <div className="grid-file-panel">
      <p>
        {t(
          'Type or paste the address of a file, starting with https://, or keep a PDF, picture or video here.',
        )}
      </p>
      <FileChooser {...props} accept={taken} ref={button} />
    </div>
  )
}

function readFile(text: string): CellWrite {
  const stored = kinds.file.toStored(text)
  return stored === undefined ? textWrite(text) : scalarWrite(stored, text)
}

/** Returns the editable address of a file; that of a stored file is a hash, which means nothing to people. */
export function editAddress(value: AttributeValue): string {
  const text = toPlainText(value)
  return text.startsWith('files/') && splitFiles(text).length === 1 ? '' : text
}

export const fileCell = cachedByLanguage((): CellType => ({
  render: (value, _column, { api }) => {
    const files = splitFiles(toPlainText(value))
    const [text = ''] = files
    const [, extension] = /^files\/\w+\.(\w+)$/.exec(text) ?? []
    const address = extension === undefined ? openableAddress(text) : pictureUrl(api.workspaceId, text)
    return (
      <>
        <span className="grid-link">
          {extension === undefined
            ? nameOfFile(text)
            : t('Stored {extension}', { extension: extension.toUpperCase() })}
          {files.length > 1 && ` +${files.length - 1}`}
        </span>
        <LinkButton address={address} />
      </>
    )
  },
  format: toPlainText,
  edit: editAddress,
  parse: readFile,
  editor: { kind: 'inline', inputMode: 'url', Panel: FilePanel },
}))

function nameOfFile(address: string): string {
  return /\/([^/?#]+)[?#]?[^/]*$/.exec(address)?.[1] ?? address
}
