import { useInfiniteQuery } from '@tanstack/react-query'
import { ImageOff, Inbox, ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import type { UnplacedFile } from '#shared/schemas/assets.ts'
import { type StoredPicture, unplacedQuery } from '../api/assets-queries.ts'
import { thumbnailUrl } from '../api/client.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { Allowed } from '../state/rights.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { putDragged } from '../state/placed-pictures.ts'
import { StoredChoice, useChoice } from '../state/stored-choice.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import './unplaced-shelf.css'

const shelf = new StoredChoice<'open' | 'closed'>({
  key: 'vitrine.unplaced-shelf',
  values: ['open', 'closed'],
  start: 'open',
})

function useUnplaced() {
  const { api } = useWorkspace()
  const pages = useInfiniteQuery(unplacedQuery(api))
  return { ...pages, files: rowsOf(pages.data) ?? [], total: pages.data?.pages[0]?.pagination.total ?? 0 }
}

/** Opens and closes the shelf; it is not there while every file has its product. */
export function UnplacedButton() {
  const { total } = useUnplaced()
  const isOpen = useChoice(shelf) === 'open'
  if (total === 0) return null
  return (
    <Button variant="ghost" aria-pressed={isOpen} onClick={() => shelf.choose(isOpen ? 'closed' : 'open')}>
      <Inbox aria-hidden />
      {t('Not placed yet')}
      <span className="side-count">{formatCount(total)}</span>
    </Button>
  )
}

/** Files that no match has placed, below the rows that they can be dragged onto. */
export function UnplacedShelf() {
  const { files, total, hasNextPage, isFetchingNextPage, fetchNextPage } = useUnplaced()
  const openDialog = useOpenDialog()
  const isOpen = useChoice(shelf) === 'open'
  if (total === 0 || !isOpen) return null
  const match = (chosen: readonly UnplacedFile[]): void =>
    openDialog({ kind: 'place-pictures', files: [], stored: chosen.map(toStored) })
  return (
    <section className="unplaced-shelf" aria-label={t('Not placed yet')}>
      <header>
        <strong>{t('Not placed yet')}</strong>
        <p>{t('Drag a picture onto its product, or press it to choose one. They stay for 30 days.')}</p>
        <Allowed to="rows">
          <Button variant="ghost" onClick={() => match(files)}>
            <ScanSearch aria-hidden />
            {t('Match again')}
          </Button>
        </Allowed>
        <IconButton label={t('Hide what is not placed yet')} onClick={() => shelf.choose('closed')}>
          <X aria-hidden />
        </IconButton>
      </header>
      <ul>
        {files.map((file) => (
          <li key={`${file.hash} ${file.name}`}>
            <ShelfPicture file={file} onPress={() => match([file])} />
          </li>
        ))}
        {hasNextPage && (
          <li>
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('Show more pictures')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

function toStored({ hash, name, path }: UnplacedFile): StoredPicture {
  return { hash, name, value: path }
}

interface ShelfPictureProps {
  readonly file: UnplacedFile
  readonly onPress: () => void
}

const pictureSide = 56

function ShelfPicture({ file, onPress }: ShelfPictureProps) {
  const { workspace } = useWorkspace()
  const [isMissing, setMissing] = useState(false)
  return (
    <button
      type="button"
      className="unplaced-picture"
      title={file.name}
      draggable
      onDragStart={(event) => putDragged(event.dataTransfer, [toStored(file)])}
      onClick={onPress}
    >
      {isMissing ? (
        <ImageOff aria-hidden />
      ) : (
        <img
          src={thumbnailUrl(workspace.id, file.path, pictureSide)}
          alt=""
          draggable={false}
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
      <span>{file.name.split('/').at(-1)}</span>
    </button>
  )
}
