import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '#shared/exact-json.ts'
import type { Command, OptionValues } from './command.ts'

const fileName = 'command-line.json'

/** The options of a command with the workspace that it works in by default: of the environment, or of `vitrine use`. */
export async function withUsualWorkspace(
  command: Command,
  options: OptionValues,
  dataDir: string,
): Promise<OptionValues> {
  if (options['workspace'] !== undefined || command.options['workspace']?.hasUsual !== true) return options
  const workspace = process.env['VITRINE_WORKSPACE'] || (await readUsualWorkspace(dataDir))
  return workspace === undefined ? options : { ...options, workspace }
}

export async function readUsualWorkspace(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => '{}')
  try {
    const said: unknown = JSON.parse(text)
    const workspace = isObject(said) ? said['workspace'] : undefined
    return typeof workspace === 'string' ? workspace : undefined
  } catch {
    return undefined
  }
}

export async function saveUsualWorkspace(dataDir: string, workspace: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, fileName), `${JSON.stringify({ workspace })}\n`)
}

export async function forgetUsualWorkspace(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true })
}
