import { WebhookList } from '../access/webhook-list.tsx'
import { ConnectionsSurface } from '../feeds/connections-surface.tsx'

/** Connections, feeds and webhooks, which are of several features. */
export function ConnectionsPage() {
  return <ConnectionsSurface webhooks={<WebhookList />} />
}
