import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { MailSettings } from './access/team/mailer.ts'
import type { PasswordCost } from './access/team/passwords.ts'
import type { SignInProviderOptions } from './access/team/sign-in-provider.ts'
import { loadTeam, type Team } from './access/team/team.ts'
import { type JobJudge, judgeJobsBy } from './access/team/job-judge.ts'
import { Together } from './access/team/together.ts'
import type { DataFolder } from './data-folder.ts'
import { CommandDoor } from './edge/command-door.ts'
import type { ServerLog } from './log/server-log.ts'
import { ReachGuard } from './reach/reach-guard.ts'
import { type ReachOptions, reachOf } from './reach/reach-options.ts'
import { HomeCopies } from './workspaces/home-copies.ts'

/** How a team is served; where it can be reached is said by these and the host. */
export interface TeamOptions extends Omit<ReachOptions, 'host'> {
  /** What hashing a password costs, for tests of something else. */
  readonly passwordCost?: PasswordCost
  /** The clock, for tests of what ends with time. */
  readonly now?: () => number
  /** Who people may sign in with beside their password. */
  readonly oidc?: SignInProviderOptions
  /** The digest of the server's own certificate, which invitations name so that the desktop app takes that one alone. */
  readonly certificate?: string
  /** By what mail is sent; without it links are shown only. */
  readonly mail?: MailSettings
}

/** What a server has for a team and not for one owner; a desktop loads none of it. */
export interface TeamMode {
  readonly team: Team
  readonly commandDoor: CommandDoor
  /** What they have beside the catalog. */
  readonly together: Together
  /** Workspaces that they take home. */
  readonly homeCopies: HomeCopies
}

/** Checks how the server is to be reached and gives what will stand before it. Throws ReachError. */
export async function openGuard(host: string | undefined, team: TeamOptions): Promise<ReachGuard> {
  return new ReachGuard(await reachOf({ ...team, host }))
}

/** Loads the people of a data folder; from then on they say which jobs go on. */
export async function loadTeamMode(
  { registry, workspaces, dataDir, runners, isShared }: DataFolder,
  { logger }: ServerLog,
  { passwordCost, now, oidc, mail, certificate }: TeamOptions,
  judge: (jobJudge: JobJudge) => void,
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
  })
  await team.adopt(workspaces.list().map(({ id }) => id))
  judge(judgeJobsBy(team))
  const onEnded = (err: unknown) => logger.error({ err }, 'jobs of a person could not be ended')
  team.people.onRightsChanged((personId) => {
    for (const runner of runners.values()) runner.endForbidden(personId).catch(onEnded)
  })
  const homeCopies = new HomeCopies({
    folder: join(dataDir, 'copies'),
    onError: (err) => logger.error({ err }, 'a copy to take home failed'),
  })
  return { team, commandDoor: new CommandDoor(), together: new Together(registry, team), homeCopies }
}

/** Lets the command line in once the server listens, and says where links lead to. Gives the origin for the command line. */
export async function beginTeamMode(
  { team: { links }, commandDoor }: TeamMode,
  app: FastifyInstance,
  { origin, isForOneCommand }: { readonly origin: string; readonly isForOneCommand: boolean },
): Promise<string> {
  await (isForOneCommand ? links.takeLast() : links.listensOn(origin))
  return commandDoor.open(app)
}

export async function endTeamMode({ team, commandDoor, homeCopies }: TeamMode): Promise<void> {
  commandDoor.close()
  await homeCopies.close()
  await team.close()
}
