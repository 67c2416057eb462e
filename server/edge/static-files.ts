import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderPage } from './page-shell.ts'
import { refuseUnknownPath } from './paths.ts'
import type { NewFile } from '../catalog/files/stored-files.ts'
import { ReadCache } from '#shared/read-cache.ts'

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

const shownInline = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Sends a stored file so that no browser takes it for a page of this origin (decisions, Files). */
export function sendFile(
  reply: FastifyReply,
  { hash, extension, media_type, bytes }: NewFile & { readonly hash: string },
): FastifyReply {
  const disposition = shownInline.includes(media_type) ? 'inline' : 'attachment'
  return reply
    .type(media_type)
    .header('content-disposition', `${disposition}; filename="${hash}.${extension}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const smallBytes = 24 * 1024
// The same bound as for compared pictures: a larger one is no picture of a product.
const maxPixels = 100_000_000
const longestSeconds = 5
const maxWaiting = 400
const cacheBytes = 16 * 1024 * 1024
const scalable: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

type StoredFile = NewFile & { readonly hash: string }

/**
 * Makes pictures in the size of their display on request, one after the other, and keeps them in a bounded
 * cache.
 */
export class Thumbnails {
  readonly #made = new ReadCache<string, StoredFile>({
    maxSize: cacheBytes,
    sizeOf: ({ bytes }) => bytes.length,
  })
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  find(address: string, side: number): StoredFile | undefined {
    return this.#made.get(`${address} ${side}`)
  }

  async make(
    address: string,
    side: number,
    file: StoredFile,
    isStillRequested: () => boolean,
  ): Promise<StoredFile> {
    if (file.bytes.length <= smallBytes || !scalable.includes(file.media_type)) return file
    if (this.#waiting >= maxWaiting) return file
    this.#waiting += 1
    const made = this.#last.then(async () => (isStillRequested() ? await scale(file, side) : undefined))
    this.#last = made
    const bytes = await made.finally(() => (this.#waiting -= 1))
    if (!bytes) return file
    const thumbnail = { ...file, bytes, extension: 'webp', media_type: 'image/webp' }
    this.#made.add(`${address} ${side}`, thumbnail)
    return thumbnail
  }
}

/** Undefined for bytes that cannot be read as a picture within the bounds. */
async function scale({ bytes }: StoredFile, side: number): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: longestSeconds })
      .webp({ quality: 80, effort: 1 })
      .toBuffer()
  } catch {
    return undefined
  }
}

const notBuilt = renderPage(
  'Not built',
  `<h1>The app has not been built yet</h1>
<p>Run <code>npm start</code>, which builds what is missing. The API works already.</p>`,
)
