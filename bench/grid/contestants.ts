import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page, Route } from 'playwright-core'
import { Api, type ServedApp } from '../../e2e/served-app.ts'
import { attributeBodies, rowAt, rowCount } from './rows.ts'

export interface Contestant {
  readonly name: ContestantName
  readonly page: Page
}

export const peerNames = ['glide', 'ag'] as const
export type ContestantName = 'vitrine' | (typeof peerNames)[number]

/** The size of each grid, header included. */
const area = { width: 1600, height: 900 }
const peerOrigin = 'http://peers.test'

/**
 * Opens our grid: the built app on a real server that holds the attributes; only the rows are made up, at
 * the network.
 */
export async function openVitrine(browser: Browser, served: ServedApp): Promise<Contestant> {
  const workspace = await served.createWorkspace('Bench', { sample: false })
  const api = new Api(served.origin, await served.createKey(workspace))
  await api.define({
    name: 'Name',
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  for (const body of attributeBodies) await api.define(body)
  const context = await browser.newContext({ viewport: area, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.route(/\/api\/v1\/products\?.*snapshot=/, answerRows)
  await page.goto(served.appUrl)
  await page.goto(`${served.origin}/?workspace=${workspace.id}&view=products`)
  await page.getByRole('gridcell', { name: 'SKU-0000001', exact: true }).waitFor()
  await growTo(page)
  return { name: 'vitrine', page }
}

async function growTo(page: Page): Promise<void> {
  const size = await page.evaluate(() => {
    const scroller = document.querySelector('.grid-scroller')
    return { width: scroller?.clientWidth ?? 0, height: scroller?.clientHeight ?? 0 }
  })
  await page.setViewportSize({ width: 2 * area.width - size.width, height: 2 * area.height - size.height })
}

export async function openPeer(
  browser: Browser,
  name: (typeof peerNames)[number],
  builtFolder: string,
): Promise<Contestant> {
  const page = await browser.newPage({ viewport: area, reducedMotion: 'reduce' })
  await page.route(`${peerOrigin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/rows') return answerRows(route)
    if (pathname === '/columns') return route.fulfill({ json: attributeBodies })
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: pageOf(name) })
    const contentType = pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
    return route.fulfill({ contentType, body: readFileSync(join(builtFolder, pathname)) })
  })
  await page.goto(peerOrigin)
  await page.waitForFunction(() => (globalThis as { isReady?: boolean }).isReady === true)
  return { name, page }
}

function pageOf(name: string): string {
  return `<!doctype html><title>${name}</title><link rel="stylesheet" href="/${name}.css">
<style>html, body { margin: 0; height: 100% } #root { width: ${area.width}px; height: ${area.height}px }</style>
<div id="root"></div><div id="portal"></div><script type="module" src="/${name}.js"></script>`
}

async function answerRows(route: Route): Promise<void> {
  const params = new URL(route.request().url()).searchParams
  const offset = Number(params.get('offset') ?? 0)
  const limit = Math.min(Number(params.get('limit') ?? 200), rowCount - offset)
  const data = Array.from({ length: limit }, (_, index) => rowAt(offset + index))
  const pagination = {
    limit,
    offset,
    total: rowCount,
    has_more: true,
    next_cursor: null,
    snapshot: 'bench',
    gone: [],
  }
  // A page that moves on aborts its requests.
  await route.fulfill({ json: { data, pagination } }).catch(() => undefined)
}
