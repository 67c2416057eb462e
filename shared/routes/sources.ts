import { Uuid } from '../schemas/entities.ts'
import { SourceCreate, ScrapedSource, SourceJob } from '../schemas/sources.ts'
import { dataOf, type RouteTable } from './route.ts'
import { exampleId, exampleJobId, startedJob } from './examples.ts'
import { entityPlaces, required } from './parameters.ts'

const queued = {
  ...startedJob('source_ingest', { url: 'https://shop.example/oak-chair' }),
  job_id: exampleJobId,
}

const sourceId = required(Uuid, 'The id of the source.', exampleId)

const exampleScraped = {
  source_id: exampleId,
  url: 'https://shop.example/oak-chair',
  format: 'html',
  title: 'Oak chair',
  read_at: '2026-01-05T10:00:00.000Z',
  characters: 11,
  text: '# Oak chair',
  tables: [{ name: 'Sizes', columns: ['Size', 'Width'], rows: [['S', '45 cm']], rows_truncated: false }],
  products: [{ name: 'Oak chair', sku: 'CH-100', images: [], properties: [] }],
  notes: [],
}

/** New sources: checked at once, fetched and read by a job (decisions, Sources). */
export const sourceRoutes = {
  'POST /sources': {
    id: 'createSource',
    tag: 'Sources',
    summary: 'Make a source of a URL, a text or a file',
    scopes: ['write:sources'],
    body: SourceCreate,
    mayWait: true,
    answers: { 202: dataOf(SourceJob) },
    issues: {
      url: ['expected_url'],
      text: ['required'],
      product_ids: ['expected_uuid_array', 'referenced_entity_not_found', 'too_many_values'],
      ...entityPlaces,
    },
    docs: () => ({
      description: `Checks the request at once and leaves the reading to a job of five stages, which \`metadata.stages\` of the job
tells: fetch, read, extract, store, link. A page is fetched politely (robots.txt, five redirects, 30 seconds, 25 MB) and never from
this computer or its network unless the owner allows it. HTML, PDF, DOCX, XLSX, CSV and plain text become Markdown. The source gets
its text in its long text attribute \`content\` (or \`text\`), its name in the primary attribute and the address in \`url\`, where the
workspace defines them; everything that was read is kept at \`GET /sources/{id}/scraped\`. Products that a page describes (schema.org
in JSON-LD or microdata) are found by GTIN, MPN, SKU or name and created where there are none, which takes \`write:products\`; a value
that a product has is never replaced. \`product_ids\` and the products found go into a reference attribute between products and
sources, at the product only with \`write:products\`. The file may also be sent as \`multipart/form-data\` in a part named
\`file\`, beside the other fields as text (\`attributes\` as JSON, \`product_ids\` separated by commas). When the job completes its
\`result\` is \`{ source_id, characters, format, title, tables, linked_product_ids, created, updated, products, content_attribute,
notes }\`; when it fails \`result.error\` names the \`stage\`.`,
      body: {
        examples: {
          text: { text: 'Oak is hard and durable.', name: 'About oak' },
          url: { url: 'https://shop.example/oak-chair' },
          file: { file: { name: 'oak.md', content_base64: 'IyBPYWsK' } },
        },
      },
      answers: {
        202: ['The job, with its id as `job_id` too.', { data: queued }, { location: true }],
      },
      conflicts: 'A value that must be unique is taken.',
    }),
  },
  'GET /sources/{id}/scraped': {
    id: 'getScrapedSource',
    tag: 'Sources',
    summary: 'Read what was scraped for a source',
    scopes: ['read:sources'],
    params: { id: sourceId },
    answers: { 200: dataOf(ScrapedSource) },
    docs: () => ({
      description:
        'Everything that was read from a source, as it was found: its text as Markdown, its tables, and the products it describes in schema.org terms. 404 for a source that was made before this was kept.',
      answers: { 200: ['What was read.', { data: exampleScraped }] },
    }),
  },
} satisfies RouteTable
