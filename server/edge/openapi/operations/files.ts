import { Type } from 'typebox'
import { StoredFile } from '#shared/schemas/files.ts'
import { dataOf } from '../answer-schemas.ts'
import { exampleHash } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'

const example = {
  data: { hash: exampleHash, path: `files/${exampleHash}.svg`, media_type: 'image/svg+xml', size: 84 },
}

const FileForm = Type.Object(
  {
    file: Type.String({
      contentMediaType: 'application/octet-stream',
      description: 'The bytes, at most 64 MiB.',
    }),
  },
  { additionalProperties: false },
)

export const fileDocs: OperationTable = {
  'POST /files': {
    id: 'storeFile',
    tag: 'Files',
    description:
      'Keeps the bytes once, named by their SHA-256; an image or video attribute then holds the `path`. Pictures (png, jpg, gif, webp, avif, svg), videos (mp4, mov, webm) and pdf are taken; the content decides, not the name.',
    body: {
      form: FileForm,
      examples: {
        drawing: {
          file: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle r="4"/></svg>',
        },
      },
    },
    answers: {
      200: {
        description: 'The workspace has these bytes already.',
        schema: dataOf(StoredFile),
        example,
        location: true,
      },
      201: { description: 'The file is kept.', schema: dataOf(StoredFile), example, location: true },
    },
    issues: ['required', 'invalid_value'],
  },
  'GET /files/:hash': {
    id: 'getFile',
    tag: 'Files',
    description:
      'The bytes with their media type. Drawings, videos and documents are sent as attachments; nothing is ever served as a page.',
    answers: {
      200: {
        description: 'The bytes.',
        schema: Type.String({ contentMediaType: 'application/octet-stream' }),
        example: undefined,
        mediaType: '*/*',
      },
    },
  },
}
