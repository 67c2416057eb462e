import { createServer, type RequestListener } from 'node:http'
import { portOf } from '../edge/host-and-origin.ts'

export interface TestSite extends Disposable {
  readonly origin: string
  readonly asked: readonly string[]
}

/** Starts a web server on this computer that answers by path, or with 404. `using` ends it. */
export async function testSite(pages: Readonly<Record<string, RequestListener | string>>): Promise<TestSite> {
  const asked: string[] = []
  const site = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (typeof page === 'function') return page(request, response)
    if (page === undefined) return response.writeHead(404).end()
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${portOf(site)}`,
    asked,
    [Symbol.dispose]: () => {
      site.closeAllConnections()
      site.close()
    },
  }
}
