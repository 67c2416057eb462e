import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportProfile } from '#shared/imports.ts'
import { ApiError } from '../api/api-error.ts'
import { profilesQuery } from '../api/imports-queries.ts'
import { watchedFoldersKey, watchedFoldersQuery, watchFolder } from '../api/watched-folders-queries.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FolderField } from '../ui/folder-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { WatchedFolderCard } from './watched-folder-card.tsx'
import './watched-folders.css'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/allowed.tsx'
import { describeFault } from '../api/told-faults.ts'

/** Folders of this computer whose files are imported as they come: which, how, and what came of the last ones. */
export function WatchedFoldersSection() {
  const { workspace } = useWorkspace()
  const { data: folders, error } = useQuery(watchedFoldersQuery(workspace.id))
  return (
    <section className="api-section" aria-labelledby="settings-watched">
      <h2 id="settings-watched">{t('Watched folders')}</h2>
      <p className="ui-field-hint">
        {t(
          'A file that is put into a watched folder is imported by saved settings while Vitrine runs, and then moved to “done” in it, or to “failed” with the reason beside it.',
        )}
      </p>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {folders === undefined && error === null && <Skeleton height={60} />}
      {folders?.map((folder) => (
        <WatchedFolderCard key={folder.id} folder={folder} />
      ))}
      <Allowed to="folders">
        <NewFolder />
      </Allowed>
    </section>
  )
}

function NewFolder() {
  const { api } = useWorkspace()
  const { data: profiles } = useQuery(profilesQuery(api))
  if (profiles === undefined) return null
  if (profiles.length > 0) return <NewFolderForm profiles={profiles} />
  return (
    <Notice tone="info" title={t('Save the settings of an import first')}>
      {t(
        'Import a file of the kind that will come, and save its settings in the step “Rows”. They can be chosen here then.',
      )}
    </Notice>
  )
}

function NewFolderForm({ profiles }: { profiles: readonly ImportProfile[] }) {
  const [folder, setFolder] = useState('')
  const [profile, setProfile] = useState(profiles[0]?.id ?? '')
  const add = useAddition(() => setFolder(''))
  const faults = add.error instanceof ApiError ? add.error.fieldErrors : []
  const faultOf = (name: string): string | undefined => {
    const fault = faults.find(({ field }) => field === name)
    return fault && describeFault(fault)
  }
  const failure = faults.length === 0 ? add.error?.message : undefined
  const chooseFolder = (path: string): void => {
    setFolder(path)
    add.reset()
  }
  return (
    <form
      className="watched-new"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate({ folder: folder.trim(), profile })
      }}
    >
      <FolderField
        label={t('Folder to watch')}
        value={folder}
        error={faultOf('folder') ?? failure}
        onChange={chooseFolder}
      />
      <Field label={t('Settings of the import')} error={faultOf('profile')}>
        {({ id }) => (
          <Select
            id={id}
            value={profile}
            options={profiles.map((known) => ({ value: known.id, label: known.name }))}
            onChange={setProfile}
          />
        )}
      </Field>
      <Button type="submit" busy={add.isPending} disabled={folder.trim() === ''}>
        {t('Watch')}
      </Button>
    </form>
  )
}

function useAddition(onAdded: () => void) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (added: { folder: string; profile: string }) => watchFolder(workspace.id, added),
    onSuccess: () => {
      onAdded()
      return queryClient.invalidateQueries({ queryKey: watchedFoldersKey(workspace.id) })
    },
  })
}
