import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { MailSettings } from './access/team/mailer.ts'
import type { PasswordCost } from './access/team/passwords.ts'
import type { SignInProviderOptions } from './access/team/sign-in-provider.ts'
import { loadTeam, type Team } from './access/team/team.ts'
import { type ResumeAuthorizer, authorizeJobsBy } from './access/team/team-access.ts'
import { Collaboration } from './access/team/collaboration.ts'
import type { DataFolder } from './data-folder.ts'
import { CliListener } from './edge/cli-listener.ts'
import type { ServerLog } from './log/server-log.ts'
import { NetworkGuard } from './network/network-guard.ts'
import { type NetworkOptions, dependenciesOf } from './network/network-options.ts'
import { WorkspaceDownloads } from './workspaces/workspace-downloads.ts'

export interface TeamOptions extends Omit<NetworkOptions, 'host'> {
  readonly passwordCost?: PasswordCost
  readonly now?: () => number
  readonly oidc?: SignInProviderOptions
  readonly certificate?: string
  readonly mail?: MailSettings
}

export interface TeamMode {
  readonly team: Team
  readonly cliListener: CliListener
  readonly collaboration: Collaboration
  readonly workspaceDownloads: WorkspaceDownloads
}

/** Checks how the server is reached and returns its guard. Throws NetworkError. */
export async function openGuard(host: string | undefined, team: TeamOptions): Promise<NetworkGuard> {
  return new NetworkGuard(await dependenciesOf({ ...team, host }))
}

/** Loads the people of a data folder; from then on they decide which jobs go on. */
export async function loadTeamMode(
  { registry, workspaces, dataDir, runners, isShared }: DataFolder,
  { logger }: ServerLog,
  { passwordCost, now, oidc, mail, certificate }: TeamOptions,
  authorize: (resumeAuthorizer: ResumeAuthorizer) => void,
): Promise<TeamMode> {
  const onError = (err: unknown) => logger.error({ err }, 'a mail or an audit entry is lost')
  const team = await loadTeam({
    registry,
    onError,
    passwordCost,
    now,
    oidc,
    mail,
    certificate,
    codes: { dataDir, isShared },
    // A filter of fail2ban matches this line: docs/team/fail2ban-filter.conf.
    onFailedSignIn: (failed) => logger.warn({ event: 'sign_in_failed', ...failed }, 'sign-in failed'),
  })
  await team.adopt(workspaces.list().map(({ id }) => id))
  authorize(authorizeJobsBy(team))
  const onEnded = (err: unknown) => logger.error({ err }, 'jobs of a person could not be ended')
  team.people.onRightsChanged((personId) => {
    for (const runner of runners.values()) runner.endForbidden(personId).catch(onEnded)
  })
  const workspaceDownloads = new WorkspaceDownloads({
    folder: join(dataDir, 'copies'),
    onError: (err) => logger.error({ err }, 'a copy to take home failed'),
  })
  return {
    team,
    cliListener: new CliListener(),
    collaboration: new Collaboration(registry, team),
    workspaceDownloads,
  }
}

/**
 * Opens the port of the command line and sets the address of links. Returns the origin for the command
 * line.
 */
export async function beginTeamMode(
  { team: { links }, cliListener }: TeamMode,
  app: FastifyInstance,
  { origin, isForOneCommand }: { readonly origin: string; readonly isForOneCommand: boolean },
): Promise<string> {
  await (isForOneCommand ? links.takeLast() : links.listensOn(origin))
  return cliListener.open(app)
}

export async function endTeamMode({ team, cliListener, workspaceDownloads }: TeamMode): Promise<void> {
  cliListener.close()
  await workspaceDownloads.close()
  await team.close()
}
