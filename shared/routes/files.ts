import { Type } from 'typebox'
import { FileDetails, UploadedFile, Uuid } from '../schemas/entities.ts'
import { renditionFits, renditionFormats } from '../renditions.ts'
import { keysOf } from '../text.ts'
import { optional, required } from './parameters.ts'
import { FileVersion } from '../schemas/renditions.ts'
import { dataOf, listOf, type RouteTable } from './route.ts'
import { exampleHash, exampleLibraryId } from './examples.ts'

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
  width: 8,
  height: 8,
  alpha: true,
  color_space: 'srgb',
  orientation: 1,
  frames: 1,
  pages: null,
  duration: null,
  phash: '0000000000000000',
  dominant_color: '#ffffff',
  digital_source_type: null,
  iptc: {
    title: null,
    description: null,
    creator: null,
    copyright: null,
    keywords: [],
    digital_source_type: null,
  },
  fault: null,
  checked_at: '2026-01-05T10:00:01.000Z',
}

const exampleVersion = {
  file: { hash: exampleHash, path: example.data.path, size: 84 },
  replaced_at: '2026-01-05T10:00:00.000Z',
  by: { type: 'owner' as const, id: null, name: null },
}

const exampleUpload = { data: { ...example.data, details: exampleDetails } }

/** The parameters of a rendition; without any of them the file comes as it is. */
export const renditionParameters = {
  width: optional(
    Type.Integer({ minimum: 1 }),
    'The width in pixels, rounded up to a size that is offered.',
    320,
  ),
  height: optional(Type.Integer({ minimum: 1 }), 'The height in pixels, rounded up alike.'),
  fit: optional(
    Type.Enum([...renditionFits]),
    '`contain` (default) shows the whole picture within the sides, `cover` crops it to them, `pad` fills what is left with `background`.',
    'contain',
  ),
  format: optional(Type.Enum(keysOf(renditionFormats)), 'The format, `webp` where none is named.', 'webp'),
  background: optional(
    Type.String(),
    'The colour behind the picture: `#rrggbb`, `white`, `black` or `transparent`.',
    'white',
  ),
  quality: optional(Type.Integer({ minimum: 1, maximum: 100 }), 'The quality of a format with losses.', 80),
  recipe: optional(Type.String(), 'The name of a recipe; parameters beside it count instead of its own.'),
  image: optional(Uuid, 'The id of an image whose `edit_steps` are applied.'),
}

const renditionIssues = {
  width: ['expected_non_negative_integer', 'out_of_range'],
  height: ['expected_non_negative_integer', 'out_of_range'],
  quality: ['expected_non_negative_integer', 'out_of_range'],
  fit: ['invalid_value'],
  format: ['invalid_value'],
  background: ['invalid_value'],
  recipe: ['invalid_value'],
  image: ['invalid_value'],
} as const

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
    answers: { 200: dataOf(UploadedFile), 201: dataOf(UploadedFile) },
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
        200: ['The workspace has these bytes already.', exampleUpload, { location: true }],
        201: ['The file is kept.', exampleUpload, { location: true }],
      },
    }),
  },
  'GET /files/{hash}': {
    id: 'getFile',
    tag: 'Files',
    summary: 'Read a file',
    scopes: ['read:images'],
    query: renditionParameters,
    answers: { 200: Type.String({ contentMediaType: 'application/octet-stream' }), 304: null },
    issues: renditionIssues,
    docs: () => ({
      description:
        'With parameters the answer is a rendition: the picture upright, in sRGB and in one of the sizes that are offered (64, 96, 160, 256, 320, 480, 640, 800, 1024, 1280, 1600, 2048), never enlarged, without metadata but for copyright and digital source type. A file of which no picture can be made is 404. Without parameters: the bytes with their media type. The `path` in a value of an image or video, `files/<hash>.<extension>`, can be fetched below the base URL as it reads. Drawings, videos and documents are sent as attachments; nothing is ever served as a page.',
      answers: {
        200: ['The bytes.', undefined, { mediaType: '*/*', etag: true }],
        304: ['The caller has this rendition, as `If-None-Match` says.'],
      },
    }),
  },
  'GET /linked/{library}/{path}': {
    id: 'getLinkedFile',
    tag: 'Files',
    summary: 'Read a file of a linked library',
    scopes: ['read:images'],
    params: {
      library: required(Uuid, 'The id of the library.', exampleLibraryId),
      path: required(Type.String(), 'The path below its folder, with / between the steps.', 'CH-100_1.jpg'),
    },
    query: renditionParameters,
    answers: { 200: Type.String({ contentMediaType: 'application/octet-stream' }), 304: null },
    issues: renditionIssues,
    docs: () => ({
      description:
        'The bytes as they lie on the disk of the server, or with parameters a rendition as of `GET /files/{hash}`. A value `linked/<library>/<path>` can be fetched below the base URL as it reads. What is missing, leads out of the folder, also by a link, or is no picture, video or pdf is 404; renditions of a missing file that were made stay.',
      answers: {
        200: ['The bytes.', undefined, { mediaType: '*/*', etag: true }],
        304: ['The caller has this file or rendition, as `If-None-Match` says.'],
      },
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
        'What the bytes are and show; what is not known yet is looked at now. `width` and `height` are those of the picture as it is shown, `orientation` is the number of EXIF. `fault` says why a picture cannot be shown. `generated_by` names the model that made a picture or video, and the job; it is null for files from elsewhere. Pictures and videos carry the same in themselves, as the digital source type of IPTC.',
      answers: { 200: ['The details.', { data: exampleDetails }] },
    }),
  },
  'GET /images/{id}/versions': {
    id: 'listImageVersions',
    tag: 'Images',
    summary: 'List the former files of an image',
    scopes: ['read:images'],
    answers: { 200: listOf(FileVersion) },
    docs: () => ({
      description:
        'The files that the image had before the present one, newest first, at most 20. Writing the `path` of one to the attribute that holds the file restores it.',
      answers: { 200: ['The versions.', { data: [exampleVersion] }] },
    }),
  },
} satisfies RouteTable
