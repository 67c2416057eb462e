import { X } from 'lucide-react'
import { useImperativeHandle, useRef, useState } from 'react'
import { joinFiles, splitFiles } from '#shared/file-lists.ts'
import { moveColumn } from '../../state/grid-layout.ts'
import { IconButton } from '../../ui/button.tsx'
import { useListDrag } from '../../ui/follow-drag.ts'
import { OrderGrip } from '../../ui/order-grip.tsx'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { clearingWrite, scalarWrite } from '../data/cell-write.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { addressOfFile, fileCell, FileChooser, leaveBy, takenFiles, wordFile } from './file-cell.tsx'
import { LinkButton } from './link-cell.tsx'
import { toPlainText } from './stubs.ts'

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
