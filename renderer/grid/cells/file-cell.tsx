import { FileUp, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import { splitFiles, joinFiles } from '#shared/files.ts'
import { kinds } from '#shared/kinds.ts'
import { pictureUrl } from '../../api/client.ts'
import { storeFile } from '../../api/detail-queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { errorText } from '../../ui/toast.tsx'
import { type CellWrite, clearingWrite, scalarWrite, textWrite } from '../data/cell-write.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { LinkButton, openableAddress } from './link-cell.tsx'
import { toPlainText } from './stubs.ts'
import { cachedByLanguage, t, tNodes } from '../../ui/text.ts'
import { moveColumn } from '../../state/grid-layout.ts'
import { OrderGrip, useListDrag } from '../../ui/follow-drag.tsx'

interface FileChooserProps extends Pick<PanelProps, 'context' | 'value' | 'commit' | 'cancel'> {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly accept: string
  readonly hint?: string
  /** Whether several files can be chosen, each of which is committed. */
  readonly isMany?: boolean
}

/** Stores chosen files in the workspace as values; a refusal is shown here. */
export function FileChooser(props: FileChooserProps) {
  const { ref, accept, hint = '↓', isMany = false, context, value, commit, cancel } = props
  const chooser = useRef<HTMLInputElement>(null)
  const { isBusy, fault, take } = useStoredFile(context, commit)
  const name = isMany ? t('Choose files…') : t('Choose a file…')
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        multiple={isMany}
        aria-label={t('File')}
        onChange={(event) => {
          void take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
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
          {isBusy ? t('Storing…') : name}
        </button>
        {value !== null && (
          <Button variant="ghost" onClick={() => commit(clearingWrite, 'stay')}>
            {t('Clear the value')}
          </Button>
        )}
        <span className="grid-hint">{tNodes('{kbd} leads here', { kbd: <kbd>{hint}</kbd> })}</span>
      </div>
      <Fault text={fault} />
    </>
  )
}

function Fault({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="grid-note-bad" role="alert">
      {text}
    </p>
  )
}

function useStoredFile({ api }: PanelProps['context'], commit: PanelProps['commit']) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const take = async (files: readonly File[]): Promise<void> => {
    const faults: string[] = []
    setBusy(true)
    for (const file of files) {
      try {
        commit(scalarWrite(await storeFile(api, file)), 'stay')
      } catch (error) {
        faults.push(`${file.name}: ${errorText(error)}`)
      }
    }
    setBusy(false)
    setFault(faults.length > 0 ? faults.join(' ') : undefined)
  }
  return { isBusy, fault, take }
}

/** Ends an editor by Escape, wherever in its panel the focus is. */
function leaveBy(event: KeyboardEvent, cancel: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  cancel()
}

const takenFiles =
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
      <FileChooser {...props} accept={takenFiles} ref={button} />
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
    return (
      <>
        <span className="grid-link">
          {wordFile(text)}
          {files.length > 1 && ` +${files.length - 1}`}
        </span>
        <LinkButton address={addressOfFile(text, api.workspaceId)} />
      </>
    )
  },
  format: toPlainText,
  edit: editAddress,
  parse: readFile,
  editor: { kind: 'inline', inputMode: 'url', Panel: FilePanel },
}))

function extensionOf(file: string): string | undefined {
  return /^files\/\w+\.(\w+)$/.exec(file)?.[1]
}

/** The text shown for a file: a stored file shows its kind, since its name is a hash. */
function wordFile(file: string): string {
  const extension = extensionOf(file)
  if (extension === undefined) return nameOfFile(file)
  return t('Stored {extension}', { extension: extension.toUpperCase() })
}

function addressOfFile(file: string, workspaceId: string): ReturnType<typeof openableAddress> {
  return extensionOf(file) === undefined ? openableAddress(file) : pictureUrl(workspaceId, file)
}

function nameOfFile(address: string): string {
  return /\/([^/?#]+)[?#]?[^/]*$/.exec(address)?.[1] ?? address
}

/** The files of a list: chosen ones are added, each can be taken out and put elsewhere. */
function FileListPanel(props: PanelProps) {
  const { text, isTyped, value, handle } = props
  const button = useRef<HTMLButtonElement>(null)
  const before = splitFiles(toPlainText(value))
  const [files, setFiles] = useState(before)
  useImperativeHandle(handle, () => ({
    takeKey: ({ key }) => {
      if (key === 'ArrowDown') button.current?.focus()
      return key === 'ArrowDown' || key === 'ArrowUp'
    },
    write: () => {
      const next = joinFiles(isTyped ? [...files, text] : files)
      if (next === joinFiles(before)) return null
      return next === '' ? clearingWrite : scalarWrite(next)
    },
  }))
  return (
    <div className="grid-file-panel">
      <FileEntries files={files} context={props.context} cancel={props.cancel} onChange={setFiles} />
      <p>{t('Paste an address to add it, or keep further files here.')}</p>
      <FileChooser
        {...props}
        value={null}
        isMany
        accept={takenFiles}
        ref={button}
        commit={(write) => {
          const added = write?.text ?? ''
          setFiles((had) => splitFiles(joinFiles([...had, added])))
        }}
      />
    </div>
  )
}

interface FileEntriesProps extends Pick<PanelProps, 'context' | 'cancel'> {
  readonly files: readonly string[]
  readonly onChange: (files: string[]) => void
}

function FileEntries({ files, context, cancel, onChange }: FileEntriesProps) {
  const { list, startDrag } = useListDrag<HTMLOListElement>((moved, target) =>
    onChange(moveColumn(files, moved, target)),
  )
  const move = (from: number, step: 1 | -1): void => {
    const [to, file] = [from + step, files[from]]
    if (file !== undefined && to >= 0 && to < files.length)
      onChange(files.toSpliced(from, 1).toSpliced(to, 0, file))
  }
  if (files.length === 0) return null
  return (
    <ol
      ref={list}
      className="grid-file-list"
      aria-label={t('Files')}
      // The input of the cell keeps the focus, so that Enter saves what the mouse has changed.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => leaveBy(event, cancel)}
    >
      {files.map((file, index) => {
        const name = t('{position}. {name}', { position: index + 1, name: wordFile(file) })
        return (
          <li key={file} data-item={file}>
            <OrderGrip
              name={name}
              onGrab={(event) => startDrag(event, file)}
              onMove={(step) => move(index, step)}
            />
            <span className="grid-file-name">{name}</span>
            <LinkButton address={addressOfFile(file, context.api.workspaceId)} />
            <IconButton
              label={t('Remove {text}', { text: name })}
              onClick={() => onChange(files.toSpliced(index, 1))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        )
      })}
    </ol>
  )
}

export const fileListCell = cachedByLanguage((): CellType => ({
  ...fileCell(),
  edit: () => '',
  editor: { kind: 'inline', inputMode: 'url', Panel: FileListPanel },
}))
