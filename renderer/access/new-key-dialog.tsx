import type { CreatedApiKey } from '#shared/app-surface.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { createKey, keysKey } from '../api/keys-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { checkKeyDraft, emptyKeyDraft, toNewKey, type KeyDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { t } from '../ui/text.ts'

interface NewKeyDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (key: CreatedApiKey) => void
}

/** Creates a key and shows it once. */
export function NewKeyDialog({ open, onClose, onCreated }: NewKeyDialogProps) {
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
        <KeyCreation onClose={close} onCreated={take} />
      ) : (
        <CreatedKey created={created} onClose={close} />
      )}
    </Dialog>
  )
}

function KeyCreation({ onClose, onCreated }: Omit<NewKeyDialogProps, 'open'>) {
  const formId = useId()
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<KeyDraft>(emptyKeyDraft)
  const [isTried, setIsTried] = useState(false)
  const creation = useMutation({
    mutationFn: () => createKey(workspace.id, toNewKey(draft, new Date())),
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

/** The secret of a new key, the only time it can be seen. */
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
