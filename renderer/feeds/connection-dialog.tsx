import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { needsPermission } from '#shared/local-address.ts'
import { type ConnectionKind, connectionKinds } from '#shared/connections.ts'
import type { Connection, NewConnection } from '#shared/schemas/connections.ts'
import { ApiError, describeFault } from '../api/api-error.ts'
import { changeConnection, connectionsKey, createConnection } from '../api/feed-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, Field, TextField } from '../ui/field.tsx'
import { FolderField } from '../ui/folder-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { kindTexts } from './feed-texts.ts'

interface ConnectionDialogProps {
  connection: Connection | 'new' | undefined
  onClose: () => void
}

export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  return (
    <Dialog
      title={connection === 'new' ? t('Add a connection') : t('Change the connection')}
      open={connection !== undefined}
      onClose={onClose}
      keepOnOutsidePress
    >
      {connection !== undefined && (
        <ConnectionForm connection={connection === 'new' ? undefined : connection} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Settings = NonNullable<NewConnection['settings']>

interface ConnectionDraft {
  readonly name: string
  readonly kind: ConnectionKind
  readonly settings: Settings
  readonly secret: string
  readonly isInNetwork: boolean
}

function draftOf(connection: Connection | undefined): ConnectionDraft {
  return {
    name: connection?.name ?? '',
    kind: connection?.kind ?? 'folder',
    settings: connection?.settings ?? {},
    secret: '',
    isInNetwork: connection?.in_my_network ?? false,
  }
}

function toBody({ name, kind, settings, secret, isInNetwork }: ConnectionDraft): NewConnection {
  return {
    name: name.trim(),
    kind,
    settings,
    ...(secret !== '' && { secret }),
    in_my_network: isInNetwork,
  }
}

interface ConnectionFormProps {
  readonly connection: Connection | undefined
  readonly onClose: () => void
}

function ConnectionForm({ connection, onClose }: ConnectionFormProps) {
  const [draft, setDraft] = useState(() => draftOf(connection))
  const change = (part: Partial<ConnectionDraft>) => setDraft({ ...draft, ...part })
  const saving = useSaving(connection, onClose)
  const faults = saving.error instanceof ApiError ? saving.error.fieldErrors : []
  const faultOf = (name: string): string | undefined => {
    const fault = faults.find(({ field }) => field === name)
    return fault && describeFault(fault)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(draft)
  }
  const parts = { draft, faultOf, onChange: change }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {saving.error !== null && faults.length === 0 && <Notice tone="danger">{saving.error.message}</Notice>}
      <NameAndKind {...parts} />
      <AddressFields {...parts} />
      <ChoiceFields {...parts} />
      <SecretField
        draft={draft}
        hasSecret={connection?.has_secret ?? false}
        error={faultOf('secret')}
        onChange={change}
      />
      <NetworkField draft={draft} onChange={change} />
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" type="submit" busy={saving.isPending}>
          {connection === undefined ? t('Add the connection') : t('Save')}
        </Button>
      </div>
    </form>
  )
}

function useSaving(connection: Connection | undefined, onSaved: () => void) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ConnectionDraft) =>
      connection === undefined
        ? createConnection(api, toBody(draft))
        : changeConnection(api, connection.id, toBody(draft)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: connectionsKey(api.workspaceId) })
      onSaved()
    },
  })
}

interface PartProps {
  readonly draft: ConnectionDraft
  readonly onChange: (part: Partial<ConnectionDraft>) => void
}

interface FieldsProps extends PartProps {
  readonly faultOf: (name: string) => string | undefined
}

function NameAndKind({ draft, faultOf, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        value={draft.name}
        error={faultOf('name')}
        maxLength={200}
        onChange={(name) => onChange({ name })}
      />
      <Field label={t('Kind')}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.kind}
            options={connectionKinds.map((kind) => ({ value: kind, label: kindTexts()[kind] }))}
            onChange={(kind) => onChange({ kind, settings: {} })}
          />
        )}
      </Field>
    </>
  )
}

type TextSetting = 'path' | 'url' | 'host' | 'user' | 'endpoint' | 'region' | 'bucket' | 'prefix'

const textSettings: Readonly<Record<ConnectionKind, readonly TextSetting[]>> = {
  folder: ['path'],
  https: ['url'],
  sftp: ['host', 'user', 'path'],
  s3: ['endpoint', 'bucket', 'region', 'prefix'],
}

const settingTexts = cachedByLanguage((): Readonly<Record<TextSetting, string>> => ({
  path: t('Folder'),
  url: t('Address'),
  host: t('Server'),
  user: t('User'),
  endpoint: t('Address of the service'),
  region: t('Region'),
  bucket: t('Bucket'),
  prefix: t('What the names begin with'),
}))

const authTexts = cachedByLanguage(() => ({
  none: t('None'),
  basic: t('Name and password'),
  bearer: t('Token'),
  password: t('Password'),
  key: t('Private key'),
}))

const authsOf: Readonly<Record<ConnectionKind, readonly (keyof ReturnType<typeof authTexts>)[]>> = {
  folder: [],
  https: ['none', 'basic', 'bearer'],
  sftp: ['password', 'key'],
  s3: [],
}

function setIn({ draft, onChange }: PartProps): (part: Settings) => void {
  return (part) => onChange({ settings: { ...draft.settings, ...part } })
}

function AddressFields({ faultOf, ...part }: FieldsProps) {
  const { kind, settings } = part.draft
  const set = setIn(part)
  if (kind === 'folder')
    return (
      <FolderField
        label={settingTexts().path}
        value={settings.path ?? ''}
        error={faultOf('settings.path')}
        onChange={(path) => set({ path })}
      />
    )
  return (
    <>
      {textSettings[kind].map((name) => (
        <TextField
          key={name}
          label={settingTexts()[name]}
          value={settings[name] ?? ''}
          error={faultOf(`settings.${name}`)}
          maxLength={2000}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      {kind === 'sftp' && (
        <TextField
          label={t('Port')}
          inputMode="numeric"
          value={String(settings.port ?? 22)}
          error={faultOf('settings.port')}
          onChange={(port) => set({ port: Number(port) || 0 })}
        />
      )}
    </>
  )
}

/** How it is opened, and what becomes of its files. */
function ChoiceFields(part: PartProps) {
  const { kind, settings } = part.draft
  const set = setIn(part)
  const [first] = authsOf[kind]
  return (
    <>
      {first !== undefined && (
        <Field label={t('Opened by')}>
          {({ id }) => (
            <Select
              id={id}
              value={settings.auth ?? first}
              options={authsOf[kind].map((auth) => ({ value: auth, label: authTexts()[auth] }))}
              onChange={(auth) => set({ auth })}
            />
          )}
        </Field>
      )}
      {(kind === 'folder' || kind === 'sftp') && (
        <Checkbox
          label={t('Move files that were taken to “done” or “failed”')}
          checked={settings.move ?? false}
          onChange={(move) => set({ move })}
        />
      )}
      {kind === 's3' && (
        <Checkbox
          label={t('The bucket is in the path of the address')}
          checked={settings.path_style ?? false}
          onChange={(isInPath) => set({ path_style: isInPath })}
        />
      )}
    </>
  )
}

function secretHint({ kind, settings }: ConnectionDraft): string | undefined {
  if (kind === 's3') return t('The access key and its secret, with a colon between them.')
  if (kind === 'sftp')
    return settings.auth === 'key' ? t('The private key, as OpenSSH writes it.') : t('The password.')
  if (kind !== 'https') return undefined
  if (settings.auth === 'basic') return t('The name and the password, with a colon between them.')
  return settings.auth === 'bearer' ? t('The token.') : undefined
}

interface SecretFieldProps extends PartProps {
  readonly hasSecret: boolean
  readonly error: string | undefined
}

function SecretField({ draft, hasSecret, error, onChange }: SecretFieldProps) {
  const hint = secretHint(draft)
  if (hint === undefined) return null
  if (draft.kind === 'sftp' && draft.settings.auth === 'key')
    return (
      <Field label={t('Secret')} hint={hint} error={error}>
        {({ id, describedBy, invalid }) => (
          <textarea
            id={id}
            className="ui-control"
            rows={4}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            value={draft.secret}
            placeholder={hasSecret ? t('Unchanged') : ''}
            onChange={(event) => onChange({ secret: event.target.value })}
          />
        )}
      </Field>
    )
  return (
    <TextField
      label={t('Secret')}
      type="password"
      hint={hint}
      error={error}
      value={draft.secret}
      placeholder={hasSecret ? t('Unchanged') : ''}
      onChange={(secret) => onChange({ secret })}
    />
  )
}

/** The tick for addresses that only somebody who knows this network can judge. */
function NetworkField({ draft, onChange }: PartProps) {
  const address = draft.settings.url ?? draft.settings.endpoint ?? ''
  if (!draft.isInNetwork && !(URL.canParse(address) && needsPermission(address))) return null
  return (
    <Checkbox
      label={t('This address is in my network')}
      hint={t(
        'It is of this computer or its network, or has no https, so that others on the way could read along.',
      )}
      checked={draft.isInNetwork}
      onChange={(isInNetwork) => onChange({ isInNetwork })}
    />
  )
}
