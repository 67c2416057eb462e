import type { FastifyInstance } from 'fastify'
import { errorCodes, issueCodes } from '#shared/errors.ts'
import { errorDocsPath } from '../edge/error-handler.ts'
import { escapeHtml, renderPage, toHtml } from '../edge/page-shell.ts'

/** The page that `documentation_url` points to: one anchor for each error code, and every issue code. No key needed. */
export async function errorDocs(app: FastifyInstance): Promise<void> {
  const page = renderErrorDocs()
  app.get(errorDocsPath, { config: { page: true }, exposeHeadRoute: true }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  )
}

function renderErrorDocs(): string {
  const codes = Object.entries(errorCodes).map(
    ([code, { status, retriable, meaning, remedy }]) => `<section id="${code}">
<h3><code>${code}</code> <span class="muted">HTTP ${status} · ${retriable ? 'may be retried' : 'not retriable'}</span></h3>
<p>${toHtml(meaning)}</p>
<p><strong>What to do:</strong> ${toHtml(remedy)}</p>
</section>`,
  )
  const issues = Object.entries(issueCodes).map(
    ([issue, meaning]) => `<tr id="${issue}"><td><code>${issue}</code></td><td>${toHtml(meaning)}</td></tr>`,
  )
  return renderPage('Errors', [errorIntro, ...codes, issueIntro, ...issues, '</table>'].join('\n'))
}

const envelopeKeys = [
  'code',
  'message',
  'documentation_url',
  'is_retriable',
  'retry_after_seconds',
  'alternative_action',
  'request_id',
  'field_errors',
  'current',
]

const errorIntro = `<h1>Errors</h1>
<p class="lead">Every answer that is not 2xx has one shape: <code>error</code> with
${envelopeKeys.map((key) => `<code>${escapeHtml(key)}</code>`).join(', ')}.
The <code>request_id</code> also comes back in the <code>X-Request-Id</code> header.</p>
<h2>Codes</h2>`

const issueIntro = `<h2>Issues</h2>
<p>All faults of a request are reported together in <code>field_errors</code>. <code>field</code> is the path of the value or
the name of the parameter; <code>issue</code> is one of these codes, or a sentence where the request is malformed.</p>
<table>`
