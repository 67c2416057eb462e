import { Type } from 'typebox'
import { FileDetails, StoredFile } from '../schemas/entities.ts'
import { dataOf, type RouteTable } from './route.ts'
import { exampleHash } from './examples.ts'

const example = {
  data: {
    hash: exampleHash,
    path: `files/${exampleHash}.svg`,
    media_type: 'image/svg+xml',
    size: 84,
  },
}

const exampleDetails = {
  ...example.data,
  created_at: '2026-01-05T10:00:00.000Z',
  generated_by: null,
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

export const fileRoutes = {
  'POST /files': {
    id: 'storeFile',
    tag: 'Files',
    summary: 'Keep a file in the workspace',
    scopes: ['write:images'],
    form: FileForm,
    answers: { 200: dataOf(StoredFile), 201: dataOf(StoredFile) },
    issues: { file: ['required', 'invalid_value'] },
    docs: () => ({
      description:
        'Keeps the bytes once, named by their SHA-256; an image or video attribute then holds the `path`. Pictures (png, jpg, gif, webp, avif, svg), videos (mp4, mov, webm) and pdf are taken; the content decides, not the name.',
      body: {
        examples: {
          drawing: {
            file: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle r="4"/></svg>',
          },
        },
      },
      answers: {
        200: ['The workspace has these bytes already.', example, { location: true }],
        201: ['The file is kept.', example, { location: true }],
      },
    }),
  },
  'GET /files/{hash}': {
    id: 'getFile',
    tag: 'Files',
    summary: 'Read a file',
    scopes: ['read:images'],
    answers: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) },
    docs: () => ({
      description:
        'The bytes with their media type. The `path` in a value of an image or video, `files/<hash>.<extension>`, can be fetched below the base URL as it reads. Drawings, videos and documents are sent as attachments; nothing is ever served as a page.',
      answers: { 200: ['The bytes.', undefined, { mediaType: '*/*' }] },
    }),
  },
  'GET /files/{hash}/details': {
    id: 'getFileDetails',
    tag: 'Files',
    summary: 'Read what is known of a file',
    scopes: ['read:images'],
    answers: { 200: dataOf(FileDetails) },
    docs: () => ({
      description:
        '`generated_by` names the model that made a picture or video, and the job; it is null for files from elsewhere. Pictures and videos carry the same in themselves, as the digital source type of IPTC.',
      answers: { 200: ['The details.', { data: exampleDetails }] },
    }),
  },
} satisfies RouteTable
