import type { InvitationKind } from '#shared/schemas/team.ts'
import { certificateMember } from '#shared/team-links.ts'
import { conflict } from '../../catalog/errors.ts'
import type { RegistryThread } from '../../threads/registry-thread.ts'

const originKey = 'team_origin'

/** What stands before the secret of a link. It is behind `#`, which browsers do not send, so that no log in between has it. */
const nameOf: Readonly<Record<InvitationKind, string>> = {
  first_owner: 'first-owner',
  member: 'invitation',
  reset: 'reset',
}

/** Where a team's server is found by its people. */
export class Links {
  readonly #registry: RegistryThread
  #origin: string | undefined

  /** The digest of the only certificate that may answer, for links of a server that nobody vouches for. */
  readonly #certificate: string | undefined

  constructor(registry: RegistryThread, certificate: string | undefined) {
    this.#registry = registry
    this.#certificate = certificate
  }

  /** The server listens here; a command that runs without it makes its links by that. */
  async listensOn(origin: string): Promise<void> {
    this.#origin = origin
    await this.#registry.call('putSetting', { key: originKey, value: origin })
  }

  /** A server for one command takes the address of the last one that people could reach. */
  async takeLast(): Promise<void> {
    this.#origin = await this.#registry.call('getSetting', { key: originKey })
  }

  /** Where a secret leads to. Throws conflict where no server has run for the team yet. */
  to(kind: InvitationKind, token: string): string {
    if (this.#origin === undefined)
      throw conflict(
        'The address of links is not known yet. Start the server once with: vitrine serve --team',
      )
    const certificate = this.#certificate === undefined ? '' : `&${certificateMember}=${this.#certificate}`
    return `${this.#origin}/#${nameOf[kind]}=${token}${certificate}`
  }
}
