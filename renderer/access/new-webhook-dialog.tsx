import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { needsPermission } from '#shared/local-address.ts'
import type { CreatedWebhook, NewWebhook, Webhook } from '#shared/schemas/webhooks.ts'
import { createWebhook, renewWebhookSecret, webhooksKey } from '../api/webhook-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import { NetworkPermission } from './approve-webhook.tsx'

interface NewWebhookDialogProps {
  open: boolean
  onClose: () => void
}

export function NewWebhookDialog({ open, onClose }: NewWebhookDialogProps) {
  const [created, setCreated] = useState<CreatedWebhook>()
  const close = () => {
    setCreated(undefined)
    onClose()
  }
  return (
    <Dialog
      title={created === undefined ? t('Add a webhook') : t('The webhook is ready')}
      open={open}
      onClose={close}
      keepOnOutsidePress
    >
      {created === undefined ? (
        <WebhookCreation onClose={close} onCreated={setCreated} />
      ) : (
        <Secret webhook={created} onClose={close} />
      )}
    </Dialog>
  )
}

interface WebhookDraft {
  readonly url: string
  readonly type: EntityType | 'all'
  readonly isInNetwork: boolean
}

interface WebhookCreationProps {
  onClose: () => void
  onCreated: (webhook: CreatedWebhook) => void
}

function WebhookCreation({ onClose, onCreated }: WebhookCreationProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<WebhookDraft>({ url: '', type: 'all', isInNetwork: false })
  const change = (part: Partial<WebhookDraft>) => setDraft({ ...draft, ...part })
  const creation = useMutation({
    mutationFn: () => createWebhook(api, toNewWebhook(draft)),
    onSuccess: (webhook) => {
      void queryClient.invalidateQueries({ queryKey: webhooksKey(api.workspaceId) })
      onCreated(webhook)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    creation.mutate()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {creation.error !== null && <Notice tone="danger">{creation.error.message}</Notice>}
      <WebhookFields draft={draft} onChange={change} />
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" type="submit" busy={creation.isPending}>
          {t('Add the webhook')}
        </Button>
      </div>
    </form>
  )
}

function WebhookFields({
  draft,
  onChange,
}: {
  draft: WebhookDraft
  onChange: (part: Partial<WebhookDraft>) => void
}) {
  const types = entityTypes.map((type) => ({ value: type, label: typeTexts()[type].plural }))
  return (
    <>
      <TextField
        label={t('Address')}
        hint={t('Each change is sent there, signed, in order, and again until it is taken.')}
        value={draft.url}
        maxLength={2000}
        onChange={(url) => onChange({ url })}
      />
      <Field label={t('Sends changes of')}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.type}
            options={[{ value: 'all' as const, label: t('Everything') }, ...types]}
            onChange={(type) => onChange({ type })}
          />
        )}
      </Field>
      {mayNeedPermission(draft.url) && (
        <NetworkPermission
          isAllowed={draft.isInNetwork}
          onChange={(isInNetwork) => onChange({ isInNetwork })}
        />
      )}
    </>
  )
}

export function toNewWebhook({ url, type, isInNetwork }: WebhookDraft): NewWebhook {
  return {
    url: url.trim(),
    events: '*',
    ...(type !== 'all' && { types: [type] }),
    ...(isInNetwork && mayNeedPermission(url) && { in_my_network: true }),
  }
}

/** The text in the field is no address until it is whole. */
function mayNeedPermission(url: string): boolean {
  return URL.canParse(url) && needsPermission(url)
}

interface SecretDialogProps {
  webhook: Webhook | undefined
  onClose: () => void
}

/** Makes a new secret, once that is confirmed, and shows it. */
export function SecretDialog({ webhook, onClose }: SecretDialogProps) {
  const { api } = useWorkspace()
  const [renewed, setRenewed] = useState<CreatedWebhook>()
  const renewal = useMutation({
    mutationFn: ({ id }: Webhook) => renewWebhookSecret(api, id),
    onSuccess: setRenewed,
  })
  const close = () => {
    setRenewed(undefined)
    onClose()
  }
  if (renewed)
    return (
      <Dialog title={t('The new secret')} open onClose={close} keepOnOutsidePress>
        <Secret webhook={renewed} onClose={close} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={t('Make a new secret?')}
      action={t('Make a new secret')}
      subject={webhook}
      mutation={renewal}
      onClose={close}
    >
      <p>
        {t('For 24 hours deliveries are signed with the new and the former one, so that nothing is missed.')}
      </p>
    </ConfirmDialog>
  )
}

function Secret({ webhook, onClose }: { webhook: CreatedWebhook; onClose: () => void }) {
  return (
    <div className="stack">
      <Notice tone="warning" title={t('Copy the secret now')}>
        {t('The receiver checks with it that a delivery is from here. It is not shown again.')}
      </Notice>
      <div className="api-copy-line">
        <code>{webhook.secret}</code>
        <CopyButton text={webhook.secret} label={t('Copy the secret')} />
      </div>
      <div className="ui-dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}
