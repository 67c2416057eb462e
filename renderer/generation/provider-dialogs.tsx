import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Provider } from '#shared/providers.ts'
import { changeProvider, createProvider, providersKey } from '../api/providers-queries.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import {
  templateTexts,
  checkDraft,
  draftOf,
  explainProviderRefusal,
  providerTemplates,
  toDraft,
  toNewProvider,
  toPatch,
  type DraftFaults,
  type ProviderDraft,
  type ProviderTemplate,
} from './provider-draft.ts'
import { ProviderForm } from './provider-form.tsx'
import { t } from '../ui/text.ts'
import { keysOf } from '#shared/text.ts'

interface AddProviderDialogProps {
  readonly onClose: () => void
  readonly onAdded: (provider: Provider) => void
}

const templates = keysOf(providerTemplates())

export function AddProviderDialog({ onClose, onAdded }: AddProviderDialogProps) {
  const [template, setTemplate] = useState<ProviderTemplate>('ollama')
  const [draft, setDraft] = useState(() => draftOf('ollama'))
  const saving = useSaving(draft, async () => onAdded(await createProvider(toNewProvider(draft))))
  const choose = (next: ProviderTemplate): void => {
    setTemplate(next)
    setDraft(draftOf(next))
    saving.forget()
  }
  return (
    <ProviderDialog title={t('Add an AI provider')} action={t('Add the provider')} {...{ saving, onClose }}>
      <div className="provider-templates">
        <Choice
          label={t('What do you want to add?')}
          value={template}
          choices={templates.map((value) => ({ value, ...templateTexts()[value] }))}
          onChange={choose}
        />
      </div>
      <ProviderForm draft={draft} faults={saving.faults} onChange={setDraft} />
    </ProviderDialog>
  )
}

interface EditProviderDialogProps {
  readonly provider: Provider
  readonly models: readonly string[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

export function EditProviderDialog({ provider, models, onClose, onSaved }: EditProviderDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(provider))
  const saving = useSaving(draft, async () => {
    await changeProvider(provider.id, toPatch(draft, provider))
    onSaved()
  })
  return (
    <ProviderDialog
      title={t('Edit {name}', { name: provider.name })}
      action={t('Save')}
      {...{ saving, onClose }}
    >
      <ProviderForm {...{ draft, provider, models }} faults={saving.faults} onChange={setDraft} />
    </ProviderDialog>
  )
}

interface ProviderDialogProps {
  readonly title: string
  readonly action: string
  readonly saving: Saving
  readonly onClose: () => void
  readonly children: ReactNode
}

function ProviderDialog({ title, action, saving, onClose, children }: ProviderDialogProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { faults, save } = saving
  useEffect(() => {
    if (Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save()
  }
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="stack" onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}

interface Saving {
  readonly faults: DraftFaults
  readonly isPending: boolean
  readonly save: () => void
  readonly forget: () => void
}

function useSaving(draft: ProviderDraft, send: () => Promise<void>): Saving {
  const queryClient = useQueryClient()
  const [faults, setFaults] = useState<DraftFaults>({})
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: providersKey }),
    onError: (error) => setFaults(explainProviderRefusal(error)),
  })
  const save = (): void => {
    const found = checkDraft(draft)
    setFaults(found)
    if (Object.keys(found).length === 0) mutate()
  }
  return { faults, isPending, save, forget: () => setFaults({}) }
}
