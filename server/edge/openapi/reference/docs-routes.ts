import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../catalog/errors.ts'
import { compressAnswers } from '../../compress.ts'
import { sendDocument, type ApiDocument } from '../api-document.ts'

const folder = join(import.meta.dirname, 'page')
const readText = (name: string) => readFile(join(folder, name), 'utf8')

/**
 * The reference of the public API: a page and the document it is made of. It needs no key, and nothing is
 * read before a request.
 */
export async function docsRoutes(
  app: FastifyInstance,
  { document }: { document: ApiDocument },
): Promise<void> {
  const options = { config: { page: true }, exposeHeadRoute: true }
  let page: Promise<string> | undefined
  compressAnswers(app, () => true)
  markdownRoutes(app, document, options)

  app.get('/docs', options, (_request, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/', options, async (_request, reply) => {
    page ??= renderPage(document)
    return reply.type('text/html; charset=utf-8').send(await page)
  })
  app.get('/docs/openapi.json', options, (_request, reply) => sendDocument(reply, document))
  app.get('/docs/reference.css', options, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readText('reference.css')),
  )
  app.get('/docs/reference.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await readText('reference.js')),
  )
}

/** The same as Markdown: `/llms.txt` and the pages that it names. */
function markdownRoutes(app: FastifyInstance, document: ApiDocument, options: object): void {
  let pages: Promise<ReadonlyMap<string, string>> | undefined
  const read = async (name: string) => {
    pages ??= renderMarkdown(document)
    const text = (await pages).get(name)
    if (text === undefined) throw notFound(`The page ${name}`)
    return text
  }
  app.get('/llms.txt', options, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await read('llms.txt')),
  )
  app.get<{ Params: { name: string } }>('/docs/:name.md', options, async ({ params: { name } }, reply) =>
    reply.type('text/markdown; charset=utf-8').send(await read(`${name}.md`)),
  )
}

async function renderMarkdown(document: ApiDocument): Promise<ReadonlyMap<string, string>> {
  const { renderMarkdownPages } = await import('./markdown-pages.ts')
  return renderMarkdownPages(JSON.parse(await document.text()), await readText('guides.txt'))
}

async function renderPage(document: ApiDocument): Promise<string> {
  const { renderReference } = await import('./reference-page.ts')
  return renderReference(JSON.parse(await document.text()), await readText('guides.txt'))
}
