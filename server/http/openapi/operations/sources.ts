import { SourceJob } from '#shared/schemas/sources.ts'
import { dataOf } from '../answer-schemas.ts'
import { exampleJob, exampleJobId } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'
import { valueIssues } from './entities.ts'

const queued = {
  ...exampleJob,
  name: 'source_ingest',
  status: 'queued',
  progress: { current: 0, total: 0, percent: 0 },
  started_at: null,
  metadata: { workflow: 'source_ingest', url: 'https://shop.example/oak-chair', via: 'api' },
  job_id: exampleJobId,
}

export const sourceDocs: OperationTable = {
  'POST /sources': {
    id: 'createSource',
    tag: 'Sources',
    description: `Checks the request at once and leaves the reading to a job. The source gets its text in its long text attribute
\`content\` (or \`text\`), its name in the primary attribute and the address in \`url\`, where the workspace defines them; \`product_ids\`
go into a reference attribute between products and sources, at the product only with \`write:products\`. Texts, web pages and text-like files
(txt, md, csv, tsv, json, xml, html) can be read; anything else ends the job \`failed\`. The file may also be sent as \`multipart/form-data\`
in a part named \`file\`, beside the other fields as text (\`attributes\` as JSON, \`product_ids\` separated by commas). When the job
completes its \`result\` is \`{ source_id, characters, linked_product_ids, created, content_attribute, notes }\`.`,
    body: {
      examples: {
        text: { text: 'Oak is hard and durable.', name: 'About oak' },
        url: { url: 'https://shop.example/oak-chair' },
        file: { file: { name: 'oak.md', content_base64: 'IyBPYWsK' } },
      },
    },
    answers: {
      202: {
        description: 'The job, with its id as `job_id` too.',
        schema: dataOf(SourceJob),
        example: { data: queued },
        location: true,
      },
    },
    issues: [...valueIssues, 'too_many_values'],
    conflicts: 'A value that must be unique is taken.',
  },
}
