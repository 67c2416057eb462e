import type { RegistryThread } from '../../threads/idle-thread.ts'
import { Notifications } from './notifications.ts'
import { Presence } from './presence.ts'
import type { TeamAccess } from './team-access.ts'
import { Worklists } from './worklists.ts'

/**
 * The parts of a team besides the catalog: presence, notifications and worklists. A desktop does not load
 * them.
 */
export class Collaboration {
  readonly presence = new Presence()
  readonly notifications: Notifications
  readonly worklists: Worklists

  constructor(registry: RegistryThread, people: Pick<TeamAccess, 'members'>) {
    const { presence } = this
    const notifications = new Notifications({ registry, presence, people })
    this.notifications = notifications
    this.worklists = new Worklists({ registry, presence, people, notifications })
  }
}
