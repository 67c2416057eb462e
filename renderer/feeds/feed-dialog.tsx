import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FeedDirection } from '#shared/feeds.ts'
import type { Connection } from '#shared/schemas/connections.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import { ApiError, describeFault } from '../api/api-error.ts'
import { connectionsQuery, exportProfilesQuery, feedsKey } from '../api/feed-queries.ts'
import { profilesQuery } from '../api/imports-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, Choice, Field, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import {
  draftOf,
  type FeedDraft,
  newExports,
  saveDraft,
  type MissingChoice,
  type Timing,
} from './feed-draft.ts'
import { schedulePresets } from './feed-texts.ts'

interface FeedDialogProps {
  feed: Feed | 'new' | undefined
  onClose: () => void
}

export function FeedDialog({ feed, onClose }: FeedDialogProps) {
  return (
    <Dialog
      title={feed === 'new' ? t('Add a feed') : t('Change the feed')}
      open={feed !== undefined}
      onClose={onClose}
      keepOnOutsidePress
    >
      {feed !== undefined && <FeedForm feed={feed === 'new' ? undefined : feed} onClose={onClose} />}
    </Dialog>
  )
}

function FeedForm({ feed, onClose }: { feed: Feed | undefined; onClose: () => void }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: connections } = useQuery(connectionsQuery(api))
  const [draft, setDraft] = useState<FeedDraft>(() => draftOf(feed))
  const change = (part: Partial<FeedDraft>) => setDraft({ ...draft, ...part })
  const saving = useMutation({
    mutationFn: () => saveDraft(api, draft, feed),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: feedsKey(api.workspaceId) })
      onClose()
    },
  })
  if (connections === undefined) return null
  if (connections.length === 0)
    return (
      <Notice tone="info" title={t('Add a connection first')}>
        {t(
          'It says where the file is: a folder, a web address, an SFTP server or a bucket. Its tab is beside this one.',
        )}
      </Notice>
    )
  const faults = saving.error instanceof ApiError ? saving.error.fieldErrors : []
  const faultOf = (name: string): string | undefined => {
    const fault = faults.find(({ field }) => field === name || field.startsWith(`${name}.`))
    return fault && describeFault(fault)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {saving.error !== null && faults.length === 0 && <Notice tone="danger">{saving.error.message}</Notice>}
      <FeedFields
        draft={draft}
        isNew={feed === undefined}
        connections={connections}
        faultOf={faultOf}
        onChange={change}
      />
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" type="submit" busy={saving.isPending}>
          {feed === undefined ? t('Add the feed') : t('Save')}
        </Button>
      </div>
    </form>
  )
}

interface FeedFieldsProps {
  readonly draft: FeedDraft
  readonly isNew: boolean
  readonly connections: readonly Connection[]
  readonly faultOf: (name: string) => string | undefined
  readonly onChange: (part: Partial<FeedDraft>) => void
}

function FeedFields(props: FeedFieldsProps) {
  const { draft, isNew, connections, faultOf, onChange } = props
  const usable = connections.filter(({ kind }) => draft.direction === 'import' || kind !== 'https')
  const connection = usable.find(({ id }) => id === draft.connection)
  return (
    <>
      <TextField
        label={t('Name')}
        value={draft.name}
        error={faultOf('name')}
        maxLength={200}
        onChange={(name) => onChange({ name })}
      />
      {isNew && <DirectionField draft={draft} onChange={onChange} />}
      <div className="feed-line">
        <ChoiceField
          label={t('Connection')}
          value={draft.connection}
          error={faultOf('connection')}
          options={usable.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange({ connection: id })}
        />
        <TextField
          label={t('File')}
          hint={
            draft.direction === 'import'
              ? t('A name, or a pattern such as prices-*.csv')
              : t('A name such as shop.csv or shop.csv.gz')
          }
          value={draft.file}
          error={faultOf('file')}
          maxLength={1000}
          onChange={(file) => onChange({ file })}
        />
      </div>
      <ProfileField {...props} />
      <TimingFields
        draft={draft}
        isFolder={connection?.kind === 'folder'}
        faultOf={faultOf}
        onChange={onChange}
      />
      {draft.direction === 'import' && <ImportFields draft={draft} onChange={onChange} />}
    </>
  )
}

function DirectionField({ draft, onChange }: Pick<FeedFieldsProps, 'draft' | 'onChange'>) {
  return (
    <Choice<FeedDirection>
      label={t('Direction')}
      value={draft.direction}
      choices={[
        { value: 'import', label: t('A file comes in, such as the list of a supplier') },
        { value: 'export', label: t('A file goes out, such as for a shop') },
      ]}
      onChange={(direction) => onChange({ direction, profile: '' })}
    />
  )
}

interface ChoiceFieldProps {
  readonly label: string
  readonly value: string
  readonly options: readonly SelectOption<string>[]
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}

function ChoiceField({ label, value, options, error, onChange }: ChoiceFieldProps) {
  return (
    <Field label={label} error={error}>
      {({ id, invalid, describedBy }) => (
        <Select
          id={id}
          invalid={invalid}
          describedBy={describedBy}
          value={value}
          placeholder={t('Choose…')}
          options={options}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function ProfileField({ draft, faultOf, onChange }: FeedFieldsProps) {
  const { api } = useWorkspace()
  const { data: imports = [] } = useQuery(profilesQuery(api))
  const { data: exports = [] } = useQuery(exportProfilesQuery(api))
  const isImport = draft.direction === 'import'
  const saved = (isImport ? imports : exports).map(({ id, name }) => ({ value: id, label: name }))
  const options = isImport ? saved : [...saved, ...newExports()]
  if (isImport && saved.length === 0)
    return (
      <Notice tone="info" title={t('Save the settings of an import first')}>
        {t('Import a file of the kind that will come, and save its settings. They can be chosen here then.')}
      </Notice>
    )
  return (
    <ChoiceField
      label={isImport ? t('Settings of the import') : t('What goes out')}
      value={draft.profile}
      error={faultOf('profile')}
      options={options}
      onChange={(profile) => onChange({ profile })}
    />
  )
}

interface TimingFieldsProps extends Pick<FeedFieldsProps, 'draft' | 'faultOf' | 'onChange'> {
  readonly isFolder: boolean
}

function TimingFields({ draft, isFolder, faultOf, onChange }: TimingFieldsProps) {
  const isWatched = isFolder && draft.direction === 'import'
  const timings: readonly SelectOption<Timing>[] = [
    ...schedulePresets(),
    ...(isWatched ? [{ value: 'file', label: t('When a file comes') }] : []),
    { value: 'manual', label: t('By hand') },
    { value: 'other', label: t('At other times…') },
  ]
  return (
    <div className="feed-line">
      <ChoiceField
        label={t('When')}
        value={draft.timing}
        options={timings}
        error={draft.timing === 'other' ? undefined : faultOf('trigger')}
        onChange={(timing) => onChange({ timing })}
      />
      {draft.timing === 'other' && (
        <TextField
          label={t('Times')}
          hint={t('Minute, hour, day, month and weekday, as cron has them: 30 7 * * 1')}
          value={draft.cron}
          error={faultOf('trigger')}
          onChange={(cron) => onChange({ cron })}
        />
      )}
    </div>
  )
}

function ImportFields({ draft, onChange }: Pick<FeedFieldsProps, 'draft' | 'onChange'>) {
  return (
    <>
      <MissingField draft={draft} onChange={onChange} />
      <Checkbox
        label={t('Wait for me where a file would change much')}
        hint={t('The first file waits too. Without it every file is taken as it comes.')}
        checked={draft.waits}
        onChange={(waits) => onChange({ waits })}
      />
    </>
  )
}

function MissingField({ draft, onChange }: Pick<FeedFieldsProps, 'draft' | 'onChange'>) {
  const choices: readonly SelectOption<MissingChoice>[] = [
    { value: 'leave', label: t('Stay as they are') },
    { value: 'trash', label: t('Go to the trash') },
    ...(draft.missing === 'set' ? [{ value: 'set' as const, label: t('Get the values that were set') }] : []),
  ]
  return (
    <ChoiceField
      label={t('Products that a later file lacks')}
      value={draft.missing}
      options={choices}
      onChange={(missing) => onChange({ missing: missing as MissingChoice })}
    />
  )
}
