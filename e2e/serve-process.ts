import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const command = join(import.meta.dirname, '../server/cli/vitrine.mjs')

export async function startServe<Listening>(
  args: readonly string[],
): Promise<{ child: ChildProcess; listening: Listening }> {
  const child = spawn(process.execPath, [command, 'serve', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, listening: JSON.parse(await firstLine(child)) as Listening }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', (code) => reject(new Error(`vitrine serve ended with ${code} before it listened.`)))
  })
}
