import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportProfile } from '#shared/imports.ts'
import { ApiError, describeFault } from '../api/api-error.ts'
import {
  profilesQuery,
  saveProfile,
  watchedFoldersKey,
  watchedFoldersQuery,
  watchFolder,
  changeWatchedFolder,
  unwatchFolder,
  watchedFolderJobsQuery,
} from '../api/imports-queries.ts'
import { Button } from '../ui/button.tsx'
import { Field, Checkbox, Choice } from '../ui/field.tsx'
import { FolderField } from '../ui/folder-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import './watched-folders.css'
import { t, tMessage, answerLabel } from '../ui/text.ts'
import { Allowed } from '../state/rights.tsx'
import type { Job } from '#shared/jobs.ts'
import type { WatchedFolder, WaitingFile } from '#shared/schemas/watched-folders.ts'
import { describeJobResult, describeProgress } from '../jobs/describe-job.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { showError } from '../ui/toast.tsx'
import { formatAgo } from '../ui/format-count.ts'
import { PageTable } from '../ui/pages.tsx'

function WatchedFolderCard({ folder }: { folder: WatchedFolder }) {
  const { workspace } = useWorkspace()
  const change = useChange(folder.folder, changeWatchedFolder)
  const remove = useChange(folder.folder, unwatchFolder)
  return (
    <article className="watched-folder" aria-label={folder.folder}>
      <code>{folder.folder}</code>
      {folder.is_on && folder.problem !== null && (
        <Notice tone="warning" title={t('Nothing is imported from it just now')}>
          {tMessage(folder.problem, folder)}
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

function useChange<Input>(name: string, call: (workspaceId: string, input: Input) => Promise<void>) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(workspace.id, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: watchedFoldersKey(workspace.id) }),
    onError: (error) => showError(t('{name} was not changed', { name }), { description: error.message }),
  })
}

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
        {job.completed_at === null ? describeProgress(job) : describeJobResult(job)}
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

function isBad({ status, result }: Job): boolean {
  const failed = result !== null && 'failed' in result ? result.failed : 0
  return status === 'failed' || status === 'cancelled' || failed > 0
}

type Question = WaitingFile['questions'][number]
type Answers = Readonly<Partial<Record<Question['setting'], Question['answers'][number]>>>

/**
 * Answers a question about an ambiguous file: the profile stores the answer, and the import continues by
 * itself.
 */
function WaitingFileNotice({ file, profileId }: { file: WaitingFile; profileId: string }) {
  const { api } = useWorkspace()
  const { data: profiles = [] } = useQuery(profilesQuery(api))
  const profile = profiles.find(({ id }) => id === profileId)
  const [answers, setAnswers] = useState<Answers>({})
  const answer = useAnswer(file.file)
  const isWhole = file.questions.every(({ setting }) => answers[setting] !== undefined)
  return (
    <Notice tone="warning" title={t('{file} waits for an answer', { file: file.file })}>
      {file.questions.map(({ setting, sentence, answers: values }) => (
        <Choice
          key={setting}
          label={sentence}
          value={answers[setting]}
          choices={values.map((value) => ({ value, label: answerLabel(setting, value) }))}
          onChange={(value) => setAnswers({ ...answers, [setting]: value })}
        />
      ))}
      {profile !== undefined && (
        <>
          <p>
            {t('The answer is kept in the settings “{name}”, for the files to come too.', {
              name: profile.name,
            })}
          </p>
          <Button
            disabled={!isWhole}
            busy={answer.isPending}
            onClick={() => answer.mutate({ profile, answers })}
          >
            {t('Import it so')}
          </Button>
        </>
      )}
    </Notice>
  )
}

function useAnswer(file: string) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ profile, answers }: { profile: ImportProfile; answers: Answers }) => {
      const { name, entity_type, settings } = profile
      return saveProfile(
        workspace.id,
        { name, entity_type, settings: withAnswers(settings, answers) },
        profile,
      )
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: profilesQuery(api).queryKey }),
        queryClient.invalidateQueries({ queryKey: watchedFoldersKey(workspace.id) }),
      ]),
    onError: (error) =>
      showError(t('The answer for {file} was not saved', { file }), { description: error.message }),
  })
}

function withAnswers(settings: ImportProfile['settings'], answers: Answers): ImportProfile['settings'] {
  return Object.assign({}, settings, answers)
}

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
