import { errorCodes } from '#shared/errors.ts'
import { escapeHtml, toHtml } from '../../page-shell.ts'
import type { Answer, MediaType, PathOperation } from './document.ts'
import { languages } from './languages.ts'
import { renderCode, renderMarkdown } from './markdown.ts'
import { renderField, renderFields, renderShape, renderType } from './render-schema.ts'
import { samplesOf } from './samples.ts'
import { wordsOf, type Section } from './sections.ts'

/** A section: what an operation takes and answers, and beside it how it is called. */
export function renderOperation(section: Section, root: string): string {
  const { shown, all } = section
  const { path, summary, description, general, plurals } = wordsOf(section)
  const { requestBody, responses, operationId } = shown.operation
  const others = all.slice(1).map(({ operation }) => `<a id="${operation.operationId}"></a>`)
  return `<section class="operation" id="${operationId}">${others.join('')}
<div>
<h3>${escapeHtml(summary)}</h3>
<p class="path"><b class="${shown.method}">${shown.method}</b> <code>${escapeHtml(path)}</code></p>
${plurals.length === 0 ? '' : `<p class="plurals"><small>{plural} is ${plurals.join(', ')}</small></p>`}
${renderMarkdown(description)}
${renderParameters(shown)}
${requestBody === undefined ? '' : `<h4>Body</h4>${renderBody(requestBody.content)}`}
<h4>Answers</h4>
<dl>${Object.entries(responses)
    .map(([status, answer]) => renderAnswer(status, answer, general))
    .join('')}</dl>
${renderRefusals(responses)}
</div>
<div class="code">${renderSamples(section, root)}${renderExample(responses)}</div>
</section>`
}

function renderParameters({ parameters }: PathOperation): string {
  if (parameters.length === 0) return ''
  const fields = parameters.map(({ name, in: place, required, schema, description }) =>
    renderField(
      name,
      `${renderType(schema)} · ${place}${required === true && place !== 'path' ? ' · required' : ''}`,
      toHtml(description),
    ),
  )
  return `<h4>Parameters</h4><dl>${fields.join('')}</dl>`
}

function renderBody(content: Readonly<Record<string, MediaType>>): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<p><small>${type}</small> ${schema['properties'] ? '' : renderType(schema)}</p>${renderFields(schema)}`,
    )
    .join('')
}

function renderAnswer(
  status: string,
  { $ref, description = '', content = {} }: Answer,
  general: (text: string) => string,
): string {
  if ($ref !== undefined || status === '400') return ''
  const types = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? renderShape(schema) : `<code>${escapeHtml(type)}</code>`,
  )
  const isError = !/^[23]/.test(status)
  return renderField(status, isError ? '' : types.join(), toHtml(general(description)))
}

/** Which issue a 400 may name at which place; what is alike everywhere is explained once. */
function renderRefusals(responses: Readonly<Record<string, Answer>>): string {
  const places = Object.entries(responses['400']?.['x-issue-places'] ?? {})
  const told = places.map(([place, codes]) =>
    renderField(place, codes.map((code) => `<a href="#issue-${code}">${code}</a>`).join(' '), ''),
  )
  const codes = Object.entries(errorCodes)
    .filter(([, { status }]) => String(status) in responses)
    .sort(([, one], [, other]) => one.status - other.status)
  const shared = codes.map(([code, { status }]) => `${status} <a href="#error-${code}">${code}</a>`)
  const list = told.length === 0 ? '' : `<dl class="issues">${told.join('')}</dl>`
  return `<details><summary>Errors</summary><p><small>${shared.join(' · ')}</small></p>${list}</details>`
}

function renderSamples({ all }: Section, root: string): string {
  const samples = all.flatMap((placed) =>
    samplesOf(placed, root).map((sample) => {
      const type = all.length === 1 ? '' : (placed.path.split('/')[1] ?? '')
      return { sample, name: [type, sample.name.replaceAll('_', ' ')].filter(Boolean).join(': ') }
    }),
  )
  return samples
    .map(({ sample, name }) =>
      renderCode(
        Object.entries(languages).map(([label, write]) => ({ label, code: write(sample) })),
        name,
      ),
    )
    .join('')
}

function renderExample(responses: Readonly<Record<string, Answer>>): string {
  const [found] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const [status = '', { content = {} } = {}] = found ?? []
  const examples = Object.values(content).map(({ example }) => example)
  const [example] = examples
  if (example === undefined) return ''
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return `<div class="sample answer"><pre tabindex="0" data-lang="${status}">${escapeHtml(text)}</pre></div>`
}
