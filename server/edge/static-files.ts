import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderPage } from './page-shell.ts'
import { refuseUnknownPath } from './paths.ts'

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Serves the built page, which holds nothing secret, wherever no route is known. A path is looked up among
 * the names of existing files and never becomes part of a file path.
 */
export function serveStaticFiles(app: FastifyInstance, folder: string): void {
  let files: ReadonlyMap<string, string> = new Map()
  const find = async (path: string): Promise<string | undefined> => {
    if (!files.has(path)) files = await listFiles(folder)
    return files.get(path)
  }

  app.get('/', { config: { page: true }, exposeHeadRoute: true }, async (_request, reply) => {
    const page = await find('/index.html')
    return page === undefined ? reply.type('text/html; charset=utf-8').send(notBuilt) : send(reply, page)
  })

  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const file = request.method === 'GET' || request.method === 'HEAD' ? await find(path) : undefined
    if (file === undefined) return refuseUnknownPath(request)
    if (path.startsWith('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    return send(reply.code(200), file)
  })
}

function send(reply: FastifyReply, file: string): FastifyReply {
  return reply.type(mediaTypes[extname(file)] ?? 'application/octet-stream').send(createReadStream(file))
}

async function listFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]))
}

const notBuilt = renderPage(
  'Not built',
  `<h1>The app has not been built yet</h1>
<p>Run <code>npm start</code>, which builds what is missing. The API works already.</p>`,
)
