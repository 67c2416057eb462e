import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssetLibrary, LibraryScanResult, MissingFile } from '#shared/schemas/asset-libraries.ts'
import { ApiError, describeFault } from '../api/api-error.ts'
import { undoEdit } from '../api/changes-queries.ts'
import type { Api } from '../api/client.ts'
import {
  changeLibrary,
  librariesKey,
  librariesQuery,
  linkLibrary,
  missingFilesQuery,
  scanLibrary,
  takeNewPlace,
  unlinkLibrary,
} from '../api/assets-queries.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, TextInput } from '../ui/field.tsx'
import { FolderField } from '../ui/folder-field.tsx'
import { formatAgo } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'
import './settings-cards.css'
import './linked-libraries.css'

/** Folders whose files the workspace links and does not copy. */
export function LinkedLibrariesSection() {
  const { workspace } = useWorkspace()
  const { data: libraries, error } = useQuery(librariesQuery(workspace.id))
  return (
    <section className="api-section" aria-labelledby="settings-libraries">
      <h2 id="settings-libraries">{t('Linked libraries')}</h2>
      <p className="ui-field-hint">
        {t(
          'The files of a linked folder stay where they are and are not copied. Files that are moved or renamed in it are found again, and values follow them.',
        )}
      </p>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {libraries === undefined && error === null && <Skeleton height={60} />}
      {libraries?.map((library) => (
        <LibraryCard key={library.id} library={library} />
      ))}
      <Allowed to="folders">
        <NewLibraryForm />
      </Allowed>
    </section>
  )
}

function LibraryCard({ library }: { readonly library: AssetLibrary }) {
  const { name, path, missing } = library
  return (
    <article className="settings-card" aria-label={name}>
      <header className="library-head">
        <strong>{name}</strong>
        <code>{path ?? t('known on another computer only')}</code>
      </header>
      <p className="ui-field-hint" role="status">
        {describeScan(library)}
      </p>
      {library.is_away && (
        <Notice tone="warning" title={t('The folder is not there')}>
          {t('Connect the disk, or say where the files lie now. Values and previews are kept.')}
        </Notice>
      )}
      {missing > 0 && <MissingFiles library={library} />}
      <Allowed to="folders">
        <LibrarySettings library={library} />
      </Allowed>
    </article>
  )
}

function describeScan({ files, last_scan: when }: AssetLibrary): string {
  if (when === null) return t('Not scanned yet')
  return t('{count, plural, one {# file} other {# files}}, scanned {when}', {
    count: files,
    when: formatAgo(when),
  })
}

function LibrarySettings({ library }: { readonly library: AssetLibrary }) {
  const { api, workspace } = useWorkspace()
  const change = useLibraryChange(library.name, (body: Parameters<typeof changeLibrary>[1]) =>
    changeLibrary(workspace.id, body),
  )
  const remove = useLibraryChange(library.name, (id: string) => unlinkLibrary(workspace.id, id))
  const scan = useLibraryChange(library.name, async (id: string) =>
    announceScan(api, library, await scanLibrary(api, id)),
  )
  const move = useLibraryChange(library.name, async (newPath: string) => {
    await changeLibrary(workspace.id, { id: library.id, path: newPath })
    announceScan(api, library, await scanLibrary(api, library.id))
  })
  return (
    <>
      {library.is_away && (
        <FolderMove folder={library.path} isBusy={move.isPending} onMove={(path) => move.mutate(path)} />
      )}
      <div className="library-actions">
        <Checkbox
          label={t('Look for changes every 15 minutes')}
          checked={library.is_on}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ id: library.id, is_on: isOn })}
        />
        <Button busy={scan.isPending || move.isPending} onClick={() => scan.mutate(library.id)}>
          {t('Scan now')}
        </Button>
        <Button
          variant="ghost"
          aria-label={t('Unlink {name}', { name: library.name })}
          busy={remove.isPending}
          onClick={() => remove.mutate(library.id)}
        >
          {t('Unlink')}
        </Button>
      </div>
    </>
  )
}

interface FolderMoveProps {
  readonly folder: string | null
  readonly isBusy: boolean
  readonly onMove: (path: string) => void
}

function FolderMove({ folder, isBusy, onMove }: FolderMoveProps) {
  const [path, setPath] = useState(folder ?? '')
  const isSame = path.trim() === '' || path === folder
  return (
    <div className="library-move">
      <FolderField label={t('Folder of the library')} value={path} onChange={setPath} />
      <Button busy={isBusy} disabled={isSame} onClick={() => onMove(path.trim())}>
        {t('Link the folder')}
      </Button>
    </div>
  )
}

function announceScan(api: Api, { name }: AssetLibrary, found: LibraryScanResult | undefined): void {
  if (found === undefined) return showError(t('{name} could not be scanned', { name }))
  const { changed, moved, missing, edit_id: edit } = found
  const undo = (id: string): void => {
    void undoEdit(api, id)
      .then(() => showSuccess(t('Taken back')))
      .catch((error: unknown) =>
        showError(t('This could not be taken back'), { description: errorText(error) }),
      )
  }
  showSuccess(t('{name} was scanned', { name }), {
    description: t('{new} new, {changed} changed, {moved} moved, {missing} missing', {
      new: found.new,
      changed,
      moved,
      missing,
    }),
    ...(edit !== null && { action: { label: t('Undo'), onPress: () => undo(edit) } }),
  })
}

function MissingFiles({ library }: { readonly library: AssetLibrary }) {
  const { api, workspace } = useWorkspace()
  const { data: files = [] } = useQuery(missingFilesQuery(workspace.id, library))
  const take = useLibraryChange(library.name, async (file: MissingFile) => {
    await takeNewPlace(api, file)
    await scanLibrary(api, library.id)
  })
  return (
    <Notice
      tone="warning"
      title={t(
        '{count, plural, one {# file that values name is} other {# files that values name are}} missing',
        { count: library.missing },
      )}
    >
      <ul className="library-missing" aria-label={t('Missing files of {name}', { name: library.name })}>
        {files.map((file) => (
          <li key={file.value}>
            <code>{file.path}</code>
            {file.moved_to !== null && (
              <>
                <span>{t('found at {place}', { place: file.moved_to.split('/').slice(2).join('/') })}</span>
                <Allowed to="rows">
                  <Button busy={take.isPending} onClick={() => take.mutate(file)}>
                    {t('Take the new place')}
                  </Button>
                </Allowed>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function useLibraryChange<Input>(name: string, call: (input: Input) => Promise<void>) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: librariesKey(workspace.id) }),
    onError: (error) => showError(t('{name} was not changed', { name }), { description: error.message }),
  })
}

function NewLibraryForm() {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [path, setPath] = useState('')
  const link = useMutation({
    mutationFn: () => linkLibrary(workspace.id, { name: name.trim(), path: path.trim() }),
    onSuccess: () => {
      setName('')
      setPath('')
      return queryClient.invalidateQueries({ queryKey: librariesKey(workspace.id) })
    },
  })
  const faults = link.error instanceof ApiError ? link.error.fieldErrors : []
  const faultOf = (field: string): string | undefined => {
    const fault = faults.find((each) => each.field === field)
    return fault && describeFault(fault)
  }
  return (
    <form
      className="settings-new"
      onSubmit={(event) => {
        event.preventDefault()
        link.mutate()
      }}
    >
      <FolderField
        label={t('Folder of the library')}
        value={path}
        error={faultOf('path') ?? (faults.length === 0 ? link.error?.message : undefined)}
        onChange={setPath}
      />
      <Field label={t('Name of the library')} error={faultOf('name')}>
        {(control) => <TextInput control={control} value={name} maxLength={100} onChange={setName} />}
      </Field>
      <Button type="submit" busy={link.isPending} disabled={name.trim() === '' || path.trim() === ''}>
        {t('Link the folder')}
      </Button>
    </form>
  )
}
