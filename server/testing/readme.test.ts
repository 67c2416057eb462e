import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'

/** The examples of README and docs/scripts.md are run unchanged, except for the port and the home folder. */
const root = join(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'vitrine-readme-'))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const terminal = readme.slice(readme.indexOf('## Five minutes in a terminal'), readme.indexOf('## Read on'))
const scripts = readFileSync(join(root, 'docs/scripts.md'), 'utf8')

afterAll(() => rmSync(home, { recursive: true, force: true }))

function blocksOf(language: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)
}

/** Runs a shell in a group of its own and ends the whole group with it: the examples leave a server running. */
function runShell(text: string): Promise<string> {
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: '' }
  const shell = spawn('bash', ['-c', text], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  shell.stdout.on('data', (chunk) => (output += String(chunk)))
  shell.stderr.on('data', (chunk) => (errors += String(chunk)))
  return new Promise((resolve, reject) => {
    shell.on('exit', (code) => {
      endGroup(shell.pid as number)
      if (code === 0) resolve(output)
      else reject(new Error(`The shell ended with ${code}: ${errors}`))
    })
  })
}

/** Ends the rest of the shell's group; there is none where its server never started. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('the examples of README and docs/scripts.md run as written', { timeout: 60_000 }, async () => {
  const [serve = '', key = '', curl = ''] = blocksOf('sh', terminal)
  const [download = ''] = blocksOf('sh', scripts)
  const [inTypeScript = ''] = blocksOf('ts', scripts)
  const [inPython = ''] = blocksOf('python', scripts)
  const files = { 'script.ts': inTypeScript, 'script.py': inPython }
  const port = await freePort()
  const onPort = (text: string) => text.replaceAll('4417', String(port))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), onPort(text))
  const hasPython = spawnSync('python3', ['--version']).status === 0

  const output = await runShell(
    onPort(`set -e
      coproc { ${serve.trim()}; }
      grep -q -m 1 'Vitrine listens' <&"\${COPROC[0]}"
      ${key}
      ${curl}
      cd ${home}
      ${download.replaceAll('curl -O', 'curl -sO')}
      echo; node ${join(home, 'script.ts')}
      ${hasPython ? `python3 ${join(home, 'script.py')}` : ''}`),
  )

  // curl prints answers without a line break in between.
  const lines = output.replaceAll('}{', '}\n{').split('\n').filter(Boolean)
  const [list, upserted, ...printed] = lines
  expect(JSON.parse(list ?? '')).toMatchObject({
    data: [{ type: 'product' }, {}, {}],
    pagination: { limit: 3 },
  })
  expect(JSON.parse(upserted ?? '')).toMatchObject({ data: { attributes: { sku: 'CH-100', sales_rank: 2 } } })
  expect(printed).toHaveLength(hasPython ? 6 : 3)
})
