/** The command line (decisions, Command line): finds the command, runs it, and turns failures into one line and a code. */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { defaultDataFolder } from '#shared/data-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { CatalogError } from '../catalog/errors.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { exportCommand } from './commands/export-file.ts'
import { approve } from './commands/approve.ts'
import { importCommand, undoImportCommand } from './commands/import-file.ts'
import { keyCreate, keyList, keyRevoke } from './commands/key.ts'
import { mcp } from './commands/mcp.ts'
import { serve } from './commands/serve.ts'
import { backup, backupList, check, restore } from './commands/upkeep.ts'
import { workspaceCreate, workspaceList, workspaceOpen } from './commands/workspace.ts'
import { Output } from './output.ts'
import { type CommandLine, helpOf, overview, parseCommandLine } from './parse-command-line.ts'
import { tellFaults } from './tell-faults.ts'

const commands: readonly Command[] = [
  serve,
  workspaceCreate,
  workspaceOpen,
  workspaceList,
  keyCreate,
  keyList,
  keyRevoke,
  approve,
  importCommand,
  undoImportCommand,
  mcp,
  exportCommand,
  check,
  // Before the shorter name, which its first word is.
  backupList,
  backup,
  restore,
]

/** Runs one command and gives the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(argv: readonly string[]): Promise<number> {
  // What the catalog writes is for its owner only.
  process.umask(0o077)
  ignoreClosedOutput()
  try {
    return await run(parseCommandLine(argv, commands))
  } catch (error) {
    await say(process.stderr, `${inOneLine(error)}\n`)
    return isWrongUsage(error) ? 2 : 1
  }
}

/** A value that the catalog finds invalid was typed by whoever called, wherever the catalog is open. */
function isWrongUsage(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof CatalogError && error.code === 'validation_failed')
}

async function run(line: CommandLine): Promise<number> {
  if (line.wantsVersion) return say(process.stdout, `${packageJson.version}\n`)
  if (!line.command || line.wantsHelp) {
    return say(process.stdout, line.command ? helpOf(line.command) : overview(commands))
  }
  const { options, positionals } = line
  const code = await line.command.run({
    dataDir: dataDirOf(options['data']),
    output: new Output(options['json'] === true, (text) => process.stdout.write(text)),
    options,
    positionals,
    interrupted: interruption(),
  })
  // Whatever has been printed shall have left before the process ends.
  await say(process.stdout, '')
  return code
}

function dataDirOf(named: string | boolean | undefined): string {
  if (named === '') throw new UsageError('--data takes the path of a folder.')
  return typeof named === 'string'
    ? resolve(named)
    : defaultDataFolder(process.platform, process.env, homedir())
}

function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}

/** `vitrine … | head` closes our output early; that is no failure. */
function ignoreClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

function say(stream: NodeJS.WriteStream, text: string): Promise<number> {
  return new Promise((done) => stream.write(text, () => done(0)))
}

function inOneLine(error: unknown): string {
  return messageOf(error)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
}

function messageOf(error: unknown): string {
  if (error instanceof CatalogError && error.code === 'validation_failed') {
    return tellFaults(error.fieldErrors)
  }
  if (error instanceof UsageError || error instanceof CommandError) return error.message
  return error instanceof Error ? error.message : String(error)
}
