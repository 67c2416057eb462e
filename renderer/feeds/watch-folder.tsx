import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportProfile } from '#shared/imports.ts'
import { ApiError, describeFault } from '../api/api-error.ts'
import { connectionsKey, feedsKey } from '../api/feed-queries.ts'
import { profilesQuery, watchedFoldersKey, watchFolder } from '../api/imports-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FolderField } from '../ui/folder-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'

/** A folder is chosen, and its files are taken from then on: a connection and a feed are made of it. */
export function WatchFolder() {
  const { api } = useWorkspace()
  const { data: profiles } = useQuery(profilesQuery(api))
  return (
    <section className="api-section" aria-labelledby="connections-watch">
      <h2 id="connections-watch">{t('Watch a folder')}</h2>
      <p className="ui-field-hint">
        {t(
          'A file that is put into a watched folder is imported by saved settings while Vitrine runs, and then moved to “done” in it, or to “failed” with the reason beside it.',
        )}
      </p>
      {profiles !== undefined && profiles.length > 0 && <WatchForm profiles={profiles} />}
      {profiles?.length === 0 && (
        <Notice tone="info" title={t('Save the settings of an import first')}>
          {t(
            'Import a file of the kind that will come, and save its settings in the step “Rows”. They can be chosen here then.',
          )}
        </Notice>
      )}
    </section>
  )
}

function WatchForm({ profiles }: { profiles: readonly ImportProfile[] }) {
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
      className="watch-form"
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
      const keys = [feedsKey, watchedFoldersKey, connectionsKey]
      return Promise.all(
        keys.map((keyOf) => queryClient.invalidateQueries({ queryKey: keyOf(workspace.id) })),
      )
    },
  })
}
