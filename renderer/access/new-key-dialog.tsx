import type { CreatedApiKey, NewApiKey } from '#shared/app-surface.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { createKey, keysKey } from '../api/access-queries.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { t, cachedByLanguage } from '../ui/text.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { type AccessPreset, presetScopes, ScopeTable } from './scope-table.tsx'

interface NewKeyDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (key: CreatedApiKey) => void
  /** Makes the key; without it, it belongs to whoever is signed in. */
  create?: (key: NewApiKey) => Promise<CreatedApiKey>
  nameHint?: string
}

export function NewKeyDialog({ open, onClose, onCreated, ...making }: NewKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey>()
  const close = (): void => {
    setCreated(undefined)
    onClose()
  }
  const take = (key: CreatedApiKey): void => {
    setCreated(key)
    onCreated(key)
  }
  return (
    <Dialog
      title={created === undefined ? t('Create an API key') : t('{name} is ready', { name: created.name })}
      open={open}
      onClose={close}
      keepOnOutsidePress
    >
      {created === undefined ? (
        <KeyCreation onClose={close} onCreated={take} {...making} />
      ) : (
        <CreatedKey created={created} onClose={close} />
      )}
    </Dialog>
  )
}

type KeyLifetime = 'never' | '30' | '90' | '365'

interface KeyDraft {
  readonly name: string
  readonly access: AccessPreset
  readonly scopes: readonly string[]
  readonly lifetime: KeyLifetime
}

export const emptyKeyDraft: KeyDraft = {
  name: '',
  access: 'read',
  scopes: presetScopes.read,
  lifetime: 'never',
}

type KeyFaults = Partial<Record<'name' | 'scopes', string>>

export function checkKeyDraft({ name, access, scopes }: KeyDraft): KeyFaults {
  return {
    ...(name.trim() === '' ? { name: t('Name it after what will use it.') } : {}),
    ...(access === 'custom' && scopes.length === 0 ? { scopes: t('Tick at least one scope.') } : {}),
  }
}

const dayMs = 86_400_000

/** The body of the request; a lifetime counts from `now`. */
export function toNewKey({ name, access, scopes, lifetime }: KeyDraft, now: Date): NewApiKey {
  const expires = new Date(now.getTime() + Number(lifetime) * dayMs)
  return {
    name: name.trim(),
    scopes: access === 'custom' ? scopes : presetScopes[access],
    ...(lifetime === 'never' ? {} : { expires_at: expires.toISOString() }),
  }
}

interface KeyFormProps {
  draft: KeyDraft
  faults: KeyFaults
  nameHint: string
  onChange: (part: Partial<KeyDraft>) => void
}

const lifetimes = cachedByLanguage((): readonly { value: KeyLifetime; label: string }[] => [
  { value: 'never', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
])

function KeyForm({ draft, faults, nameHint, onChange }: KeyFormProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        placeholder={t('ERP sync')}
        hint={nameHint}
        value={draft.name}
        error={faults.name}
        maxLength={200}
        onChange={(name) => onChange({ name })}
      />
      <AccessChoice access={draft.access} onChange={(access) => onChange({ access })} />
      {draft.access === 'custom' && (
        <ScopeTable scopes={draft.scopes} error={faults.scopes} onChange={(scopes) => onChange({ scopes })} />
      )}
      <Field label={t('Expires')} className="key-lifetime">
        {({ id }) => (
          <Select
            id={id}
            value={draft.lifetime}
            options={lifetimes()}
            onChange={(lifetime) => onChange({ lifetime })}
          />
        )}
      </Field>
    </>
  )
}

const presets = cachedByLanguage((): readonly { value: AccessPreset; label: string; hint: string }[] => [
  { value: 'read', label: t('Read'), hint: t('Sees everything, changes nothing.') },
  { value: 'all', label: t('Read and write'), hint: t('Every scope there is.') },
  { value: 'custom', label: t('Custom'), hint: t('Only what you tick.') },
])

function AccessChoice({
  access,
  onChange,
}: {
  access: AccessPreset
  onChange: (access: AccessPreset) => void
}) {
  const group = useId()
  return (
    <fieldset className="access-choice">
      <legend className="ui-field-label">{t('May do')}</legend>
      {presets().map(({ value, label, hint }) => (
        <label key={value} className="access-card">
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={access === value}
            onChange={() => onChange(value)}
          />
          <span>{label}</span>
          <span className="ui-field-hint">{hint}</span>
        </label>
      ))}
    </fieldset>
  )
}

function KeyCreation({
  onClose,
  onCreated,
  create,
  nameHint = t('It is shown beside each change made with this key.'),
}: Omit<NewKeyDialogProps, 'open'>) {
  const formId = useId()
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<KeyDraft>(emptyKeyDraft)
  const [isTried, setIsTried] = useState(false)
  const creation = useMutation({
    mutationFn: () => {
      const key = toNewKey(draft, new Date())
      return create === undefined ? createKey(workspace.id, key) : create(key)
    },
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: keysKey(workspace.id) })
      onCreated(key)
    },
  })
  const faults = checkKeyDraft(draft)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(faults).length === 0) creation.mutate()
  }
  return (
    <form id={formId} className="stack" onSubmit={submit} noValidate>
      {creation.error !== null && (
        <Notice tone="danger" title={t('The key was not created')}>
          {creation.error.message}
        </Notice>
      )}
      <KeyForm
        draft={draft}
        faults={isTried ? faults : {}}
        nameHint={nameHint}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" type="submit" busy={creation.isPending}>
          {t('Create the key')}
        </Button>
      </div>
    </form>
  )
}

function CreatedKey({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  return (
    <div className="stack">
      <Notice tone="warning" title={t('Copy the key now')}>
        {t('Vitrine does not store it in readable form, so it cannot be shown again.')}
      </Notice>
      <div className="api-copy-line">
        <code data-testid="created-key">{created.key}</code>
        <CopyButton text={created.key} label={t('Copy the key')} />
      </div>
      <div className="ui-dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}
