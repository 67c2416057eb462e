import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useId, type FormEvent } from 'react'
import type { Backup } from '#shared/backups.ts'
import {
  backupsKey,
  backupsQuery,
  createBackup,
  savePackage,
  ownerSettingsQuery,
  useChangeOwnerSettings,
} from '../api/workspace-file-queries.ts'
import { formatMoment } from '../ui/format-count.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { BackupList, forgetRestored, readRestored, backupRules, choicesOf } from './backup-list.tsx'
import { WorkspaceDownloadSection } from './workspace-download-section.tsx'
import { Field, Checkbox, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import '../ui/page.css'
import './backups-page.css'
import { t } from '../ui/text.ts'
import { explainRefusal } from '../api/api-error.ts'
import { isKnownToHaveEnded, jobsKey } from '../api/jobs-queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { filePath, FolderField } from '../ui/folder-field.tsx'

export function BackupsPage() {
  const { workspace } = useWorkspace()
  const { data } = useQuery(backupsQuery(workspace.id))
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Backups')}</h1>
        <p className="ui-field-hint">
          {t(
            'Whole copies of “{name}”, each checked for damage when it is made. Any of them can take the place of the workspace.',
            { name: workspace.name },
          )}
        </p>
      </header>
      <RestoredNotice />
      <Backups />
      <BackupRules />
      <WorkspaceDownloadSection />
      <PackageSection />
      {data !== undefined && <Folder path={data.folder} />}
    </div>
  )
}

function RestoredNotice() {
  const { workspace } = useWorkspace()
  const [createdAt] = useState(() => readRestored(workspace.id))
  useEffect(forgetRestored, [])
  if (createdAt === undefined) return null
  return (
    <div>
      <Notice
        tone="success"
        title={t('“{name}” is as it was on {createdAt}', {
          name: workspace.name,
          createdAt: formatMoment(createdAt),
        })}
      >
        {t('What was there before is the newest backup below.')}
      </Notice>
    </div>
  )
}

function Backups() {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { data, error } = useQuery(backupsQuery(workspace.id))
  const backUp = useMutation({
    mutationFn: () => createBackup(workspace.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: backupsKey(workspace.id) })
      showSuccess(t('“{name}” was backed up', { name: workspace.name }))
    },
  })
  return (
    <section className="api-section" aria-labelledby="backups-list">
      <div className="api-section-head">
        <h2 id="backups-list">{titleOf(data?.data)}</h2>
        <Button variant="primary" busy={backUp.isPending} onClick={() => backUp.mutate()}>
          {t('Back up now')}
        </Button>
      </div>
      {backUp.isPending && (
        <Progress
          label={t('Copying the workspace and checking the copy')}
          percent={undefined}
          text={t('You can keep working')}
        />
      )}
      {backUp.error !== null && (
        <Notice tone="danger" title={t('The workspace could not be backed up')}>
          {backUp.error.message}
        </Notice>
      )}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {data ? <BackupList backups={data.data} /> : error === null && <Skeleton height={120} />}
    </section>
  )
}

function PackageSection() {
  const [isSaving, setIsSaving] = useState(false)
  return (
    <section className="api-section" aria-labelledby="backups-package">
      <div className="api-section-head">
        <h2 id="backups-package">{t('To move or to share')}</h2>
        <Button onClick={() => setIsSaving(true)}>{t('Save as package…')}</Button>
      </div>
      <p className="ui-field-hint">
        {t(
          'One file from which another Vitrine makes the same workspace: “Open a package” on its first page.',
        )}
      </p>
      <SavePackageDialog open={isSaving} onClose={() => setIsSaving(false)} />
    </section>
  )
}

function titleOf(backups: readonly Backup[] | undefined): string {
  if (backups === undefined) return t('Copies')
  return backups.length === 0
    ? t('No backups yet')
    : t('{count, plural, one {# backup} other {# backups}}', { count: backups.length })
}

function Folder({ path }: { path: string }) {
  return (
    <section className="api-section" aria-labelledby="backups-folder">
      <h2 id="backups-folder">{t('Where they are stored')}</h2>
      <div className="api-copy-line">
        <code>{path}</code>
        <CopyButton text={path} label={t('Copy the path')} />
      </div>
      <p className="ui-field-hint">
        {t(
          'Each backup is a workspace file of its own. Copy them to another disk to be safe when this one fails.',
        )}
      </p>
    </section>
  )
}

function BackupRules() {
  const { data } = useQuery(ownerSettingsQuery)
  const change = useChangeOwnerSettings()
  if (data === undefined) return null
  return (
    <section className="api-section" aria-labelledby="backups-rules">
      <h2 id="backups-rules">{t('Schedule')}</h2>
      <div className="backups-rules">
        {backupRules().map((rule) => (
          <Field key={rule.key} label={rule.label}>
            {({ id }) => (
              <Select
                id={id}
                value={String(data[rule.key])}
                options={choicesOf(rule, data[rule.key])}
                onChange={(value) => change({ [rule.key]: Number(value) })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="ui-field-hint">
        {t(
          'For all workspaces, while they are open. What you make by hand, and what was made before an update of the file, stays until you remove it.',
        )}
      </p>
    </section>
  )
}

interface SavePackageDialogProps {
  open: boolean
  onClose: () => void
}

function SavePackageDialog({ open, onClose }: SavePackageDialogProps) {
  const formId = useId()
  const saving = useSaving(onClose)
  const close = (): void => {
    saving.reset()
    onClose()
  }
  return (
    <Dialog
      title={t('Save as a package')}
      description={t(
        'One file with the whole workspace, to move it to another computer or to share it. Keys, history and trash stay here.',
      )}
      open={open}
      onClose={close}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
            {t('Save the package')}
          </Button>
        </>
      }
    >
      {open && <PackageForm id={formId} error={saving.error} onSubmit={saving.mutate} />}
    </Dialog>
  )
}

type NewPackage = Parameters<typeof savePackage>[1]

function useSaving(onStarted: () => void) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPackage) => savePackage(workspace.id, body),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey(workspace.id) })
      onStarted()
      // The job has already ended, and the message about its end must not be replaced.
      if (isKnownToHaveEnded(queryClient, api, id)) return
      showSuccess(t('The package is being saved'), {
        description: t('The list of jobs shows its progress. The file gets its name when it is complete.'),
        subject: id,
      })
    },
  })
}

interface PackageFormProps {
  id: string
  error: Error | null
  onSubmit: (body: NewPackage) => void
}

function PackageForm({ id, error, onSubmit }: PackageFormProps) {
  const { workspace } = useWorkspace()
  const [folder, setFolder] = useState('')
  const [name, setName] = useState(`${workspace.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.zip`)
  const [isSchemaOnly, setIsSchemaOnly] = useState(false)
  const faults = error === null ? {} : explainRefusal(error, [['file', 'file']])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const file = filePath(folder, name)
    onSubmit({ file, schema_only: isSchemaOnly })
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {faults.general !== undefined && (
        <Notice tone="danger" title={t('The package was not saved')}>
          {faults.general}
        </Notice>
      )}
      <FolderField
        label={t('Folder for the package')}
        value={folder}
        onChange={setFolder}
        hint={t('On the computer that Vitrine runs on.')}
        error={faults.file}
      />
      <TextField label={t('File name')} value={name} onChange={setName} maxLength={200} />
      <Checkbox
        label={t('Without products and pictures')}
        hint={t('Only attributes, classes, views, channels and saved settings of imports.')}
        checked={isSchemaOnly}
        onChange={setIsSchemaOnly}
      />
    </form>
  )
}
