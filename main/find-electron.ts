import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const probeMs = 3000
const downloadMs = 5 * 60_000
const unreachableForMs = 24 * 3_600_000

/**
 * Returns the path of Electron, or undefined where it is not installed. Never requires 'electron': that
 * would download it.
 */
export function findElectron(): string | undefined {
  const folder = electronFolder()
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const pathFile = join(folder, 'path.txt')
  if (override) return existing(join(override, process.platform === 'win32' ? 'electron.exe' : 'electron'))
  return existsSync(pathFile)
    ? existing(join(folder, 'dist', readFileSync(pathFile, 'utf8').trim()))
    : undefined
}

/**
 * Finds Electron or downloads it once. Probes the download for a few seconds at most and remembers a
 * failure for a day, so that a machine without internet starts without waiting.
 */
export async function findOrInstallElectron(report: (line: string) => void): Promise<string | undefined> {
  const found = findElectron()
  if (found || process.env['ELECTRON_OVERRIDE_DIST_PATH'] || isKnownUnreachable()) return found
  report('Looking for the Electron download…')
  if (!(await canConnectToDownload())) {
    rememberUnreachable()
    return undefined
  }
  report('Downloading Electron for the desktop window (about 110 MB, once)…')
  await download()
  const downloaded = findElectron()
  if (!downloaded) rememberUnreachable()
  return downloaded
}

/** Whether there is a screen for windows: on Linux an X11 or Wayland display, elsewhere always. */
export function hasDisplay(platform: string, env: Record<string, string | undefined>): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

function electronFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined
}

/**
 * Requests the first byte of the file itself: the page that redirects to it may be reachable where the
 * file is not.
 */
async function canConnectToDownload(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeMs)
    const response = await fetch(downloadUrl(), { headers: { range: 'bytes=0-0' }, signal })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

function downloadUrl(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(electronFolder(), 'package.json'), 'utf8'),
  )
  const mirror = process.env['ELECTRON_MIRROR'] ?? 'https://github.com/electron/electron/releases/download/'
  return `${mirror}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`
}

function download(): Promise<void> {
  const script = join(electronFolder(), 'install.js')
  const child = spawn(process.execPath, [script], { stdio: 'ignore' })
  const timer = setTimeout(() => child.kill(), downloadMs)
  return new Promise((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function unreachableMark(): string {
  return join(electronFolder(), '..', '.cache', 'vitrine', 'electron-unreachable')
}

function isKnownUnreachable(): boolean {
  const mark = unreachableMark()
  if (!existsSync(mark)) return false
  if (Date.now() - statSync(mark).mtimeMs < unreachableForMs) return true
  rmSync(mark, { force: true })
  return false
}

function rememberUnreachable(): void {
  mkdirSync(dirname(unreachableMark()), { recursive: true })
  writeFileSync(unreachableMark(), '')
}
