/**
 * Finds a Chromium for the browser tests, or installs one. `node e2e/find-browser.ts` prints its path, or
 * one line and exit code 1 when there is none and none can be installed.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

// The headless shell runs the same tests with a third less processor time.
const headless = 'chromium-headless-shell'
const commands = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable]
    return folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []
  }),
}

/** Starts Chromium without its own network requests; root may only run it without its sandbox. */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Arguments for tests: their pages live for seconds, and optimizing code costs a tenth of the processor
 * time more than it saves.
 */
export const testArgs = [...browserArgs, '--js-flags=--no-maglev --no-turbofan']

const missing =
  'The browser tests need Chromium: none was found and none could be installed. Install Chromium or set CHROMIUM to its path.'

/** The path of a Chromium: CHROMIUM, one on the PATH, Playwright's own, or one in a usual place. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named) return isProgram(named) ? named : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  const places = [...onPath, chromium.executablePath(), ...(usualPlaces[process.platform] ?? [])]
  return places.find(isProgram)
}

/** Finds Chromium or installs it; throws one clear line when both fail. */
export function findOrInstallBrowser(report: (line: string) => void): string {
  const found = findBrowser()
  if (found) return found
  if (process.env['CHROMIUM'])
    throw new Error(`CHROMIUM is ${process.env['CHROMIUM']}, where there is no program.`)
  report('No Chromium found; installing one for the browser tests…')
  if (isRootOnDebian()) {
    installHeadless()
    // Older releases of Debian have only the full browser.
    if (!findBrowser()) run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'])
  } else {
    run(process.execPath, [
      join(import.meta.dirname, '../node_modules/@playwright/test/cli.js'),
      'install',
      'chromium',
    ])
  }
  const installed = findBrowser()
  if (!installed) throw new Error(missing)
  return installed
}

function installHeadless(): void {
  const options = ['-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20']
  run('apt-get', [...options, 'update'])
  run('apt-get', [...options, 'install', '-y', '--no-install-recommends', headless])
}

function run(command: string, args: string[]): void {
  // The installers' output goes to the error output; standard output has the path alone.
  spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 10 * 60_000,
  })
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

if (process.argv[1] === import.meta.filename) {
  const mayInstall = isRootOnDebian() && !process.env['CHROMIUM']
  if (mayInstall && !findBrowser()?.endsWith(headless)) installHeadless()
  try {
    console.log(findOrInstallBrowser((line) => console.error(line)))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
