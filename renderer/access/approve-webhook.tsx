import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { needsPermission } from '#shared/local-address.ts'
import type { Webhook } from '#shared/schemas/webhooks.ts'
import { approveWebhook, webhooksKey } from '../api/webhook-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { deedTexts } from '../state/event-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'

interface ApprovalDialogProps {
  webhook: Webhook | undefined
  onClose: () => void
}

/** Asks the owner whether a program with a key may have changes sent to its address. */
export function ApprovalDialog({ webhook, onClose }: ApprovalDialogProps) {
  return (
    <Dialog
      title={t('Send changes to this address?')}
      open={webhook !== undefined}
      onClose={onClose}
      size="small"
    >
      {webhook && <Approval key={webhook.id} webhook={webhook} onClose={onClose} />}
    </Dialog>
  )
}

function Approval({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const [isAllowed, setIsAllowed] = useState(false)
  const mustAllow = needsPermission(webhook.url)
  const approval = useMutation({
    mutationFn: () => approveWebhook(api, webhook.id, isAllowed ? { in_my_network: true } : {}),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(api.workspaceId) })
      onClose()
    },
  })
  return (
    <div className="stack">
      {approval.error !== null && <Notice tone="danger">{approval.error.message}</Notice>}
      <p className="webhook-address">{webhook.url}</p>
      <p>
        {t('“{maker}” asks for it. What it may read in “{name}” is sent there as it is changed: {choice}.', {
          maker: webhook.created_by.name ?? '',
          name: workspace.name,
          choice: describeWebhook(webhook),
        })}
      </p>
      {mustAllow && <NetworkPermission isAllowed={isAllowed} onChange={setIsAllowed} />}
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Not now')}</Button>
        <Button
          variant="primary"
          disabled={mustAllow && !isAllowed}
          busy={approval.isPending}
          onClick={() => approval.mutate()}
        >
          {t('Approve')}
        </Button>
      </div>
    </div>
  )
}

/** The tick for addresses that only somebody who knows this network can judge. */
export function NetworkPermission({
  isAllowed,
  onChange,
}: {
  isAllowed: boolean
  onChange: (isAllowed: boolean) => void
}) {
  return (
    <Checkbox
      label={t('This address is in my network')}
      hint={t(
        'It is of this computer or its network, or has no https, so that others on the way could read along.',
      )}
      checked={isAllowed}
      onChange={onChange}
    />
  )
}

/** Says in a few words what a webhook sends, such as “Changed · Products · price”. */
export function describeWebhook({ events, types, attributes }: Webhook): string {
  const kinds = events === '*' ? t('All changes') : events.map((kind) => deedTexts()[kind]).join(', ')
  const parts = [kinds, types?.map((type) => typeTexts()[type].plural).join(', '), attributes?.join(', ')]
  return parts.filter((part) => part !== undefined && part !== '').join(' · ')
}
