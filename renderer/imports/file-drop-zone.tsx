import { FileDown } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import {
  readDroppedFiles,
  arePictures,
  carriesPicture,
  isImportable,
  isPictureFile,
  mayCarryFolder,
  openDroppedFile,
} from '../state/desktop-files.ts'
import type { NamedFile } from '../api/assets-queries.ts'
import { showError } from '../ui/toast.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'

interface FileDropZoneProps {
  onFile: (file: File) => void
  /** Takes pictures, several files that are all of them, and folders. */
  onPictures?: ((files: readonly NamedFile[]) => void) | undefined
  children: ReactNode
}

/** Accepts a file dropped anywhere on the window. Elements with their own drops stop the event. */
export function FileDropZone({ onFile, onPictures, children }: FileDropZoneProps) {
  const [depth, setDepth] = useState(0)
  const [content, setContent] = useState<DragContent>('table')
  const enter = (event: DragEvent): void => {
    if (!carriesFiles(event)) return
    setDepth((present) => present + 1)
    setContent(contentOf(event.dataTransfer))
  }
  const leave = (event: DragEvent): void => {
    if (carriesFiles(event)) setDepth((present) => Math.max(0, present - 1))
  }
  const over = (event: DragEvent): void => {
    if (carriesFiles(event)) event.preventDefault()
  }
  const drop = (event: DragEvent): void => {
    if (!carriesFiles(event)) return
    setDepth(0)
    if (event.defaultPrevented) return
    // Without this the browser would leave the app and show the file.
    event.preventDefault()
    if (onPictures && arePictures(event.dataTransfer))
      void readDroppedFiles(event.dataTransfer).then(onPictures)
    else takeFile(event.dataTransfer.files, onFile)
  }
  return (
    <div className="drop-zone" onDragEnter={enter} onDragLeave={leave} onDragOver={over} onDrop={drop}>
      {children}
      {depth > 0 && (
        <div className="drop-hint" data-small={content !== 'table' || undefined}>
          <FileDown aria-hidden />
          {dropTexts()[content]}
        </div>
      )}
    </div>
  )
}

type DragContent = 'table' | 'pictures' | 'unknown'

function contentOf(dataTransfer: DataTransfer): DragContent {
  if (carriesPicture(dataTransfer)) return 'pictures'
  return mayCarryFolder(dataTransfer) ? 'unknown' : 'table'
}

const dropTexts = cachedByLanguage((): Readonly<Record<DragContent, string>> => ({
  table: t('Drop a file to import it'),
  pictures: t('Drop the pictures to place them at their products'),
  unknown: t('Drop a file to import it, or a folder of pictures to place them at their products'),
}))

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}

function isWorkspaceFile({ name }: File): boolean {
  return /\.vitrine$/i.test(name)
}

/** Passes on the one file that can be imported, or shows why none can. */
export function takeFile(files: FileList, onFile: (file: File) => void): void {
  const [file] = files
  if (file === undefined) return
  if (window.desktop !== undefined && isWorkspaceFile(file)) return void openDroppedFile(file)
  if (files.length > 1) {
    showError(t('One file at a time'), {
      description: t('Drop the files one after the other.'),
      isPassing: true,
    })
  } else if (!isImportable(file)) {
    showError(t('{name} cannot be imported', { name: file.name }), {
      description: isPictureFile(file)
        ? t('Drop pictures on the window: they are placed at their products by their names.')
        : t(
            'Imports take CSV, Excel (XLSX), JSON, JSON lines and XML of feeds and suppliers. Save the table as one of them.',
          ),
      isPassing: true,
    })
  } else onFile(file)
}
