import type { FastifyInstance } from 'fastify'
import { sendDocument, type ApiDocument } from './api-document.ts'

/** The reference of the public API: a page and the document it is made of. No key needed. */
export async function docsRoutes(
  app: FastifyInstance,
  { document }: { document: ApiDocument },
): Promise<void> {
  const options = { config: { page: true }, exposeHeadRoute: true }
  let page: Promise<string> | undefined

  app.get('/docs', options, (_request, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/', options, async (_request, reply) => {
    page ??= renderPage(document)
    return reply.type('text/html; charset=utf-8').send(await page)
  })
  app.get('/docs/openapi.json', options, (_request, reply) => sendDocument(reply, document))
}

async function renderPage(document: ApiDocument): Promise<string> {
  const { renderReference } = await import('./reference-page.ts')
  return renderReference(JSON.parse(await document.text()))
}
