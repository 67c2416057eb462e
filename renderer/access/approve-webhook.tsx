import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#shared/schemas/webhooks.ts'
import { approveWebhook, webhooksKey } from '../api/webhook-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'
import { isOfNetwork, NetworkPermission } from './network-permission.tsx'
import { describeWebhook } from './describe-webhook.ts'

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
  const needsPermission = isOfNetwork(webhook.url)
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
      {needsPermission && <NetworkPermission isAllowed={isAllowed} onChange={setIsAllowed} />}
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Not now')}</Button>
        <Button
          variant="primary"
          disabled={needsPermission && !isAllowed}
          busy={approval.isPending}
          onClick={() => approval.mutate()}
        >
          {t('Approve')}
        </Button>
      </div>
    </div>
  )
}
