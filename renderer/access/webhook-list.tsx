import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook, WebhookStart } from '#shared/schemas/webhooks.ts'
import {
  changeWebhook,
  deleteWebhook,
  testWebhook,
  webhooksKey,
  webhooksQuery,
} from '../api/webhook-queries.ts'
import { Allowed, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import './webhooks.css'
import { ApprovalDialog, describeWebhook } from './approve-webhook.tsx'
import { DeliveriesDialog } from './webhook-deliveries.tsx'
import { NewWebhookDialog, SecretDialog } from './new-webhook-dialog.tsx'

/** The webhooks of a workspace: where changes are sent, and how it goes. */
export function WebhookList() {
  const { api } = useWorkspace()
  const { data: webhooks, error } = useQuery(webhooksQuery(api))
  const [isCreating, setIsCreating] = useState(false)
  return (
    <section className="api-section" aria-labelledby="api-webhooks">
      <div className="api-section-head">
        <h2 id="api-webhooks">{t('Webhooks')}</h2>
        <Button onClick={() => setIsCreating(true)}>
          <Plus aria-hidden />
          {t('Add a webhook')}
        </Button>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {webhooks === undefined && error === null && <Skeleton height={72} />}
      {webhooks?.length === 0 && (
        <p className="api-no-keys">
          <WebhookIcon aria-hidden />
          {t('No webhooks yet. A webhook sends what is changed here to another program at once.')}
        </p>
      )}
      {webhooks !== undefined && webhooks.length > 0 && <WebhookTable webhooks={webhooks} />}
      <NewWebhookDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </section>
  )
}

type WebhookStep = 'approve' | 'deliveries' | 'renew' | 'delete'

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [chosen, setChosen] = useState<{ id: string; step: WebhookStep }>()
  const close = () => setChosen(undefined)
  const subjectOf = (step: WebhookStep) =>
    chosen?.step === step ? webhooks.find(({ id }) => id === chosen.id) : undefined
  return (
    <>
      <PageTable
        label={t('Webhooks')}
        columns={[t('Address'), t('Sends'), t('State'), { unseen: t('Actions') }]}
      >
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onStep={(step) => setChosen({ id: webhook.id, step })}
          />
        ))}
      </PageTable>
      <ApprovalDialog webhook={subjectOf('approve')} onClose={close} />
      <DeliveriesDialog webhook={subjectOf('deliveries')} onClose={close} />
      <SecretDialog webhook={subjectOf('renew')} onClose={close} />
      <DeleteDialog webhook={subjectOf('delete')} onClose={close} />
    </>
  )
}

const statusTexts = cachedByLanguage((): Readonly<Record<Webhook['status'], string>> => ({
  pending: t('Waits for approval'),
  active: t('On¦switched'),
  off: t('Off¦switched'),
}))

interface WebhookRowProps {
  webhook: Webhook
  onStep: (step: WebhookStep) => void
}

function WebhookRow({ webhook, onStep }: WebhookRowProps) {
  const { url, status, problem, next_try: nextTry } = webhook
  return (
    <tr>
      <th scope="row" className="webhook-address">
        {url}
      </th>
      <td>{describeWebhook(webhook)}</td>
      <td>
        <span className="webhook-status" data-status={problem === null ? status : 'failing'}>
          {statusTexts()[status]}
        </span>
        {problem !== null && <p className="ui-field-hint">{problem}</p>}
        {nextTry !== null && (
          <p className="ui-field-hint">{t('Next try: {when}', { when: formatMoment(nextTry) })}</p>
        )}
      </td>
      <td className="api-row-action">
        <WebhookActions webhook={webhook} onStep={onStep} />
      </td>
    </tr>
  )
}

function WebhookActions({ webhook, onStep }: WebhookRowProps) {
  const may = useMay()
  const { test, turn } = useWebhookChanges(webhook)
  const { status, url } = webhook
  if (status === 'pending')
    return (
      <Allowed to="webhooks">
        <Button aria-label={t('Approve {name}', { name: url })} onClick={() => onStep('approve')}>
          {t('Approve…')}
        </Button>
      </Allowed>
    )
  return (
    <Menu
      trigger={
        <IconButton label={t('Actions for {name}', { name: url })}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => test.mutate()}>{t('Send a test')}</MenuItem>
      <MenuItem onSelect={() => onStep('deliveries')}>{t('Deliveries…')}</MenuItem>
      <MenuSeparator />
      {status === 'active' && <MenuItem onSelect={() => turn.mutate('off')}>{t('Turn off')}</MenuItem>}
      {status === 'off' && may('webhooks') && (
        <>
          <MenuItem onSelect={() => turn.mutate('stopped')}>{t('Turn on where it stopped')}</MenuItem>
          <MenuItem onSelect={() => turn.mutate('now')}>{t('Turn on from now')}</MenuItem>
        </>
      )}
      {may('webhooks') && <MenuItem onSelect={() => onStep('renew')}>{t('New secret…')}</MenuItem>}
      <MenuItem onSelect={() => onStep('delete')}>{t('Delete…')}</MenuItem>
    </Menu>
  )
}

function useWebhookChanges({ id }: Webhook) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: webhooksKey(api.workspaceId) })
  const onError = (error: Error) => showError(error.message)
  const test = useMutation({
    mutationFn: () => testWebhook(api, id),
    onSuccess: ({ status, answer, milliseconds }) => {
      const isTaken = status !== null && status >= 200 && status < 300
      if (isTaken) showSuccess(t('The test was taken in {count} ms', { count: milliseconds }))
      else if (status === null) showError(answer)
      else showError(t('The receiver answered {status}', { status }))
    },
    onError,
    onSettled,
  })
  const turn = useMutation({
    mutationFn: (to: 'off' | WebhookStart) =>
      changeWebhook(api, id, to === 'off' ? { status: 'off' } : { status: 'active', from: to }),
    onError,
    onSettled,
  })
  return { test, turn }
}

interface DeleteDialogProps {
  webhook: Webhook | undefined
  onClose: () => void
}

function DeleteDialog({ webhook, onClose }: DeleteDialogProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: Webhook) => deleteWebhook(api, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(api.workspaceId) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete this webhook?')}
      action={t('Delete the webhook')}
      subject={webhook}
      mutation={deletion}
      onClose={onClose}
    >
      <p>
        {t('Nothing is sent to {url} any more. Its secret and its deliveries go along.', {
          url: webhook?.url ?? '',
        })}
      </p>
    </ConfirmDialog>
  )
}
