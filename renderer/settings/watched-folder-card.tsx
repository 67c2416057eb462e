import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import type { WatchedFolder } from '#shared/schemas/watched-folders.ts'
import { profilesQuery } from '../api/imports-queries.ts'
import {
  changeWatchedFolder,
  unwatchFolder,
  watchedFolderJobsQuery,
  watchedFoldersKey,
} from '../api/watched-folders-queries.ts'
import { describeEnd, describeProgress } from '../jobs/describe-job.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { WaitingFileNotice } from './waiting-file-notice.tsx'
import { formatAgo } from '../ui/format-time.ts'
import { PageTable } from '../ui/page-table.tsx'
import { t } from '../ui/text.ts'
import { Allowed } from '../state/allowed.tsx'
import { retell } from '../ui/heard.ts'

/** A watched folder: on or off, by which settings, what is in its way, and its last files. */
export function WatchedFolderCard({ folder }: { folder: WatchedFolder }) {
  const { workspace } = useWorkspace()
  const change = useChange(folder.folder, changeWatchedFolder)
  const remove = useChange(folder.folder, unwatchFolder)
  return (
    <article className="watched-folder" aria-label={folder.folder}>
      <code>{folder.folder}</code>
      {folder.is_on && folder.problem !== null && (
        <Notice tone="warning" title={t('Nothing is imported from it just now')}>
          {retell(folder.problem)}
        </Notice>
      )}
      {folder.waiting.map((file) => (
        <WaitingFileNotice key={file.file} file={file} profileId={folder.profile_id} />
      ))}
      <div className="watched-settings">
        <ProfileChoice folder={folder} onChange={(profile) => change.mutate({ id: folder.id, profile })} />
        <Checkbox
          label={t('Import what is put there')}
          checked={folder.is_on}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ id: folder.id, is_on: isOn })}
        />
        <Allowed to="folders">
          <Button
            variant="ghost"
            aria-label={t('Stop watching {folder}', { folder: folder.folder })}
            busy={remove.isPending}
            onClick={() => remove.mutate(folder.id)}
          >
            {t('Stop watching')}
          </Button>
        </Allowed>
      </div>
      <LastFiles workspaceId={workspace.id} folder={folder} />
    </article>
  )
}

/** A change of a watched folder, after which the list is read again; a refusal is told. */
function useChange<Input>(name: string, call: (workspaceId: string, input: Input) => Promise<void>) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(workspace.id, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: watchedFoldersKey(workspace.id) }),
    onError: (error) => showError(t('{name} was not changed', { name }), { description: error.message }),
  })
}

/** No id of a profile can be this word. */
const gone = '-'

interface ProfileChoiceProps {
  readonly folder: WatchedFolder
  readonly onChange: (profile: string) => void
}

function ProfileChoice({ folder, onChange }: ProfileChoiceProps) {
  const { api } = useWorkspace()
  const { data: profiles = [] } = useQuery(profilesQuery(api))
  const isKnown = profiles.some(({ id }) => id === folder.profile_id)
  const missing = isKnown ? [] : [{ value: gone, label: t('Deleted settings') }]
  return (
    <Field label={t('Settings of the import')}>
      {({ id }) => (
        <Select
          id={id}
          value={isKnown ? folder.profile_id : gone}
          options={[...missing, ...profiles.map((known) => ({ value: known.id, label: known.name }))]}
          onChange={(profile) => profile !== gone && onChange(profile)}
        />
      )}
    </Field>
  )
}

function LastFiles({ workspaceId, folder }: { workspaceId: string; folder: WatchedFolder }) {
  const { data: jobs } = useQuery(watchedFolderJobsQuery(workspaceId, folder.id))
  if (jobs === undefined) return null
  if (jobs.length === 0) return <p className="ui-field-hint">{t('No file has come yet.')}</p>
  return (
    <PageTable
      label={t('Last files of {folder}', { folder: folder.folder })}
      columns={[t('File'), t('When'), t('Result'), { unseen: t('Actions') }]}
    >
      {jobs.map((job) => (
        <FileRow key={job.id} job={job} />
      ))}
    </PageTable>
  )
}

function FileRow({ job }: { job: Job }) {
  const openDialog = useOpenDialog()
  const file = String(job.metadata['file'])
  return (
    <tr>
      <th scope="row">{file}</th>
      <td>{formatAgo(job.completed_at ?? job.created_at)}</td>
      <td className="watched-outcome" data-failed={isBad(job) || undefined}>
        {job.completed_at === null ? describeProgress(job) : describeEnd(job)}
      </td>
      <td className="api-row-action">
        {job.completed_at !== null && (
          <Button
            variant="ghost"
            aria-label={t('Report of {file}', { file })}
            onClick={() => openDialog({ kind: 'job-report', job })}
          >
            {t('Report')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Whether the file went to the failed ones. */
function isBad({ status, result }: Job): boolean {
  const failed = result !== null && 'failed' in result ? result.failed : 0
  return status === 'failed' || status === 'cancelled' || failed > 0
}
