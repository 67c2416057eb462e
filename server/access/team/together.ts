import type { RegistryThread } from '../../threads/registry-thread.ts'
import { Notifications } from './notifications.ts'
import { Presence } from './presence.ts'
import type { TeamAccess } from './team-access.ts'

/** What people of a team have beside the catalog: who is where, and what is new for each. A desktop loads none of it. */
export class Together {
  readonly presence = new Presence()
  readonly notifications: Notifications

  constructor(registry: RegistryThread, people: Pick<TeamAccess, 'members'>) {
    this.notifications = new Notifications({ registry, presence: this.presence, people })
  }
}
