import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '#shared/schemas/webhooks.ts'
import { deliveriesQuery, sendDeliveryAgain, webhooksKey } from '../api/webhook-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'

interface DeliveriesDialogProps {
  webhook: Webhook | undefined
  onClose: () => void
}

/** The last deliveries of a webhook with what the receiver answered. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  return (
    <Dialog
      title={t('Deliveries')}
      description={webhook?.url}
      open={webhook !== undefined}
      onClose={onClose}
      size="large"
    >
      {webhook && <Deliveries webhook={webhook} />}
    </Dialog>
  )
}

function Deliveries({ webhook: { id } }: { webhook: Webhook }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: deliveries, error } = useQuery(deliveriesQuery(api, id))
  const sending = useMutation({
    mutationFn: (delivery: WebhookDelivery) => sendDeliveryAgain(api, id, delivery.id),
    onError: (failure) => showError(failure.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey(api.workspaceId) }),
  })
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (deliveries === undefined) return <Skeleton height={120} />
  if (deliveries.length === 0) return <p>{t('Nothing was delivered in the last 30 days.')}</p>
  return (
    <PageTable
      label={t('Deliveries')}
      columns={[t('When'), t('Answer'), t('Took'), { unseen: t('Actions') }]}
    >
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <th scope="row">{formatMoment(delivery.at)}</th>
          <td className="webhook-answer">
            {delivery.status !== null && <strong>{delivery.status} </strong>}
            {delivery.answer}
          </td>
          <td>{t('{count} ms', { count: delivery.milliseconds })}</td>
          <td className="api-row-action">
            <Button variant="ghost" onClick={() => sending.mutate(delivery)}>
              {t('Send again')}
            </Button>
          </td>
        </tr>
      ))}
    </PageTable>
  )
}
