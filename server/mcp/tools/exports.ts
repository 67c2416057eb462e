import { stat } from 'node:fs/promises'
import { Type } from 'typebox'
import { dataOf } from '#shared/routes/route.ts'
import { NewExport } from '#shared/schemas/jobs.ts'
import { expired, type ExportPart } from '../../catalog/job-queue/find-export.ts'
import { apiRoot } from '../../edge/paths.ts'
import { liesInFolder } from '../../jobs/job-files.ts'
import { filterAsInLists, scopeOfType, knownTypeArgument } from '../arguments.ts'
import { bytesOfPart, readFilePart } from '../read-file-part.ts'
import { allUnlisted, defineTool, unlisted } from '../tool.ts'
import { DescribedJob } from './events-and-jobs.ts'

const parts = ['file', 'report', 'pictures'] as const satisfies readonly ExportPart[]

const startExport = defineTool({
  name: 'start_export',
  description:
    'A job writes csv, xlsx or jsonl, or with channel the file of an enabled one, such as google_merchant. Then read_export.',
  effect: 'create',
  input: {
    ...allUnlisted(NewExport.properties),
    type: Type.Optional({ ...knownTypeArgument, description: 'Not with channel' }),
    channel: Type.Optional(Type.String()),
    format: NewExport.properties.format,
    filter: filterAsInLists.filter,
    ids: NewExport.properties.ids,
    view: unlisted(NewExport.properties.view),
    fields: NewExport.properties.fields,
  },
  output: dataOf(DescribedJob),
  answersJob: true,
  audit: {
    action: 'export_made',
    details: { type: 'body.type', channel: 'body.channel', format: 'body.format' },
  },
  scopes: (args) =>
    args['channel'] === undefined ? scopeOfType('read')(args) : (['read:products', 'read:channels'] as const),
  run: async (body, agent, faults) => {
    const { workspace } = agent.parts
    const answer = await agent.write('enqueueExport', { body, faults, context: agent.context })
    workspace.jobs.wake()
    return answer
  },
})

// A part costs the context of a model: more is asked for by length.
const usualBytes = 8_192

const FilePart = Type.Object({
  name: Type.String(),
  media_type: Type.String(),
  size: Type.Integer(),
  url: Type.String({ description: 'Where a program fetches it whole with an API key.' }),
  offset: Type.Integer(),
  content: Type.Optional(Type.String()),
  content_base64: Type.Optional(Type.String({ description: 'Of workbooks and archives.' })),
  next_offset: Type.Union([Type.Integer(), Type.Null()]),
})

const readExport = defineTool({
  name: 'read_export',
  description:
    'What start_export has written, from offset on until next_offset is null, and the url. A channel has a report, with pictures an archive.',
  effect: 'read',
  input: {
    id: Type.String({ description: 'Of the job' }),
    part: Type.Optional(Type.Enum([...parts])),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'In bytes' })),
    length: Type.Optional(Type.Integer({ minimum: bytesOfPart.least, maximum: bytesOfPart.most })),
  },
  output: dataOf(FilePart),
  audit: { action: 'export_downloaded', subject: 'body.id' },
  // The scope depends on the type of the export, which is known only after reading it.
  scopes: [],
  run: async ({ id, part = 'file', offset = 0, length = usualBytes }, agent, faults) => {
    const { workspace, origin, exportsDir: folder } = agent.parts
    await agent.requireOf('read', workspace.threads.call('findExportType', { id }))
    const { path, file } = await workspace.threads.call('findExport', { id, folder, faults, part })
    agent.reserve(length)
    const found = (await liesInFolder(path)) ? await stat(path).catch(() => undefined) : undefined
    if (!found) throw expired()
    const { name, media_type, path: place } = file
    const link = { name, media_type, size: found.size, url: `${origin}${apiRoot}${place}` }
    return {
      data: { ...link, offset, ...(await readFilePart(path, { offset, length, mediaType: media_type })) },
    }
  },
})

export const exportTools = [startExport, readExport]
