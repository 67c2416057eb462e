import { runInThisContext } from 'node:vm'
import type { Page } from 'playwright-core'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { chooseMenuItem, menuItems } from './menu.ts'
import { displays } from './electron.ts'
import { trays } from './notices.ts'
import { partitions } from './partitions.ts'
import { about, answers, moments, record } from './record.ts'
import { askToDownload, permissions } from './session.ts'

const bench = {
  app,
  BrowserWindow,
  answers,
  record,
  permissions,
  about,
  moments,
  askToDownload,
  displays,
  partitions,
  trays,
  menuItems,
  chooseMenuItem,
  page,
  until,
}
export type Bench = typeof bench

interface Request {
  readonly id: number
  readonly source: string
  readonly argument: unknown
}

export function drive(): void {
  process.on('message', (request) => void answer(request as Request))
  process.on('disconnect', () => process.exit(1))
}

async function answer({ id, source, argument }: Request): Promise<void> {
  try {
    const run = runInThisContext(`(${source})`) as (bench: Bench, argument: unknown) => unknown
    process.send?.({ id, value: await run(bench, argument) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

async function page(index = 0): Promise<Page> {
  const isThere = (): boolean => BrowserWindow.getAllWindows()[index]?.isShown === true
  await until(isThere, `window ${index} to be shown`)
  return BrowserWindow.getAllWindows()[index]!.page!
}

async function until(isTrue: () => boolean, what: string): Promise<void> {
  // Earlier than the test's own timeout, to report the failed condition: a busy machine is slow.
  const deadline = Date.now() + 60_000
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`Waited too long for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
