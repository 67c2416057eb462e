import { WebhookList } from '../access/webhook-list.tsx'
import { AutomationList } from '../automations/automation-list.tsx'
import { ConnectionsSurface } from '../feeds/connections-surface.tsx'

/** Connections, feeds, automations and webhooks, which are of several features. */
export function ConnectionsPage() {
  return <ConnectionsSurface automations={<AutomationList />} webhooks={<WebhookList />} />
}
