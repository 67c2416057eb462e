// The server of the bundle for Claude Desktop: starts the Vitrine that is installed, which speaks MCP over these pipes.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const { VITRINE_PROGRAM, VITRINE_WORKSPACE, PATH = '', LOCALAPPDATA = '' } = process.env
const name = process.platform === 'win32' ? 'vitrine.cmd' : 'vitrine'
const given = VITRINE_PROGRAM && !VITRINE_PROGRAM.startsWith('${') ? [VITRINE_PROGRAM] : []
const usual = [
  join(homedir(), '.local/bin/vitrine'),
  '/usr/local/bin/vitrine',
  '/usr/bin/vitrine',
  '/Applications/Vitrine.app/Contents/MacOS/Vitrine',
  join(LOCALAPPDATA, 'Programs', 'Vitrine', 'Vitrine.exe'),
]
const onPath = PATH.split(delimiter).map((folder) => join(folder, name))
const program = [...given, ...onPath, ...usual].find((file) => existsSync(file))

if (program === undefined) {
  console.error('Vitrine is not found. Install it, or name its program in the settings of this extension.')
  process.exit(1)
}
const workspace =
  VITRINE_WORKSPACE && !VITRINE_WORKSPACE.startsWith('${') ? ['--workspace', VITRINE_WORKSPACE] : []
const child = spawn(program, ['mcp', ...workspace], { stdio: 'inherit', shell: program.endsWith('.cmd') })
child.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
