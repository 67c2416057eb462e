import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Backup } from '#shared/backups.ts'
import { backupsKey, backupsQuery, createBackup } from '../api/backups-queries.ts'
import { formatMoment } from '../ui/format-time.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { BackupList } from './backup-list.tsx'
import { WorkspaceDownloadSection } from './workspace-download-section.tsx'
import { SavePackageDialog } from './save-package-dialog.tsx'
import { forgetRestored, readRestored } from './restored-note.ts'
import { ownerSettingsQuery, useChangeOwnerSettings } from '../api/owner-settings-queries.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { backupRules, choicesOf } from './backup-texts.ts'
import '../ui/page.css'
import './backups-page.css'
import { t } from '../ui/text.ts'

/** The backups of the workspace, with the ways to make one and to go back to one; when they are made and where they lie. */
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

/** How often workspaces are backed up and how many of the backups are kept. */
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
