/** The command line (decisions, Command line): finds the command, runs it, and turns failures into one line and a code. */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { defaultDataFolder } from '#shared/data-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import {
  type Command,
  type OptionValues,
  Output,
  type Terminal,
  UsageError,
  type CommandOption,
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
import { providerAdd, providerList, providerRemove, providerTest } from './commands/provider.ts'
import { serve } from './commands/serve.ts'
import { restore, backup, backupList, check } from './commands/backup.ts'
import {
  userDisable,
  userEnable,
  userInvite,
  userList,
  userResetCodes,
  userResetPassword,
} from './commands/user.ts'
import { forceEndSoon } from './force-end.ts'
import { parseArgs } from 'node:util'

/** Every command, a longer name before a shorter name that it begins with. */
export const commands: readonly Command[] = [
  serve,
  workspaceCreate,
  workspaceOpen,
  workspaceMove,
  workspaceList,
  keyCreate,
  keyList,
  keyRevoke,
  approve,
  userInvite,
  userList,
  userDisable,
  userEnable,
  userResetPassword,
  userResetCodes,
  importCommand,
  undoCommand,
  mcp,
  exportCommand,
  assetsMatchCommand,
  assetsScanCommand,
  assetsExportCommand,
  editCommand,
  actionList,
  actionDelete,
  channelList,
  channelShow,
  channelCreate,
  channelSet,
  channelDelete,
  channelCategories,
  packageCreate,
  packageOpen,
  generateCommand,
  proposalsCommand,
  qualityCommand,
  duplicatesCommand,
  providerAdd,
  providerList,
  providerTest,
  providerRemove,
  clusterStatus,
  clusterAdd,
  clusterRemove,
  check,
  backupList,
  backup,
  restore,
]

export async function main(argv: readonly string[]): Promise<number> {
  // Files of the catalog are for its owner only.
  process.umask(0o077)
  ignoreClosedOutput()
  const { stdout, stderr } = process
  return runCommand(argv, { stdout, stderr, interrupted: interruption() })
}

const globalOptions = {
  data: { type: 'string', help: 'The data folder; without it the one of the desktop app' },
  json: { type: 'boolean', help: 'Print one JSON object a line and nothing else' },
  help: { type: 'boolean', short: 'h', help: 'Explain the command' },
} as const satisfies Command['options']

interface CommandLine {
  readonly command: Command | undefined
  readonly wantsHelp: boolean
  readonly wantsVersion: boolean
  readonly options: OptionValues
  readonly positionals: readonly string[]
}

/** Finds the command and parses its options; options may stand anywhere. Throws UsageError. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const words = findWords(argv, commands)
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  const wantsHelp = argv.includes('--help') || argv.includes('-h') || words[0] === 'help'
  if (!command) return withoutCommand(argv, words, wantsHelp, commands)

  const { values, positionals } = parseStrictly(argv, command)
  const given = positionals.slice(command.name.split(' ').length)
  const { positionals: most, optionalPositionals = 0 } = command
  if (!wantsHelp && (given.length > most || given.length < most - optionalPositionals)) {
    throw new UsageError(`Usage: vitrine ${command.name} ${command.arguments}.`)
  }
  return { command, wantsHelp, wantsVersion: false, options: values, positionals: given }
}

function findWords(argv: readonly string[], commands: readonly Command[]): string[] {
  const options: Record<string, ParsedOption> = {}
  for (const command of commands) Object.assign(options, toParseable(command.options))
  Object.assign(options, toParseable(globalOptions))
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true }).positionals
}

function withoutCommand(
  argv: readonly string[],
  words: readonly string[],
  wantsHelp: boolean,
  commands: readonly Command[],
): CommandLine {
  const wantsVersion = argv.includes('--version')
  const isGroup = commands.some(({ name }) => name.startsWith(`${words[0]} `))
  if (!wantsVersion && !wantsHelp && words.length > 0) {
    const known = commands
      .filter(({ name }) => !isGroup || name.startsWith(`${words[0]} `))
      .map(({ name }) => name)
    throw new UsageError(
      `There is no command "${words.slice(0, 2).join(' ')}". There are: ${known.join(', ')}.`,
    )
  }
  return { command: undefined, wantsHelp: !wantsVersion, wantsVersion, options: {}, positionals: [] }
}

function parseStrictly(argv: readonly string[], command: Command) {
  const options = toParseable({ ...command.options, ...globalOptions })
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(`${sentence.replace(/\.$/, '')}. See vitrine ${command.name} --help.`)
  }
}

type ParsedOption = Omit<CommandOption, 'help'>

function toParseable(options: Command['options']): Record<string, ParsedOption> {
  return Object.fromEntries(Object.entries(options).map(([name, { help: _help, ...rest }]) => [name, rest]))
}

export function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...globalOptions })
  const names = options.map(([name, { type }]) => `--${name}${type === 'string' ? ' …' : ''}`)
  const width = Math.max(...names.map((name) => name.length))
  const described = options.map(([, { help }], index) => `  ${(names[index] ?? '').padEnd(width)}  ${help}`)
  return `${command.summary}\n\nUsage: vitrine ${command.name} ${command.arguments}\n\n${described.join('\n')}\n`
}

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const described = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `Vitrine keeps your product catalog.\n\nUsage: vitrine COMMAND [options]\n\n${described.join('\n')}\n
Options of every command: --data DIR, --json, --help. vitrine COMMAND --help explains a command.\n`
}

/** Runs one command and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(parseCommandLine(argv, commands), terminal)
  } catch (error) {
    await say(terminal.stderr, `${inOneLine(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(line: CommandLine, terminal: Terminal): Promise<number> {
  const { stdout, interrupted } = terminal
  if (line.wantsVersion) return say(stdout, `${packageJson.version}\n`)
  if (!line.command || line.wantsHelp) {
    return say(stdout, line.command ? helpOf(line.command) : overview(commands))
  }
  const { options, positionals } = line
  const dataDir = dataDirOf(options['data'])
  const output = new Output(options['json'] === true, terminal)
  const code = await line.command.run({ dataDir, output, options, positionals, interrupted })
  // All output shall have left before the process ends.
  await say(stdout, '')
  return code
}

function dataDirOf(named: OptionValues[string]): string {
  if (named === '') throw new UsageError('--data takes the path of a folder.')
  return typeof named === 'string'
    ? resolve(named)
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

function ignoreClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

function say(stream: Writable, text: string): Promise<number> {
  return new Promise((done) => stream.write(text, () => done(0)))
}

function inOneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.trim().replaceAll(/\s*\n\s*/g, ' ')
}
