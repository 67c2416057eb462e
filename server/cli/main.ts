/** The command line (decisions, Command line): finds the command, runs it, and turns failures into one line and a code. */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { defaultDataFolder } from '#shared/data-folder.ts'
import { readProgramVersion } from '../program-version.ts'
import {
  type Command,
  type CommandGroup,
  type OptionValues,
  Output,
  type Terminal,
  UsageError,
} from './command.ts'
import { actionDelete, actionList, editCommand } from './commands/edit.ts'
import { clusterAdd, clusterRemove, clusterStatus } from './commands/cluster.ts'
import { mcp } from './commands/mcp.ts'
import { duplicatesCommand, qualityCommand } from './commands/quality.ts'
import { assetsExportCommand } from './commands/asset-export.ts'
import { assetsMatchCommand, assetsScanCommand } from './commands/assets.ts'
import { exportCommand } from './commands/export-file.ts'
import {
  channelCategories,
  channelCreate,
  channelDelete,
  channelList,
  channelSet,
  channelShow,
} from './commands/channel.ts'
import { approve, keyCreate, keyList, keyRevoke } from './commands/key.ts'
import { apiCommand } from './commands/api.ts'
import { attributesCommand, meCommand, viewsCommand } from './commands/attributes.ts'
import { eventsCommand } from './commands/events.ts'
import { jobsCancelCommand, jobsCommand } from './commands/jobs.ts'
import { getCommand, listCommand } from './commands/list.ts'
import { openCommand } from './commands/open.ts'
import { importCommand } from './commands/import-file.ts'
import { undoCommand } from './commands/undo.ts'
import {
  packageCreate,
  packageOpen,
  workspaceCreate,
  workspaceList,
  workspaceMove,
  workspaceOpen,
} from './commands/workspace.ts'
import { generateCommand, proposalsCommand } from './commands/generate.ts'
import { listen } from './commands/listen.ts'
import { automationList, automationRun } from './commands/automation.ts'
import { connectionAdd, connectionList, connectionRemove, connectionTest } from './commands/connection.ts'
import { feedList, feedRun } from './commands/feed.ts'
import { webhookAdd, webhookList, webhookRemove, webhookTest } from './commands/webhook.ts'
import { providerAdd, providerList, providerRemove, providerTest } from './commands/provider.ts'
import { serve } from './commands/serve.ts'
import { promote, standby } from './commands/standby.ts'
import { restore, backup, backupList, check } from './commands/backup.ts'
import {
  userDisable,
  userEnable,
  userInvite,
  userList,
  userResetCodes,
  userResetPassword,
  userSignInLink,
} from './commands/user.ts'
import {
  groupList,
  groupRole,
  serviceAccountCreate,
  serviceAccountDisable,
  serviceAccountEnable,
  serviceAccountList,
  serviceAccountRemove,
  serviceAccountRole,
} from './commands/service-account.ts'
import { completionCommand } from './commands/completion.ts'
import { typesCommand } from './commands/types.ts'
import { upgradeCommand } from './commands/upgrade.ts'
import { useCommand } from './commands/use.ts'
import { readUsualWorkspace, withUsualWorkspace } from './chosen-workspace.ts'
import { findExtension, runExtension } from './extension.ts'
import { forceEndSoon } from './force-end.ts'
import { type CommandLine, helpOf, overview, parseCommandLine } from './parse-command-line.ts'

/** Every command by what it is about, a longer name before a shorter name that it begins with. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Catalog',
    commands: [
      listCommand,
      getCommand,
      attributesCommand,
      viewsCommand,
      openCommand,
      editCommand,
      actionList,
      actionDelete,
      jobsCancelCommand,
      jobsCommand,
      eventsCommand,
      listen,
      undoCommand,
      apiCommand,
      meCommand,
      typesCommand,
    ],
  },
  {
    title: 'Files in and out',
    commands: [
      importCommand,
      exportCommand,
      feedList,
      feedRun,
      assetsMatchCommand,
      assetsScanCommand,
      assetsExportCommand,
      packageCreate,
      packageOpen,
    ],
  },
  {
    title: 'Quality and generation',
    commands: [
      qualityCommand,
      duplicatesCommand,
      generateCommand,
      proposalsCommand,
      providerAdd,
      providerList,
      providerTest,
      providerRemove,
    ],
  },
  {
    title: 'Set-up',
    commands: [
      workspaceCreate,
      workspaceOpen,
      workspaceMove,
      workspaceList,
      useCommand,
      completionCommand,
      keyCreate,
      keyList,
      keyRevoke,
      approve,
      automationList,
      automationRun,
      connectionAdd,
      connectionList,
      connectionTest,
      connectionRemove,
      webhookAdd,
      webhookList,
      webhookTest,
      webhookRemove,
      mcp,
      channelList,
      channelShow,
      channelCreate,
      channelSet,
      channelDelete,
      channelCategories,
    ],
  },
  {
    title: 'Server',
    commands: [
      serve,
      standby,
      promote,
      check,
      backupList,
      backup,
      restore,
      upgradeCommand,
      clusterStatus,
      clusterAdd,
      clusterRemove,
    ],
  },
  {
    title: 'Team',
    commands: [
      userInvite,
      userList,
      userDisable,
      userEnable,
      userResetPassword,
      userResetCodes,
      userSignInLink,
      serviceAccountCreate,
      serviceAccountList,
      serviceAccountRole,
      serviceAccountDisable,
      serviceAccountEnable,
      serviceAccountRemove,
      groupList,
      groupRole,
    ],
  },
]

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)

export async function main(argv: readonly string[]): Promise<number> {
  // Files of the catalog are for its owner only.
  process.umask(0o077)
  const { stdout, stderr } = process
  return runCommand(argv, { stdout, stderr, interrupted: interruption(), isClosed: watchClosedOutput() })
}

/** Runs one command and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return codeOf(
      terminal,
      (await tryExtension(argv)) ?? (await run(parseCommandLine(argv, commands), terminal)),
    )
  } catch (error) {
    await say(terminal.stderr, `${inOneLine(error)}\n`)
    return codeOf(terminal, error instanceof UsageError ? 2 : 1)
  }
}

const interruptedCode = 130

/** A command ended by Ctrl+C has a code of its own, as programs of the shell have. */
function codeOf({ interrupted }: Terminal, code: number): number {
  return code !== 0 && interrupted.aborted ? interruptedCode : code
}

async function tryExtension([word, ...words]: readonly string[]): Promise<number | undefined> {
  const isCommand = commands.some(({ name }) => name.split(' ')[0] === word)
  const program = isCommand ? undefined : findExtension(word)
  if (program === undefined) return undefined
  const dataDir = dataDirOf(undefined)
  const workspace = process.env['VITRINE_WORKSPACE'] || (await readUsualWorkspace(dataDir))
  const context = { VITRINE_DATA: dataDir, ...(workspace !== undefined && { VITRINE_WORKSPACE: workspace }) }
  return runExtension(program, { words, context })
}

/** The version comes first, so that scripts cut it off at the first space. */
function describeVersion(): string {
  const { version, commit, formats } = readProgramVersion()
  const built = commit === null ? '' : ` (commit ${commit})`
  return `${version}${built}, workspace files ${formats.workspace}, vitrine.db ${formats.registry}`
}

async function run(line: CommandLine, terminal: Terminal): Promise<number> {
  const { stdout, interrupted, stdin = process.stdin } = terminal
  if (line.wantsVersion) return say(stdout, `${describeVersion()}\n`)
  if (!line.command || line.wantsHelp) {
    return say(stdout, line.command ? helpOf(line.command) : overview(commandGroups))
  }
  const { options, positionals } = line
  const dataDir = dataDirOf(options['data'])
  const output = new Output(options['json'] === true, terminal, options['quiet'] === true)
  const code = await line.command.run({
    dataDir,
    output,
    options: await withUsualWorkspace(line.command, options, dataDir),
    positionals,
    interrupted,
    stdin,
    commands,
  })
  // All output shall have left before the process ends.
  await say(stdout, '')
  return code
}

function dataDirOf(named: OptionValues[string]): string {
  if (named === '') throw new UsageError('--data takes the path of a folder.')
  const chosen = named ?? process.env['VITRINE_DATA']
  return typeof chosen === 'string' && chosen !== ''
    ? resolve(chosen)
    : defaultDataFolder(process.platform, process.env, homedir())
}

function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      controller.abort()
      forceEndSoon()
    })
  return controller.signal
}

/** A closed pipe is no failure; whatever reads only can end there. */
function watchClosedOutput(): () => boolean {
  let isClosed = false
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (stream === process.stdout) isClosed = true
    })
  return () => isClosed
}

function say(stream: Writable, text: string): Promise<number> {
  return new Promise((done) => stream.write(text, () => done(0)))
}

function inOneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.trim().replaceAll(/\s*\n\s*/g, ' ')
}
